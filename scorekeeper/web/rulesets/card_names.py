"""Cards and tiles as they are read out, and as they are written in a sentence; pages also draw them.

Sentences about cards have others beside them for tiles (`tiles.toml`).
"""

import tomllib
from pathlib import Path
from typing import Final, Literal

from markupsafe import Markup

from scorekeeper.language import N_, Plural, Sentence, _, pgettext
from scorekeeper.rules.cards import Card, card_of
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.http.formats import listed

# Translators: a card as it is read out; where ranks would bend, write "{rank} (spades)".
_OF_SUIT: Final = {
    "S": N_("{rank} of spades"),
    "H": N_("{rank} of hearts"),
    "D": N_("{rank} of diamonds"),
    "C": N_("{rank} of clubs"),
}
# Translators: a tile of a colour as it is read out.
_OF_COLOUR: Final = {
    "S": N_("black {rank}"),
    "H": N_("red {rank}"),
    "D": N_("blue {rank}"),
    "C": N_("orange {rank}"),
}
SIGNS: Final = {
    "cards": {"S": "♠", "H": "♥", "D": "♦", "C": "♣"},
    "tiles": {"S": "●", "H": "◆", "D": "■", "C": "▲"},
}
# Asks for the letter's shape, not for a coloured picture.
_AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
Pack = Literal["cards", "tiles"]
_FILE: Final = tomllib.loads(Path(__file__).with_name("tiles.toml").read_text("utf-8"))
OF_TILES: Final = {cards: Sentence(tiles) for cards, tiles in _FILE["sentences"].items()}
# Sentences that count, for one and for several.
COUNTED_OF_TILES: Final[dict[str, list[str]]] = _FILE["counted"]


def card_name(card: str, pack: Pack = "cards") -> str:
    """The name of a card such as "10S" or "JK"."""
    return spoken(card_of(card, pack=pack), pack=pack)


def spoken(card: Card, *, pack: Pack = "cards") -> str:
    """A card as it is read out: "10 of spades", "joker"; without a suit its rank alone."""
    if card.is_joker:
        return _("joker")
    rank = rank_name(card.rank)
    return named_of(card.suit, pack=pack).format(rank=rank) if card.suit else rank


def named_of(suit: str, *, pack: Pack = "cards") -> str:
    """How cards of a suit are read out, with a place for their rank."""
    return _((_OF_COLOUR if pack == "tiles" else _OF_SUIT)[suit])


def rank_name(rank: str) -> str:
    """A rank as it is read out."""
    court = {
        "A": pgettext("a card", "ace"),
        "J": pgettext("a card", "jack"),
        "Q": pgettext("a card", "queen"),
        "K": pgettext("a card", "king"),
    }
    return court.get(rank, rank)


def ranks_name(rank: str) -> str:
    """Several cards of a rank: "aces", "7s"."""
    court = {
        "A": pgettext("cards", "aces"),
        "J": pgettext("cards", "jacks"),
        "Q": pgettext("cards", "queens"),
        "K": pgettext("cards", "kings"),
    }
    return court.get(rank) or _("{rank}s").format(rank=rank)


def sign(suit: str, *, pack: Pack = "cards") -> str:
    """The sign of a suit, drawn as a letter; of a colour, a shape that tells it from the others."""
    return SIGNS[pack][suit] + _AS_TEXT


def short(card: Card, *, pack: Pack = "cards") -> str:
    """A card in a sentence: "10♠", "joker", a tile "red 10"; without a suit its rank alone."""
    if card.is_joker or pack == "tiles" or not card.suit:
        return spoken(card, pack=pack) if card.suit or card.is_joker else card.rank
    return card.rank + sign(card.suit)


def signed(card: Card, *, pack: Pack = "cards") -> Markup:
    """A card in a sentence of a page: its sign is read out as its name."""
    text, name = short(card, pack=pack), spoken(card, pack=pack)
    sound = Markup(' role="img" aria-label="{}"').format(name) if text != name else ""
    return Markup('<span dir="ltr"{}>{}</span>').format(sound, text)


def in_sentence(
    cards: tuple[Card, ...], *, pack: Pack = "cards", style: Literal["standard", "or"] = "standard"
) -> Markup:
    """Cards in a sentence: "7♦, 7♣ and a joker"; in the style "or" one of them is meant."""
    joker = Markup('<span dir="ltr">{}</span>').format(_("a joker"))
    return listed([joker if card.is_joker else signed(card, pack=pack) for card in cards], style)


def worded(sentence: Sentence, rules: Ruleset) -> str:
    """A sentence about cards in the reader's language, or the one about tiles where these are played."""
    return _(OF_TILES.get(sentence, sentence) if rules.pack == "tiles" else sentence)


def worded_plural(sentence: Plural, rules: Ruleset) -> Plural:
    """A sentence that counts cards, or the one that counts tiles where these are played."""
    if rules.pack != "tiles" or sentence.singular not in COUNTED_OF_TILES:
        return sentence
    singular, plural = COUNTED_OF_TILES[sentence.singular]
    return Plural(singular, plural, by=sentence.by)
