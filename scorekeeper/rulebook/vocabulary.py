"""Tables of words that people use for those of the book.

A language has tables of its own: each is one text, marked for translation, that names its rows in that
language's words. No row need have a counterpart in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.language import N_, _, in_each_language
from scorekeeper.rulebook.folding import folded
from scorekeeper.rules.rulesets.files import LAW

SECTIONS: Final = 16
# For translators: search words. An ending of a word, and what takes its place; the first that fits counts.
_ENDINGS: Final = N_("sses ss, ss ss, ies y, ing, ed, es, e, s")
# For translators: search words. A word, and its stem; a number in words is one in digits.
_IRREGULAR: Final = N_(
    "aces ace, began begin, begun begin, beginning begin, chose choos, chosen choos, dealt deal, "
    "deuce twos, deuces twos, drawn draw, drew draw, fell fall, fallen fall, forget forgot, "
    "forgotten forgot, gave giv, given giv, goes go, going go, gone go, held hold, knew know, known know, "
    "laid lay, lain lay, left leav, lost los, losing los, lose los, lying lie, met meet, ran run, "
    "running run, said say, saw see, seen see, shown show, skipped skip, skipping skip, "
    "spoke speak, stopped stop, stopping stop, swapped swap, swapping swap, taken tak, threw throw, "
    "told tell, took tak, twos twos, went go, winning win, won win, wrote writ, written writ, "
    "two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, "
    "thirteen 13, fourteen 14, fifteen 15"
)
# For translators: search words. Leave what stands before a colon, and translate the phrases for it.
_TOGETHER: Final = N_(
    "again: once more, one more time, all over\n"
    "discard: waste pile, trash pile, throw away, throws away, throw out, throw off, throwing away, "
    "thrown away, threw away, get rid of, put on the pile\n"
    "draw: pick up, picks up, picked up, picking up, take up\n"
    "empty: runs out, run out, ran out, running out, used up, no cards left, no more cards, no more cards"
    " to draw, no cards to draw, out of cards, none left, all gone\n"
    "exposed: face up, faces up, turned up, turned over, flipped up\n"
    "facecards: face cards, face card, picture cards, picture card, court cards\n"
    "godown: go down, goes down, going down, gone down, went down, lay down, lays down, laying down, "
    "laid down, put down, puts down, putting down, im down, is down, are down, was down, were down, be "
    "down, "
    "being down, am down, not down, already down, come down, came down, meld out\n"
    "goout: go out, goes out, going out, gone out, went out, win the hand, is out, am out, im out, be out, "
    "was out, get out, got out, gets out\n"
    "layoff: lay off, lays off, laying off, laid off, add to, adds to, added to, tack on, play off, "
    "play on, put on, laying of, lay of, build on\n"
    "mayi: may i, i may, may is, want it, i want it, i want that, want that card, want the same card, "
    "wants the same card, two want the same card, two people want the same card, "
    "both want the same card, want to buy\n"
    "nobodyout: nobody out, nobody goes out, nobody went out, no one goes out, no one went out\n"
    "outofturn: out of turn, out of order, wrong turn, not my turn, not his turn, not her turn, not your "
    "turn, not their turn, wasnt my turn, wasnt his turn, wasnt her turn, isnt my turn, out fo turn, is "
    "out of turn, was out of turn, be out of turn, "
    "off turn\n"
    "redeal: re deal, mis deal, new deal, deal again, deals again, dealt again, deal anew, dealt anew\n"
    "refuse: say no, says no, said no, saying no\n"
    "scoresheet: score sheet, score card, score pad, score board\n"
    "set: three of a kind, four of a kind\n"
    "stock: draw pile, drawing pile, draw stack, face down pile, pick up pile\n"
    "swap: steal joker, steal a joker, steal the joker, steal jokers, joker stealing, stealing jokers\n"
    "toofew: too few, too little, not enough, to few\n"
    "toomany: too many, too much, to many\n"
    "twos: 2 s, wild two, wild 2\n"
    "variation: house rule, house rules\n"
    "wild: wild card, wild cards\n"
    "wrongcard: wrong card, wrong cards"
)
# For translators: search words. Phrases for the contract of a hand, by its number.
_HAND: Final = N_("hand {number}, round {number}, {number} th hand, {number} th round")
# For translators: search words. Phrases for a section of the book and its clauses, by number.
_SECTION: Final = N_("section {number}, clause {number}, rule {number}")
# For translators: search words. Leave what stands before a colon, and write what people say for it.
_MEANT: Final = N_(
    "ask: request\n"
    "away: absent afk\n"
    "break: interrupt suspend pause adjourn postpone stop\n"
    "card: tile\n"
    "change: alter switch\n"
    "choose: decide pick select\n"
    "contract: requirement objective\n"
    "corner: around\n"
    "count: tally\n"
    "dealer: dealing\n"
    "discard: trash dump drop throw threw thrown toss tossed ditch pot\n"
    "draw: pick pickup grab grabbed take\n"
    "everyone: everybody all\n"
    "exposed: shown visible revealed showing flipped upcard\n"
    "extra: additional spare another bonus\n"
    "first: 1 st\n"
    "game: match\n"
    "godown: open opened opening meld melded down\n"
    "goout: rummy finish finished close ended knock knocked knocking out\n"
    "hand: round\n"
    "illegal: invalid\n"
    "joker: jolly\n"
    "late: later\n"
    "layoff: hit tack attach append extend\n"
    "leave: quit abandon exit resign\n"
    "lie: bluff bluffing lies lied\n"
    "look: peek peep see stare spy\n"
    "many: number\n"
    "maximum: max most largest biggest highest longest limit\n"
    "mayi: may buy bought buys buyer buying steal stole mayis claim\n"
    "meld: melds group combination\n"
    "minimum: min least smallest fewest shortest lowest\n"
    "miscount: recount\n"
    "mistake: error accident accidentally\n"
    "natural: real\n"
    "neighbour: adjacent together beside touching\n"
    "outofturn: outofturns\n"
    "pack: deck packs\n"
    "penalty: fine punishment punish penalties\n"
    "pile: heap stack\n"
    "player: person people friend opponent wife husband brother sister mother father mum mom dad grandma "
    "grandpa son daughter kid guy girl guest\n"
    "points: pts value worth cost point\n"
    "redeal: misdeal misdealt redealt\n"
    "refuse: deny block forbid veto reject prevent\n"
    "replay: redo\n"
    "resume: continue restart reopen\n"
    "run: straight street row sequence\n"
    "score: scoring count counting\n"
    "scoresheet: sheet scorecard scorepad\n"
    "set: trio group book triplet triple kind\n"
    "shuffle: mix mixes reshuffle\n"
    "start: begin begins\n"
    "stock: talon stockpile deck\n"
    "swap: replace exchange substitute trade change chang\n"
    "toilet: loo bathroom restroom wc\n"
    "tie: equal tied\n"
    "toofew: short missing fewer less\n"
    "toomany: surplus extra more\n"
    "variation: variant\n"
    "wild: wildcard\n"
    "win: winner\n"
    "wrap: around"
)
# For translators: search words. Words of other languages than yours; what ends in * begins a word.
_ABROAD: Final = N_(
    "ace: as ases ass asse asy eso esa es esom esem\n"
    "deal: rozda* repart* austeil* geben gibt gebe kartengeben\n"
    "discard: descart* ablage* ablegen abwerf* abwurf* wegwerf* werfen odhod* odhaz* odklad* tirar vyhod* "
    "vyhad*\n"
    "draw: rob* robar tomar coger tomo cojo ziehen ziehe zieht ziehst gezogen aufnehm* liz* lizn* "
    "tahat taham taha* brat beru vzit vziat zober* zobra* potiahn* potia* tahn* vytiahn*\n"
    "exchange: intercambi* cambiar cambio tausch* austausch* eintausch* vymen* vymien*\n"
    "godown: bajar* bajo bajarse baja abrir auslegen ausleg* rauslegen hinlegen vyloz* vykl* vylo* otevr* "
    "otvor*\n"
    "goout: cerrar cierro salir terminar ausmachen fertig schluss beenden ausgehen skonc* ukonc* zavr* "
    "zatvor* dohr*\n"
    "hand: mano manos runde runden kolo kola kole hry\n"
    "joker: comodin* zolik* zolick* jolly* jolie* jolik* zoly*\n"
    "layoff: anlegen anleg* pril* priloz* prilo* prikl* anadir agregar\n"
    "many: cuanto cuanta cuantos cuantas wieviel wieviele viele viel kolik kolko\n"
    "pile: monton pila stapel haufen hromad* kopk* kopa hald*\n"
    "player: jugador* spieler* hrac*\n"
    "points: punto* punkt* bod bodu body bodov bodech vale valen valor zahlt zahlen wert hodnot* plati\n"
    "run: escalera* escala corrida* secuencia* folge folgen reihe reihen strasse straße sequenz* postupk* "
    "postupn* postupek postupiek\n"
    "set: trio trios tercia tercias pierna piernas satz satze saetze drilling* drillinge trojic* trojk* "
    "trojka sada sady sade sadu "
    "skupin* grupo gruppe\n"
    "shuffle: baraj* mischen mischt mische mich* miesa* zamich* zamies*\n"
    "start: empieza empezar comienza anfang* anfangt beginnt zacin* zacne zacat\n"
    "stock: mazo talon baraja nachziehstapel ziehstapel deckstapel stoß stoss balicek balicku balik* "
    "balic* talonu\n"
    "turn: turno dran reihe zug zuge rade tahu poradi poradie\n"
    "wild: wildcards"
)
# For translators: search words. Whoever asks for the one may well mean the other.
_AKIN: Final = N_("joker wild, miscount count, exposed look, goout last, meld set, meld run, see show")
# For translators: search words. Words that say nothing.
_IDLE: Final = N_(
    "a about actually always anyway define definition difference else exactly example explain fair guess "
    "heard means mean meaning meant properly remember sorry tonight understand wonder  teh wich wat hw "
    "hwo thier ah all allow allowed also although am an and any anybody anyone are arent as at be "
    "because been being but by can cant clause clauses come comes could couldnt cn did didnt do does "
    "doesnt doing done dont each else em every everyone for from get gets getting go goes going gone got "
    "guys had happen happened happening happens has hasnt have havent having he hello help her here hers "
    "hey hi him his how i "
    "id if ill im in into is isnt it its ive just kind know let lets like may maybe me might must my need "
    "needed needs no "
    "nobody normally not now of off ok okay on one ones only onto or our ours out over play "
    "playing please possible possibly really s said say shall she should "
    "shouldnt since so some somebody someone something still such suppose supposed sure t than thanks "
    "that thats the "
    "their theirs them then there these they theyre thing things think this those though thought to too "
    "u up us use usually very want wanted wants was wasnt way we well went were weve what whats when "
    "where whether which "
    "while who whoever whom whos whose why will wit with without wont would ya yes yet you your yours "
    "youre "
    "youve "
    "der die das den dem des ein eine einen einem einer ist sind man kann darf muss mussen ich du er sie "
    "wir "
    "wann wer was wie und oder zu im am auf von vom mit fur nicht hat haben wenn beim nach dann "
    "el la los las un una unos unas de del que se si en es son al con por para puedo puede pueden hay como "
    "cuando quien tengo tiene y mi su cual sus lo carta cartas karte karten "
    "je jsou sou ma mam mame muze muzu mohu muzeme moze mozem mozu ze na v ve do z s k co jak ako kdo kto "
    "kdy kedy "
    "kdyz ked byt si sa mi ten ta ty pri po za o u jeden jedna jedno musim musi musim maji maju karta "
    "karty kart kariet karet kartu"
)
# For translators: search words. Words that look like others with a typing error, or half typed, and are none.
_EVERYDAY: Final = N_(
    "aboard ache acre acts alike apple attack awhile bake baking ball band bank bare bark bat batch bath "
    "beach bead beam bean bear beard beast beat beef beer beet beg bell bend bent bet bill bind blank "
    "blast bless blow blush board bold bone boo boom boot boss bother bran bread bright bring brook "
    "brought build built bull bump burn bush busy butt cage cake calf camel camp cannon cape car care "
    "cart case catch cause cave cell cent cheap clang clay closet clothing coal coast coat coin cold "
    "color colt comb cook cooked cord cork corn counter county court crab crank crash crop crow cure curl "
    "dame damp dare dark darn dart dash date dawn deaf dear december deed deep deer desk died dime dine "
    "dinner direct dive dock dolly dope dove drag drain drank drip drown duck dull dumb dust dwarf dwell "
    "dying ear eighty elder ever fable fact fairy fake farm farther fast fat fear feast feather feed feel "
    "fellow felt fever fiddle fife fight file film fire fireplace fist flash flesh flew flies flip flock "
    "flood flour flow foam fold fond food fork fort forth fought fret fried friendly frog fuel fully gain "
    "gate gear glide glow goat gold goody gown grade grand grave gray grew ground hair hall halt hang "
    "hard hare haste hatch head heal hear heat height hell herd hero hill hind hire hiss hitch hive "
    "holder hole hollow holy hood hook hope horse hose host hound hour howl hump hunt hush ideal inch "
    "jelly joke keen kick kill kiss knob knot lace lady lake lame land lane lard large lash lass lazy "
    "lead leader lean leap leg lend letting lice lick life lift light lime linen little live lives loaves "
    "lock lone loop loss love lover lumber lump maid male mama march mare market marry mask mast master "
    "mat meal meat melt mend mess mighty mile mill miner mint mitt mode moon morrow moss mount mouse "
    "movie movies mule multiply music near nearly neat neck neighbor nest nice night noon nor north nose "
    "ouch oven pace pail pain paint palace pale pants papa parent park party patch patter pave peace "
    "peach peak pear peck peel pen pill pine pink pint pipe pitch plan plane plate plaything pleasure "
    "plow plug plum poker pole poor pork pound pour pray prayer present prick print pump pure puss "
    "putting queer quick quiet quilt race rain rake rang rate rather reap rear rent repay rich riddle "
    "rider ring road rot ruler rung rush rust sack safe sail sale sand sank scare sea seal seam seed seek "
    "seem sell send sent sentence setting shade shake shame shape sharp shave shed sheep shell ship shirt "
    "shock shoe shone shoot shop shopping shore shot shoulder shower sigh sight silk sill sin sing sink "
    "sis ski skin slap slate slave slice slip slipped slit smack smart smell snap snow soap sold sole "
    "song sore sorrow sort soul sound soup sour space spelling spill spit spoon sport stable stage stall "
    "starve state steak steam steel stepping stick stitch stone stoop store stork stove suck supper swam "
    "swamp swan swat sweat sweet swell swift swore tablet tale tall tame tank tape task taste taught tea "
    "teach tear tent term test thick thief thin tick tight till toad tone tool toot tore torn tow town "
    "trace track trap tree tried trim trip twin upward vine waist wake waken walk wall warn wash waste "
    "water wave weak wear weave wee weed weep west whale wheat whenever white wicked wide wind wing wink "
    "winter wipe wise wish witch wood word wore world worm worn worry wound wove wren wring wrung yard "
    "yonder"
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The tables of one language. `phrases` leads from each phrase to the word that it means."""

    endings: tuple[tuple[str, str], ...]
    irregular: Mapping[str, str]
    phrases: Mapping[str, str]
    meant: Mapping[str, str]
    akin: tuple[tuple[str, str], ...]
    idle: frozenset[str]
    everyday: frozenset[str]
    abroad: Mapping[str, str]
    longest_phrase: int


