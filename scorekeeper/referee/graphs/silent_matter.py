"""What the rules do not speak of: the table decides (2.2c, 2.2d, 5.8c, 5.8d, 5.10)."""

from typing import Final

from scorekeeper.language import N_, Sentence
from scorekeeper.referee.codes import Irregularity, OptionCode
from scorekeeper.referee.graph import Graph, Option, Reply, one_of
from scorekeeper.referee.graphs.shared import silent


def _matter(value: str, clause: str, text: Sentence, search_words: Sentence, *options: Option) -> Reply:
    """A matter, the clause that is silent on it, what people say for it, and what a table can agree."""
    return Reply(value, text, silent(value, clause, *options), search_words=search_words)


GRAPH: Final = Graph(
    Irregularity.SILENT_MATTER,
    headline=N_("Something the rules don’t cover"),
    example=N_("Ana needs a lot of time."),
    search_words=N_(
        "manners, etiquette, not polite, not in the rules, rules do not say, cheating, talking, table talk"
    ),
    first=one_of(
        "matter",
        N_("What’s it about?"),
        _matter(
            "wrong-dealer",
            "2.2c",
            N_("The wrong player has dealt"),
            N_("wrong dealer, dealt out of order, wrong person dealt"),
            Option(
                OptionCode.DEAL_AGAIN,
                N_("The right dealer deals again"),
                N_("Collect all the cards. The player whose deal it is deals this hand."),
            ),
            Option(
                OptionCode.DEAL_STANDS,
                N_("This deal stands"),
                N_("Carry on. The next hand is dealt as if nothing had happened."),
            ),
        ),
        _matter(
            "who-cuts",
            "2.2d",
            N_("Who shuffles and who cuts"),
            N_("who shuffles, who cuts, cutting, cut the deck"),
            Option(
                OptionCode.NOBODY_CUTS,
                N_("The dealer shuffles, nobody cuts"),
                N_("The dealer deals straight after shuffling."),
            ),
            Option(
                OptionCode.RIGHT_CUTS,
                N_("The dealer shuffles, the player on the right cuts"),
                N_("The player to the dealer’s right cuts the cards before the deal."),
            ),
            Option(
                OptionCode.ANYONE_SHUFFLES,
                N_("Anyone can shuffle and cut"),
                N_("The dealer only deals."),
            ),
        ),
        _matter(
            "taken-card-discarded",
            "5.8c",
            N_("Discarding the card you’ve just taken"),
            N_("discard the card just taken, discard the same card"),
            Option(
                OptionCode.TAKEN_CARD_GOES,
                N_("You can discard the card you’ve just taken"),
                N_("The discard stands."),
            ),
            Option(
                OptionCode.TAKEN_CARD_STAYS,
                N_("You can’t discard the card you’ve just taken"),
                N_("They take it back, and discard another card."),
            ),
            Option(
                OptionCode.TAKEN_CARD_LAID,
                N_("You must lay down the card you’ve just taken"),
                N_("You only take a card from the discard pile if you lay it down in the same turn."),
            ),
        ),
        _matter(
            "playable-card-discarded",
            "5.8d",
            N_("Discarding a card that fits on the table"),
            N_("discard a playable card, card could have been laid off"),
            Option(
                OptionCode.PLAYABLE_GOES,
                N_("You can discard a card that fits on the table"),
                N_("The discard stands."),
            ),
            Option(
                OptionCode.PLAYABLE_LAID,
                N_("You can’t discard a card that fits on the table"),
                N_("They lay it off instead, and discard another card."),
            ),
        ),
        _matter(
            "card-shown",
            "5.10",
            N_("Something was dropped or shown"),
            N_(
                "showed a card, dropped a card, dropped a card on the floor, card fell, card slipped, my "
                "card was seen, everyone saw it, revealed my hand, holds the cards so low that I see them"
            ),
            Option(OptionCode.SHOWN_BACK, N_("What you show goes back"), N_("There’s no penalty. Carry on.")),
            Option(
                OptionCode.SHOWN_OPEN,
                N_("What you show stays face up in front of you"),
                N_("It still counts as part of the hand, until it’s played."),
            ),
        ),
        _matter(
            "hand-looked-at",
            "5.10",
            N_("Someone looked at another player’s hand"),
            N_(
                "looked at my cards, looks at my hand, saw my hand, saw my cards, saw her cards, looked at "
                "another player’s cards, peeking at someone’s hand, spies on the others"
            ),
            Option(
                OptionCode.LOOK_PASSES, N_("There’s no penalty"), N_("Carry on as if nothing had happened.")
            ),
            Option(
                OptionCode.LOOK_RETURNED,
                N_("They show their own hand too"),
                N_("Only to the player whose hand they saw."),
            ),
        ),
        _matter(
            "card-count",
            "5.10",
            N_("Saying how many you hold"),
            N_(
                "how many cards do you hold, how many cards do you have left, telling the number of cards, "
                "say how many cards are left, ask for the number of cards, count the cards of others, hide "
                "how many cards I have, last card, one card left, announce the last card"
            ),
            Option(
                OptionCode.COUNT_TOLD,
                N_("You say how many you hold"),
                N_("If someone asks, tell them the right number."),
            ),
            Option(
                OptionCode.COUNT_SECRET,
                N_("You needn’t say how many you hold"),
                N_("Everyone can count what they see."),
            ),
        ),
        _matter(
            "pile-looked-through",
            "5.10",
            N_("Looking through the discard pile"),
            N_(
                "looked through the pile, look through the discard pile, look at the discard pile, look at "
                "old discards, see what was thrown, see what has gone, browse the discards"
            ),
            Option(
                OptionCode.PILE_OPEN,
                N_("Anyone can look through the discard pile"),
                N_("Leave the cards in their order."),
            ),
            Option(
                OptionCode.PILE_CLOSED,
                N_("Nobody looks through the discard pile"),
                N_("Only its top card can be seen."),
            ),
        ),
        _matter(
            "stock-counted",
            "5.10",
            N_("Counting what’s left to draw"),
            N_("count the stock, how many cards are in the stock, counting the draw pile"),
            Option(
                OptionCode.STOCK_COUNTED,
                N_("You can count what’s left to draw in your turn"),
                N_("Say how many are left, and leave them in their order."),
            ),
            Option(
                OptionCode.STOCK_UNCOUNTED,
                N_("Nobody counts what’s left to draw"),
                N_("Everyone can see how much it is."),
            ),
        ),
        _matter(
            "slow-play",
            "5.10",
            N_("Someone plays slowly"),
            N_(
                "slow, slow player, takes too long, takes forever, takes ages, time limit, thinking, how "
                "long can a turn take, takes five minutes, hurry up"
            ),
            Option(
                OptionCode.TIME_LIMIT,
                N_("There’s a time limit for each turn"),
                N_("Agree on the time, and on what happens when it’s up."),
            ),
            Option(
                OptionCode.NO_TIME_LIMIT,
                N_("There’s no time limit"),
                N_("Everyone takes the time they need."),
            ),
        ),
        _matter(
            "absent-player",
            "5.10",
            N_("Someone’s away from the table"),
            N_(
                "away, on the phone, toilet, went to the loo, bathroom, break, absent player, left the room, "
                "left the table for a minute, gone for a smoke, do we wait, do we skip them"
            ),
            Option(OptionCode.WAIT, N_("Wait until everyone’s back"), N_("The game stops until then.")),
            Option(OptionCode.SKIP, N_("Skip a player who’s away"), N_("They play again when they’re back.")),
        ),
        _matter(
            "advice",
            "5.10",
            N_("Advice from someone else"),
            N_(
                "advice, giving advice, helping, help another player, help me with my cards, someone helps "
                "her, hints, tips, spectator gives a hint, kibitz, coaching, tell someone what to play, "
                "keeps telling him what to throw, whispers what to throw, ask the others what they think"
            ),
            Option(
                OptionCode.ADVICE_ALLOWED,
                N_("You can give advice"),
                N_("The player decides alone whether to follow it."),
            ),
            Option(OptionCode.NO_ADVICE, N_("Nobody gives advice"), N_("Each player plays alone.")),
        ),
    ),
)
