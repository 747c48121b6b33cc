"""Cards as people type them: "7S 7H JK", "7♠ 7♥ joker", "7 8 9 10 of hearts", "5-8 of spades", meld by meld.

A new line, a slash or a semicolon ends a meld; commas, "and" and "of" say nothing. A range that may go round
the corner, such as K-3 or A-9, is no card: its cards must be written.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from scorekeeper.language import N_
from scorekeeper.rules.cards import SUITS, Card, card_of
from scorekeeper.rules.melds import MeldRules, reading_of
from scorekeeper.rules.rulesets.ruleset import JOKER, RANKS, Contract, Ruleset
from scorekeeper.web.laydown.checks import Asked, Subject, split_rows
from scorekeeper.web.rulesets.card_names import Pack, spoken

LONGEST: Final = 600
_LONGEST_WORD: Final = 20
_LONGEST_PIECE: Final = 24
# A question that is longer is none about cards.
_LONGEST_QUESTION: Final = 200
FEWEST_IN_QUESTION: Final = 2
_FEWEST_IN_MELD: Final = 3
_BETWEEN_PARTS: Final = re.compile(r",|\band\b", re.IGNORECASE)
_BETWEEN_MELDS: Final = re.compile(r"[\n\r/;|]+")
_WORD: Final = re.compile(r"[^\s,.:+&()\[\]“”\"'’?!/;|]+")
_RANGE: Final = re.compile(r"(\w{1,5})[-–](\w{1,5})")
_SIGNS: Final = "♠♥♦♣♤♡♢♧"
_END: Final = rf"(?:1[0-3]|[1-9AJQKT])[SHDC{_SIGNS}]?"
_CHAIN: Final = re.compile(
    rf"(?<![\w{_SIGNS}])({_END}(?:[ \t]*[-–—][ \t]*{_END})+)(?![\w{_SIGNS}])", re.IGNORECASE
)
# Marks that choose between a letter and a picture, and say nothing of the card.
_UNSEEN: Final = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200d\u2060"))
_ONE: Final = rf"(?:10|[2-9]|1[1-3]?|[AJQKT])[SHDC{_SIGNS}]|JOKER|JK|[★🃏]"
_CARDS: Final = re.compile(rf"(?:{_ONE})+", re.IGNORECASE)
_CARD: Final = re.compile(_ONE, re.IGNORECASE)
# Several ranks in one word, such as "5678♠"; letters alone are a word.
_JOINED: Final = re.compile(rf"(?=.*[\d{_SIGNS}])(?:10|[2-9AJQKT]){{2,}}[SHDC{_SIGNS}]?", re.IGNORECASE)
_ALONE: Final = re.compile(rf"(?<![\w.,])(?:{_ONE})(?!\w)", re.IGNORECASE)
_JOKERS: Final = frozenset({"jokers", "🃏"})
_IDLE: Final = frozenset({"and", "of", "the", "an", "-", "–", "—"})
_RANK_WORDS: Final = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "jack": "J", "queen": "Q", "king": "K", "t": "10",
}  # fmt: skip
_PLURALS: Final = {
    word + ("es" if word == "six" else "s"): rank for word, rank in _RANK_WORDS.items() if len(word) > 1
}
_RANK_NAMES: Final = _RANK_WORDS | _PLURALS
_NAMED_END: Final = rf"(?:{_END}|{'|'.join(_RANK_WORDS)})(?!\w)"
# "5 to 8", and no card that is put to others.
_TO: Final = re.compile(
    rf"(?<!\w)({_NAMED_END})[ \t]+(?:to|through)[ \t]+(?={_NAMED_END}(?![ \t,]+{_NAMED_END}))", re.IGNORECASE
)
_TO_DO: Final = re.compile(r"\bto(?=[ \t]+(?:lay|put|go|have|do|be)\b)", re.IGNORECASE)
_NUMBERS: Final = {str(number): number for number in range(2, 11)}
_COUNT_WORDS: Final = {"one": 1} | {
    word: _NUMBERS[rank] for word, rank in _RANK_WORDS.items() if rank in _NUMBERS and len(word) > 1
}
_SUIT_WORDS: Final = {
    "spade": "S", "spades": "S", "heart": "H", "hearts": "H", "diamond": "D", "diamonds": "D", "club": "C",
    "clubs": "C",
}  # fmt: skip
# "two jokers", "2 jokers", "two sevens of spades": before ranks only words count, since a digit is a rank.
_COUNTED: Final = re.compile(
    rf"(?<!\w)(?:(\w{{1,5}})[ \t]+(jokers)|({'|'.join(_COUNT_WORDS)})[ \t]+({'|'.join(_PLURALS)})"
    rf"(?=[ \t]+(?:of[ \t]+)?(?:{'|'.join(_SUIT_WORDS)}|[{_SIGNS}])))(?!\w)",
    re.IGNORECASE,
)
_ONE_CARD: Final = re.compile(rf"(?<!\w)one[ \t]+(?=(?:{'|'.join(_RANK_WORDS)}|joker)(?!\w))", re.IGNORECASE)
_COLOUR_WORDS: Final = {"black": "S", "red": "H", "blue": "D", "orange": "C"}
# "in hand 3", "in round three"; in "my hand 7 8 9" the number is a rank.
_IN_HAND: Final = re.compile(
    rf"(?<!\w)(?:(?:in|for|of)[ \t]+)?(?:hand|round)[ \t]+([1-9]|{'|'.join(_COUNT_WORDS)})(?!\w)"
    r"(?![ \t,]+(?:1[0-3]|[1-9AJQKT])(?!\w))",
    re.IGNORECASE,
)
# "add 8S to 4S 5S 6S 7S": cards that join a meld, and the meld.
_ADDED: Final = re.compile(
    r"(?<!\w)(?:add|put|play|lay(?:[ \t]+off)?)[ \t]+(.+?)[ \t]+(?:on|to|onto|on[ \t]+to)[ \t]+(.+)",
    re.IGNORECASE,
)
# What is written like a card and is none, such as "7Z" or "13S".
_NEARLY: Final = re.compile(r"\d{1,2}[^\W\d_]")
# "ok as a set": no ace of spades.
_AS_WORD: Final = re.compile(r"\bas(?=\s+(?:an?|one|two|three|sets?|runs?|melds?)\b)", re.IGNORECASE)
# How a card is written, by pack.
EXAMPLES: Final = {"cards": N_("7S, 10H or joker"), "tiles": N_("red 7, blue 12 or joker")}
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
    """The cards of a text, meld by meld, and the words in it that name none.

    `unread` has those words, and `bare` the ranks without a suit, as they were typed, in pieces of words that
    follow each other.
    """

    melds: tuple[tuple[Card, ...], ...] = ()
    unknown: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, as a heap."""
        return tuple(card for meld in self.melds for card in meld)


