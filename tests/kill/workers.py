#!/usr/bin/env python3
"""Three workers share one database, with games on the Discord and the Matrix for tests and in the
playground, behind a balancer. While people play, whoever has the store is killed, stopped past its
lease, cut off from the database, drained, by dice; those who stand by are killed too and come
again. Everybody must have been told exactly what an undisturbed game tells, each journal must say
what they did, and another worker must be there in time.

postgres.py workers.py DEADDROP FAKE-DISCORD FAKE-MATRIX [--times N] [--seed N]"""

import argparse
import collections
import concurrent.futures
import contextlib
import os
import pathlib
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse

import walk
from four_games import GAMES, INTERCEPTOR, SEED
from game import Table
from on_discord import Discord
from on_matrix import Matrix
from playground import Gone, Server, database, free_port
from balancer import Balancer
from postgres_proxy import Proxy
from walk import Play, differences, wait
from walk_crash_points import Game

NAMES = ("ana", "ben", "cid")
KILLED_S = 10  # until another plays, by what was done
DRAINED_S, DRAINED_BUSY_S = 1, 6  # as a rule, and on a machine that has much else to do
STOPPED_S = 10
PLAY_S = 30
ENDS_S = 5  # one that goes on after its lease
LOOK_S, STOOD_S = 0.05, 1
KNOWN_S = 2  # that there are others, to whoever has the store
TAKEN_OVER = 75
LATER = 75


class Watch:
    """How long this machine itself has stood still: what waits then is not to blame."""

    def __init__(self):
        self.stood_s = 0
        threading.Thread(target=self.looks, daemon=True).start()

    def looks(self):
        last = time.monotonic()
        while True:
            time.sleep(LOOK_S)
            now = time.monotonic()
            if now - last > STOOD_S:
                self.stood_s += now - last
            last = now


class Worker:
    """One process of them, with a folder of its own."""

    def __init__(self, program, name, folder, config, url, environment, proxy):
        self.program = program
        self.name = name
        self.folder = folder / name
        self.folder.mkdir()
        self.port = free_port()
        self.log = self.folder / "log"
        self.config = self.folder / "deaddrop.ini"
        self.config.write_text(
            f"[store]\nworker = {name}\npath = {self.folder}/deaddrop.db\n"
            f"[web]\nport = {self.port}\nurl = {url}\nnewcomers = open\n"
            f"[metrics]\nenabled = no\n{config}", encoding="utf-8")
        self.environment = environment
        self.proxy = proxy
        self.process = None
        self.is_stopped = False
        self.allowed = ()  # how it may end
        self.life = 0

    def start(self):
        with open(self.log, "ab") as log:
            self.life = log.tell()
            self.process = subprocess.Popen([self.program, "run", "--config", self.config],
                                            env=self.environment, stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log)
        self.is_stopped = False
        self.allowed = ()

    def says(self, event):
        with open(self.log, "rb") as log:
            log.seek(self.life)
            return f"event={event}".encode() in log.read()

    def plays(self):
        return self.process.poll() is None and not self.is_stopped and self.says("run.ready")

    def is_there(self):
        return self.plays() or self.says("worker.stands_by")

    def send(self, number, *allowed):
        self.allowed = allowed
        self.process.send_signal(number)

    def tail(self):
        return f"{self.name}:\n" + self.log.read_text(encoding="utf-8")[-2500:]


