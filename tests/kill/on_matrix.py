#!/usr/bin/env python3
"""Walks the crash points with Matrix in play: four people play Interceptor at the homeserver for
tests, and in each of its lives the program ends at another point: when a sync has come, before and
after what it brought is on disk, before, while and after an answer is sent. Everybody must have
been told exactly what an undisturbed game tells, nothing twice, nothing missing. Then teams get
their rooms, each one and no more, whatever the program ended in.

on_matrix.py DEADDROP FAKE-MATRIX"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter

WAIT_S = 60
PASSWORD = "password-of-a-test"
NAMES = ("ana", "ben", "cy", "dee")
PASSES = (1, 2)  # at which a point ends the program, a game each
# Points that such a game does not come by: why.
ELSEWHERE = {
    "store.events_sorted": "comes with 50,000 heard events",
    "store.after_checkpoint": "comes in a longer life of the program: walk_crash_points.py",
    "outbox.order_ended": "comes with a team's own room, which are looked at apart",
    "item.parked": "comes when somebody acts at a table that is not in memory yet",
}
# Points that a life passes before anybody acts in it, or while the first rooms are made.
EARLY = ("matrix.signed_in", "matrix.room_made")
# Lines that come or not, depending on when the program was away.
PASSING = re.compile(r"I was away|cannot reach .* in private|I have invited you|"
                     r"^I am about to restart|^Try again in a minute|^New to this game")
PLACES = re.compile(r"\b[0-9a-f]{64}\b|(?:\d{4}-\d\d-\d\d )?\d\d:\d\d UTC(?: \(in [^)]*\))?")
# A room is named where its name has been read again by then.
NAMED = re.compile(r" in #den$", re.M)


def wait(what, condition, limit_s=WAIT_S):
    """The first true value of the condition."""
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"not within {limit_s} s: {what}")


class Matrix:
    """The fake: a room with four people, who follow every invite of the bot's."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "--token", PASSWORD], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.about = json.loads(self.process.stdout.readline())
        self.bot = self.about["user"]
        self.ask("knobs", limits=False)
        self.people = {name: self.ask("person", name=name) for name in NAMES}
        host = self.people["ana"]
        self.room = self.ask("room", user=host, name="den", invites=self.bot)
        for name in NAMES[1:]:
            self.ask("invite", by=host, room=self.room, user=self.people[name])
            self.ask("join", room=self.room, user=self.people[name])

    def ask(self, act, **members):
        request = urllib.request.Request(f"{self.about['control']}/{act}",
                                         json.dumps(members).encode(), method="POST")
        try:
            with urllib.request.urlopen(request) as answer:
                told = json.load(answer)
        except urllib.error.HTTPError as error:
            told = json.load(error)
        assert told["ok"], f"{act} {members}: {told.get('why')}"
        return told.get("is", told.get("id"))

    def follow(self):
        """Everybody accepts what the bot has invited them to."""
        for room in self.rooms():
            for user in self.ask("members", room=room, membership="invite"):
                self.ask("join", room=room, user=user)

    def rooms(self):
        return self.ask("rooms", user=self.bot)

    def direct(self, name):
        """The room of the bot and this person alone; None: there is none."""
        for room in self.rooms():
            if set(self.ask("members", room=room)) == {self.bot, self.people[name]}:
                return room
        return None

    def said(self, name):
        """(room, words) of what the bot said where they read; neither edits nor pictures of the
        board, which come when there is time to draw."""
        return [(event["room"], event["body"])
                for event in self.ask("sees", user=self.people[name])
                if event["sender"] == self.bot and event["type"] == "m.room.message"
                and "m.new_content" not in event["content"]
                and event["content"].get("msgtype") != "m.image"]

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(WAIT_S) == 0, "fake-matrix ends in order"