def parse(text: str, *, pack: str) -> Typed:
    """The cards that a text names in the words and signs of people; never an error."""
    plain = unicodedata.normalize("NFC", text[:LONGEST]).translate(_UNSEEN)
    plain = _spelled_out(plain, pack)
    lines = [_Line(pack).read(words) for words in _words(plain)]
    unknown = [word for line in lines for word in line.unknown]
    return Typed(
        tuple(tuple(line.cards) for line in lines if line.cards),
        tuple(dict.fromkeys(word.text[:_LONGEST_WORD] for word in unknown)),
        _pieces(unknown, plain),
        _pieces([word for line in lines for _rank, word in line.waiting], plain),
    )


@dataclass(frozen=True, slots=True)
class _Word:
    """A word, and where it stands in the whole text: its number and its ends."""

    text: str
    number: int
    start: int
    end: int


def _words(text: str) -> list[list[_Word]]:
    """The words of a text, meld by meld."""
    ends = [found.start() for found in _BETWEEN_MELDS.finditer(text)] + [len(text)]
    melds: list[list[_Word]] = [[] for _end in ends]
    for number, found in enumerate(_WORD.finditer(text)):
        at = bisect_left(ends, found.end())
        melds[at].append(_Word(found[0], number, *found.span()))
    return melds


