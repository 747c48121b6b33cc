"""What translators read of many sentences alike, beside the comments where a sentence is written."""

from __future__ import annotations

import re

from babel.messages.catalog import Message

from scorekeeper.referee.graph import searched
from scorekeeper.referee.graphs import GRAPHS

TERMS = """\
# Terms of the game, each of which has one word throughout: a deck is 52 cards and its jokers, the
# pack all decks together. A hand is one of the seven deals of a game, or the cards that a player
# holds. To lay down is to put the first sets and runs on the table, to lay off to add cards to what
# lies there. The stock is the pile that is drawn from face down. “May I” is what players call out
# to get a discard out of their turn.
# A fraction such as 1½ takes the form of several. Where a past tense has a gender, write “player”
# before the name.
"""
SEARCHED = "What people search by, never shown; write what they say in your language, with commas as here."
ASKED = "Questions to search by, never shown; write what people ask in your language, a line each."
_NOTES = (
    (re.compile(r"></b(di)?>"), "What is empty in an element is filled in by a script."),
    (
        re.compile(r"\{(Offender|Next|Passed_over|In_turn|Claimant|Dealer)\}"),
        "A player who begins the sentence: write {Offender} there, and {offender} elsewhere.",
    ),
    (
        re.compile(r"^t.* \| T"),
        "In a sentence | at its beginning | of whom | to whom. You may leave out the last two; "
        "rulings take them for {offender_of} and {offender_to}, also where English has {offender}.",
    ),
)
_NAMED = re.compile(r"%\((names|players)\)s")
_VALUE = re.compile(r"%\([a-z_]+\)s|\{[a-z_]+\}")


def of(message: Message) -> list[str]:
    """The comments that a sentence has because of what stands in it."""
    texts = message.id if isinstance(message.id, tuple) else (message.id,)
    found = [note for pattern, note in _NOTES if pattern.search(texts[0])]
    if len(texts) > 1 and _NAMED.findall(texts[1]) and len(set(_VALUE.findall(texts[1]))) == 1:
        found.append("The number counts the names.")
    if texts[0] in {words for graph in GRAPHS.values() for words in searched(graph)}:
        found.append(SEARCHED)
    if texts[0] in {graph.example for graph in GRAPHS.values()}:
        found.append("Keep the names as they are, without endings: the table’s own names take their place.")
    return found
