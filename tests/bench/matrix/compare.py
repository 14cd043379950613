#!/usr/bin/python3
"""compare.py BUILD [BOT…]: deaddrop, and bots of a few lines on other libraries, before the same
homeserver, one after the other: first sync, an answer's time at a pace of 200 a second, answers a
second, processor, memory.

BOT: deaddrop encrypted crowd nio sdk; crowd is deaddrop in one encrypted room with all players.
Those that cannot be had are left out, and named. --smoke: do they run?"""

import argparse
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SDK = "matrix-bot-sdk@0.8.0"
WORDS = "help"
PLAYERS = 2000
SKIPPED = 77


def ticks(pid):
    """Seconds of processor that a process has had."""
    text = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(text[11]) + int(text[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    """MiB: what it holds, and what it held at most."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = dict(line.split(":", 1) for line in text.splitlines())
    return tuple(int(found[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))


class Bot:
    """How one is started, once it is there."""

    opening = None
    flag = None  # of load_matrix
    few = False  # its lines open tables, of which one person may open ten in ten seconds
    words = WORDS

    def __init__(self, build, folder):
        self.build, self.folder = build, folder

    def can_be_had(self):
        return True

    def command(self, url):
        raise NotImplementedError

    def environment(self, url):
        return {}


class Deaddrop(Bot):
    """It answers in direct rooms, which it makes for who has acted."""

    opening = "!help"

    def command(self, url):
        return [f"{self.build}/deaddrop", "run"]

    def environment(self, url):
        return {"DEADDROP_MATRIX_HOMESERVER": url, "DEADDROP_MATRIX_TOKEN": "x" * 30,
                "DEADDROP_STORE_PATH": f"{self.folder}/deaddrop.db", "DEADDROP_WEB_ENABLED": "no",
                "DEADDROP_METRICS_ENABLED": "no", "DEADDROP_BOT_LOG_LEVEL": "warning"}


class Encrypted(Deaddrop):
    """The same with matrix.encryption."""

    flag = "--encrypted"  # in the rooms that it makes, with people whose devices encrypt

    def can_be_had(self):
        done = subprocess.run([*self.command("")[:1], "config", "--example"], check=True, text=True,
                              stdout=subprocess.PIPE)
        return "encryption_key_file" in done.stdout

    def environment(self, url):
        return {**super().environment(url), "DEADDROP_MATRIX_ENCRYPTION": "yes",
                "DEADDROP_MATRIX_ENCRYPTION_KEY": "5ea1" * 16}


class Crowd(Encrypted):
    """In one encrypted room, whose members all get its keys."""

    opening = None
    flag = "--crowd"
    few = True
    words = "!spyfall"


class Nio(Bot):
    def can_be_had(self):
        return subprocess.run(["/usr/bin/python3", "-c", "import nio"],
                              stderr=subprocess.DEVNULL, check=False).returncode == 0

    def command(self, url):
        return ["/usr/bin/python3", "-B", str(HERE / "echo_nio.py"), url]


class Sdk(Bot):
    def can_be_had(self):
        install = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund",
                   "--ignore-scripts", "--prefix", self.folder, SDK]
        return shutil.which("npm") is not None and subprocess.run(
            install, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            check=False).returncode == 0

    def command(self, url):
        return ["node", str(HERE / "echo_sdk.js"), self.folder, url]


BOTS = {"deaddrop": Deaddrop, "encrypted": Encrypted, "crowd": Crowd, "nio": Nio, "sdk": Sdk}


def run(name, options, folder):
    """One bot from its first sync to its end."""
    bot = BOTS[name](options.build, folder)
    opening = [bot.opening] if bot.opening else []
    said = (1, min(options.seconds, 9), 1) if bot.few else \
        (options.rate, options.seconds, options.burst)
    size = [str(number) for number in (options.rooms, options.players, *said)]
    if not bot.can_be_had():
        print(f"{name}: cannot be had here")
        return True
    flags = [bot.flag] if bot.flag else []
    server = subprocess.Popen([f"{options.build}/load_matrix", *flags, *size, bot.words, *opening],
                              stdout=subprocess.PIPE, text=True)
    port = server.stdout.readline().strip()
    if not port:  # it says why
        print(f"{name}: cannot be had here")
        return server.wait() == SKIPPED
    url = f"http://127.0.0.1:{port}"
    with open(f"{folder}/log", "w", encoding="utf-8") as log:
        process = subprocess.Popen(bot.command(url), env={**os.environ, **bot.environment(url)},
                                   stdout=log, stderr=log)
    try:
        return watch(name, server, process, pathlib.Path(folder, "log"))
    finally:
        process.kill()
        process.wait()
        server.kill()
        server.wait()


def watch(name, server, process, log):
    """A line for each part, with what the process took for it."""
    before = 0
    while True:
        while not select.select([server.stdout], [], [], 1)[0]:
            if process.poll() is not None:
                last = log.read_text(encoding="utf-8")[-1000:]
                print(f"{name}: ended with {process.returncode}: {last}")
                return False
        part = json.loads(server.stdout.readline())
        now, (holds, most) = ticks(process.pid), memory(process.pid)
        kind = part.pop("part")
        if kind == "lost":
            print(f"{name}: does not answer any more: {part}")
            return False
        if part.get("answered"):
            part["per_s"] = round(part["answered"] / max(part["seconds"], 0.001))
            part["processor_us_each"] = round((now - before) / part["answered"] * 1e6)
        words = ", ".join(f"{key} {value}" for key, value in part.items())
        print(f"{name}: {kind}: {words}; processor {now - before:.2f} s, holds {holds:.1f} MiB, "
              f"at most {most:.1f} MiB", flush=True)
        before = now
        if kind == "done":
            return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("bots", nargs="*", default=list(BOTS))
    parser.add_argument("--rooms", type=int, default=10000)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--burst", type=int, default=20000)
    parser.add_argument("--smoke", action="store_true")
    options = parser.parse_args()
    if options.smoke:
        options.rooms, options.players, options.seconds, options.burst = 50, 20, 1, 100
    good = True
    for name in options.bots:
        with tempfile.TemporaryDirectory(prefix="deaddrop-bench-") as folder:
            good = run(name, options, folder) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
