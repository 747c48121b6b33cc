"""Cards as people type them: "7S 7H JK", "7♠ 7♥ joker", "7 8 9 10 of hearts", "5-8 of spades", meld by meld.

In: a text of at most 600 characters, and the pack (cards or tiles). Out, of `parse`: the cards, meld by meld,
the words that name none, and the ranks that found no suit; never an error. `cards_asked` does more: whether a
question of the box is about cards at all, and about which melds or heap, for which hand.

The idea: a lexer and one register. Rows end at a new line, a slash or a semicolon; a row is cut into words,
without commas, "and" and "of". A word is a suit, a rank, cards written together, a range or unknown, tried in
this order. Ranks wait until a suit comes ("7 8 9 of hearts"); a suit that comes first holds for all ranks
after it in the row ("hearts 7 8 9").

Invariants: no text is read as other cards than it names. A range that may go round the corner, such as K-3 or
A-9, is no card: its cards must be written; nor is a word that counts cards, such as "sevens". A small "a" is
an ace only in a row of ranks. What `melds_as_text` writes, `parse` reads as the same melds.

A question is about cards only if it has two or more of them and no other telling word than those that ask
whether they are right (`_ASKING`). "and" and commas end a meld there if both sides are long enough for one.

The cost is linear in the text. It can be wrong where a row holds two melds in one breath: `split_rows` then
cuts them as the contract asks; and "7s" is one card. Examples: "7s 7h jk / 4-7 clubs" has two melds;
"is 7 8 9 of hearts ok" asks about one run by itself; "how many 7s are there" has other telling words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from scorekeeper.language import N_
from scorekeeper.rules.cards import SUITS, Card, card_of
from scorekeeper.rules.melds import MeldRules, reading_of
from scorekeeper.rules.rulesets.ruleset import RANKS, Ruleset
from scorekeeper.web.laydown.checks import Laydown, Subject, split_rows

LONGEST: Final = 600
_LONGEST_WORD: Final = 20
_FEWEST_IN_QUESTION: Final = 2
_FEWEST_IN_MELD: Final = 3
# How a card is written, and ranks with a suit, by pack.
EXAMPLES: Final = {"cards": N_("7S, 10H or joker"), "tiles": N_("red 7, blue 12 or joker")}
OF_A_SUIT: Final = {"cards": N_("“{ranks} of hearts”"), "tiles": N_("“red {ranks}”")}
_BETWEEN_MELDS: Final = re.compile(r"[\n\r/;|]+")
_BETWEEN_PARTS: Final = re.compile(r",|\band\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\s,.:+&()\[\]“”\"'’?!]+")
_DASH: Final = re.compile(r"[ \t]*[-–—][ \t]*")
# Marks that choose between a letter and a picture, and say nothing of the card.
_UNSEEN: Final = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200d\u2060"))
_SIGNS: Final = "♠♥♦♣♤♡♢♧"
_ONE: Final = rf"(?:10|[2-9]|1[1-3]?|[AJQKT])[SHDC{_SIGNS}]|JOKER|JK|[★🃏]"
_CARD: Final = re.compile(_ONE, re.IGNORECASE)
_CARDS: Final = re.compile(rf"(?:{_ONE})+", re.IGNORECASE)
_RANK_WORDS: Final = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "jack": "J", "queen": "Q", "king": "K", "t": "10",
}  # fmt: skip
_SUIT_WORDS: Final = {
    "spade": "S", "spades": "S", "heart": "H", "hearts": "H", "diamond": "D", "diamonds": "D", "club": "C",
    "clubs": "C",
}  # fmt: skip
_COLOUR_WORDS: Final = {"black": "S", "red": "H", "blue": "D", "orange": "C"}
_IDLE: Final = frozenset({"and", "of", "the", "an"})
# "in hand 3"; in "my hand 7 8 9" the number is a rank.
_IN_HAND: Final = re.compile(
    r"(?<!\w)(?:(?:in|for|of)\s+)?(?:hand|round)\s+([1-9])(?!\w)(?![\s,]+(?:1[0-3]|[1-9AJQKT])(?!\w))",
    re.IGNORECASE,
)
# "add 8S to 4S 5S 6S 7S": cards that join a meld, and the meld.
_ADDED: Final = re.compile(
    r"(?<!\w)(?:add|put|play|lay(?:\s+off)?)\s+(.+?)\s+(?:on|to|onto|on\s+to)\s+(.+)", re.IGNORECASE
)
# "as a set", "ok to lay": no ace of spades, and no range.
_IDLE_IN_QUESTION: Final = re.compile(
    r"\bas(?=\s+(?:an?|one|two|three|sets?|runs?|melds?)\b)|\bto(?=\s+(?:lay|put|go|have|do|be)\b)",
    re.IGNORECASE,
)
# Words beside cards that only ask whether they are right.
_ASKING: Final = frozenset({
    "is", "are", "was", "it", "this", "that", "these", "those", "ok", "okay", "right", "wrong", "valid",
    "legal", "illegal", "allowed", "good", "fine", "correct", "can", "could", "may", "i", "we", "you",
    "he", "she", "they", "lay", "laid", "down", "put", "have", "has", "got", "my", "our", "your", "do",
    "does", "with", "as", "for", "in", "set", "sets", "run", "runs", "meld", "melds", "trio", "straight",
    "check", "cards", "card", "tiles", "hand", "or", "be", "there", "lie", "lies", "here", "table", "on",
    "a",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Typed:
    """The cards of a text, meld by meld, the words in it that name none, and its ranks without a suit."""

    melds: tuple[tuple[Card, ...], ...] = ()
    unknown: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, as a heap."""
        return tuple(card for meld in self.melds for card in meld)

    @property
    def has_unread(self) -> bool:
        """Whether some of the text names no card."""
        return bool(self.unknown or self.bare)


