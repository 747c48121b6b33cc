"""Tables of words that people use for those of the book. The page's own search gets the same tables.

A language has tables of its own: each is one text, marked for translation, that names its rows in that
language's words. No row need have a counterpart in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.language import N_, _, in_each_language
from scorekeeper.rulebook.folding import folded
from scorekeeper.rules.rulesets.files import LAW

SECTIONS: Final = 16
# For translators: search words. An ending of a word, and what takes its place; the first that fits counts.
_ENDINGS: Final = N_("sses ss, ss ss, ies y, ing, ed, es, e, s")
# For translators: search words. A word, and its stem.
_IRREGULAR: Final = N_(
    "aces ace, dealt deal, drawn draw, drew draw, forget forgot, forgotten forgot, goes go, going go, "
    "gone go, held hold, laid lay, left leav, lost los, lying lie, said say, saw see, seen see, "
    "skipped skip, skipping skip, taken tak, threw throw, took tak, went go, won win"
)
# For translators: search words. Leave what stands before a colon, and translate the phrases for it.
_TOGETHER: Final = N_(
    "discard: waste pile, trash pile, throw away, throws away\n"
    "empty: runs out, run out, ran out, running out, used up, no cards left, no more cards, no more cards"
    " to draw, no cards to draw, out of cards\n"
    "exposed: face up, faces up, turned up, turned over\n"
    "facecards: face cards, face card, picture cards, picture card, court cards\n"
    "godown: go down, goes down, going down, gone down, went down, lay down\n"
    "goout: go out, goes out, going out, gone out, went out, win the hand\n"
    "layoff: lay off, lays off, laying off, laid off, add to, adds to, added to, tack on\n"
    "mayi: may i, may is, want it, i want it, i want that, want that card, want the same card, wants the "
    "same card, two want the same card, two people want the same card, both want the same card\n"
    "nobodyout: nobody out, nobody goes out, nobody went out, no one goes out, no one went out\n"
    "outofturn: out of turn, out of order, wrong turn, not my turn, not his turn, not her turn, not your "
    "turn, not their turn, wasnt my turn, wasnt his turn, wasnt her turn, isnt my turn\n"
    "redeal: re deal, mis deal, new deal, deal again, deals again, dealt again, deal anew, dealt anew\n"
    "scoresheet: score sheet, score card, score pad, score board\n"
    "set: three of a kind, four of a kind\n"
    "stock: draw pile, drawing pile, draw stack, face down pile, pick up pile\n"
    "swap: steal joker, steal a joker, steal the joker, steal jokers, joker stealing, stealing jokers\n"
    "toofew: too few, too little, not enough\n"
    "toomany: too many, too much\n"
    "variation: house rule, house rules\n"
    "wild: wild card, wild cards\n"
    "wrongcard: wrong card, wrong cards"
)
# For translators: search words. Phrases for the contract of a hand, by its number.
_HAND: Final = N_("hand {number}")
# For translators: search words. Phrases for a section of the book and its clauses, by number.
_SECTION: Final = N_("section {number}, clause {number}, rule {number}")
# For translators: search words. Leave what stands before a colon, and write what people say for it.
_MEANT: Final = N_(
    "ace: eso esa\n"
    "deal: rozdat rozdava rozdavani\n"
    "discard: trash dump drop dropped throw threw thrown odhodit odhoz\n"
    "draw: pick pickup liznout\n"
    "everyone: everybody\n"
    "exposed: shown visible revealed showing flipped\n"
    "game: match\n"
    "godown: open opened meld melded\n"
    "goout: rummy finish finished close\n"
    "hand: round\n"
    "joker: zolik zoliky zolika zoliku jolly jolie\n"
    "layoff: hit tack attach append\n"
    "leave: quit abandon\n"
    "mayi: may buy bought steal stole call mayis\n"
    "miscount: recount\n"
    "natural: real\n"
    "outofturn: outofturns\n"
    "pack: deck\n"
    "penalty: fine punishment\n"
    "points: pts value worth body bodu\n"
    "redeal: misdeal misdealt redealt\n"
    "resume: continue restart reopen\n"
    "run: straight street row postupka postupky\n"
    "scoresheet: sheet scorecard scorepad\n"
    "set: trio group book triplet triple kind trojice sada sady sade\n"
    "stock: talon stockpile balicek\n"
    "suspend: pause adjourn postpone\n"
    "swap: replace exchange substitute trade vymenit vymena\n"
    "tie: equal\n"
    "toofew: short missing fewer less\n"
    "toomany: surplus extra more superfluous\n"
    "twos: deuce\n"
    "wild: wildcard"
)
# For translators: search words. Whoever asks for the one may well mean the other.
_AKIN: Final = N_("joker wild, miscount count, exposed seen, goout last")
# For translators: search words. Words that say nothing.
_IDLE: Final = N_(
    "a about all also am an and any are arent as at be been but by can cant card cards clause clauses "
    "could couldnt did didnt do does doesnt dont for from get gets go goes going gone got had happens "
    "has hasnt have havent he her him his how i if in is isnt it its ive just let may me must my no "
    "nobody of on one or our out player players rule rules shall she should so somebody someone still "
    "than that thats the their them then there they theyre this those to up us was wasnt we went weve "
    "what whats when where which while who whoever whom whos whose why will with without wont would you "
    "your youre youve"
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The tables of one language. `phrases` leads from each phrase to the word that it means."""

    endings: tuple[tuple[str, str], ...]
    irregular: Mapping[str, str]
    phrases: Mapping[str, str]
    meant: Mapping[str, str]
    akin: tuple[tuple[str, str], ...]
    idle: frozenset[str]
    longest_phrase: int


@in_each_language
def vocabulary() -> Vocabulary:
    """The tables of the reader's language, read once."""
    together = _rows(_said(_TOGETHER))
    together["contract"] = ", ".join(
        _said(_HAND).format(number=number) for number in range(1, len(LAW.contracts) + 1)
    )
    for number in range(1, SECTIONS + 1):
        together[f"section{number}"] = _said(_SECTION).format(number=number)
    phrases = {phrase: word for word, written in together.items() for phrase in written.split(", ")}
    # What a number alone is read as, whatever a section is called.
    phrases |= {f"section {number}": f"section{number}" for number in range(1, SECTIONS + 1)}
    return Vocabulary(
        endings=tuple(_pairs(_said(_ENDINGS))),
        irregular=dict(_pairs(_said(_IRREGULAR))),
        phrases=phrases,
        meant=_rows(_said(_MEANT)),
        akin=tuple(_pairs(_said(_AKIN))),
        idle=frozenset(_said(_IDLE).split()),
        longest_phrase=max(phrase.count(" ") + 1 for phrase in phrases),
    )


def _said(table: str) -> str:
    """A table in the reader's language, folded as the words of the book are."""
    return folded(_(table))


def _rows(table: str) -> dict[str, str]:
    rows = (row.partition(": ") for row in table.splitlines())
    return {word: others for word, _colon, others in rows}


def _pairs(table: str) -> list[tuple[str, str]]:
    pairs = (pair.partition(" ") for pair in table.split(", "))
    return [(one, other) for one, _space, other in pairs]
