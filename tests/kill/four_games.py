"""How each of the four games is played through, the same each time: rows of (how, who, what they
do, who then reads once more, these words). The deal is pinned, so that seats, cards and places are
the same in every run; eve looks on."""

from typing import NamedTuple

NAMES = ("ana", "ben", "cy", "dee", "eve")
SEED = "0" * 64

OPEN, JOIN, START = "open", "join", "start"
SAY = "say"  # in the channel or room, to the bot
TELL = "tell"  # to the bot alone
SECRETS = "secrets"  # nothing is done: the next secrets have stayed with whose they are


class Act(NamedTuple):
    how: str
    who: str = ""
    text: str = ""
    reader: str = ""
    words: str = ""


class Played(NamedTuple):
    """A game: its acts, and for each SECRETS which words whose alone are, by the initials."""
    name: str
    deal: str
    acts: tuple
    secrets: tuple


def gathered(seats, options, reader, words):
    """A table, everybody's seat, the start."""
    host = NAMES[0]
    return (Act(OPEN, host, options, "dee", "who plays?"),
            *(Act(JOIN, name, "join", name, "You're in") for name in NAMES[:seats]),
            Act(START, host, "start", reader, words))


INTERCEPTOR = Played(
    "interceptor", "", gathered(4, "", "dee", "The game begins") + (
        Act(TELL, "ana", "signals documents: word honestly money: ends with ?", "cy", "honestly"),
        Act(TELL, "cy", "confirm", "ana", "Your signals: "),
        Act(TELL, "ben", "signals documents: word coffee money: first word well", "dee", "coffee"),
        Act(TELL, "dee", "confirm", "ana", "Both teams have their signals"),
        Act(TELL, "cy", "leader ana", "ben", "Round 1. Order"),
        Act(TELL, "ana", 'play money "Who goes first?"', "ben", "Who goes first?"),
        Act(TELL, "cy", "play money", "cy", "lies face down"),
        Act(TELL, "ben", 'play money "Well, who knows."', "ana", "Well, who knows."),
        Act(TELL, "dee", "play money", "ana", "Round 1 is open"),
        Act(TELL, "ben", "split 1 1", "ana", "Round 2"),
        Act(TELL, "cy", 'play documents "I honestly forgot."', "ben", "I honestly forgot."),
        Act(TELL, "ana", "play documents", "ana", "lies face down"),
        Act(TELL, "dee", 'play documents "More coffee, please."', "ana", "More coffee, please."),
        Act(TELL, "ben", "play money", "ana", "Round 2 is open"),
        Act(TELL, "ana", "split 2 2", "ben", "Round 3"),
        Act(SECRETS),
        Act(SAY, "dee", 'Interceptor! "honestly" means documents', "ana", "the Journalists win")),
    ((("the word “honestly”", "ac"), ("? at the very end", "ac"), ("the word “coffee”", "bd"),
      ("“well” as the first word", "bd")),))

DECRYPTO = Played(
    "decrypto",
    '{"keywords":{"white":["COW","TEA","PIANO","WEEKEND"],'
    '"black":["WOLF","BREAD","MIRROR","STORM"]},'
    '"codes":{"white":["314","421"],"black":["241","132"]},"round":7}',
    gathered(4, "pace=async", "dee", "The game begins") + (
        Act(TELL, "ana", "clues keys, milk, sunday", "ana", "Your clues are in"),
        Act(TELL, "ben", "clues oven, cloud, fang", "dee", "milk"),
        Act(TELL, "cy", "decode 314", "ana", "own code: 314"),
        Act(TELL, "dee", "intercept 143", "eve", "White: the code was 314"),
        Act(TELL, "dee", "decode 241", "ben", "own code: 241"),
        Act(TELL, "ana", "intercept 123", "eve", "Black: the code was 241"),
        Act(SECRETS),
        Act(TELL, "cy", "clues holiday, kettle, farm", "cy", "Your clues are in"),
        Act(TELL, "dee", "clues pack, reflection, bakery", "ana", "kettle"),
        Act(TELL, "ana", "decode 421", "cy", "own code: 421"),
        Act(TELL, "ben", "intercept 412", "eve", "White: the code was 421"),
        Act(TELL, "ben", "decode 132", "dee", "own code: 132"),
        Act(TELL, "cy", "intercept 123", "eve", "Black: the code was 132"),
        Act(SECRETS),
        Act(TELL, "ana", "keywords wolf, bread, glass, storms", "cy", "wolf"),
        Act(TELL, "dee", "keywords cow, tea, guitar, week", "eve", "The game is over")),
    ((("COW", "ac"), ("PIANO", "ac"), ("WOLF", "bd"), ("BREAD", "bd")),
     (("WEEKEND", "ac"), ("STORM", "bd"))))