def _pieces(words: Iterable[_Word], text: str) -> tuple[str, ...]:
    """The text of words, as typed; words that follow each other in one line are one piece."""
    pieces: list[tuple[int, int, int]] = []
    for word in words:
        number, start, end = pieces[-1] if pieces else (-9, 0, 0)
        if word.number <= number + 1 and "\n" not in text[end : word.start]:
            pieces[-1] = (word.number, start, word.end)
        else:
            pieces.append((word.number, word.start, word.end))
    typed = (text[start:end] for _number, start, end in pieces)
    return tuple(
        dict.fromkeys(
            one if len(one) <= _LONGEST_PIECE else f"{one[:_LONGEST_PIECE].rstrip()}…" for one in typed
        )
    )


def _spelled_out(text: str, pack: str) -> str:
    """The text with each card of a run written as its ends, "5H-8H" or "5-8H" as "5H 6H 7H 8H", and each of
    several that are counted, such as "two jokers" or "two sevens of spades".
    """

    def cards(chain: re.Match[str]) -> str:
        ends = re.split(r"\s*[-–—]\s*", chain[0])
        suits = [_suits(pack).get(end[-1].casefold(), "") for end in ends]
        low, high = ((end[:-1] if suit else end) for end, suit in zip(ends[:2], suits, strict=False))
        is_run = len(ends) == 2 and suits[1] and suits[0] in {"", suits[1]} and low != high
        if not is_run:
            return chain[0]
        ends_alone = f"{low}-{high}"
        return " ".join(rank + suits[1] for rank in _ranks(ends_alone, pack)) or ends_alone

    def each(counted: re.Match[str]) -> str:
        count, of_what = (one for one in counted.groups() if one)
        number = (_COUNT_WORDS | _NUMBERS).get(count.casefold())
        return " ".join([of_what] * number) if number else counted[0]

    counted = _COUNTED.sub(each, _ONE_CARD.sub("", text))
    return _CHAIN.sub(cards, _TO.sub(r"\1-", _TO_DO.sub("", counted)))


def is_joined(word: str) -> bool:
    """Whether a word looks like cards without spaces between them, such as "5678♠"."""
    return _JOINED.fullmatch(word) is not None


def passes_ace(word: str, *, pack: str) -> bool:
    """Whether a word that names no card is a range that would go on past the ace, such as "K-3"."""
    ends = _ends(word, pack)
    return ends is not None and not _ranks(word, pack) and pack == "cards" and "A" not in ends


def cards_in(question: str, *, pack: str) -> Typed | None:
    """The cards of a question that clearly asks about cards: at least two, and no other telling word.

    A comma or "and" ends a meld here if it has cards enough for one on either side.
    """
    if len(question) > _LONGEST_QUESTION:
        return None
    question = _AS_WORD.sub("", question)
    parts = _BETWEEN_PARTS.split(question)
    whole = all(
        len(one.cards) >= _FEWEST_IN_MELD
        for one in (parse(part, pack=pack) for part in parts if part.strip())
    )
    found = parse("\n".join(parts) if whole else question, pack=pack)
    is_about_more = found.bare or any(word.casefold() not in _ASKING for word in found.unknown)
    is_number = _COUNTED.search(question) and (
        len(found.cards) < _FEWEST_IN_MELD or all(card.is_joker for card in found.cards)
    )
    return None if is_about_more or is_number or len(found.cards) < FEWEST_IN_QUESTION else found


def in_words(question: str, *, pack: Pack) -> str:
    """The question with its cards in words, as the book has them: "how much is 7 of hearts".

    Letters alone are cards only as capitals, since "as" is a word.
    """
    return _ALONE.sub(lambda found: _read_out(found[0], pack), question)


