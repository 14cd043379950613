#!/usr/bin/env python3
"""A game night of two rounds, ended at crash points while it deals and while it counts, and by
kill -9 at random moments: no table is opened twice, everybody sits at one of each round, no result
is lost.

night.py DEADDROP [KILLS [SEED]]"""

import concurrent.futures
import random
import re
import subprocess
import sys

from game import ROOM, Table
from kill_at_random import Hunted
from playground import Person, Server, doc_text

NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
ROUNDS = 2
GROUPS = 2  # of four
WIN_POINTS = 2 * 2  # two winners of each table
KILLS = 24
SEED = 20261128
BESIDE = 4  # nights at once: each waits more than it works
# A turn of the house from its beginning to what is sent of it; which pass of a life that deals two
# tables, or that counts a round. Where each is late enough to lie between two tables.
POINTS = ("turn.before_move", "turn.moved", "turn.journaled", "turn.shown", "commit.submit",
          "commit.landed", "store.before_commit", "store.after_commit", "outbox.before_send")
PASSES = {"deal": (2, 15), "count": (2, 4)}
SEATED = re.compile(r"#(\d+) .*Order of seats: (.*?)\. ")


class Night(Table):
    """Eight people at two tables, twice."""

    def sit(self):
        self.host = None
        for name in NAMES:
            self.settle(lambda name=name: self.arrive(name))
            if self.host is None:
                self.host = self.people[0]
                self.do(self.host, {"op": "room", "name": ROOM})
                self.join = self.settle(lambda: self.server.post(
                    "/invite", {"room": ROOM}, self.host.tab))["link"].split("#join=")[1]

    def arrive(self, name):
        person = Person(self.server, name, self.join)
        person.connect()
        self.people.append(person)

    def sign_up(self):
        self.do(self.host, {"op": "say", "room": ROOM,
                            "text": f"!night interceptor in 2h rounds={ROUNDS} weekly"})
        for person in self.people:
            self.do(person, {"op": "say", "room": ROOM, "text": "!join"})
            self.see("signed up for the game night", "~", people=[person])

    def lines(self, person=None):
        return [line for message in (person or self.host).seen(ROOM)
                if message.get("doc", {}).get("kind") != "board"
                for line in doc_text(message).split("\n")]

    def seated(self):
        """Number of a table: who sits there, as its first line says."""
        found = [SEATED.search(line) for line in self.lines()]
        found = [(int(one[1]), re.split(r", | and ", one[2])) for one in found if one]
        assert len({number for number, _ in found}) == len(found), f"dealt twice: {found}"
        return dict(found)

    def deal(self, number):
        """The round's tables, when all of their first lines are there."""
        self.say(self.host, "!start", ROOM)
        self.see(f"Round {number} of {ROUNDS}", people=[self.host])
        wanted = number * GROUPS
        self.settle(lambda: self.host.until_it_is(lambda: len(self.seated()) >= wanted))
        tables = dict(sorted(self.seated().items())[-GROUPS:])
        sitting = sorted(name for names in tables.values() for name in names)
        assert sitting == sorted(one.name for one in self.people), (number, tables)
        for person in self.people:
            table = next(n for n, names in tables.items() if person.name in names)
            self.see(f"Interceptor #{table} ", "~", people=[person])

    def count(self, last):
        """All give up, until the last table is over."""
        for person in self.people:
            self.say(person, "!concede", ROOM)
        self.see("The game night is over" if last else "is over. In front", people=[self.host])

    def points(self):
        board = next(text for text in self.boards() if text.startswith("Game night #1"))
        return sum(int(n) for n in re.findall(r": (\d+) points?$", board, re.M)), board

    def boards(self):
        return [doc_text(m) for m in self.host.seen(ROOM)
                if m.get("doc", {}).get("kind") == "board"]

    def judge(self):
        """What was told of the whole night, and what the journal proves."""
        self.settle(self.compare_rooms)
        lines = "\n".join(self.lines())
        for once in ("Round 1 of 2: Interceptor", "Round 2 of 2: Interceptor", "Round 1 is over",
                     "The game night is over", "The next game night is"):
            assert lines.count(once) == 1, (once, lines.count(once), lines)
        assert len(self.seated()) == ROUNDS * GROUPS, self.seated()
        nights = [text for text in self.boards() if text.startswith("Game night #")]
        games = [text for text in self.boards() if not text.startswith("Game night #")]
        assert len(games) == ROUNDS * GROUPS and len(nights) == 2, (games, nights)
        assert all("finished" in text for text in games), games
        points, board = self.points()
        assert points == ROUNDS * GROUPS * WIN_POINTS, board
        for person in self.people:
            mine = [doc_text(m).split(" in ")[0] for m in person.seen("~")
                    if m.get("doc", {}).get("kind") == "card"]
            cards = [title for title in mine if title.startswith("Interceptor #")]
            assert len(cards) == ROUNDS and len(set(cards)) == ROUNDS, (person.name, mine)
        code, text = self.server.tool("check")
        assert code == 0, text

    def play(self, arm=lambda stage: None):
        """arm is told of each stage before it comes: where it may end the program from."""
        self.sit()
        self.sign_up()
        for number in range(1, ROUNDS + 1):
            arm(f"deal {number}")
            self.deal(number)
            arm(f"count {number}")
            self.count(number == ROUNDS)
        self.see("The next game night is", people=[self.host])

    def finish(self):
        """The house ends softly, so that all it had to send is sent, and begins again."""
        self.soft_end()
        assert self.server.start(), self.server.log()
        self.settle(lambda: [person.connect() for person in self.people])
        self.judge()
        self.soft_end()
        self.server.remove()