class Workers:
    """All of them; for walk.Play they are the one bot."""

    MAKE = Worker

    def __init__(self, program, folder, config, deal, dice):
        self.program = program
        self.folder = folder
        self.dice = dice
        self.crashed = []
        self.points = []
        self.lock = threading.RLock()
        self.environment = {name: value for name, value in os.environ.items()
                            if name in ("PATH", "HOME") or name.endswith("SAN_OPTIONS")}
        self.environment.update(DEADDROP_PINNED_SEED=SEED, SSL_CERT_FILE=os.devnull, **database())
        if deal:
            self.environment["DEADDROP_PINNED_DEAL"] = deal
        self.balancer = Balancer([])
        url = f"http://127.0.0.1:{self.balancer.port}"
        self.all = [self.MAKE(program, name, folder, config, url, *self.way(name))
                    for name in NAMES]
        self.balancer.backs = [worker.port for worker in self.all]
        self.took = collections.defaultdict(list)
        self.watch = Watch()

    def way(self, name):
        """The environment of a worker and its way to the database."""
        url = self.environment["DEADDROP_STORE_URL"]
        server = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["host"][0]
        proxy = Proxy(str(self.folder / f"to-{name}"), server)
        return {**self.environment, "DEADDROP_STORE_URL": url.replace(server, proxy.folder)}, proxy

    # as walk.Bot

    def start(self, _=None):
        for worker in self.all:
            worker.start()

    def arm(self):
        """Nothing: whatever happens happens by itself."""

    def look(self):
        """Whoever has ended as they should is started again."""
        with self.lock:
            for worker in self.all:
                code = worker.process.poll()
                if code is not None:
                    assert code in worker.allowed, f"{code} not in {worker.allowed}\n{self.tail()}"
                    worker.start()

    def tail(self):
        return "\n".join(worker.tail() for worker in self.all)

    def holder(self):
        return next((worker for worker in self.all if worker.plays()), None)

    def up(self):
        self.look()
        return self.holder() is not None

    def kill(self):
        for worker in self.all:
            if worker.process is not None and worker.process.poll() is None:
                worker.process.kill()
                worker.process.wait()
            worker.proxy.close()
        self.balancer.close()

    def end(self, _=None):
        """A soft end of all, those who stand by first."""
        wait("all workers", lambda: self.up() and all(worker.is_there() for worker in self.all))
        with self.lock:
            for worker in sorted(self.all, key=Worker.plays):
                worker.process.terminate()
                code = worker.process.wait(PLAY_S)
                assert code == 0, f"{worker.name} ended with {code}\n{self.tail()}"

    def psql(self, sql):
        url = self.environment["DEADDROP_STORE_URL"]
        done = subprocess.run(["psql", url, "-qAtc", sql], capture_output=True, text=True,
                              check=False)
        return done.stdout.strip()

    # trouble

    def followed(self, what, old, limit_s, since):
        """Until another one plays; how long it took."""
        def other():
            holder = self.holder()
            return holder is not None and holder is not old
        stood_s = self.watch.stood_s
        try:
            wait(f"another worker after {what} of {old.name}", other, PLAY_S)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.tail()}\n" + self.psql(
                "SELECT * FROM lease; SELECT pid, state, wait_event_type, wait_event, state_change,"
                " query FROM pg_stat_activity; SELECT pid, granted, classid, objid FROM pg_locks "
                "WHERE locktype = 'advisory'")) from error
        took = time.monotonic() - since - (self.watch.stood_s - stood_s)
        self.took[what].append(took)
        assert took <= limit_s, f"{what}: {took:.2f} s until another played\n{self.tail()}"

    def killed(self, holder):
        since = time.monotonic()
        holder.send(signal.SIGKILL, -signal.SIGKILL)
        holder.process.wait()
        self.followed("kill", holder, KILLED_S, since)

    def drained(self, holder):
        holder.send(signal.SIGTERM, 0)
        assert holder.process.wait(PLAY_S) == 0, self.tail()
        self.followed("drain", holder, DRAINED_BUSY_S, time.monotonic())

    def stopped(self, holder):
        """Past its lease; when it goes on it ends, and has written nothing."""
        since = time.monotonic()
        holder.is_stopped = True
        holder.send(signal.SIGSTOP, TAKEN_OVER)
        self.followed("stop", holder, STOPPED_S, since)
        time.sleep(self.dice.uniform(0, 1))
        holder.send(signal.SIGCONT, TAKEN_OVER)
        assert holder.process.wait(ENDS_S) == TAKEN_OVER, self.tail()
        assert holder.says("store.taken_over"), self.tail()

    def cut(self, holder):
        """Off the database, past its lease: it ends by itself, and what comes late is not taken."""
        wait("all workers", lambda: all(worker.is_there() for worker in self.all))
        time.sleep(KNOWN_S)
        since = time.monotonic()
        holder.allowed = (TAKEN_OVER,)
        holder.is_stopped = True
        holder.proxy.is_cut = True
        self.followed("cut", holder, STOPPED_S, since)
        assert holder.process.wait(ENDS_S) == TAKEN_OVER, self.tail()
        holder.proxy.is_cut = False

    def paused(self, holder):
        """Within its lease: it goes on as if nothing had been."""
        holder.is_stopped = True
        holder.process.send_signal(signal.SIGSTOP)
        time.sleep(self.dice.uniform(0.1, 3))
        holder.process.send_signal(signal.SIGCONT)
        holder.is_stopped = False

    def others_killed(self, holder):
        """Those who stand by come and go."""
        for worker in self.all:
            if worker is not holder and worker.process.poll() is None:
                worker.send(signal.SIGKILL, -signal.SIGKILL)
                worker.process.wait()

    def twice(self, holder):
        """Whoever has just followed is killed too."""
        self.killed(holder)
        self.killed(self.holder())

    TROUBLE = (killed, drained, stopped, cut, paused, others_killed, twice)

    def trouble(self, over):
        """Until over() says so; how often."""
        count = 0
        while not over():
            time.sleep(self.dice.uniform(0, 1.5))
            with self.lock:
                self.look()
                holder = self.holder()
                if holder is None:
                    continue
                what = self.dice.choice(self.TROUBLE)
                what(self, holder)
                count += 1
                self.look()
        return count

    # what is in the store

    def copied(self):
        """A copy of the store as a file; all have ended."""
        path = self.folder / "copy.db"
        done = subprocess.run([self.program, "copy", self.environment["DEADDROP_STORE_URL"], path],
                              env={"PATH": os.environ["PATH"]}, capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0, done.stderr
        return path


class Shared:
    """A platform's own view of the workers: the journal of its table, out of the copy."""

    def __init__(self, workers, platform):
        self.workers = workers
        self.platform = platform
        self.crashed = workers.crashed
        self.points = workers.points

    def __getattr__(self, name):
        return getattr(self.workers, name)

    def start(self, _=None):
        """They run already."""

    def moves(self):
        return self.moves_in(self.workers.folder / "copy.db")

    def moves_in(self, path):
        with contextlib.closing(sqlite3.connect(path)) as store:
            (table,), *more = store.execute("SELECT id FROM tables WHERE room LIKE ?",
                                            (f"{self.platform}/%",)).fetchall()
            assert not more, "one table on each platform"
            words = {digest: walk.SALT.sub("", text) for digest, text in store.execute(
                "SELECT digest, words FROM words WHERE table_id = ?", (table,))}
            rows = store.execute("SELECT line FROM journal WHERE table_id = ? ORDER BY step",
                                 (table,))
            lines = [row.split(" ", 2)[2] for (row,) in rows]
        lines = map(lambda line: walk.BEGUN.sub("start ", walk.RIGHTS.sub(r"\1 ", line)), lines)
        return [walk.IDS.sub("#", walk.DIGEST.sub(lambda found: words.get(found[1], found[0]),
                                                  line))
                for line in lines if not line.startswith("house ")]


class SharedDiscord(Discord):
    """Four shards, as one process has them in turn. What comes in a session that is not stored yet
    nobody can ask for again."""

    workers = None

    def __init__(self, program):
        super().__init__(program)
        self.ask("knobs", shards=4, max_concurrency=4, identify_each_ms=200)

    def ready(self):
        links = [link for link in self.ask("state")["links"] if not link["ended"]]
        return self.workers.up() and sum(bool(link.get("session")) for link in links) >= 4 and \
            self.workers.psql("SELECT count(*) FROM adapter WHERE adapter = 'discord' AND key "
                              "LIKE '%shard/%'") == "4"


class SharedMatrix(Matrix):
    """Its store is asked by SQL."""

    workers = None

    def hears(self):
        return self.workers.up() and \
            self.workers.psql("SELECT 1 FROM adapter WHERE key = 'sync'") == "1"


class Front:
    """The workers as people at browsers see them, for game.Table."""

    def __init__(self, workers):
        self.workers = workers
        self.port = workers.balancer.port
        self.folder = str(workers.folder)

    def wait(self):
        wait("the playground", lambda: self.workers.balancer.playing, PLAY_S)

    def log(self):
        return self.workers.tail()

    def post(self, *words):
        try:
            return Server.post(self, *words)
        except urllib.error.HTTPError as error:
            if error.code == 503:  # it has just begun to stand by
                raise Gone(str(error)) from error
            raise


def browsers(workers):
    """A game in the playground, but for its end."""
    table = Table(Front(workers), lambda _: None)
    table.sit()
    table.start()
    table.rounds()
    table.see("the Journalists win")
    return table


def once(programs, game, dice, wants):
    """A game on each platform at once, with trouble all the while."""
    deaddrop, discord, matrix = programs
    with tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        folder = pathlib.Path(name)
        platforms = {"discord": SharedDiscord(discord), "matrix": SharedMatrix(matrix)}
        config = "".join(platform.config(folder) for platform in platforms.values())
        workers = Workers(deaddrop, folder, config, game.deal, dice)
        for platform in platforms.values():
            platform.workers = workers
        try:
            return played(workers, platforms, game, wants)
        finally:
            workers.kill()
            for platform in platforms.values():
                platform.end()


def there(workers, plays):
    """Until all platforms have a worker again."""
    wait("a worker", workers.up)
    for play in plays.values():
        play.until("a worker", play.platform.ready)


def played(workers, platforms, game, wants):
    """How often there was trouble, what was wrong, how long it took until another played."""
    workers.start()
    wait("a worker", workers.up)
    plays = {name: Play(platform, Shared(workers, name), game)
             for name, platform in platforms.items()}
    with concurrent.futures.ThreadPoolExecutor(len(plays) + 1) as pool:
        games = [pool.submit(play.play) for play in plays.values()]
        if game is INTERCEPTOR:
            games.append(pool.submit(browsers, workers))
        count = workers.trouble(lambda: all(one.done() for one in games))
        results = [one.result() for one in games]
    there(workers, plays)
    wrong = []
    if game is INTERCEPTOR:
        table = results[-1]
        table.settle(lambda: [person.connect() for person in table.people])
        wrong += [f"playground: {line}" for line in differences(wants["web"], table.told())]
    for platform in platforms.values():
        platform.look()
    workers.end()
    workers.start()
    there(workers, plays)
    time.sleep(1)  # nothing may still be on its way
    workers.end()
    workers.copied()
    for name, play in plays.items():
        wrong += [f"{name}: {line}" for line in differences(wants[name, game.name], play.told())]
    return count, wrong, workers.took


def main(words):
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs=3)
    parser.add_argument("--times", type=int, default=12)
    parser.add_argument("--seed", type=int, default=20261128)
    chosen = parser.parse_args(words)
    dice = random.Random(chosen.seed)
    deaddrop, discord, matrix = chosen.programs
    environment = os.environ.pop("DD_POSTGRES")
    wants = {"web": Game(deaddrop).play()}
    count = number = failed = 0
    took = collections.defaultdict(list)
    while count < chosen.times:
        game = GAMES[number % len(GAMES)]
        for name, make in ("discord", lambda: Discord(discord)), ("matrix",
                                                                  lambda: Matrix(matrix)):
            if (name, game.name) not in wants:
                wants[name, game.name] = walk.played(deaddrop, make, game, [])[0]
        os.environ["DD_POSTGRES"] = environment
        more, wrong, times = once(chosen.programs, game, dice, wants)
        del os.environ["DD_POSTGRES"]
        count += more
        number += 1
        failed += len(wrong)
        for what, seconds in times.items():
            took[what] += seconds
        print(f"{game.name}: {more} times", *wrong, sep="\n  ", flush=True)
    print(f"seed {chosen.seed}: {number} rounds, {count} times, {failed} wrong")
    for what, seconds in sorted(took.items()):
        print(f"  {len(seconds)} times {what}: another worker played after "
              f"{statistics.median(seconds):.2f} s, at most {max(seconds):.2f} s")
    slow = statistics.median(took["drain"] or [0]) > DRAINED_S
    return 1 if failed or slow else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main(sys.argv[1:]))
