"""Tables of words that people use for those of the book.

A language has tables of its own: each is one text, marked for translation, that names its rows in that
language's words. No row need have a counterpart in English.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.language import N_, _, in_each_language
from scorekeeper.rules.rulesets.files import LAW

SECTIONS: Final = 16
_APOSTROPHE: Final = re.compile("['’ʼ`´]")
# Translators: search words. An ending of a word, and what takes its place; the first that fits counts.
_ENDINGS: Final = N_("sses ss, ss ss, ies y, ing, ed, es, e, s")
# Translators: search words. What stands before a colon is read for each word after it.
_IRREGULAR: Final = N_(
    "2: two pair\n"
    "3: three threes\n"
    "4: four fours\n"
    "5: five fives\n"
    "6: six sixes\n"
    "7: seven sevens\n"
    "8: eight eights\n"
    "9: nine nines\n"
    "10: ten tens\n"
    "11: eleven\n"
    "12: twelve\n"
    "13: thirteen\n"
    "14: fourteen\n"
    "15: fifteen\n"
    "50: fifty\n"
    "20: twenty\n"
    "1: single\n"
    "ace: aces\n"
    "jack: jacks\n"
    "queen: queens q\n"
    "king: kings\n"
    "twos: deuce deuces\n"
    "player: mum mom mother dad father wife husband brother sister daughter kid kids boy girl "
    "aunt auntie aunty uncle cousin nephew niece gran granny grandma grandmother nan grandad granddad "
    "grandpa grandfather granddaughter grandson friend mate guy woman lady neighbour neighbor "
    "roommate person people ppl folk guest opponent child children participant men mummy "
    "daddy hubby\n"
    "before: b4 befor prior\n"
    "you: u ya\n"
    "your: ur\n"
    "are: r\n"
    "and: n\n"
    "with: w\n"
    "someone: some1 sombody\n"
    "everyone: every1 everybody all\n"
    "because: bc cos cuz\n"
    "between: btwn\n"
    "what: wat wot\n"
    "have: hve gotta\n"
    "out: outta\n"
    "through: thru\n"
    "around: round\n"
    "tomorrow: tmrw\n"
    "begin: began begun beginning\n"
    "choos: chose chosen\n"
    "deal: dealt\n"
    "draw: drew drawn\n"
    "fall: fell fallen\n"
    "forgot: forget forgotten forgets forgetting\n"
    "giv: gave given\n"
    "go: goes going gone went\n"
    "hold: held\n"
    "know: knew known\n"
    "lay: laid lain\n"
    "leav: left\n"
    "los: lost losing lose\n"
    "meet: met\n"
    "run: ran running\n"
    "say: said\n"
    "see: saw seen\n"
    "show: shown\n"
    "skip: skipped skipping\n"
    "speak: spoke\n"
    "stop: stopped stopping\n"
    "swap: swapped swapping\n"
    "tak: take took taken taking\n"
    "throw: threw thrown\n"
    "tell: told\n"
    "win: winning won\n"
    "writ: wrote written write writing\n"
    "get: got gotten getting gets\n"
    "keep: kept\n"
    "find: found\n"
    "put: putting puts\n"
    "pull: pulled\n"
    "hav: has had having ive\n"
    "stuck: stick sticks sticking\n"
    "broke: break breaks broken breaking\n"
    "think: thought\n"
    "nobody: noone none\n"
)
# Translators: search words. Leave what stands before a colon, and translate the phrases for it.
_PHRASES: Final = N_(
    "before: b 4\n"
    "again: once more, one more time, all over\n"
    "discard: waste pile, trash pile, odhazovaci balicek, throw away, throws away, throw out, throw off, "
    "throwing away, thrown away, threw away, get rid of, put on the pile\n"
    "direction: which way, what way\n"
    "draw: pick up, picks up, picked up, picking up, take up\n"
    "count: work out the score, work out the scores, work out scores, work out the points, tot up, score up\n"
    "corner: k a 2, king a 2, king ace 2, king ace two, kings ace 2\n"
    "empty: runs out, run out, ran out, running out, used up, no cards left, no more cards, no more cards"
    " to draw, no cards to draw, out of cards, none left, all gone\n"
    "end: is it over, it is over, its over, it be over\n"
    "everybody: every 1\n"
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
    "wants the same card, two want the discard, two want the same card, two people want the same card, "
    "both want the same card, want to buy\n"
    "nobodyout: nobody out, nobody goes out, nobody went out, no one goes out, no one went out\n"
    "outofturn: out of turn, out of order, wrong turn, not my turn, not his turn, not her turn, not your "
    "turn, not their turn, wasnt my turn, wasnt his turn, wasnt her turn, isnt my turn, out fo turn, is "
    "out of turn, was out of turn, be out of turn, "
    "off turn\n"
    "pass: cant play, cannot play, can not play\n"
    "redeal: re deal, mis deal, new deal, deal again, deals again, dealt again, deal anew, dealt anew\n"
    "refuse: say no, says no, said no, saying no\n"
    "scoresheet: score sheet, score card, score pad, score board\n"
    "set: three of a kind, four of a kind\n"
    "somebody: some 1\n"
    "stock: draw pile, drawing pile, draw stack, face down pile, pick up pile, stock pile\n"
    "swap: steal joker, steal a joker, steal the joker, steal jokers, joker stealing, stealing jokers\n"
    "toofew: 2 few, too few, too little, not enough, to few\n"
    "toomany: 2 many, too many, too much, to many\n"
    "twos: 2 s, wild two, wild 2\n"
    "variation: house rule, house rules\n"
    "wild: wild card, wild cards\n"
    "wrongcard: wrong card, wrong cards"
)
# Translators: search words. Phrases for the contract of a hand, by its number.
_HAND: Final = N_("hand {number}, round {number}, {number} th hand, {number} th round")
# Translators: search words. Phrases for a section of the book and its clauses, by number.
_SECTION: Final = N_("section {number}, clause {number}, rule {number}")
# Translators: search words. Leave what stands before a colon, and write what people say for it.
_SYNONYMS: Final = N_(
    "add: extend append attach tack hit stick shove slap plonk\n"
    "ask: request demand holler shout called call claim\n"
    "away: absent afk\n"
    "again: anew twice repeat redo restart\n"
    "before: earlier previous ahead yet already\n"
    "after: afterwards following later once then since\n"
    "body: nobody\n"
    "break: interrupt suspend pause adjourn postpone suspension\n"
    "card: tile\n"
    "change: alter switch modify\n"
    "choose: decide pick select prefer\n"
    "contract: requirement objective require need complete fulfil\n"
    "corner: around wrap\n"
    "correct: fix mend repair correction amend adjust undo\n"
    "count: tally calculate\n"
    "dealer: dealing deals\n"
    "deal: hand distribute\n"
    "discard: trash dump drop throw toss ditch pot chuck bin lob throwaway fling dispose reject "
    "waste discards tossed\n"
    "draw: pick pickup grab tak lift pull fetch snatch\n"
    "all: everyone everybody\n"
    "exposed: shown visible revealed show flip upcard faceup facing turned see peek uncover\n"
    "extra: additional spare another bonus surplus excess superfluous plus over more\n"
    "first: 1 st initial\n"
    "game: match\n"
    "godown: open opening meld melded lay put down table place entry initial\n"
    "goout: rummy finish close end knock out finished won\n"
    "hand: round deal phase game\n"
    "high: above top\n"
    "illegal: invalid wrong legal allowed valid permit\n"
    "joker: jolly jkr jk\n"
    "late: later afterwards\n"
    "layoff: hit tack attach append extend add stick put place onto fit\n"
    "leave: quit abandon exit resign go withdraw depart departure home bed\n"
    "lie: bluff lies\n"
    "look: peek peep see stare spy glance\n"
    "many: number count\n"
    "maximum: max most largest biggest highest longest limit\n"
    "mayi: may buy bought buyer steal claim ask shout call\n"
    "meld: group combination combo lay\n"
    "minimum: min least smallest fewest shortest lowest enough\n"
    "miscount: recount\n"
    "missing: short fewer less without\n"
    "mistake: error accident accidentally wrong oops faulty\n"
    "move: shift slide relocate push\n"
    "natural: real actual proper true\n"
    "neighbour: adjacent together beside touching next\n"
    "next: following after\n"
    "outofturn: outofturns\n"
    "pack: deck packs\n"
    "penalty: fine punishment punish penalties charge\n"
    "pile: heap stack\n"
    "points: pts value worth cost point count score\n"
    "redeal: misdeal misdealt\n"
    "refuse: deny block forbid veto reject prevent stop refusal no\n"
    "replay: redo\n"
    "resume: continue restart reopen resumption\n"
    "run: straight street row sequence line\n"
    "same: equal identical duplicate both\n"
    "score: scoring count points write total\n"
    "scoresheet: sheet scorecard scorepad paper\n"
    "set: trio group book triplet triple kind pair\n"
    "shuffle: mix mixes reshuffle\n"
    "start: begin begins commence starter\n"
    "stock: talon stockpile deck\n"
    "swap: replace exchange substitute trade change steal\n"
    "take: get\n"
    "tie: equal tied draw level\n"
    "toofew: short missing fewer less under\n"
    "toomany: surplus extra more over excess\n"
    "toilet: loo bathroom restroom wc\n"
    "together: join combine merge glue\n"
    "turn: go\n"
    "variation: variant option optional\n"
    "wild: wildcard wilds joker anything\n"
    "win: winner victory\n"
    "wrong: bad illegal incorrect false faulty invalid mistake\n"
    "year: january december november spring\n"
    "rank: 2 3 4 5 6 7 8 9 10 queen king jack\n"
    "suit: heart spade club diamond\n"
)
# Translators: search words. Words of other languages than yours; what ends in * begins a word.
_FOREIGN_WORDS: Final = N_(
    "ace: as ases ass asse asy eso esa es esom esem esa esy\n"
    "after: despues nach nachdem po\n"
    "again: otra nochmal wieder znova znovu repet*\n"
    "before: antes vor bevor pred predtym\n"
    "begin: empez* empiez* comienza comenzar anfang* anfangt beginnt zacin* zacne zacat* zacne\n"
    "card: karta\n"
    "correct: correg* korrig* oprav*\n"
    "count: contar zahlen zahle pocit* spocit*\n"
    "deck: balicek\n"
    "deal: rozda* repart* austeil* geben gibt gebe kartengeben gegeben\n"
    "dealer: rozdavaj* repartidor geber\n"
    "discard: descart* ablage* ablegen abgelegt abwerf* abwurf* abgeworfen wegwerf* werfen wirft "
    "odhod* odhaz* odklad* tirar tire tiro tira vyhod* vyhad* zahod* descarto\n"
    "draw: rob* robar tomar coger tomo cojo cogi tome ziehen ziehe zieht ziehst gezogen aufnehm* "
    "nehmen liz* lizn* tahat taham taha* brat beru vzit vziat vzal vzala zober* zobra* potiahn* "
    "potia* tahn* vytiahn*\n"
    "everybody: todos alle vsichni vsetci\n"
    "exchange: intercambi* cambiar cambio cambia* tausch* austausch* eintausch* vymen* vymien* aus\n"
    "forgot: olvid* vergess* zapom* zabud*\n"
    "first: primer* erste* prvni prvy prva\n"
    "godown: bajar* bajo bajarse baja baje abrir auslegen ausleg* rauslegen hinlegen vyloz* vykl* "
    "vylo* otevr* otvor*\n"
    "goout: cerrar cierro cerro salir terminar ausmachen fertig schluss beenden ausgehen skonc* "
    "ukonc* zavr* zatvor* dohr* konci koncim\n"
    "hand: mano manos ronda rondas runde runden kolo kola kole hry\n"
    "high: alto alta hoch hoher vysok*\n"
    "joker: comodin* zolik* zolick* zolic* jolly* jolie* jolik* zoly*\n"
    "keep: guardar quedar* behalten nechat necha*\n"
    "last: ultim* letzt* posledn*\n"
    "late: tarde spat pozde neskoro\n"
    "layoff: anlegen anleg* pril* priloz* prilo* prikl* prida* anadir agregar poner\n"
    "leave: ir irse fue geht gegangen odej* odes* odis* odch*\n"
    "many: cuanto cuanta cuantos cuantas wieviel wieviele viele viel kolik kolko\n"
    "mayi: kaufen kauf* comprar compr* pedir pido koup* kup*\n"
    "missing: falta faltan fehl* chyb*\n"
    "move: mover mueve schieben verschieb* posun* presun*\n"
    "next: siguiente nachst* dals* dalej\n"
    "out: fuera\n"
    "own: propio propia eigen* vlastn* svoj* svuj moj*\n"
    "penalty: castigo multa strafe straf* trest* pokut*\n"
    "pile: monton pila stapel haufen hromad* kopk* kopa hald*\n"
    "player: jugador* spieler* hrac*\n"
    "points: punto* punkt* bod bodu body bodov bodech bodmi vale valen valor zahlt zahlen wert "
    "hodnot* plati pocita\n"
    "round: vuelta\n"
    "run: escalera* escala corrida* secuencia* folge folgen reihe reihen strasse straße sequenz* "
    "postup*\n"
    "same: mismo misma mismos gleich* stejn* rovnak*\n"
    "set: trio trios tercia tercias pierna piernas satz satze saetze drilling* drillinge trojic* "
    "trojk* trojka sada sady sade sadu skupin* grupo gruppe\n"
    "short: menos weniger mene menej malo pocas wenige\n"
    "shuffle: baraj* barajar mischen mischt mische mich* miesa* zamich* zamies*\n"
    "stock: mazo talon baraja nachziehstapel ziehstapel deckstapel stoß stoss balic* talonu\n"
    "start: zaciatku\n"
    "two: dos zwei dve dva doble\n"
    "table: mesa tisch stul stole stolu\n"
    "toomany: mas mehr vic viac prilis demasiadas zuviel zuviele navic\n"
    "turn: turno dran reihe zug zuge rade tahu poradi poradie radu\n"
    "take: vzit nimm nimmt\n"
    "exposed: sichtbar offen abierta\n"
    "who: quien wer kdo kto\n"
    "wild: wildcards\n"
    "win: gana ganador gewinn* gewinnt vyhr*\n"
    "wrong: falsch* equivoc* mal spatn* zle zly nespravn* chybn*\n"
    "mistake: fehler error chyba\n"
    "king: rey konig kral krale krala\n"
    "queen: reina dame dama\n"
    "diamond: karo diamante*\n"
    "heart: corazon* herz srdc*\n"
    "2: dos zwei dva dve\n"
    "3: tres drei tri\n"
    "4: cuatro vier ctyri styri\n"
)
# Translators: search words. Words that say nothing.
_STOP_WORDS: Final = N_(
    "a about actually always anyway define definition else exactly example explain fair guess "
    "heard means mean meaning meant properly remember sorry tonight understand wonder  teh wich wat hw "
    "hwo thier ah all allow allowed also although am an and any anybody anyone are arent as at be "
    "because been being but by can cant clause clauses come comes could couldnt cn did didnt do does "
    "doesnt doing done dont each else em every everyone for from get gets getting go goes going gone got "
    "had happen happened happening happens has hasnt have havent having he hello help her here hers "
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
    "youve shed hed youd theyd whod "
    "der die das den dem des ein eine einen einem einer ist sind man kann darf muss mussen ich du er sie "
    "wir "
    "wann wer was wie und oder zu im am auf von vom mit fur nicht hat haben wenn beim nach dann "
    "el la las un una unos unas de del que se si en es son al con por para puedo puede pueden hay como "
    "cuando quien tengo tiene y mi su cual sus lo carta cartas karte karten "
    "je jsou sou ma mam mame muze muzu mohu muzeme moze mozem mozu ze na v ve do z s k co jak ako kdo kto "
    "kdy kedy "
    "kdyz ked byt si sa mi ten ta ty pri po za o u jeden jedna jedno musim musi musim maji maju karta "
    "karty kart kariet karet kartu"
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The tables of one language. `phrases` leads from each phrase to the word that it means.

    `everyday` has a row for each word of the book: a colon and the words that people say for it.
    """

    everyday: str
    endings: tuple[tuple[str, str], ...]
    irregular: Mapping[str, str]
    phrases: Mapping[str, str]
    synonyms: Mapping[str, str]
    stop_words: frozenset[str]
    foreign_words: Mapping[str, str]
    longest_phrase: int