def parse(text: str, *, pack: str) -> Typed:
    """The cards that a text names in the words and signs of people; never an error."""
    plain = unicodedata.normalize("NFC", text[:LONGEST]).translate(_UNSEEN)
    rows = _BETWEEN_MELDS.split(_DASH.sub("-", plain))
    lines = [_Line(pack).read(_WORD.findall(row)) for row in rows]
    return Typed(
        tuple(tuple(line.cards) for line in lines if line.cards),
        tuple(dict.fromkeys(word[:_LONGEST_WORD] for line in lines for word in line.unknown)),
        tuple(dict.fromkeys(rank for line in lines for rank in line.waiting)),
    )


def melds_as_text(melds: Iterable[Iterable[Card]]) -> str:
    """Melds as `parse` reads them: "7S 7H JK / 4C 4D 4S"."""
    return " / ".join(" ".join(map(str, meld)) for meld in melds)


def cards_asked(
    query: str, *, rules: Ruleset, hand: int | None = None, players: int | None = None
) -> Laydown | None:
    """What a question asks about cards, if it clearly does; `laydown_faults` tells whether it can be checked.

    Cards in one row that are no meld, and enough for the contract, are taken for a heap. One meld is asked
    about by itself, and one that cards are added to without a contract. A hand that the question names
    counts, not `hand`.
    """
    if (named := _IN_HAND.search(query)) and int(named[1]) <= len(rules.contracts):
        query, hand = f"{query[: named.start()]} {query[named.end() :]}", int(named[1])
    if longer := _laid_off(query, rules.pack):
        return Laydown(Subject.MELDS, (longer,), rules, None, players, alone=True)
    typed = cards_in(query, pack=rules.pack)
    if typed is None:
        return None
    laydown = split_rows(Laydown(Subject.MELDS, typed.melds, rules, hand, players))
    if _is_heap(laydown):
        return replace(laydown, subject=Subject.HEAP)
    return replace(laydown, alone=len(laydown.melds) == 1)


def cards_in(question: str, *, pack: str) -> Typed | None:
    """The cards of a question that clearly asks about cards: at least two, and no other telling word.

    A comma or "and" ends a meld here if it has cards enough for one on either side.
    """
    question = _IDLE_IN_QUESTION.sub("", question)
    parts = _BETWEEN_PARTS.split(question)
    sizes = [len(parse(part, pack=pack).cards) for part in parts if part.strip()]
    typed = _cards_alone("\n".join(parts) if min(sizes, default=0) >= _FEWEST_IN_MELD else question, pack)
    return typed if typed and len(typed.cards) >= _FEWEST_IN_QUESTION else None


def _cards_alone(text: str, pack: str) -> Typed | None:
    """The cards of a text; None if it has another telling word."""
    typed = parse(text, pack=pack)
    is_telling = typed.bare or any(word.casefold() not in _ASKING for word in typed.unknown)
    return None if is_telling else typed


def _laid_off(query: str, pack: str) -> tuple[Card, ...]:
    """The meld of a question that adds cards to one, with them; empty if it adds none."""
    if not (parts := _ADDED.search(query)):
        return ()
    added, meld = (_cards_alone(part, pack) for part in parts.groups())
    if not (added and meld and added.cards and len(meld.cards) >= _FEWEST_IN_MELD):
        return ()
    return (*meld.cards, *added.cards)


