"""Scripts as they are sent: every behaviour in one file with the modules it needs; each file costs a request.

The modules are put one after the other, those needed first. That works for modules as they are written here:
they import things by their names, at the beginning of a line, and no two that meet declare the same name.
What breaks this is refused when the files are read. `app.js` is on every page and stays a file of its own.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

_BEHAVIOURS: Final = "js/behaviours/"
_APART: Final = "js/app.js"
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)"\n', re.MULTILINE)
_ANY_IMPORT: Final = re.compile(r"^import\b|\bimport\(", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?!default )", re.MULTILINE)
_DECLARED: Final = re.compile(
    r"^(?:export (?:default )?)?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE
)


def gathered(bodies: Mapping[str, bytes]) -> dict[str, bytes]:
    """All static files by path, behaviours with what they need; ValueError for modules of another manner."""
    sources = {path: body.decode() for path, body in bodies.items() if path.endswith(".js")}
    behaviours = {path: _whole(path, sources) for path in sources if path.startswith(_BEHAVIOURS)}
    return {**bodies, **{path: source.encode() for path, source in behaviours.items()}}


def _whole(path: str, sources: Mapping[str, str]) -> str:
    order: list[str] = []
    _collect(path, sources, into=order)
    parts = [_without_imports(module, sources) for module in order]
    for module, part in zip(order[:-1], parts, strict=False):
        if _ANY_IMPORT.search(part):
            raise ValueError(
                f"{module}, which {path} needs, imports something that must stay a file of its own"
            )
    names = Counter(name for part in parts for name in _DECLARED.findall(part))
    twice = [name for name, times in names.items() if times > 1]
    if len(parts) > 1 and twice:
        raise ValueError(f"the modules of {path} declare more than once: {', '.join(twice)}")
    return "\n".join([*(_EXPORT.sub("", part) for part in parts[:-1]), parts[-1]])


def _collect(path: str, sources: Mapping[str, str], *, into: list[str]) -> None:
    for names, target in _IMPORT.findall(sources[path]):
        module = _resolved(target, path)
        if " as " in names:
            raise ValueError(f"{path} gives what it imports another name")
        if module != _APART and module not in into:
            _collect(module, sources, into=into)
    into.append(path)


def _without_imports(path: str, sources: Mapping[str, str]) -> str:
    return _IMPORT.sub(lambda found: found[0] if _resolved(found[2], path) == _APART else "", sources[path])


def _resolved(target: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
