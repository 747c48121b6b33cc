"""The language of who reads: which one it is, and what our sentences are in it.

English is the source. A sentence is written once, in English, where it is said, and marked there: by `_`
where it is said at once, by `N_` where it is kept as data. Data with sentences is put into the reader's
language where it is read, whole (`Spoken`, `translated`). Nothing here knows a framework, so the rules may
hold sentences and stay pure.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache, wraps
from gettext import NullTranslations
from threading import RLock
from typing import Any, Final, ParamSpec, TypeVar, cast

T = TypeVar("T")
K = TypeVar("K")
P = ParamSpec("P")


class Sentence(str):
    """A sentence that is marked for translation; kept as data it is English."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence that counts: English has a text for one and one for several, others have more.

    `by` is the placeholder whose number decides, for those who fill in several.
    """

    singular: str
    plural: str
    by: str = ""

    def of(self, number: int) -> str:
        """The text for this number, in the reader's language."""
        return ngettext(self.singular, self.plural, number)


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language by its code, such as "en" or "pt-BR", and what every sentence is in it."""

    code: str
    texts: NullTranslations


# Marks a sentence that is kept as data.
N_: Final = Sentence
ENGLISH: Final = Language("en", NullTranslations())
NOTHING: Final = Sentence()
_MOST_KEPT: Final = 512
_reading: Final[ContextVar[Language]] = ContextVar("language", default=ENGLISH)


def current() -> Language:
    """The language of who reads now."""
    return _reading.get()


def speak(language: Language) -> None:
    """Say everything in this language from now on, in this thread."""
    _reading.set(language)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Say everything in this language, and then again in the one before."""
    before = _reading.set(language)
    try:
        yield
    finally:
        _reading.reset(before)


def _(message: str) -> str:
    """The sentence in the reader's language; one that is written here is marked by it, too."""
    return current().texts.gettext(message) if message else message


def ngettext(singular: str, plural: str, number: int) -> str:
    """The sentence for a number, in the reader's language; marks both."""
    return current().texts.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """The sentence in the reader's language, where the same English means something else elsewhere."""
    return current().texts.pgettext(context, message)


class LazySentence(str):
    """A sentence in the declaration of a form, put into the reader's language where it is shown."""

    __slots__ = ()

    def __str__(self) -> str:
        return _(str.__str__(self))


# Marks the label or the choice of a field.
lazy_gettext: Final = LazySentence


def translated(value: T) -> T:
    """Values that hold sentences, however deep, in the reader's language; in English the very same."""
    return value if current() is ENGLISH else cast(T, _translated(value))


def in_each_language(make: Callable[P, T]) -> Callable[P, T]:
    """Keep the latest results of a function, for each language and its arguments, which must be hashable.

    Who needs a result that another thread is making waits for it, as an index takes a second and 10 MB.
    """
    alone = RLock()

    @lru_cache(maxsize=_MOST_KEPT)
    def kept(_language: Language, *args: P.args, **kwargs: P.kwargs) -> T:
        return make(*args, **kwargs)

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        with alone:
            return kept(current(), *args, **kwargs)  # type: ignore[arg-type]

    return made


class Spoken(Mapping[K, T]):
    """Values that hold sentences, by key; a look-up gives them in the reader's language."""

    def __init__(self, written: Mapping[K, T]) -> None:
        self._written = written
        self._here = in_each_language(lambda: translated(written))

    def __getitem__(self, key: K) -> T:
        return self._here()[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._written)

    def __len__(self) -> int:
        return len(self._written)


def _translated(value: Any) -> Any:
    if isinstance(value, Sentence):
        return Sentence(_(value))
    if isinstance(value, tuple):
        return tuple(map(_translated, value))
    if isinstance(value, dict):
        return {key: _translated(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type | Plural):
        return replace(
            value, **{field.name: _translated(getattr(value, field.name)) for field in fields(value)}
        )
    return value
