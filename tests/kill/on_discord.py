#!/usr/bin/env python3
"""Walks the crash points with Discord in play: four people play Interceptor on the Discord for
tests, and in each of its lives the program ends at another point. Everybody must have been told
exactly what an undisturbed game tells, nothing twice, nothing missing. Then teams get their
threads, each one and no more, whatever the program ended in.

on_discord.py DEADDROP FAKE-DISCORD"""

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
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.fake.secret-token-of-a-test"
NAMES = ("Ana", "Ben", "Cy", "Dee")
PASSES = (1, 3)  # at which a point ends the program, a game each
# Points that such a game does not come by: why.
ELSEWHERE = {
    "store.events_sorted": "comes with 50,000 heard events",
    "store.after_checkpoint": "comes in a longer life of the program: walk_crash_points.py",
    "outbox.order_ended": "comes with a team's own thread, which are looked at apart",
    **{f"matrix.{point}": "comes on Matrix: on_matrix.py"
       for point in ("signed_in", "received", "room_made", "answered")},
    "item.parked": "comes when somebody acts at a table that is not in memory yet",
}
# Lines that come or not, depending on when the program was away.
PASSING = re.compile(r"I was away|cannot reach .* in private|^Allow private messages|"
                     r"^I am about to restart|^Try again in a minute|All deadlines moved by")
PLACES = re.compile(r"\b[0-9a-f]{64}\b|\d{15,}|<t:\d+:\w>|t\d+\.(\d+|-)\.")


def wait(what, condition, limit_s=WAIT_S):
    """The first true value of the condition."""
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"not within {limit_s} s: {what}")


