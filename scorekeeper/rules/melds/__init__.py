"""One meld by itself: its readings and faults, laying off, and swaps of wild cards (section 3)."""

from scorekeeper.rules.melds.checks import MeldCheck, check_meld, reading_of
from scorekeeper.rules.melds.lay_offs import TableMeld, cards_to_lay_off
from scorekeeper.rules.melds.readings import Reading
from scorekeeper.rules.melds.swaps import cards_to_swap, forbidding_topics
from scorekeeper.rules.melds.tables import MeldFault, MeldFaultCode, MeldKind, MeldRules