def _read_out(word: str, pack: Pack) -> str:
    is_card = word != word.lower() or any(letter.isdigit() for letter in word)
    cards = _cards(word, pack) if is_card else ()
    return spoken(cards[0], pack=pack) if len(cards) == 1 else word


@dataclass(frozen=True, slots=True)
class Misspelt:
    """Cards of a question, as typed, and those words among them that look like cards and are none."""

    cards: str
    words: tuple[str, ...]


def misspelt_in(question: str, *, pack: str) -> Misspelt | None:
    """The cards of a question that clearly asks about cards, if some of them cannot be read."""
    found = parse(question, pack=pack)
    telling = tuple(word for word in found.unknown if word.casefold() not in _ASKING)
    is_near = telling and found.cards and not found.bare and all(map(_NEARLY.fullmatch, telling))
    if not is_near or len(found.cards) + len(telling) < _FEWEST_IN_MELD:
        return None
    words = (word for word in question.split() if word.strip("?!.,").casefold() not in _ASKING)
    return Misspelt(" ".join(words), telling)


def cards_asked(
    query: str, *, rules: Ruleset, hand: int | None = None, players: int | None = None
) -> Asked | None:
    """What a question asks about cards, if it clearly does; `faults_of` tells whether it can be checked.

    Cards in one row that are no meld, and enough for the contract, are taken for a heap. One meld is asked
    about by itself, and one that cards are added to without a contract. A hand that the question names
    counts, not `hand`.
    """
    if (named := _IN_HAND.search(query)) and (number := _number(named[1])) <= len(rules.contracts):
        query, hand = f"{query[: named.start()]} {query[named.end() :]}", number
    if longer := _laid_off(query, rules.pack):
        return Asked(Subject.MELDS, (longer,), rules, None, players, alone=True)
    typed = cards_in(query, pack=rules.pack)
    if typed is None:
        return None
    asked = split_rows(Asked(Subject.MELDS, typed.melds, rules, hand, players))
    if subject_of(asked.melds, rules=rules, hand=hand) is Subject.HEAP:
        return replace(asked, subject=Subject.HEAP, rows=())
    return replace(asked, alone=len(asked.melds) == 1)


def _number(digit_or_word: str) -> int:
    return _COUNT_WORDS.get(digit_or_word.casefold()) or int(digit_or_word)


def _laid_off(query: str, pack: str) -> tuple[Card, ...]:
    """The meld of a question that adds cards to one, with them; empty if it adds none."""
    found = _ADDED.search(query)
    added, meld = (_cards_alone(part, pack) for part in found.groups()) if found else ((), ())
    return (*meld, *added) if added and len(meld) >= _FEWEST_IN_MELD else ()


def _cards_alone(text: str, pack: str) -> tuple[Card, ...]:
    """The cards of a text without any other telling word; none if it has one."""
    found = parse(text, pack=pack)
    return () if found.bare or any(word.casefold() not in _ASKING for word in found.unknown) else found.cards


def subject_of(melds: Sequence[tuple[Card, ...]], *, rules: Ruleset, hand: int | None) -> Subject:
    """Whether cards without a word about it are melds or a heap."""
    if len(melds) > 1 or reading_of(melds[0], MeldRules.of(rules)):
        return Subject.MELDS
    contract = None if hand is None else rules.contract(hand)
    fewest = _fewest(contract, rules)
    return Subject.HEAP if fewest and fewest <= len(melds[0]) else Subject.MELDS


def written(melds: Iterable[Iterable[Card]]) -> str:
    """Melds as `parse` reads them: "7S 7H JK / 4C 4D 4S"."""
    return " / ".join(" ".join(map(str, meld)) for meld in melds)


def _fewest(contract: Contract | None, rules: Ruleset) -> int:
    if contract is None:
        return 0
    melds = contract.sets * rules.sets.fewest + contract.runs * rules.runs.fewest
    return melds + sum(meld.cards for meld in contract.special)


