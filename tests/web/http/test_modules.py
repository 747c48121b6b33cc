"""A behaviour is sent in one file with the modules it needs; `app.js` stays a file of its own."""

import re

import pytest

from scorekeeper.web.http import assets
from scorekeeper.web.http.modules import gathered

PAD = "js/behaviours/pad.js"
SCRIPTS = {
    "js/app.js": 'export function wire() {\n  import("./behaviours/pad.js")\n}\n',
    "js/sums.js": "export const sum = (a, b) => a + b\n",
    "js/lines.js": 'import { sum } from "./sums.js"\n\nexport class Line {\n  total = sum(1, 2)\n}\n',
    PAD: (
        'import { wire } from "../app.js"\nimport { Line } from "../lines.js"\n'
        'import {\n  sum,\n} from "../sums.js"\n\n'
        "export default function pad() {\n  return [new Line(), sum(1, 2), wire]\n}\n"
    ),
}


def served(**changed):
    scripts = {**SCRIPTS, **{f"js/{name.replace('_', '/')}.js": text for name, text in changed.items()}}
    return {
        path: body.decode()
        for path, body in gathered({path: text.encode() for path, text in scripts.items()}).items()
    }


def test_needed_modules_come_first_and_once():
    assert served()[PAD] == (
        "const sum = (a, b) => a + b\n\n\n"
        "class Line {\n  total = sum(1, 2)\n}\n\n"
        'import { wire } from "../app.js"\n\n'
        "export default function pad() {\n  return [new Line(), sum(1, 2), wire]\n}\n"
    )


def test_everything_else_stays_as_it_is():
    assert {path: text for path, text in served().items() if path != PAD} == {
        path: text for path, text in SCRIPTS.items() if path != PAD
    }


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"sums": "const Line = 1\nexport const sum = 2\n"}, "declare more than once: Line"),
        ({"lines": 'import { sum as add } from "./sums.js"\nexport class Line {}\n'}, "another name"),
        ({"lines": 'import sum from "./sums.js"\nexport class Line {}\n'}, "a file of its own"),
        ({"lines": 'export const Line = () => import("./sums.js")\n'}, "a file of its own"),
        ({"lines": 'import { wire } from "./app.js"\nexport class Line {}\n'}, "a file of its own"),
    ],
)
def test_module_of_another_manner_is_refused(changed, reason):
    with pytest.raises(ValueError, match=reason):
        served(**changed)


def test_our_behaviours_import_nothing_but_the_app(app):
    files = assets.static_tree(app).files
    behaviours = {path: files[path].body.decode() for path in files if path.startswith("js/behaviours/")}

    imported = {target for text in behaviours.values() for target in re.findall(r'from "([^"]+)"', text)}

    assert imported == {"../app.js"}
