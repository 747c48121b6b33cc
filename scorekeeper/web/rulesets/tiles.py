"""What the words of cards are for tiles."""

import tomllib
from pathlib import Path
from typing import Final

from scorekeeper.language import Plural, Sentence, _
from scorekeeper.rules.rulesets.ruleset import Ruleset

_FILE: Final = Path(__file__).with_suffix(".toml")
OF_TILES: Final = {cards: Sentence(tiles) for cards, tiles in tomllib.loads(_FILE.read_text("utf-8")).items()}
# Sentences that count, by their text for one.
_COUNTED: Final = {
    "A set needs {size} card or more.": Plural(
        "A set needs {size} tile or more.", "A set needs {size} tiles or more."
    ),
    "A run needs {size} card or more.": Plural(
        "A run needs {size} tile or more.", "A run needs {size} tiles or more."
    ),
    "A set has at most {size} card.": Plural(
        "A set has at most {size} tile.", "A set has at most {size} tiles."
    ),
    "A run has at most {size} card.": Plural(
        "A run has at most {size} tile.", "A run has at most {size} tiles."
    ),
    "Each suit can be there once. {cards} is one too many.": Plural(
        "Each colour can be there once. {cards} is one too many.",
        "Each colour can be there once. {cards} are too many.",
        by="count",
    ),
    "{cards} has another rank.": Plural(
        "{cards} has another number.", "{cards} have another number.", by="count"
    ),
    "{cards} has another suit.": Plural(
        "{cards} has another colour.", "{cards} have another colour.", by="count"
    ),
    "The wild card stays.": Plural("The wild tile stays.", "The wild tiles stay."),
    "{cards} goes back to the hand. The rest stays.": Plural(
        "{cards} goes back to the rack. The rest stays.", "{cards} go back to the rack. The rest stays."
    ),
    "Wrong. {cards} goes back to the hand.": Plural(
        "Wrong. {cards} goes back to the rack.", "Wrong. {cards} go back to the rack."
    ),
    "Yes. You keep {count} card.": Plural("Yes. You keep {count} tile.", "Yes. You keep {count} tiles."),
}


def worded(sentence: Sentence, rules: Ruleset) -> str:
    """A sentence about cards in the reader's language, or the one about tiles where these are played."""
    return _(OF_TILES.get(sentence, sentence) if rules.pack == "tiles" else sentence)


def worded_plural(sentence: Plural, rules: Ruleset) -> Plural:
    """A sentence that counts cards, or the one that counts tiles where these are played."""
    return _COUNTED.get(sentence.one, sentence) if rules.pack == "tiles" else sentence
