"""What on_discord.py and on_matrix.py share: the program as a process that is armed with crash
points, people at a platform for tests who play it, and what everybody was told of a game. A
platform is a class with the members that Platform names."""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import urllib.parse
from collections import Counter

from four_games import JOIN, NAMES, OPEN, SAY, SECRETS, SEED, START

WAIT_S = 60
BESIDE = 4  # games at once: each waits more than it works
CRASHED = 99
BUSY = 75  # a process that had just been made holds the store's lock for a moment still
FEW_TABLES = "[bot]\ntables_in_memory = 16\n"
DEFERRED = "item.deferred"  # passed when somebody acts at a table that is not in memory
LONG = "store.after_checkpoint"  # passed when one life has written much
CROWDED = (DEFERRED, LONG)
# Points of the Matrix adapter where rooms are encrypted: on_matrix_encrypted.py.
ENCRYPTION = tuple(f"matrix.{point}" for point in (
    "keys_uploaded", "keys_claimed", "keys_stored", "keys_sent", "keys_came", "encrypted",
    "sealed"))
AGAIN = 4  # more games for points that one has missed: whether it passes them is up to its timing
DIGEST = re.compile(r"~([0-9a-f]{32})")
SALT = re.compile(r"^[0-9a-f]{32}")
IDS = re.compile(r"[0-9a-f]{12,}|\d{6,}|(?<=\"event\":\")[^\"]+")
# Who moderates: on Matrix not known before the room's powers have been read.
RIGHTS = re.compile(r"^(\S+)! ")
# By who asked for it, or by the house, which had to wait for somebody to be reached in private.
BEGUN = re.compile(r"^(house|\d+) start ")


def wait(what, condition, limit_s=WAIT_S):
    """The first true value of the condition."""
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"not within {limit_s} s: {what}")