def _is_heap(laydown: Laydown) -> bool:
    """Whether cards without a word about it are a heap: in one row, no meld, and enough for the contract."""
    (cards, *others), contract, rules = laydown.melds, laydown.contract, laydown.rules
    if others or contract is None or reading_of(cards, MeldRules.of(rules)):
        return False
    fewest = contract.sets * rules.sets.fewest + contract.runs * rules.runs.fewest
    return 0 < fewest + sum(run.cards for run in contract.special) <= len(cards)


class _Line:
    """One meld while it is read: ranks wait for their suit; a suit said first holds for those after it."""

    def __init__(self, pack: str) -> None:
        self.pack = pack
        self.cards: list[Card] = []
        self.unknown: list[str] = []
        self.waiting: list[str] = []
        self._suit = ""

    def read(self, words: Iterable[str]) -> _Line:
        telling = [word for word in words if word.casefold() not in _IDLE]
        for place, word in enumerate(telling):
            if word != "a" or self._is_ace(telling[:place][-1:], telling[place + 1 :]):
                self._word(word)
        return self

    def _word(self, word: str) -> None:
        if suit := _suits(self.pack).get(word.casefold()):
            self._of_suit(suit)
        elif rank := _rank(word, self.pack):
            self._ranks((rank,), self._suit)
        elif cards := _cards(word, self.pack):
            self.cards += cards
        elif ends := _ends(word, self.pack):
            self._range(word, *ends)
        elif len(parts := word.split("-")) > 1:
            for part in filter(None, parts):
                self._word(part)
        else:
            self.unknown.append(word)

    def _of_suit(self, suit: str) -> None:
        if not self.waiting:
            self._suit = suit
        waiting, self.waiting = self.waiting, []
        self._ranks(waiting, suit)

    def _ranks(self, ranks: Sequence[str], suit: str) -> None:
        if suit:
            self.cards += (Card(rank, suit) for rank in ranks)
        else:
            self.waiting += ranks

    def _range(self, word: str, first: str, last: str, suit: str) -> None:
        if ranks := _row(first, last, self.pack):
            self._ranks(ranks, suit or self._suit)
        else:
            self.unknown.append(word)

    def _is_ace(self, before: Sequence[str], after: Sequence[str]) -> bool:
        """Whether a small "a" is the ace of a row such as "a 2 3 4" or "q k a", and no article."""
        led, *behind = (bool(_rank(word, self.pack)) for word in (*(before or [""]), *after[:2]))
        return led or behind == [True, True] or bool(after and after[0].casefold() in _suits(self.pack))


@cache
def _suits(pack: str) -> dict[str, str]:
    """The suits by the words, letters and signs for them."""
    letters = {suit.casefold(): suit for suit in SUITS}
    signs = dict(zip(_SIGNS, SUITS * 2, strict=True))
    return {**letters, **signs, **(_COLOUR_WORDS if pack == "tiles" else _SUIT_WORDS)}


def _rank(word: str, pack: str) -> str:
    """The rank that a word names; empty if it is none."""
    named = _RANK_WORDS.get(word.casefold(), word.upper())
    return named if named in RANKS[pack] else ""


def _cards(word: str, pack: str) -> Sequence[Card]:
    """The cards that one word names, such as "7S", "joker" or "7♠7♥★"; none if one is not of this pack."""
    if not _CARDS.fullmatch(word):
        return ()
    try:
        return tuple(card_of(name.replace("🃏", "JK"), pack=pack) for name in _CARD.findall(word))
    except ValueError:
        return ()


def _ends(word: str, pack: str) -> tuple[str, str, str] | None:
    """The two ranks of a range and the suit after it, if there is one: of "5-8", "5-8H" or "5H-8H"."""
    ends = [_end(text, pack) for text in word.split("-")]
    if len(ends) != 2:
        return None
    (first, before), (last, suit) = ends
    is_range = first and last and first != last and before in {"", suit}
    return (first, last, suit) if is_range else None


def _end(text: str, pack: str) -> tuple[str, str]:
    """A rank and its suit; empty if it is none."""
    if rank := _rank(text, pack):
        return rank, ""
    suit = _suits(pack).get(text[-1:].casefold(), "")
    return (suit and _rank(text[:-1], pack)), suit


def _row(first: str, last: str, pack: str) -> Sequence[str]:
    """The ranks from one to another; none where a range down, or with an ace, is shorter round the corner."""
    order = RANKS[pack] if "A" not in {first, last} or last == "A" else ("A", *RANKS[pack][:-1])
    low, high = sorted((order.index(first), order.index(last)))
    row = order[low : high + 1]
    is_rising = first == row[0]
    is_clear = 2 * (high - low) < len(order) or row == order or (is_rising and "A" not in row)
    return () if not is_clear else row if is_rising else row[::-1]
