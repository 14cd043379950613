#!/usr/bin/env python3
"""door.py DEADDROP [--sockets N] [--seconds S]: the playground's door from outside. Honest people
say things in a room while strangers hold every place, flood it with frames, do not read what they
are answered, or connect and connect again. What people wait, what the program's memory grows by,
and who gets in is printed for each, and held against bounds. Floods come from a process of their
own and from several addresses of this machine."""

import argparse
import json
import os
import pathlib
import resource
import select
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

ADDRESSES = 10  # that floods come from
PEOPLE = 8
ALL_PLACES = 1100  # more connections than there may be
PAGES = 8  # of one account that floods
ROUND_S = 0.02
CONNECTS = 40  # of a flood in one round
BATCH = 100  # frames in one piece
WAIT_MS_MOST = 60  # beside any flood, of the quicker quarter: other work here is no flood
GROWTH_MIB_MOST = 48


def start_upgrade(port, number):
    wire = socket.socket()
    wire.bind((f"127.0.1.{number % ADDRESSES + 1}", 0))
    wire.settimeout(5)
    wire.connect(("127.0.0.1", port))
    wire.sendall((
        f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: deaddrop\r\n\r\n"
    ).encode())
    wire.setblocking(False)
    return wire


class Flood:
    """The sockets of a flood, kept up to a number, each sending its bytes over and over."""

    def __init__(self, port, kind, count, tabs):
        self.port, self.kind, self.count, self.tabs = port, kind, count, tabs
        self.wires = {}  # descriptor -> [socket, bytes still to be sent]
        self.made = self.lost = self.sent = 0
        ping = page.frame(b'{"op":"ping"}') * BATCH
        say = b"".join(page.frame(json.dumps({"op": "say", "id": f"f{at}", "room": "~",
                                              "text": "x" * 200}).encode()) for at in range(BATCH))
        part = b"\x01\xfe" + (60000).to_bytes(2, "big") + b"\0\0\0\0" + b"x" * 59000
        self.piece = {"idle": b"", "ping": ping, "say": say, "deaf": ping, "parts": part}[kind]
        self.poll = select.epoll()

    def add(self):
        try:
            wire = start_upgrade(self.port, self.made)
        except OSError:
            self.lost += 1
            return
        first = b""
        if self.tabs:
            tab = self.tabs[self.made % len(self.tabs)]
            first = page.frame(json.dumps({"op": "hello", "tab": tab}).encode())
        self.made += 1
        self.wires[wire.fileno()] = [wire, first + self.piece]
        events = 0 if self.kind == "deaf" else select.EPOLLIN
        self.poll.register(wire, events | select.EPOLLOUT)

    def drop(self, number):
        wire, _ = self.wires.pop(number)
        self.poll.unregister(number)
        wire.close()
        self.lost += 1

    def turn(self):
        begun = time.monotonic()
        for _ in range(min(CONNECTS, self.count - len(self.wires))):
            self.add()
        for number, events in self.poll.poll(ROUND_S, 4096):
            entry = self.wires[number]
            try:
                if events & select.EPOLLIN and not entry[0].recv(65536):
                    self.drop(number)
                    continue
                if events & select.EPOLLOUT and entry[1]:
                    count = entry[0].send(entry[1])
                    self.sent += count
                    entry[1] = entry[1][count:]
                    if not entry[1]:
                        entry[1] = b"" if self.kind == "parts" else self.piece
                if not entry[1]:
                    self.poll.modify(number, select.EPOLLIN)
            except BlockingIOError:
                pass
            except OSError:
                self.drop(number)
        left = ROUND_S - (time.monotonic() - begun)
        select.select([], [], [], max(left, 0))