@in_each_language
def vocabulary() -> Vocabulary:
    """The tables of the reader's language, read once."""
    together = _rows(_table(_PHRASES))
    together["contract"] = ", ".join(
        _table(_HAND).format(number=number) for number in range(1, len(LAW.contracts) + 1)
    )
    for number in range(1, SECTIONS + 1):
        together[f"section{number}"] = _table(_SECTION).format(number=number)
    phrases = {phrase: word for word, written in together.items() for phrase in written.split(", ")}
    # Two words may be written as one.
    phrases |= {phrase.replace(" ", ""): word for phrase, word in phrases.items() if phrase.count(" ") == 1}
    # What a number alone is read as, whatever a section is called.
    phrases |= {f"section {number}": f"section{number}" for number in range(1, SECTIONS + 1)}
    return Vocabulary(
        # Phrases tell who drew twice; a plain search, which has none, tells it by more cards than one.
        everyday=_table(_IRREGULAR)
        + _table(_SYNONYMS).replace("again: anew twice", "extra: twice\nagain: anew"),
        endings=tuple(_pairs(_table(_ENDINGS))),
        irregular=_by_each(_IRREGULAR),
        phrases=phrases,
        synonyms=_rows(_table(_SYNONYMS)),
        stop_words=frozenset(_table(_STOP_WORDS).split()),
        foreign_words=_by_each(_FOREIGN_WORDS),
        longest_phrase=max(phrase.count(" ") + 1 for phrase in phrases),
    )


def fold_text(text: str) -> str:
    """The text in small letters, without accents, other marks and apostrophes: one word, one spelling."""
    text = _APOSTROPHE.sub("", text)
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).lower()
    return "".join(char for char in decomposed if not unicodedata.category(char).startswith("M"))


def _table(table: str) -> str:
    """A table in the reader's language, folded as the words of the book are."""
    return fold_text(_(table))


def _rows(table: str) -> dict[str, str]:
    rows = (row.partition(": ") for row in table.splitlines())
    return {word: others for word, _colon, others in rows}


def _by_each(table: str) -> dict[str, str]:
    """What stands before the colon of a row, by each word after it."""
    return {other: word for word, others in _rows(_table(table)).items() for other in others.split()}


def _pairs(table: str) -> list[tuple[str, str]]:
    pairs = (pair.partition(" ") for pair in table.split(", "))
    return [(ending, replacement) for ending, _space, replacement in pairs]
