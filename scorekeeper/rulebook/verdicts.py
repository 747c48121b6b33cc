"""What an answer opens with: Yes, No, It depends or an amount, where a question surely asks for just that.

Clauses list such openings for the words of questions (`answer` in their files). One that needs the form of a
question (`can`, `must` or `is`) is for short questions of that form alone, without a word that may turn the
direction or add a condition, unless it names that word. Where nothing fits, the clause begins with its case.
"""

from typing import Final

from scorekeeper.language import N_, _, in_each_language
from scorekeeper.rulebook.parsing import Clause
from scorekeeper.rulebook.vocabulary import fold_text
from scorekeeper.rulebook.words import stem, words_in

LONGEST: Final = 18
# Translators: search words. What makes a question one for permission or for a duty, how others begin that are
# answered by yes or no, what others ask with, and words that turn a question or add a condition.
_FORMS: Final = N_(
    "must: must, have to, has to, need, needs, required, obliged, forced, obligatory, compulsory, should\n"
    "can: can, could, may, allowed, allow, legal, permitted, permited, ok, okay, possible, alowed\n"
    "is: is, are, do, does, did, will, would\n"
    "asking: how, what, whats, when, where, which, wich, who, why, whose\n"
    "unsure: not, no, nor, none, never, nobody, nothing, cant, cannot, couldnt, dont, doesnt, didnt, wont, isnt, "
    "arent, havent, hasnt, without, unless, until, before, after, when, while, if, once, instead, or, but, only, "
    "except, although, even, either, neither, stop, refuse, deny, prevent, forbid, reject, block, illegal, "
    "forbidden, wrong, mistake, forgot, because, half"
)


def verdict(clause: Clause, query: str) -> str:
    """The sentence that answers the question outright, or nothing where its direction is not sure."""
    words = words_in(query)
    text, stems, form = _spaced(words), _spaced(map(stem, words)), _form(words)
    for pattern, sentence in clause.verdicts:
        wanted = [word for word in pattern if word not in ("can", "must", "is")]
        has_form = len(wanted) == len(pattern) or pattern[0] == form
        if has_form and all(
            (_stemmed(word.removeprefix("-")) in stems) != word.startswith("-") for word in wanted
        ):
            named = _spaced("_".join(wanted).split("_"))
            if len(wanted) == len(pattern) or not any(
                word in text and word not in named for word in _forms()["unsure"]
            ):
                return sentence
    return ""
