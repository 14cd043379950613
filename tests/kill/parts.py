#!/usr/bin/env python3
"""A house in four parts, on one database, played by three workers side by side: games in servers of
all four shards of the Discord for tests, on the Matrix for tests and in the playground, behind a
balancer that leads each connection to any of them. While people play, workers and single processes
of theirs are killed, stopped past their leases, cut off from the database, drained and started
again, by dice. Everybody must have been told exactly what an undisturbed game tells, each journal
must say what they did, and all parts must be played again in time.

postgres.py parts.py DEADDROP FAKE-DISCORD FAKE-MATRIX [--times N] [--seed N]"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import walk
import workers
from balancer import Balancer
from four_games import GAMES, INTERCEPTOR, NAMES
from on_discord import Discord
from on_matrix import Matrix
from playground import database
from walk import Play, differences, wait
from walk_crash_points import Game
from workers import Front, Shared, Workers

PARTS = 4
KILLED_S, STOPPED_S = 10, 12  # until all parts are played again
DRAINED_S, DRAINED_BUSY_S = 1, 6  # as a rule, and on a machine that has much else to do
SOME_DRAINS = 5
PLAY_S = 30
RECENT_S = 0.2


class Anywhere(Balancer):
    """Leads each connection to any worker that lets people in; none is led there again."""

    def __init__(self, backs, dice):
        self.dice = dice
        self.good = []
        super().__init__(backs)

    @property
    def playing(self):
        return self.dice.choice(self.good) if self.good else None

    @playing.setter
    def playing(self, _):
        pass

    def looks(self):
        while not self.ends:
            self.good = [port for port in self.backs if self.plays(port)]
            self.cut(lambda port: port not in self.good)
            time.sleep(0.1)


class Worker(workers.Worker):
    """A worker: the process that divides, and one for each of its parts, all in one group."""

    def __init__(self, *words):
        super().__init__(*words)
        self.config.write_text(
            self.config.read_text(encoding="utf-8").replace(
                "[store]\n", f"[store]\nparts = {PARTS}\n"), encoding="utf-8")

    def start(self):
        with open(self.log, "ab") as log:
            self.life = log.tell()
            self.process = subprocess.Popen([self.program, "run", "--config", self.config],
                                            env=self.environment, stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log, start_new_session=True)
        self.is_stopped = False
        self.allowed = ()

    def is_there(self):
        return self.process.poll() is None and not self.is_stopped and self.says("parts.divided")

    def group(self):
        """Its processes, itself the first."""
        done = subprocess.run(["ps", "-o", "pid=", "-s", str(self.process.pid)], check=False,
                              capture_output=True, text=True)
        return [int(word) for word in done.stdout.split()]

    def send_all(self, number, *allowed):
        self.allowed = allowed
        os.killpg(self.process.pid, number)


class House(Workers):
    """All workers; for walk.Play they are the one bot."""

    MAKE = Worker

    def __init__(self, *words):
        super().__init__(*words)
        self.balancer.close()
        self.balancer = Anywhere([worker.port for worker in self.all],
                                 random.Random(self.dice.random()))
        for worker in self.all:
            text = worker.config.read_text(encoding="utf-8")
            old = next(line for line in text.split("\n") if line.startswith("url = http"))
            worker.config.write_text(
                text.replace(old, f"url = http://127.0.0.1:{self.balancer.port}"),
                encoding="utf-8")
        self.asking = threading.Lock()
        self.asked_s, self.had_then = 0, {}
        schema = self.environment["DEADDROP_STORE_URL"].split("%3D")[-1]
        self.holders_sql = " UNION ALL ".join(
            f"SELECT {part}, holder FROM {schema}{f'_part_{part}' if part else ''}.lease WHERE "
            "kind = 'store' AND expires > clock_timestamp()" for part in range(PARTS))

    def holders(self):
        """Which process has each part: {part: "ana/0#…"}."""
        lines = [line.split("|") for line in self.psql(self.holders_sql).split("\n") if line]
        return {int(part): holder for part, holder in lines}

    def up(self):
        self.look()
        return len(self.recent()) == PARTS

    def recent(self):
        """As it was a moment ago: many ask."""
        with self.asking:
            if time.monotonic() > self.asked_s + RECENT_S:
                self.had_then = self.holders()
                self.asked_s = time.monotonic()
            return self.had_then

    def plays(self, part):
        self.look()
        return part in self.recent()

    def kill(self):
        for worker in self.all:
            if worker.process is not None and worker.process.poll() is None:
                worker.send_all(signal.SIGCONT)
                worker.send_all(signal.SIGKILL)
                worker.process.wait()
            worker.proxy.close()
        self.balancer.close()

    def end(self, _=None):
        wait("all parts", lambda: self.up() and all(worker.is_there() for worker in self.all))
        with self.lock:
            for worker in self.all:
                worker.process.terminate()
            for worker in self.all:
                code = worker.process.wait(PLAY_S)
                assert code == 0, f"{worker.name} ended with {code}\n{self.tail()}"

    # trouble

    def had(self, worker):
        return {part: holder for part, holder in self.holders().items()
                if holder.startswith(f"{worker.name}/")}

    def all_followed(self, what, old, limit_s, since):
        """Until what these processes had is others'; how long it took."""
        def others():
            now = self.holders()
            return len(now) == PARTS and all(now[part] != holder for part, holder in old.items())
        stood_s = self.watch.stood_s
        wait_s = limit_s + PLAY_S
        try:
            wait(f"all parts after {what} of {old}", others, wait_s)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.holders()}\n{self.tail()}") from error
        took = time.monotonic() - since - (self.watch.stood_s - stood_s)
        if old:
            self.took[what].append(took)
        assert took <= limit_s, f"{what}: {took:.2f} s until all was played\n{self.tail()}"

    def killed(self, worker):
        old, since = self.had(worker), time.monotonic()
        worker.send_all(signal.SIGKILL, -signal.SIGKILL)
        worker.process.wait()
        self.all_followed("kill", old, KILLED_S, since)

    def left_alone(self, worker):
        """The one that divides is killed; its processes end with it."""
        old, since = self.had(worker), time.monotonic()
        worker.send(signal.SIGKILL, -signal.SIGKILL)
        worker.process.wait()
        self.all_followed("kill of the first process", old, KILLED_S, since)

    def one_killed(self, worker):
        """A process of one part; its worker starts another."""
        old, since = self.had(worker), time.monotonic()
        if not old:
            return
        part, holder = self.dice.choice(sorted(old.items()))
        for process in worker.group():
            words = pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
            if b"--part" in words and words[words.index(b"--part") + 1] == str(part).encode():
                os.kill(process, signal.SIGKILL)
        self.all_followed("kill of a part", {part: holder}, KILLED_S, since)

    def drained(self, worker):
        old, since = self.had(worker), time.monotonic()
        worker.send(signal.SIGTERM, 0)
        self.all_followed("drain", old, DRAINED_BUSY_S, since)
        assert worker.process.wait(PLAY_S) == 0, self.tail()

    def stopped(self, worker):
        """Past its leases; its processes end when they go on, and are started again."""
        old, since = self.had(worker), time.monotonic()
        worker.is_stopped = True
        worker.send_all(signal.SIGSTOP)
        self.all_followed("stop", old, STOPPED_S, since)
        time.sleep(self.dice.uniform(0, 1))
        worker.send_all(signal.SIGCONT)
        worker.is_stopped = False

    def cut(self, worker):
        """Off the database, past its leases."""
        old, since = self.had(worker), time.monotonic()
        worker.is_stopped = True
        worker.proxy.is_cut = True
        self.all_followed("cut", old, STOPPED_S, since)
        time.sleep(self.dice.uniform(0, 1))
        worker.proxy.is_cut = False
        worker.is_stopped = False

    def paused(self, worker):
        """Within its leases: it goes on as if nothing had been."""
        worker.is_stopped = True
        worker.send_all(signal.SIGSTOP)
        time.sleep(self.dice.uniform(0.1, 1.5))
        worker.send_all(signal.SIGCONT)
        worker.is_stopped = False

    TROUBLE = (killed, left_alone, one_killed, drained, drained, stopped, cut, paused)

    def trouble(self, over):
        count = 0
        while not over():
            time.sleep(self.dice.uniform(0, 1.5))
            with self.lock:
                self.look()
                if not all(worker.is_there() for worker in self.all):
                    continue
                self.dice.choice(self.TROUBLE)(self, self.dice.choice(self.all))
                count += 1
                self.look()
        return count

    def drained_some(self):
        """So often that a busy moment does not say how long it takes."""
        while len(self.took["drain"]) < SOME_DRAINS:
            wait("all workers", lambda: self.up() and all(one.is_there() for one in self.all))
            with self.lock:
                self.drained(self.dice.choice([one for one in self.all if self.had(one)]))
                self.look()

    def copied(self):
        """A copy of each part's store as a file; all have ended."""
        url = self.environment["DEADDROP_STORE_URL"]
        done = subprocess.run([self.program, "copy", url, self.folder / "copy.db"],
                              env={"PATH": os.environ["PATH"], "DEADDROP_STORE_URL": url,
                                   "DEADDROP_STORE_PARTS": str(PARTS)},
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


class OfPart(Shared):
    """The journal of a platform's table is in one part."""

    def __init__(self, house, platform, part):
        super().__init__(house, platform)
        self.part = part

    def moves(self):
        mark = f".part-{self.part}" if self.part else ""
        return self.moves_in(self.workers.folder / f"copy{mark}.db")


class Shards(Discord):
    """The whole of Discord: four shards. Servers are dens of it."""

    def __init__(self, program):
        super().__init__(program)
        self.ask("knobs", shards=PARTS, max_concurrency=PARTS, identify_each_ms=200)


class Den(Discord):
    """One server, in the part whose shard it is on, with a channel and people of its own."""

    house = None

    def __init__(self, whole, part):  # pylint: disable=super-init-not-called
        self.process, self.about, self.control = whole.process, whole.about, whole.control
        self.line = walk.http.client.HTTPConnection(self.control.netloc)
        self.others = set()
        self.part = part
        self.guild = self.ask("guild", name=f"Den {part}")
        while (int(self.guild) >> 22) % PARTS != part:
            self.guild = self.ask("guild", name=f"Den {part}")
        self.channel = self.ask("channel", guild=self.guild, name="den")
        self.people = {name: self.ask("person", name=name) for name in NAMES}
        self.direct = {}
        for name, person in self.people.items():
            self.ask("join", guild=self.guild, user=person)
            self.direct[name] = self.ask("dm", user=person)

    def ready(self):
        return self.house.plays(self.part) and any(
            link["shard"] == self.part and link.get("session") and not link["ended"]
            for link in self.ask("state")["links"] if "shard" in link)

    def end(self):
        self.line.close()


class SharedMatrix(workers.SharedMatrix):
    """In part 0."""

    def hears(self):
        return self.workers.plays(0) and \
            self.workers.psql("SELECT 1 FROM adapter WHERE key = 'sync'") == "1"


def once(programs, games, dice, wants):
    """A game on each platform and in each den at once, with trouble all the while."""
    deaddrop, discord, matrix = programs
    with tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        folder = pathlib.Path(name)
        whole = Shards(discord)
        dens = [Den(whole, part) for part in range(PARTS)]
        matrix = SharedMatrix(matrix)
        config = whole.config(folder) + matrix.config(folder)
        house = House(deaddrop, folder, config, games[0].deal, dice)
        matrix.workers = house
        for den in dens:
            den.house = house
        try:
            return played(house, dens, matrix, games, wants)
        finally:
            house.kill()
            for platform in (*dens, matrix, whole):
                platform.end()


def played(house, dens, matrix, games, wants):
    """How often there was trouble, what was wrong, how long it took."""
    house.start()
    wait("all parts", house.up)
    plays = {f"den {den.part}": Play(den, OfPart(house, "discord", den.part), games[0])
             for den in dens}
    plays["matrix"] = Play(matrix, OfPart(house, "matrix", 0), games[0])
    workers.there(house, plays)
    with concurrent.futures.ThreadPoolExecutor(len(plays) + 1) as pool:
        running = [pool.submit(play.play) for play in plays.values()]
        if games[0] is INTERCEPTOR:
            running.append(pool.submit(workers.browsers, house))
        count = house.trouble(lambda: all(one.done() for one in running))
        results = [one.result() for one in running]
    workers.there(house, plays)
    house.drained_some()
    workers.there(house, plays)
    wrong = []
    if games[0] is INTERCEPTOR:
        table = results[-1]
        table.settle(lambda: [person.connect() for person in table.people])
        wrong += [f"playground: {line}" for line in differences(wants["web"], table.told())]
    for play in plays.values():
        play.platform.look()
    house.end()
    house.start()
    workers.there(house, plays)
    time.sleep(1)  # nothing may still be on its way
    house.end()
    house.copied()
    for name, play in plays.items():
        kind = "matrix" if name == "matrix" else "discord"
        wrong += [f"{name}: {line}"
                  for line in differences(wants[kind, games[0].name], play.told())]
    return count, wrong, house.took


def refused(program):
    """What cannot be: said at the start, with 78."""
    token = "[discord]\ntoken = a.b.c\napi_base = http://127.0.0.1:9\n"
    for url, more, wanted in ((False, "", "a file is one process's"),
                              (True, token + "shard_id = 0\n", "shard_id has to be auto"),
                              (True, token + "endpoint = yes\n",
                               "endpoint has to be no")):
        with tempfile.TemporaryDirectory(prefix="deaddrop-") as folder:
            config = pathlib.Path(folder) / "deaddrop.ini"
            config.write_text(f"[store]\nparts = 2\npath = {folder}/d.db\n[web]\nenabled = no\n"
                              f"[metrics]\nenabled = no\n{more}", encoding="utf-8")
            config.chmod(0o600)
            done = subprocess.run([program, "run", "--config", config], capture_output=True,
                                  text=True, check=False, timeout=PLAY_S,
                                  env={"PATH": os.environ["PATH"], **(database() if url else {})})
            assert done.returncode == 78, (wanted, done)
            assert wanted in done.stderr, (wanted, done.stderr)


def main(words):
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs=3)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=20261129)
    chosen = parser.parse_args(words)
    dice = random.Random(chosen.seed)
    deaddrop, discord, matrix = chosen.programs
    refused(deaddrop)
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
        more, wrong, times = once(chosen.programs, [game], dice, wants)
        del os.environ["DD_POSTGRES"]
        count += more
        number += 1
        failed += len(wrong)
        for what, seconds in times.items():
            took[what] += seconds
        print(f"{game.name}: {more} times", *wrong, sep="\n  ", flush=True)
    print(f"seed {chosen.seed}: {number} rounds, {count} times, {failed} wrong")
    for what, seconds in sorted(took.items()):
        print(f"  {len(seconds)} times {what}: all parts were played after "
              f"{statistics.median(seconds):.2f} s, at most {max(seconds):.2f} s")
    slow = statistics.median(took["drain"]) > DRAINED_S
    return 1 if failed or slow else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main(sys.argv[1:]))