@in_each_language
def vocabulary() -> Vocabulary:
    """The tables of the reader's language, read once."""
    together = _rows(_said(_TOGETHER))
    together["contract"] = ", ".join(
        _said(_HAND).format(number=number) for number in range(1, len(LAW.contracts) + 1)
    )
    for number in range(1, SECTIONS + 1):
        together[f"section{number}"] = _said(_SECTION).format(number=number)
    phrases = {phrase: word for word, written in together.items() for phrase in written.split(", ")}
    # What a number alone is read as, whatever a section is called.
    phrases |= {f"section {number}": f"section{number}" for number in range(1, SECTIONS + 1)}
    return Vocabulary(
        endings=tuple(_pairs(_said(_ENDINGS))),
        irregular=dict(_pairs(_said(_IRREGULAR))),
        phrases=phrases,
        meant=_rows(_said(_MEANT)),
        akin=tuple(_pairs(_said(_AKIN))),
        idle=frozenset(_said(_IDLE).split()),
        everyday=frozenset(_said(_EVERYDAY).split()),
        abroad={other: word for word, others in _rows(_said(_ABROAD)).items() for other in others.split()},
        longest_phrase=max(phrase.count(" ") + 1 for phrase in phrases),
    )


def _said(table: str) -> str:
    """A table in the reader's language, folded as the words of the book are."""
    return folded(_(table))


def _rows(table: str) -> dict[str, str]:
    rows = (row.partition(": ") for row in table.splitlines())
    return {word: others for word, _colon, others in rows}


def _pairs(table: str) -> list[tuple[str, str]]:
    pairs = (pair.partition(" ") for pair in table.split(", "))
    return [(one, other) for one, _space, other in pairs]