class Bot:
    """deaddrop on it; armed with points, one for each life."""

    def __init__(self, program, folder, matrix, points):
        self.program = program
        self.points = list(points)
        self.log = folder / "log"
        self.config = folder / "deaddrop.ini"
        self.crashed = []
        password = folder / "password"
        password.write_text(PASSWORD, encoding="utf-8")
        password.chmod(0o600)
        self.config.write_text(
            f"[store]\npath = {folder}/deaddrop.db\n[web]\nenabled = no\n[metrics]\nenabled = no\n"
            f"[matrix]\nhomeserver = {matrix.about['url']}\nuser = {matrix.bot}\n"
            f"password_file = {password}\n", encoding="utf-8")
        self.process = None
        self.point = None

    def start(self, point=None):
        environment = {name: value for name, value in os.environ.items()
                       if name in ("PATH", "HOME") or name.endswith("SAN_OPTIONS")}
        self.point = point
        if point:
            environment["DEADDROP_CRASH_AT"] = point
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([self.program, "run", "--config", self.config],
                                            env=environment, stdout=log, stderr=log)

    def arm(self):
        """The next life: it will end at the next point."""
        if self.points:
            self.kill()
            self.start(self.points.pop(0))

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def look(self):
        """Whether it runs; one that ended at its point is started again, unarmed."""
        code = self.process.poll()
        if code is None:
            return
        assert code == 99 and self.point, f"{self.point}: {code}\n{self.tail()}"
        self.crashed.append(self.point)
        self.start()

    def tail(self):
        return self.log.read_text(encoding="utf-8")[-3000:]

    def end(self):
        self.look()
        self.process.terminate()
        return self.process.wait(WAIT_S)


class Game:
    """Four people at a table of Matrix's; each act is made once, and waited for."""

    def __init__(self, matrix, bot):
        self.matrix = matrix
        self.bot = bot

    def until(self, what, condition):
        def looked():
            self.bot.look()
            self.matrix.follow()
            return condition()
        try:
            return wait(what, looked)
        except AssertionError as error:
            raise AssertionError(f"{error} after {self.bot.crashed}\n{self.bot.tail()}") from error

    def count(self, name, words):
        return sum(words in text for _, text in self.matrix.said(name))

    def brings(self, act, name, words):
        """Does it in a life of its own, and waits until they see this once more."""
        before = self.count(name, words)
        self.bot.arm()
        act()
        self.until(f"{name} sees {words!r}", lambda: self.count(name, words) > before)

    def say(self, name, text):
        self.matrix.ask("say", user=self.matrix.people[name], room=self.matrix.room, text=text)

    def write(self, name, text):
        """In private; a call in the room."""
        room = self.matrix.room if text.startswith("Interceptor!") else \
            self.until("a direct room", lambda: self.matrix.direct(name))
        self.matrix.ask("say", user=self.matrix.people[name], room=room, text=text)

    def gather(self, game):
        self.bot.start(self.bot.points.pop(0) if self.bot.points else None)
        self.until("the bot in the room",
                   lambda: self.matrix.bot in self.matrix.ask("members", room=self.matrix.room))
        self.brings(lambda: self.say("ana", f"!{game}"), "dee", "opens a table")
        for name in NAMES:
            self.brings(lambda name=name: self.say(name, "!join"), name, "You are in.")
            self.until("the seat", lambda name=name: self.count("ana", f"{name} sits down"))
        self.bot.arm()
        while not self.count("dee", "The game begins"):
            before = self.count("ana", "in private yet")
            self.say("ana", "!start")
            self.until("the start", lambda b=before: self.count("dee", "The game begins") or
                       self.count("ana", "in private yet") > b)

    def seats(self):
        line = next(text for _, text in self.matrix.said("ana") if "The game begins" in text)
        return re.findall("|".join(NAMES), line[line.index("The game begins"):].split("\n")[0])

    def play(self):
        oa, ja, ob, jb = self.seats()
        for name, text, reader, words in (
                (oa, "signals documents: word honestly money: ends with ?", ob, "honestly"),
                (ob, "confirm", oa, "are settled"),
                (ja, "signals documents: word coffee money: first word well", jb, "coffee"),
                (jb, "confirm", oa, "Both teams have their signals"),
                (ob, f"leader {oa}", ja, "leads the first round"),
                (oa, 'play money "Who goes first?"', ja, "Who goes first?"),
                (ob, "play money", ob, "You play"),
                (ja, 'play money "Well, who knows."', oa, "Well, who knows."),
                (jb, "play money", oa, "Round 1 is open"),
                (ja, "split 1 1", oa, "Round 2"),
                (ob, 'play documents "I honestly forgot."', ja, "I honestly forgot."),
                (oa, "play documents", oa, "You play"),
                (jb, 'play documents "More coffee, please."', oa, "More coffee, please."),
                (ja, "play money", oa, "Round 2 is open"),
                (oa, "split 2 2", ja, "Round 3"),
                (jb, 'Interceptor! "honestly" means documents', oa, "the Journalists win")):
            self.brings(lambda name=name, text=text: self.write(name, text), reader, words)

    def told(self):
        """What each seat was told, names replaced by seats: equal for equal games."""
        seats = self.seats()
        names = re.compile(r"\b(" + "|".join(NAMES) + r")\b")
        told = Counter()
        for name in NAMES:
            for room, text in self.matrix.said(name):
                if re.match(r"Interceptor #1 · ", text):  # a board, posted anew when it is time
                    continue
                text = NAMED.sub("", PLACES.sub("#", text))
                text = re.sub(r"^\w+ opens a table", "<host> opens a table", text)
                text = re.sub(r"^\w+ sits down", "<somebody> sits down", text)
                text = "\n".join(line for line in text.split("\n") if not PASSING.search(line))
                text = names.sub(lambda m: f"<{seats.index(m.group())}>", text).strip()
                if text:
                    kind = "all" if room == self.matrix.room else "alone"
                    told[(f"<{seats.index(name)}>", kind, text)] += 1
        return told