def flood(port, kind, count, tabs):
    """The process of a flood: until its standard input ends."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, hard_limit()))
    crowd = Flood(port, kind, count, tabs)
    full = False
    end = time.monotonic() + 30
    while not select.select([sys.stdin], [], [], 0)[0]:
        crowd.turn()
        if not full and (crowd.made + crowd.lost >= count or time.monotonic() > end):
            full = True
            print("full", flush=True)
    print(json.dumps({"made": crowd.made, "lost": crowd.lost, "sent": crowd.sent}), flush=True)


def hard_limit():
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1]


def memory_mib(process):
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


class Crowd:
    """A flood in a process of its own."""

    def __init__(self, server, kind, count, tabs):
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), "--flood", str(server.port), kind,
             str(count), json.dumps(tabs)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "full\n"

    def end(self):
        self.process.stdin.close()
        answer = json.loads(self.process.stdout.readline())
        self.process.wait(timeout=30)
        return answer


def measure(server, people, seconds):
    """What people wait until an act is stored, in milliseconds (a quarter waits less, half, nearly
    all), and the most memory meanwhile."""
    waits, most, number = [], 0, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end or number < PEOPLE:
        person = people[number % len(people)]
        number += 1
        begun = time.monotonic()
        answer = person.does("say", room="den", text=f"number {number}")
        waits.append((time.monotonic() - begun) * 1000)
        assert answer["op"] == "done", answer
        most = max(most, memory_mib(server.process))
        select.select([], [], [], 0.04)
    waits.sort()
    return waits[len(waits) // 4], waits[len(waits) // 2], waits[int(len(waits) * 0.99)], most


def come_in(server, people):
    """How many of these people get in anew, with the socket that their browser would open."""
    got_in = 0
    for person in people:
        try:
            person.open()
            got_in += 1
        except (AssertionError, OSError):
            pass
    return got_in


def row(name, figures):
    print("| " + " | ".join([name] + [str(figure) for figure in figures]) + " |", flush=True)


def newcomers(server, names, room=None):
    return [page.Person(server, name, room) for name in names]


def run(options):
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard_limit()), hard_limit()))
    server = page.Server("newcomers = open\n")
    people = newcomers(server, ["Ana"])
    people[0].does("room", name="den")
    invitation = server.post("/invite", tab=people[0].tab, room="den")[1]["link"].split("#join=")[1]
    people += newcomers(server, [f"P{at}" for at in range(1, PEOPLE)], invitation)
    floods = newcomers(server, [f"F{at}" for at in range(32)])
    for person in floods:
        person.close()
    tabs = [person.tab for person in floods for _ in range(PAGES)]
    kinds = [("nobody else", None, []), ("places held by strangers", "idle", []),
             ("strangers flood", "ping", []),
             ("strangers send parts of long messages", "parts", []),
             ("accounts flood with pings", "ping", tabs), ("accounts flood with acts", "say", tabs),
             ("accounts that read nothing", "deaf", tabs)]
    print("| beside | median ms | 99 % ms | MiB | come in | flood: sockets, lost, MB |\n"
          "| --- | ---: | ---: | ---: | ---: | --- |")
    problems = []
    rest = None
    for name, kind, flooders in kinds:
        count = max(options.sockets, ALL_PLACES) if kind == "idle" else options.sockets
        crowd = Crowd(server, kind, count, flooders) if kind else None
        got_in = come_in(server, people)
        if got_in < len(people):
            problems.append(f"{name}: {got_in} of {len(people)} got in")
            row(name, ["", "", round(memory_mib(server.process)), got_in, crowd.end()])
            select.select([], [], [], 1)
            come_in(server, people)
            continue
        quartile, median, slowest, most = measure(server, people, options.seconds)
        told = crowd.end() if crowd else None
        row(name, [f"{median:.1f}", f"{slowest:.1f}", round(most), got_in,
                   f"{told['made']}, {told['lost']}, {told['sent'] / 1e6:.0f}" if told else ""])
        rest = rest or most
        if quartile > WAIT_MS_MOST or most - rest > GROWTH_MIB_MOST:
            problems.append(
                f"{name}: people wait {quartile:.0f} ms or more, {most - rest:.0f} MiB more")
    server.people = people
    server.close()
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def main():
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("program")
    reader.add_argument("--sockets", type=int, default=1000)
    reader.add_argument("--seconds", type=float, default=10)
    options = reader.parse_args()
    if os.environ.get("DD_BENCH_SHORT"):
        options.seconds = min(options.seconds, 1)
    page.DEADDROP = os.path.abspath(options.program)
    if os.path.isdir("/dev/shm"):  # what the disk costs is not measured here
        tempfile.tempdir = "/dev/shm"
    return run(options)


os.environ.setdefault("DD_BUILD_DIR", ".")
import page  # noqa: E402 — it wants to know the build

if len(sys.argv) > 1 and sys.argv[1] == "--flood":
    flood(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), json.loads(sys.argv[5]))
else:
    sys.exit(main())
