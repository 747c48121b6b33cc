"""The referee's vocabulary: what can go wrong, what is ordered, and who does it. Codes, no sentences."""

from __future__ import annotations

from enum import StrEnum


class Irregularity(StrEnum):
    """Everything that the referee rules on, commonest first."""

    OUT_OF_TURN = "out-of-turn"
    ILLEGAL_DRAW = "illegal-draw"
    WRONG_COUNT = "wrong-count"
    MAY_I = "may-i"
    PREMATURE_DISCARD = "premature-discard"
    EXTRA_DISCARD = "extra-discard"
    ILLEGAL_LAYDOWN = "illegal-laydown"
    WILD_SWAP = "wild-swap"
    DEAL = "deal"
    STOCK_OUT = "stock-out"
    SCORING_ERROR = "scoring-error"
    MISSING_SCORE = "missing-score"
    PLAYER_LEFT = "player-left"
    RESUME = "resume"


class Basis(StrEnum):
    """What a ruling rests on: the rules, the ruleset's own clauses, or what another game would do."""

    RULES = "rules"
    OWN = "own"
    ADVICE = "advice"


class Remedy(StrEnum):
    """Everything that a ruling can order."""

    TURN_STANDS = "turn-stands"
    TURNS_LOST = "turns-lost"
    RETURN_DRAWN_CARD = "return-drawn-card"
    TURN_REVERTS = "turn-reverts"
    TAKE_BACK_LAID_CARDS = "take-back-laid-cards"
    EXPOSE_ON_STOCK = "expose-on-stock"
    NEXT_TAKES_OR_BURIES = "next-takes-or-buries"
    THREE_WAY_DRAW = "three-way-draw"
    DRAW_FROM_STOCK = "draw-from-stock"
    NO_LAYING_DOWN = "no-laying-down"
    TAKE_BACK_ONE_DISCARD = "take-back-one-discard"
    TAKE_BACK_OTHER_DISCARD = "take-back-other-discard"
    DISCARD_WITHOUT_DRAWING = "discard-without-drawing"
    DRAW_WITHOUT_DISCARDING = "draw-without-discarding"
    COUNT_ALL_CARDS = "count-all-cards"
    CHARGE_MISSING = "charge-missing"
    PLAY_ON = "play-on"
    RE_DEAL = "re-deal"
    MAY_DEMAND_RE_DEAL = "may-demand-re-deal"
    NO_RE_DEAL = "no-re-deal"
    EARLIER_HANDS_STAND = "earlier-hands-stand"
    RETURN_SUPERFLUOUS = "return-superfluous"
    ADDED_CARDS_STAY = "added-cards-stay"
    CORRECT_COUNT = "correct-count"
    CORRECT_BY_AGREEMENT = "correct-by-agreement"
    NO_CORRECTION = "no-correction"
    TURN_DISCARDS_OVER = "turn-discards-over"
    HAND_ENDS = "hand-ends"
    AWARD_CLAIM = "award-claim"
    CLAIM_REFUSED = "claim-refused"
    PENALTY_CARD = "penalty-card"
    NO_PLAY_BEFORE_NEXT_TURN = "no-play-before-next-turn"
    PILE_DEAD = "pile-dead"
    INTERRUPTED_DRAWS_STOCK = "interrupted-draws-stock"
    SWAP_ALLOWED = "swap-allowed"
    SWAP_REFUSED = "swap-refused"
    PLAY_FREED_WILD = "play-freed-wild"
    POST_TOTAL = "post-total"
    DISCARD_STATISTICS = "discard-statistics"
    POST_SCORE = "post-score"
    REPLAY_HAND = "replay-hand"
    RESUME_ALLOWED = "resume-allowed"
    RESUME_REFUSED = "resume-refused"
    SEE = "see"
    RULES_SILENT = "rules-silent"


class Who(StrEnum):
    """Who carries a remedy out; `next` is the player who draws next."""

    OFFENDER = "offender"
    NEXT = "next"
    PASSED_OVER = "passed-over"
    IN_TURN = "in-turn"
    CLAIMANT = "claimant"
    DEALER = "dealer"
    TABLE = "table"


class OptionCode(StrEnum):
    """Everything that a ruling can leave to choose."""

    TAKE = "take"
    BURY = "bury"
    EXPOSED = "exposed"
    FACE_DOWN = "face-down"
    DISCARD = "discard"
    DRAW = "draw"
    TAKE_BACK = "take-back"
    DECLINE = "decline"
    DEMAND = "demand"
    AGREE = "agree"
    DISAGREE = "disagree"
    STANDS = "stands"
    WIDER = "wider"
    ALL_BACK = "all-back"
    PUT_RIGHT = "put-right"
    MELD_STAYS = "meld-stays"
