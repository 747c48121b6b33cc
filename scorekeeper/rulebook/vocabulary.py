"""Tables of words that people use for those of the book. The page's own search gets the same tables."""

from __future__ import annotations

from typing import Final

from scorekeeper.rules.rulesets import LAST_HAND

# An ending of a word, and what takes its place; the first that fits counts.
ENDINGS: Final = (
    *(("sses", "ss"), ("ss", "ss"), ("ies", "y")),
    *((ending, "") for ending in ("ing", "ed", "es", "e", "s")),
)
IRREGULAR: Final = {
    "aces": "ace",
    "dealt": "deal",
    "drawn": "draw",
    "drew": "draw",
    "forget": "forgot",
    "forgotten": "forgot",
    "goes": "go",
    "going": "go",
    "gone": "go",
    "held": "hold",
    "laid": "lay",
    "left": "leav",
    "lost": "los",
    "lying": "lie",
    "said": "say",
    "saw": "see",
    "seen": "see",
    "skipped": "skip",
    "skipping": "skip",
    "taken": "tak",
    "threw": "throw",
    "took": "tak",
    "went": "go",
    "won": "win",
}

# Phrases that mean one thing, by the word for it.
_TOGETHER: Final = {
    "discard": "waste pile, trash pile, throw away, throws away",
    "empty": "runs out, run out, ran out, running out, used up, no cards left, "
    "no more cards, no more cards to draw, no cards to draw, out of cards",
    "exposed": "face up, faces up, turned up, turned over",
    "facecards": "face cards, face card, picture cards, picture card, court cards",
    "godown": "go down, goes down, going down, gone down, went down, lay down",
    "goout": "go out, goes out, going out, gone out, went out, win the hand",
    "layoff": "lay off, lays off, laying off, laid off, add to, adds to, added to, tack on",
    "mayi": "may i, may is, want it, i want it, i want that, want that card, want the same card, "
    "wants the same card, two want the same card, two people want the same card, both want the same card",
    "outofturn": "out of turn, out of order, wrong turn, not my turn, not his turn, not her turn, "
    "not your turn, not their turn, wasnt my turn, wasnt his turn, wasnt her turn, isnt my turn",
    "redeal": "re deal, mis deal, new deal, deal again, deals again, dealt again, deal anew, dealt anew",
    "scoresheet": "score sheet, score card, score pad, score board",
    "set": "three of a kind, four of a kind",
    "stock": "draw pile, drawing pile, draw stack, face down pile, pick up pile",
    "swap": "steal joker, steal a joker, steal the joker, steal jokers, joker stealing, stealing jokers",
    "toofew": "too few, too little, not enough",
    "toomany": "too many, too much",
    "variation": "house rule, house rules",
    "wild": "wild card, wild cards",
    "contract": ", ".join(f"hand {number}" for number in range(1, LAST_HAND + 1)),
    **{f"section{number}": f"section {number}, clause {number}, rule {number}" for number in range(1, 17)},
}
PHRASES: Final = {phrase: word for word, phrases in _TOGETHER.items() for phrase in phrases.split(", ")}
LONGEST_PHRASE: Final = max(phrase.count(" ") + 1 for phrase in PHRASES)

# A word of the book, and words that people say for it.
MEANT: Final = {
    "ace": "eso esa",
    "deal": "rozdat rozdava rozdavani",
    "discard": "trash dump drop dropped throw threw thrown odhodit odhoz",
    "draw": "pick pickup liznout",
    "everyone": "everybody",
    "exposed": "shown visible revealed showing flipped",
    "game": "match",
    "godown": "open opened meld melded",
    "goout": "rummy finish finished close",
    "hand": "round",
    "joker": "zolik zoliky zolika zoliku jolly jolie",
    "layoff": "hit tack attach append",
    "leave": "quit abandon",
    "mayi": "may buy bought steal stole call mayis",
    "miscount": "recount",
    "natural": "real",
    "outofturn": "outofturns",
    "pack": "deck",
    "penalty": "fine punishment",
    "points": "pts value worth body bodu",
    "redeal": "misdeal misdealt redealt",
    "resume": "continue restart reopen",
    "run": "straight street row postupka postupky",
    "scoresheet": "sheet scorecard scorepad",
    "set": "trio group book triplet triple kind trojice sada sady sade",
    "stock": "talon stockpile balicek",
    "suspend": "pause adjourn postpone",
    "swap": "replace exchange substitute trade vymenit vymena",
    "tie": "equal",
    "toofew": "short missing fewer less",
    "toomany": "surplus extra more superfluous",
    "twos": "deuce",
    "wild": "wildcard",
}
# Whoever asks for the one may well mean the other.
AKIN: Final = (("joker", "wild"), ("miscount", "count"), ("exposed", "seen"), ("goout", "last"))

_IDLE: Final = """
    a about all also am an and any are arent as at be been but by can cant card cards clause clauses could
    couldnt did didnt do does doesnt dont for from get gets go goes going gone got had happens has hasnt have
    havent he her him his how i if in is isnt it its ive just let may me must my no nobody of on one or our
    out player players rule rules shall she should so somebody someone still than that thats the their them
    then there theyre they this those to up us was wasnt we went weve what whats when where which while who
    whoever whom whos whose why will with without wont would you your youre youve
"""
IDLE: Final = frozenset(_IDLE.split())
