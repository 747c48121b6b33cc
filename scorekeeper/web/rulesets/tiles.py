"""What the words of cards are for tiles."""

import tomllib
from pathlib import Path
from typing import Final

from scorekeeper.language import Plural, Sentence, _
from scorekeeper.rules.rulesets.ruleset import Ruleset

_FILE: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
OF_TILES: Final = {cards: Sentence(tiles) for cards, tiles in _FILE["sentences"].items()}
# Sentences that count, for one and for several.
COUNTED_OF_TILES: Final[dict[str, list[str]]] = _FILE["counted"]


def worded(sentence: Sentence, rules: Ruleset) -> str:
    """A sentence about cards in the reader's language, or the one about tiles where these are played."""
    return _(OF_TILES.get(sentence, sentence) if rules.pack == "tiles" else sentence)


def worded_plural(sentence: Plural, rules: Ruleset) -> Plural:
    """A sentence that counts cards, or the one that counts tiles where these are played."""
    if rules.pack != "tiles" or sentence.singular not in COUNTED_OF_TILES:
        return sentence
    singular, plural = COUNTED_OF_TILES[sentence.singular]
    return Plural(singular, plural, by=sentence.by)
