"""One meld by itself: its readings and faults, laying off, and swaps of wild cards (section 3)."""

from scorekeeper.rules.melds.checks import MeldCheck, check_meld, reading_of
from scorekeeper.rules.melds.lay_offs import LayOff, Placement, TableMeld, cards_to_lay_off, lay_off
from scorekeeper.rules.melds.readings import Reading
from scorekeeper.rules.melds.swaps import Swap, SwapFault, SwapFaultCode, cards_to_swap, swap_wild
from scorekeeper.rules.melds.tables import MeldFault, MeldFaultCode, MeldKind, MeldRules