class Discord:
    """The fake: a server with a channel and four people."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "--token", TOKEN], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.about = json.loads(self.process.stdout.readline())
        self.ask("knobs", bucket_limit=0, global_per_s=0, session_ms=600000)
        self.guild = self.ask("guild", name="Den")
        self.channel = self.ask("channel", guild=self.guild, name="den")
        self.people = {name: self.ask("person", name=name) for name in NAMES}
        self.direct = {}
        for name, person in self.people.items():
            self.ask("join", guild=self.guild, user=person)
            self.direct[name] = self.ask("dm", user=person)

    def order(self, act, **members):
        request = urllib.request.Request(f"{self.about['control']}/{act}",
                                         json.dumps(members).encode(), method="POST")
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def ask(self, act, **members):
        answer = self.order(act, **members)
        assert answer["ok"], f"{act} {members}: {answer['why']}"
        return answer.get("is", answer.get("id"))

    def saw(self, name):
        return self.ask("saw", user=self.people[name])

    def texts(self, name):
        return [sight["text"] for sight in self.saw(name)]

    def button(self, name, label):
        """(message, custom_id) of the newest button so labelled that they can see."""
        for sight in reversed(self.ask("sees", user=self.people[name])):
            for row in sight["json"].get("components", []):
                for control in row.get("components", []):
                    if control.get("label") == label and not control.get("disabled"):
                        return sight["message"], control["custom_id"]
        return None

    def connected(self):
        links = self.ask("state")["links"]
        return links and not links[-1]["ended"] and links[-1].get("session")

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(WAIT_S) == 0, "fake-discord ends in order"


class Bot:
    """deaddrop on it; armed with points, one for each life."""

    def __init__(self, program, folder, discord, points):
        self.program = program
        self.discord = discord
        self.points = list(points)
        self.log = folder / "log"
        self.config = folder / "deaddrop.ini"
        self.crashed = []
        token = folder / "token"
        token.write_text(TOKEN, encoding="utf-8")
        token.chmod(0o600)
        self.config.write_text(
            f"[store]\npath = {folder}/deaddrop.db\n[web]\nenabled = no\n[discord]\n"
            f"token_file = {token}\napi_base = {discord.about['api'].removesuffix('/api')}\n"
            "pictures = no\n",
            encoding="utf-8")
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
        wait("to be connected", self.discord.connected)
        self.process.terminate()
        code = self.process.wait(WAIT_S)
        return code


class Game:
    """Four people at a table of Discord's; each act is made once, and waited for."""

    def __init__(self, discord, bot):
        self.discord = discord
        self.bot = bot

    def until(self, what, condition):
        def looked():
            self.bot.look()
            return condition()
        try:
            return wait(what, looked)
        except AssertionError as error:
            raise AssertionError(f"{error} after {self.bot.crashed}\n{self.bot.tail()}") from error

    def count(self, name, words):
        return sum(words in text for text in self.discord.texts(name))

    def brings(self, act, name, words):
        """Does it in a life of its own, and waits until they see this once more."""
        before = self.count(name, words)
        self.bot.arm()
        self.until("the program's connection", self.discord.connected)
        act()
        self.until(f"{name} sees {words!r}", lambda: self.count(name, words) > before)

    def command(self, name, command):
        def opened():
            return self.discord.order("slash", user=self.discord.people[name],
                                      channel=self.discord.channel, command=command).get("id")
        return self.until(f"/{command}", opened)

    def press(self, name, label):
        message, control = self.until(label, lambda: self.discord.button(name, label))
        self.discord.ask("press", user=self.discord.people[name], message=message,
                         custom_id=control)

    def write(self, name, text):
        """In private; a call in the channel, to the bot, which hears nothing else there."""
        call = text.startswith("Interceptor!")
        place = self.discord.channel if call else self.discord.direct[name]
        self.discord.ask("say", user=self.discord.people[name], channel=place,
                         text=f"<@{self.discord.about['bot']}> {text}" if call else text)

    def gather(self, game):
        self.bot.start()
        self.brings(lambda: self.command("Ana", game), "Dee", "opens a table")
        for name in NAMES:
            self.brings(lambda name=name: self.press(name, "Join"), "Ana", f"{name} sits down")
            self.until("a private way", lambda name=name: self.count(name, "You are in."))
        self.bot.arm()
        self.until("the program's connection", self.discord.connected)
        while not self.count("Dee", "The game begins"):
            before = self.count("Ana", "in private yet")
            self.press("Ana", "Start")
            self.until("the start", lambda b=before: self.count("Dee", "The game begins") or
                       self.count("Ana", "in private yet") > b)

    def seats(self):
        line = next(text for text in self.discord.texts("Ana") if "The game begins" in text)
        return re.findall("|".join(NAMES), line[line.index("The game begins"):])

    def play(self):
        oa, ja, ob, jb = self.seats()
        for name, text, reader, words in (
                (oa, "signals documents: word honestly money: ends with ?", ob, "honestly"),
                (ob, "confirm", oa, "confirms"),
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
        names = re.compile("|".join(NAMES))
        told = Counter()
        for name in NAMES:
            for sight in self.discord.saw(name):
                board = "custom_id" in json.dumps(sight["json"]) and sight["kind"] == "message"
                if board or not sight["json"]["author"].get("bot"):
                    continue
                kind = "all" if sight["kind"] == "message" else "alone"
                text = PLACES.sub("#", sight["text"])
                text = re.sub(r"^\w+ opens a table", "<host> opens a table", text)
                text = "\n".join(line for line in text.split("\n") if not PASSING.search(line))
                text = names.sub(lambda m: f"<{seats.index(m.group())}>", text).strip()
                if text and text not in ("Done.", "I have written to you directly."):
                    told[(f"<{seats.index(name)}>", kind, text)] += 1
        return told


def listed(program):
    done = subprocess.run([program, "--crash-points"], capture_output=True, text=True, check=False)
    return [line.split()[0] for line in done.stdout.splitlines() if line.strip()]


def game(program, fake, points):
    """What was told, and where the program ended."""
    with tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        discord = Discord(fake)
        bot = Bot(program, pathlib.Path(name), discord, points)
        try:
            play = Game(discord, bot)
            play.gather("interceptor")
            play.play()
            assert bot.end() == 0, bot.tail()
            return play.told(), bot.crashed
        finally:
            bot.kill()
            discord.end()


def welcomes(discord):
    """(thread, message) of what teams are told in theirs; who encrypts is let in later."""
    return {(sight["channel"], sight["message"]) for name in NAMES for sight in discord.saw(name)
            if "This room belongs to" in sight["text"]}


def teams(program, fake, points):
    """Each team of Decrypto has one thread."""
    with tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        discord = Discord(fake)
        bot = Bot(program, pathlib.Path(name), discord, [None] * 5 + points)
        try:
            play = Game(discord, bot)
            play.gather("decrypto")
            play.until("both welcomes", lambda: len(welcomes(discord)) == 2)
            assert bot.end() == 0, bot.tail()
            rooms = [room for room, _ in welcomes(discord)]
            assert len(rooms) == 2 and len(set(rooms)) == 2, (points, rooms)
            return bot.crashed
        finally:
            bot.kill()
            discord.end()


def differences(want, got):
    return [f"missing {n}: {line}" for line, n in (want - got).items()] + \
           [f"too much {n}: {line}" for line, n in (got - want).items()]


def main(program, fake):
    points = listed(program)
    if not points:
        print("no crash points in this build")
        return 77
    want, _ = game(program, fake, [])
    walked = set()
    wrong = 0
    for number, passes in enumerate(PASSES):
        start = number * len(points) // len(PASSES)
        order = [f"{point}:{passes}" for point in points[start:] + points[:start]
                 if point not in ELSEWHERE]
        got, crashed = game(program, fake, order)
        walked.update(point.split(":")[0] for point in crashed)
        bad = differences(want, got)
        wrong += len(bad)
        print(f"{len(crashed)} crashes in a game", *bad, sep="\n  ", flush=True)
    ended = [teams(program, fake, [f"outbox.order_ended:{n}"]) for n in (1, 2)]
    missing = set(points) - walked - set(ELSEWHERE)
    print(f"{len(walked)} points, {wrong} wrong, never reached: {sorted(missing)}, threads {ended}")
    return 1 if wrong or missing or not all(ended) else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main(*sys.argv[1:]))