class _Line:
    """One meld while it is read: ranks wait for their suit; a suit said first holds for those after it."""

    def __init__(self, pack: str) -> None:
        self.pack = pack
        self.cards: list[Card] = []
        self.unknown: list[_Word] = []
        self.waiting: list[tuple[str, _Word]] = []
        self._suit = ""

    def read(self, words: Iterable[_Word]) -> _Line:
        telling = [word for word in words if word.text.casefold() not in _IDLE]
        texts = [word.text for word in telling]
        for place, word in enumerate(telling):
            if word.text != "a" or self._is_ace(texts[:place][-1:], texts[place + 1 :]):
                self._word(word.text, of=word)
        return self

    def _word(self, word: str, *, of: _Word) -> None:
        """Read a word, or a part `of` one."""
        suit = _suits(self.pack).get(word.casefold())
        ranks = _ranks(word, self.pack)
        if suit:
            self._of_suit(suit)
        elif ranks and self._suit:
            self.cards += (Card(rank, self._suit) for rank in ranks)
        elif ranks:
            self.waiting += ((rank, of) for rank in ranks)
        elif cards := _cards(word, self.pack):
            self.cards += cards
        elif (
            not _ends(word, self.pack) and len(parts := [part for part in re.split("[-–]", word) if part]) > 1
        ):
            for part in parts:
                self._word(part, of=of)
        else:
            self.unknown.append(replace(of, text=word))

    def _of_suit(self, suit: str) -> None:
        if not self.waiting:
            self._suit = suit
        self.cards += (Card(rank, suit) for rank, _word in self.waiting)
        self.waiting = []

    def _is_ace(self, before: Sequence[str], after: Sequence[str]) -> bool:
        """Whether a small "a" is the ace of a row such as "a 2 3 4" or "q k a", and no article."""
        behind = [bool(_ranks(word, self.pack)) for word in after[:2]]
        led = bool(before and _ranks(before[0], self.pack) and before[0].casefold() not in _PLURALS)
        return led or behind == [True, True] or bool(after and after[0].casefold() in _suits(self.pack))


@cache
def _suits(pack: str) -> dict[str, str]:
    """The suits by the words, letters and signs for them."""
    letters = {suit.casefold(): suit for suit in SUITS}
    signs = dict(zip(_SIGNS, SUITS * 2, strict=True))
    return {**letters, **signs, **(_COLOUR_WORDS if pack == "tiles" else _SUIT_WORDS)}


def _ranks(word: str, pack: str) -> Sequence[str]:
    """The rank that a word names, or those of a range such as 5-8; none if it is neither.

    A range down, or to or from an ace, is none if it is shorter round the corner.
    """
    if one := _rank(word, pack):
        return (one,)
    ends = _ends(word, pack)
    if ends is None:
        return ()
    first, last = ends
    order = RANKS[pack] if "A" not in ends or last == "A" else ("A", *RANKS[pack][:-1])
    low, high = sorted((order.index(first), order.index(last)))
    row = order[low : high + 1]
    is_rising = first == row[0]
    is_clear = 2 * (high - low) < len(order) or row == order or (is_rising and "A" not in row)
    return () if not is_clear else row if is_rising else row[::-1]


def _ends(word: str, pack: str) -> tuple[str, str] | None:
    """The two ranks of a range."""
    found = _RANGE.fullmatch(word)
    first, last = (_rank(end, pack) for end in found.groups()) if found else (None, None)
    return None if first is None or last is None else (first, last)


def _rank(word: str, pack: str) -> str | None:
    named = _RANK_NAMES.get(word.casefold(), word.upper())
    return named if named in RANKS[pack] else None


def _cards(word: str, pack: str) -> Sequence[Card]:
    """The cards that one word names, such as "7S", "joker" or "7♠7♥★"; none if one is not of this pack."""
    if word.casefold() in _JOKERS:
        return (Card(JOKER),)
    if not _CARDS.fullmatch(word):
        return ()
    try:
        return tuple(card_of(one.replace("🃏", "JK"), pack=pack) for one in _CARD.findall(word))
    except ValueError:
        return ()
