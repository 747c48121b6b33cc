"""What an answer opens with: Yes, No, It depends or an amount, where a question surely asks for just that.

A clause lists such openings for the words of English questions (`answer` in its file). A pattern that begins
with the form of a question (`can`, `must`, `is`) is for short ones of that form alone, without words that may
turn the direction or add a condition, unless it names them.
"""

import re
from typing import Final

from scorekeeper.rulebook.parsing import Clause
from scorekeeper.rulebook.vocabulary import stem, words_in

LONGEST: Final = 18
_MUST: Final = re.compile(
    r"\b(?:must|ha(?:ve|s) to|gotta|needs?|required|obliged|forced|obligatory|compulsory|should)\b"
)
_CAN: Final = re.compile(r"\b(?:can|could|may|allow(?:ed)?|legal|permitted|ok|okay|possible)\b")
_IS: Final = re.compile(r"(?:(?:so|and|but|hey|please) )*(?:is|are|do|does|did|will|would)\b")
_ASKING: Final = re.compile(r"\b(?:how|whats?|when|where|which|who|whose|why)\b")
_UNSURE: Final = re.compile(
    r"\b(?:no|nor|none|never|nobody|nothing|not|cannot|(?:ca|could|do|does|did|wo|is|are|have|has|should)nt|without"
    r"|unless|until|before|after|when|while|if|once|instead|or|and|plus|but|only|except|although|even|n?either|stop"
    r"|refuse|deny|prevent|forbid|reject|block|illegal|forbidden|wrong|mistake|forgot|because|half)\b"
)


def opening(clause: Clause, query: str) -> str:
    """The sentence that answers the question outright; nothing where its direction is not sure."""
    words = words_in(query.removesuffix("?").removesuffix(" or not"))
    form, unsure = _form(" ".join(words)), {*_UNSURE.findall(" ".join(words))}
    stems = f" {' '.join(map(stem, words))} ".replace(" one ", " 1 ")
    for answer in clause.answers:
        for question in answer.questions:
            needed = [word for word in question if word not in ("can", "must", "is")]
            is_sure = question[0] == form and not unsure - {*" ".join(needed).replace("_", " ").split()}
            if (needed == [*question] or is_sure) and all(_fits(word, stems) for word in needed):
                return answer.sentence
    return ""


def _form(text: str) -> str:
    """The form of a question that is answered by yes or no, where it has one."""
    must, can = _MUST.search(text), _CAN.search(text)
    verb = must or can
    if text.count(" ") >= LONGEST or (must and can) or (verb and _ASKING.search(text[: verb.start()])):
        return ""
    return "must" if must else "can" if can else "is" if _IS.match(text) else ""


def _fits(word: str, stems: str) -> bool:
    """Whether the question has a word, or several side by side; with a dash before it, whether it has not."""
    phrase = " ".join(map(stem, word.removeprefix("-").split("_")))
    return (f" {phrase} " in stems) != word.startswith("-")