class Platform:
    """A platform for tests: a process that is told by a line of JSON a request what to do."""

    points_early = ()  # (point, pass): for the first lives, whatever the game

    def __init__(self, program, secret):
        self.process = subprocess.Popen([program, "--token", secret, *self.arguments()],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.about = json.loads(self.process.stdout.readline())
        self.control = urllib.parse.urlsplit(self.about["control"])
        self.line = http.client.HTTPConnection(self.control.netloc)

    def arguments(self):
        """More of them, for the platform's process."""
        return ()

    def order(self, act, **members):
        self.line.request("POST", f"{self.control.path}/{act}", json.dumps(members).encode())
        with self.line.getresponse() as answer:
            return json.load(answer)

    def ask(self, act, **members):
        answer = self.order(act, **members)
        assert answer["ok"], f"{act} {members}: {answer.get('why')}"
        return answer.get("is", answer.get("id"))

    def end(self):
        self.line.close()
        self.process.stdin.close()
        assert self.process.wait(WAIT_S) == 0, "the platform ends in order"

    # What each platform has of its own:
    #   config(folder)        the part of the config that is about it
    #   look()                called again and again while something is waited for
    #   ready()               is the bot there?
    #   texts(name)           all that they could ever read of the bot's
    #   lasting(name)         (kind, text) of what counts of that, without what differs in each run
    #   open join start say tell (play, name, text)


class Bot:
    """deaddrop on a platform; armed with points, one for each life."""

    def __init__(self, program, folder, config, points, deal):
        self.program = program
        self.points = list(points)
        self.folder = folder
        self.log = folder / "log"
        self.config = folder / "deaddrop.ini"
        self.crashed = []
        self.config.write_text(f"[store]\npath = {folder}/deaddrop.db\n[web]\nenabled = no\n"
                               f"[metrics]\nenabled = no\n{config}", encoding="utf-8")
        self.pinned = {"DEADDROP_PINNED_SEED": SEED}
        if deal:
            self.pinned["DEADDROP_PINNED_DEAL"] = deal
        self.process = None
        self.point = None
        self.life = 0  # where what this life says begins in the log

    def start(self, point=None):
        environment = {name: value for name, value in os.environ.items()
                       if name in ("PATH", "HOME", "DEADDROP_STORE_KEY") or
                       name.endswith("SAN_OPTIONS")}
        environment.update(self.pinned)
        environment["SSL_CERT_FILE"] = os.devnull  # nothing here has TLS; reading them takes time
        self.point = point
        if point:
            environment["DEADDROP_CRASH_AT"] = point
        with open(self.log, "ab") as log:
            self.life = log.tell()
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
        if code == BUSY and self.crashed:
            self.start(self.point)  # as whatever supervises it does
            return
        assert code == CRASHED and self.point, f"{self.point}: {code}\n{self.tail()}"
        self.crashed.append(self.point)
        self.start()

    def tail(self):
        return self.log.read_text(encoding="utf-8")[-3000:]

    def up(self):
        """Has it begun? What a platform knows of it may be of its life before."""
        self.look()
        with open(self.log, "rb") as log:
            log.seek(self.life)
            return b"event=run.ready" in log.read()

    def end(self, platform):
        """A soft end, also where it meets its point on the way there."""
        code = None
        while code != 0:
            wait("the bot", lambda: self.up() and platform.ready())
            self.process.terminate()
            code = self.process.wait(WAIT_S)
            assert code == 0 or (code == CRASHED and self.point), f"{code}\n{self.tail()}"

    def plain(self):
        """The store; where it is sealed, a copy that the program has opened by its old key."""
        key = os.environ.get("DEADDROP_STORE_KEY")
        store = self.folder / "deaddrop.db"
        if not key:
            return store
        copy = self.folder / "plain.db"
        for ending in ("", "-wal"):
            if os.path.exists(f"{store}{ending}"):
                shutil.copy(f"{store}{ending}", f"{copy}{ending}")
        environment = {"PATH": os.environ["PATH"], "DEADDROP_STORE_PATH": str(copy),
                       "DEADDROP_STORE_OLD_KEY": key, "DEADDROP_WEB_PORT": "0"}
        with subprocess.Popen([self.program, "run"], env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as opening:
            assert opening.stdout.readline()
            opening.terminate()
        return copy

    def moves(self):
        """What people did at the table, in order, by the journal on disk, with their words in place
        of digests."""
        with contextlib.closing(sqlite3.connect(self.plain())) as store:
            words = {digest: SALT.sub("", text) for digest, text in
                     store.execute("SELECT digest, words FROM words WHERE table_id = 1")}
            rows = store.execute("SELECT line FROM journal WHERE table_id = 1 ORDER BY step")
            lines = [row.split(" ", 2)[2] for (row,) in rows]
        return [IDS.sub("#", DIGEST.sub(lambda found: words.get(found[1], found[0]), line))
                for line in map(lambda line: BEGUN.sub("start ", RIGHTS.sub(r"\1 ", line)), lines)
                if not line.startswith("house ")]


class Play:
    """People at a table; each act is made once, and waited for."""

    def __init__(self, platform, bot, game, crowded=False):
        self.platform = platform
        self.bot = bot
        self.game = game
        self.crowded = crowded  # so many other tables that this one leaves memory

    def until(self, what, condition):
        def looked():
            self.bot.look()
            self.platform.look()
            return condition()
        try:
            return wait(what, looked)
        except AssertionError as error:
            raise AssertionError(f"{self.game.name} on {type(self.platform).__name__}: {error} "
                                 f"after {self.bot.crashed}\n"
                                 f"{self.bot.tail()}") from error

    def count(self, name, words):
        return sum(words in text for text in self.platform.texts(name))

    def brings(self, act, name, words):
        """Does it in a life of its own, and waits until they see this once more."""
        before = self.count(name, words)
        self.bot.arm()
        self.until("the bot", self.platform.ready)
        act()
        self.until(f"{name} sees {words!r}", lambda: self.count(name, words) > before)

    def act(self, act):
        do = getattr(self.platform, act.how)
        self.brings(lambda: do(self, act.who, act.text), act.reader, act.words)
        if act.how == JOIN:
            self.until("a private way", lambda: self.count(act.who, "You're in."))

    def begin(self, act):
        """Starts once, whether or not all have been reached in private: it waits for them."""
        begun = self.count(act.reader, act.words)
        self.bot.arm()
        self.until("the bot", self.platform.ready)
        self.platform.start(self, act.who, act.text)
        self.until("the start", lambda: self.count(act.reader, act.words) > begun)
        if self.crowded:
            self.platform.crowd(self)

    def secrets(self, secrets):
        """These words have been read by whose they are, and by nobody else."""
        for words, people in secrets:
            for name in NAMES:
                if name[0] in people:
                    self.until(f"{name} reads {words!r}", lambda n=name, w=words: self.count(n, w))
                else:
                    assert not self.count(name, words), f"{name} has read {words!r}"

    def gather(self):
        self.bot.start(self.bot.points.pop(0) if self.platform.points_early and self.bot.points
                       else None)
        self.until("the bot", self.platform.ready)
        for act in self.game.acts:
            if act.how in (OPEN, JOIN):
                self.act(act)
            elif act.how == START:
                self.begin(act)

    def play(self):
        secrets = list(self.game.secrets)
        self.gather()
        for act in self.game.acts:
            if act.how == SECRETS:
                self.secrets(secrets.pop(0))
            elif act.how not in (OPEN, JOIN, START):
                self.act(act)

    def told(self):
        """What each was told, and what they did: equal for equal games."""
        told = Counter((name, kind, text) for name in NAMES
                       for kind, text in self.platform.lasting(name))
        told.update(("the journal", number, line) for number, line in enumerate(self.bot.moves()))
        return told


def call(text):
    """Is it said as it stands, without a word that says to whom?"""
    return text.startswith("Interceptor!")


def listed(program):
    done = subprocess.run([program, "--crash-points"], capture_output=True, text=True, check=False)
    return [line.split()[0] for line in done.stdout.splitlines() if line.strip()]


def played(program, make, game, points, done=None, crowded=False):
    """What was told in a game, and where the program ended. done(play): in place of a whole game.
    """
    with tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        folder = pathlib.Path(name)
        platform = make()
        config = platform.config(folder) + (FEW_TABLES if crowded else "")
        bot = Bot(program, folder, config, points, game.deal)
        try:
            play = Play(platform, bot, game, crowded)
            if done is not None:
                return done(play), bot.crashed
            play.play()
            bot.end(platform)
            platform.settle(bot)
            return play.told(), bot.crashed
        finally:
            bot.kill()
            platform.end()


def differences(want, got):
    return [f"missing {n}: {line}" for line, n in (want - got).items()] + \
           [f"too much {n}: {line}" for line, n in (got - want).items()]


class Walk:
    """A game, undisturbed and then with every point."""

    def __init__(self, program, make, game, points, orders):
        self.program = program
        self.make = make
        self.game = game
        self.points = points  # that there are, and are to be met in it
        self.orders = orders  # points with passes, a list for each time it is played
        self.walked = set()
        self.wrong = []
        self.lines = []

    def once(self, want, points):
        crowded = any(point and point.startswith(CROWDED) for point in points)
        got, crashed = played(self.program, self.make, self.game, points, crowded=crowded)
        self.walked.update(point.split(":")[0] for point in crashed)
        bad = differences(want, got)
        self.wrong += bad
        self.lines += [f"{self.game.name}: {len(crashed)} crashes in a game", *bad]

    def missing(self):
        return [point for point in self.points if point not in self.walked]

    def run(self):
        want, _ = played(self.program, self.make, self.game, [])
        for points in self.orders:
            self.once(want, points)
        for _ in range(AGAIN):  # other games are for those that have been missed
            if self.missing() == [DEFERRED]:
                self.once(want, self.orders[-1])
            elif self.missing():
                self.once(want, [f"{point}:1" for point in self.missing()])
        self.lines.append(f"{self.game.name}: {len(self.walked)} points, {len(self.wrong)} wrong, "
                          f"never reached: {self.missing()}")
        return self


def walk(walks, others):
    """All of it, so many games beside each other. others: functions that return (what, is it
    good). Whether all is good."""
    good = True
    with concurrent.futures.ThreadPoolExecutor(BESIDE) as pool:
        runs = pool.map(lambda one: one.run(), walks)
        ends = pool.map(lambda other: other(), others)  # as soon as there is room
        for one in runs:
            print(*one.lines, sep="\n  ", flush=True)
            good = good and not one.wrong and not one.missing()
        for what, fine in ends:
            print(what, flush=True)
            good = good and fine
    return good