def listed(program):
    done = subprocess.run([program, "--crash-points"], capture_output=True, text=True, check=False)
    return [line.split()[0] for line in done.stdout.splitlines() if line.strip()]


def game(program, fake, points):
    """What was told, and where the program ended."""
    with tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        matrix = Matrix(fake)
        bot = Bot(program, pathlib.Path(name), matrix, points)
        try:
            play = Game(matrix, bot)
            play.gather("interceptor")
            play.play()
            assert bot.end() == 0, bot.tail()
            bot.start()
            time.sleep(1)  # nothing may still be on its way
            assert bot.end() == 0, bot.tail()
            return play.told(), bot.crashed
        finally:
            bot.kill()
            matrix.end()


def welcomes(matrix):
    """The rooms in which teams are told that they are theirs, and how often."""
    return Counter(room for name in NAMES for room, text in matrix.said(name)
                   if "This room belongs to" in text)


def teams(program, fake, points):
    """Each team of Decrypto has one room."""
    with tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        matrix = Matrix(fake)
        bot = Bot(program, pathlib.Path(name), matrix, [None] * 6 + points)
        try:
            play = Game(matrix, bot)
            play.gather("decrypto")
            play.until("both welcomes", lambda: len(welcomes(matrix)) == 2 and
                       all(count == 2 for count in welcomes(matrix).values()))
            assert bot.end() == 0, bot.tail()
            rooms = set(matrix.rooms()) - {matrix.room} - {matrix.direct(name) for name in NAMES}
            assert rooms == set(welcomes(matrix)), (points, rooms, welcomes(matrix))
            return bot.crashed
        finally:
            bot.kill()
            matrix.end()


def differences(want, got):
    return [f"missing {n}: {line}" for line, n in (want - got).items()] + \
           [f"too much {n}: {line}" for line, n in (got - want).items()]


def order(points, number, passes):
    """Which point each life of a game is armed with."""
    points = [point for point in points if point not in ELSEWHERE]
    rest = [point for point in points if point not in EARLY]
    start = number * len(rest) // len(PASSES)
    rest = rest[start:] + rest[:start]
    # the first life signs in, the second opens the table, the third makes the first direct room
    return ["matrix.signed_in:1", f"{rest[0]}:{passes}", "matrix.room_made:1"] + \
        [f"{point}:{passes}" for point in rest[1:]]


def main(program, fake):
    points = listed(program)
    if not points:
        print("no crash points in this build")
        return 77
    want, _ = game(program, fake, [])
    walked = set()
    wrong = 0
    orders = [order(points, number, passes) for number, passes in enumerate(PASSES)]
    for number in range(len(PASSES) + 1):
        left = [f"{point}:1" for point in points if point not in walked and point not in ELSEWHERE]
        if number == len(PASSES) and not left:
            break  # a third game is for those that have been missed
        got, crashed = game(program, fake, (orders + [left])[number])
        walked.update(point.split(":")[0] for point in crashed)
        bad = differences(want, got)
        wrong += len(bad)
        print(f"{len(crashed)} crashes in a game", *bad, sep="\n  ", flush=True)
    ended = [teams(program, fake, [f"outbox.order_ended:{n}"]) for n in (1, 2)]
    missing = set(points) - walked - set(ELSEWHERE)
    print(f"{len(walked)} points, {wrong} wrong, never reached: {sorted(missing)}, rooms {ended}")
    return 1 if wrong or missing or not all(ended) else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main(*sys.argv[1:]))
