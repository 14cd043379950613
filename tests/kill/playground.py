"""The playground from outside: the program as a process, and people who talk to it by HTTP and
WebSocket as adapters/web/README.md describes. Standard library only; nothing here sleeps, all
waiting is for a line, a socket or the end of a process."""

import atexit
import base64
import http.client
import itertools
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from ports import free_port

WAIT_S = 20


class Gone(Exception):
    """The server went away, or cut the line."""


SCHEMAS = itertools.count(1)


def database():
    """Under tests/postgres.py: what names a schema of its own in that database."""
    url = os.environ.get("DD_POSTGRES")
    if url is None:
        return {}
    name = f"s{os.getpid()}_{next(SCHEMAS)}"
    subprocess.run(["psql", url, "-qc", f"CREATE SCHEMA {name}"], check=True)
    return {"DEADDROP_STORE_URL": f"{url}&options=-csearch_path%3D{name}"}


class Server:
    """One deaddrop with a database of its own; may be killed and started again."""

    def __init__(self, binary, folder=None, around=(), **environment):
        self.binary = binary
        self.around = around  # words before the command
        self.folder = folder or tempfile.mkdtemp(prefix="deaddrop-")
        self.port = free_port()
        self.environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": self.folder,
            "DEADDROP_STORE_PATH": os.path.join(self.folder, "deaddrop.db"),
            "DEADDROP_WEB_PORT": str(self.port),
            "DEADDROP_METRICS_ENABLED": "no",
            **{name: value for name, value in os.environ.items()
               if name.endswith("SAN_OPTIONS") or name in ("DEADDROP_STORE_KEY",
                                                           "DD_GATHER_FROM")},
            **database(),
            **environment,
        }
        self.process = None
        self.greeting = ""
        self.log_path = os.path.join(self.folder, "log")
        atexit.register(self.leave_nothing)

    def start(self, crash_at=None, hurry=None):
        """True when it listens, False when it ended before it did. hurry is told of the process at
        once."""
        environment = dict(self.environment)
        if crash_at:
            environment["DEADDROP_CRASH_AT"] = crash_at
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen([*self.around, self.binary, "run"], env=environment,
                                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                            stderr=log)
        if hurry is not None:
            hurry(self.process)
        self.greeting = self.process.stdout.readline().decode()
        return "playground" in self.greeting

    def ended(self):
        return self.process.poll() is not None

    def wait(self):
        self.process.wait(timeout=WAIT_S)
        self.process.stdout.close()
        return self.process.returncode

    def leave_nothing(self):
        if self.process is not None and not self.ended():
            self.process.kill()
            self.process.wait()

    def kill(self):
        self.process.kill()
        return self.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def log(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as log:
            return log.read()

    def post(self, path, body, tab=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), method="POST",
            headers={"Content-Type": "application/json",
                     "Origin": f"http://127.0.0.1:{self.port}",
                     **({"Authorization": f"Bearer {tab}"} if tab else {})})
        try:
            with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError:
            raise
        except (OSError, http.client.HTTPException) as problem:
            raise Gone(str(problem)) from problem

    def tool(self, *words):
        """Another run of the program over the same store: exit status and all it says."""
        done = subprocess.run([self.binary, *words], env=self.environment, timeout=WAIT_S,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout.decode()

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Socket:
    """A WebSocket client, as much of RFC 6455 as is needed here."""

    def __init__(self, port):
        self.rest = b""
        self.socket = None
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), timeout=WAIT_S)
            self.shake_hands(port)
        except OSError as problem:
            raise Gone(str(problem)) from problem

    def shake_hands(self, port):
        self.socket.sendall((
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            "Sec-WebSocket-Protocol: deaddrop\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.read()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Gone(head.decode(errors="replace"))

    def read(self):
        try:
            data = self.socket.recv(65536)
        except OSError as problem:
            raise Gone(str(problem)) from problem
        if not data:
            raise Gone("closed")
        return data

    def send(self, op, opcode=1):
        payload = op if isinstance(op, bytes) else json.dumps(op).encode()
        mask = os.urandom(4)
        head = bytes([0x80 | opcode])
        if len(payload) < 126:
            head += bytes([0x80 | len(payload)])
        elif len(payload) < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(payload))
        long_mask = mask * (len(payload) // 4 + 1)
        masked = bytes(a ^ b for a, b in zip(payload, long_mask))
        try:
            self.socket.sendall(head + mask + masked)
        except OSError as problem:
            raise Gone(str(problem)) from problem

    def frame(self):
        """One whole frame from what has come, or None."""
        if len(self.rest) < 2:
            return None
        size, at = self.rest[1] & 127, 2
        if size == 126:
            size, at = int.from_bytes(self.rest[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(self.rest[2:10], "big"), 10
        if len(self.rest) < at + size:
            return None
        opcode, payload = self.rest[0] & 15, self.rest[at:at + size]
        self.rest = self.rest[at + size:]
        return opcode, payload

    def next(self, wait_s):
        """The next op, or None when nothing comes in time."""
        until = time.monotonic() + wait_s
        while True:
            got = self.frame()
            if got and got[0] == 1:
                return json.loads(got[1])
            if got and got[0] == 9:
                self.send(got[1], opcode=10)
            elif got and got[0] == 8:
                raise Gone("closed by the server")
            elif not got:
                left = until - time.monotonic()
                if left <= 0 or not select.select([self.socket], [], [], left)[0]:
                    return None
                self.rest += self.read()

    def close(self):
        self.socket.close()


def doc_text(message):
    """All words of a message, a line a block, without its buttons."""
    if "doc" not in message:
        return message.get("text", "")

    def runs(block):
        return "".join(run.get("s", "") for run in block.get("runs", []))

    lines = []
    for block in message["doc"].get("blocks", []):
        if block["t"] == "list":
            lines += [runs(item) for item in block["items"]]
        elif "twin" in block:
            lines += [doc_text({"doc": {"blocks": block.get("twin", [])}})]
        else:
            lines.append(runs(block))
    return "\n".join(lines)


class Person:
    """Somebody at a browser: keeps what it saw, comes back after a cut, sends again what was not
    answered."""

    def __init__(self, server, name, join=None):
        self.server = server
        self.name = name
        got = server.post("/new", {"name": name, **({"join": join} if join else {})})
        self.account, self.tab = got["account"], got["tab"]
        self.name = got["name"]  # another one when a lost answer had taken it already
        self.rev = {}
        self.messages = {}
        self.socket = None
        self.answers = {}
        self.history = {}  # room: the last word on how far back its messages go
        self.notes = []  # (room, text): what the house said while nothing could be stored

    def connect(self):
        self.socket = Socket(self.server.port)
        self.socket.send({"op": "hello", "tab": self.tab, "since": self.rev})
        self.until(lambda op: op["op"] == "welcome")

    def take(self, op):
        kind = op["op"]
        if kind in ("message", "edit"):
            room = op["room"]
            self.rev[room] = max(self.rev.get(room, 0), op["rev"])
            self.messages[(room, op["id"])] = op
        elif kind == "history":
            self.history[op["room"]] = op
        elif kind == "note":
            self.notes.append((op["room"], doc_text(op)))
        elif kind in ("done", "sorry") and op.get("id"):
            self.answers[op["id"]] = op
        return op

    def until(self, good, wait_s=WAIT_S):
        """Takes what comes until good(op); the op."""
        end = time.monotonic() + wait_s
        while time.monotonic() < end:
            op = self.socket.next(max(end - time.monotonic(), 0))
            if op is not None and good(self.take(op)):
                return op
        raise AssertionError(f"{self.name} waited in vain; log:\n{self.server.log()[-2000:]}")

    def until_it_is(self, condition):
        """Takes what comes until condition(), which may be so already."""
        if not condition():
            self.until(lambda _: condition())

    def act(self, op):
        """Sends an act with an id of its own; returns it. Its answer comes with answer()."""
        op = {"id": uuid.uuid4().hex, **op}
        self.socket.send(op)
        return op

    def answer(self, op):
        if op["id"] not in self.answers:
            self.until(lambda got: got.get("id") == op["id"] and got["op"] in ("done", "sorry"))
        return self.answers[op["id"]]

    def drain(self):
        """Takes what has come already."""
        mark = uuid.uuid4().hex
        self.socket.send({"op": "ping", "id": mark})
        self.until(lambda op: op["op"] == "pong")

    def seen(self, room):
        """The messages of a room in their order, latest form of each."""
        return sorted((m for (r, _), m in self.messages.items() if r == room),
                      key=lambda m: m["seq"])

    def forget(self):
        self.rev, self.messages, self.answers, self.history = {}, {}, {}, {}

    def fresh(self, room):
        """The room as somebody sees it who comes without having seen anything."""
        other = object.__new__(Person)
        other.__dict__.update(self.__dict__, rev={}, messages={}, answers={}, history={})
        other.connect()
        other.until_it_is(lambda: room in other.history)
        while other.history[room]["more"]:
            first = other.history[room]["first"]
            other.socket.send({"op": "more", "room": room, "before": first})
            other.until(lambda op: op["op"] == "history")
        other.socket.close()
        return other.seen(room)

    def wait_for(self, room, text, times=1):
        """Until a message of that room says text, so many times."""
        def there(_=None):
            return sum(text in doc_text(m) for m in self.seen(room)
                       if m.get("doc", {}).get("kind") != "board") >= times
        if not there():
            self.until(there)