class Armed:
    """A night on a server that is killed before one stage, and started again armed."""

    def __init__(self, binary, stage, point):
        self.server = Server(binary)
        self.stage = stage
        self.point = point
        self.crashes = 0
        assert self.server.start(), self.server.log()
        self.night = Night(self.server, self.again)

    def again(self, code):
        assert code == 99 and not self.crashes, f"ended with {code}\n{self.server.log()}"
        self.crashes += 1
        assert self.server.start(), self.server.log()

    def arm(self, stage):
        if stage != self.stage:
            return
        self.server.kill()
        if not self.server.start(self.point):
            self.again(self.server.wait())
        self.night.settle(lambda: [person.connect() for person in self.night.people])

    def walk(self):
        """Whether the point was come by."""
        self.night.play(self.arm)
        self.night.finish()
        return self.crashes


def walk(binary, stage, point):
    try:
        return Armed(binary, stage, point).walk(), None
    except AssertionError as problem:
        return 1, f"{stage} {point}: {problem}"


def hunt(binary, dice):
    """How often it was killed in one night."""
    hunted = Hunted(binary, dice)
    night = Night(hunted.server, hunted.again)
    night.play()
    hunted.spare()
    night.settle(lambda: [person.connect() for person in night.people])
    night.finish()
    return hunted.kills


def points(binary):
    listed = subprocess.run([binary, "--crash-points"], capture_output=True, text=True, check=True)
    return listed.stdout.split()


def main():
    binary = sys.argv[1]
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else KILLS
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else SEED)
    if "turn.moved" not in points(binary):
        print("no crash points in this build")
        return 77
    Armed(binary, "never", None).walk()
    with concurrent.futures.ThreadPoolExecutor(BESIDE) as pool:
        lives = [(f"{stage} {number}", f"{point}:{n}") for stage, passes in PASSES.items()
                 for number in range(1, ROUNDS + 1) for point in POINTS for n in passes]
        done = list(pool.map(lambda life: walk(binary, *life), lives))
    wrong = [problem for _, problem in done if problem]
    crashes = sum(crashes for crashes, _ in done)
    print(f"{len(lives)} nights, {crashes} crashes walked, {len(wrong)} wrong", *wrong, sep="\n  ")
    killed = 0
    while killed < kills:
        killed += hunt(binary, dice)
    print(f"{killed} kills at random")
    return 1 if wrong or crashes < len(lives) // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