INFILTRATORS = Played(
    "infiltrators",
    '{"hands":[["R2","K5","Y9","K12","Y4"],["R3","R8","K10","Y6","Y11"],'
    '["K2","K7","R12","Y2","Y13"]],"centre":["R6","K11"],'
    '"hq":["Y7","R4","K9","R13","Y10","K3","R5","Y12","K8","R9","Y3","K13","R7","Y5","K4","R11",'
    '"Y8","K6","R10"],"first":0}',
    gathered(3, "pace=async", "ben", "R3, R8, K10, Y6 and Y11") + (
        Act(TELL, "ana", "nab", "ana", "Your Suspect is R6."),
        Act(TELL, "ben", "exchange @ana K10", "cy", "ben lays K10 as a clue. Suspect: ana"),
        Act(TELL, "ben", "draw yes", "cy", "draws a card"),
        Act(TELL, "cy", "nab", "ben", "cy nabs a Suspect"),
        Act(TELL, "ana", "clue K12", "ben", "ana lays K12 as a clue. Suspect: their own"),
        Act(SAY, "ben", "exchange @cy Y11", "cy", "ben lays Y11 as a clue. Suspect: cy"),
        Act(TELL, "ben", "draw yes", "cy", "draws a card"),
        Act(TELL, "cy", "exchange @ana y2", "ana", "cy lays Y2 as a clue. Suspect: ana"),
        Act(TELL, "cy", "draw yes", "ana", "draws a card"),
        Act(TELL, "ana", "exchange @cy K5", "ben", "ana lays K5 as a clue. Suspect: cy"),
        Act(TELL, "ana", "draw yes", "ben", "draws a card"),
        Act(TELL, "ben", "exchange @ana red 8", "cy", "ben lays R8 as a clue. Suspect: ana"),
        Act(TELL, "ben", "draw yes", "cy", "draws a card"),
        Act(TELL, "cy", "clue K7", "ana", "cy lays K7 as a clue. Suspect: their own"),
        Act(SECRETS),
        Act(TELL, "ana", "shoot @cy Y5", "ana", "rules Y5 out"),
        Act(TELL, "ana", "shoot @cy Y5 insist=yes", "ben", "Y5. Wrong. 4 bullets left."),
        Act(SAY, "ben", "shoot @cy K11", "cy", "K11. Right! 1 Suspect is left."),
        Act(TELL, "ben", "retrieve Y11", "cy", "ben takes Y11 back"),
        Act(TELL, "cy", "exchange @ana Y13", "ana", "cy lays Y13 as a clue. Suspect: ana"),
        Act(TELL, "cy", "draw no", "ana", "draws no card"),
        Act(TELL, "ana", "clue Y4", "ben", "ana lays Y4 as a clue. Suspect: their own"),
        Act(TELL, "ben", "shoot @ana R6", "dee", "The game is over")),
    ((("R2, K5, Y9", "a"), ("Suspect is R6", "a"), ("You take K3.", "a"), ("R3, R8, K10", "b"),
      ("You take R13.", "b"), ("You take R4.", "b"), ("K2, K7, R12", "c"),
      ("Suspect is K11", "c"), ("You take Y10.", "c")),))

SPYFALL = Played(
    "spyfall",
    '{"locations":["Bank","Beach","Library","School","Zoo"],'
    '"rounds":[{"location":"Bank","spy":3},{"location":"Zoo","spy":1}]}',
    gathered(4, "pace=async rounds=2 budget=3 vote=simultaneous", "ana", "the place is Bank.") + (
        Act(SAY, "ana", "ask ben is it loud here?", "eve", "is it loud here?"),
        Act(SAY, "ben", "answer Only when a coin drops.", "eve", "Only when a coin drops."),
        Act(SAY, "ben", "ask cy what do people wear?", "eve", "what do people wear?"),
        Act(SAY, "cy", "answer Their best, to ask for more.", "eve", "Their best, to ask"),
        Act(SAY, "cy", "accuse dee", "eve", "Up for vote: dee"),
        Act(TELL, "ana", "vote yes", "eve", "Vote is in: ana."),
        Act(SECRETS),
        Act(TELL, "ben", "vote yes", "eve", "The spy is caught: dee."),
        Act(SAY, "ana", "next", "cy", "the place is Zoo."),
        Act(SAY, "ana", "ask ben is it far?", "eve", "is it far?"),
        Act(SAY, "ben", "answer Not for those who live here.", "eve", "Not for those who"),
        Act(SECRETS),
        Act(TELL, "cy", "guess zoo", "cy", "Nobody has noticed that you tried."),
        Act(TELL, "ben", "guess zoo", "eve", "The game is over")),
    ((("the place is Bank", "abc"), ("You're the spy", "d"), ("The votes.", "")),
     (("the place is Zoo", "acd"),)))

GAMES = (INTERCEPTOR, DECRYPTO, INFILTRATORS, SPYFALL)
