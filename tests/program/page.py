"""page.py: the playground's page without a browser: HTTP and WebSocket by hand, so that it may also
behave as no browser would. Nothing sleeps: every wait is for bytes, with a limit."""

import base64
import json
import os
import pathlib
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from ports import free_port

BUILD = os.environ["DD_BUILD_DIR"]
DEADDROP = os.path.join(BUILD, "deaddrop")
PATIENCE = 30  # seconds until something that should come is missed
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith("DEADDROP_")}


class Server:
    """The program, serving a playground over a store of its own; it can be killed and come back."""

    def __init__(self, options=""):
        self.people = []
        self.folder = tempfile.TemporaryDirectory(prefix="deaddrop-page-")
        self.config = pathlib.Path(self.folder.name, "deaddrop.ini")
        self.port = free_port()
        self.config.write_text(
            f"[store]\npath = {self.folder.name}/deaddrop.db\n[web]\nport = {self.port}\n{options}",
            encoding="utf-8")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [DEADDROP, "run", "--config", str(self.config)], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env=CLEAN)
        self.log = ""
        while "event=run.ready" not in self.log:
            ready, _, _ = select.select([self.process.stderr], [], [], PATIENCE)
            more = os.read(self.process.stderr.fileno(), 65536) if ready else b""
            if not more:
                raise AssertionError(f"it did not start:\n{self.log}")
            self.log += more.decode()

    def end(self, number):
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=PATIENCE)
        self.log += log.decode()
        return self.process.returncode

    def kill(self):
        self.end(signal.SIGKILL)

    def close(self):
        """Ends it as an operator does; anything but a clean end is a failure."""
        for person in self.people:
            person.close()
        if self.process.poll() is None:
            status = self.end(signal.SIGTERM)
            if status != 0 or "ERROR: AddressSanitizer" in self.log:
                raise AssertionError(f"ended with {status}:\n{self.log}")
        self.folder.cleanup()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def raw(self, request):
        """Sends bytes and gives all that comes until the other side closes."""
        with self.connect() as wire:
            try:
                wire.sendall(request)
            except OSError:
                pass  # it may close before all was sent
            return read_all(wire)

    def ask(self, method, path, body="", **headers):
        """A request; gives status and body. A header that is None is left out."""
        host = f"127.0.0.1:{self.port}"
        all_headers = {"Host": host, "Origin": f"http://{host}",
                       "Content-Type": "application/json", "Content-Length": str(len(body))}
        all_headers.update({name.replace("_", "-"): value for name, value in headers.items()})
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in all_headers.items() if value is not None]
        answer = self.raw(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        head, _, rest = answer.partition(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1]) if head else 0
        return status, rest.decode()

    def post(self, path, tab=None, **members):
        """A POST of the page; gives status and what the JSON says."""
        headers = {"Authorization": f"Bearer {tab}"} if tab else {}
        status, body = self.ask("POST", path, json.dumps(members), **headers)
        return status, json.loads(body) if body.startswith("{") else body


def read_all(wire):
    got = b""
    try:
        while True:
            more = wire.recv(65536)
            if not more:
                return got
            got += more
    except ConnectionResetError:
        return got


class Person:
    """Somebody in a tab. Frames that came are kept until somebody asks for them."""

    def __init__(self, server, name, join=None):
        self.server = server
        self.name = name
        self.count = 0
        status, answer = server.post("/new", name=name, **({"join": join} if join else {}))
        if status != 200:
            raise AssertionError(f"{name} did not come in: {status} {answer}")
        self.account, self.tab, self.key = answer["account"], answer["tab"], answer["key"]
        self.wire = None
        self.since = {}
        self.messages = {}  # (room, seq) -> the newest form
        self.twice = []  # what came again as new
        server.people.append(self)
        self.open()

    def open(self, **more):
        self.close()
        self.frames = []
        self.wire = self.server.connect()
        self.pending = upgrade(self.wire, self.server.port)
        self.send({"op": "hello", "tab": self.tab, "since": self.since, **more})
        self.hears(lambda op: op["op"] == "welcome")

    def close(self):
        if self.wire is not None:
            self.wire.close()
            self.wire = None

    def send(self, op):
        self.send_bytes(json.dumps(op).encode())

    def send_bytes(self, text, opcode=1):
        self.wire.sendall(frame(text, opcode))

    def act(self, op, **members):
        """Sends an act under an id of its own, which it gives."""
        self.count += 1
        identity = f"{self.name}-{self.count}"
        self.send({"op": op, "id": identity, **members})
        return identity

    def does(self, op, **members):
        """The same, and waits for the answer: the op done or sorry."""
        identity = self.act(op, **members)
        return self.hears(lambda came: came["op"] in ("done", "sorry") and
                          came.get("id") == identity)

    def read(self):
        """Waits for one more frame; None when the socket has closed."""
        while True:
            op, rest = unframe(self.pending)
            if rest is not None:
                self.pending = rest
                if op is None:
                    continue  # a ping or a close
                self.keep(op)
                return op
            more = self.wire.recv(65536)
            if not more:
                return None
            self.pending += more

    def keep(self, op):
        if op["op"] not in ("message", "edit"):
            return
        place = (op["room"], op["seq"])
        if op["op"] == "message" and place in self.messages:
            self.twice.append(op)
        self.messages[place] = op
        self.since[op["room"]] = max(self.since.get(op["room"], 0), op["rev"])

    def hears(self, condition):
        """The next op that fulfils the condition; those before it stay for later."""
        for at, op in enumerate(self.frames):
            if condition(op):
                del self.frames[at]
                return op
        while True:
            op = self.read()
            if op is None:
                raise AssertionError(f"{self.name}'s socket closed")
            if condition(op):
                return op
            self.frames.append(op)

    def hears_text(self, text, room=None):
        """The next message in which these words stand."""
        return self.hears(lambda op: op["op"] in ("message", "edit") and text in words(op) and
                          room in (None, op["room"]))

    def catches_up(self):
        """Everything that was on its way has come."""
        self.send({"op": "ping"})
        self.hears(lambda op: op["op"] == "pong")

    def closed(self):
        """Waits until the other side has closed."""
        while self.read() is not None:
            pass


def words(op):
    """All words of a message, whatever holds them, and its buttons as [Label]."""
    if "text" in op:
        return op["text"]
    found = []

    def walk(part):
        if isinstance(part, dict):
            found.extend(part[key] for key in ("s", "label") if isinstance(part.get(key), str))
            for key, value in part.items():
                if key != "svg":
                    walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(op.get("doc", {}))
    return " ".join(found)


def control(op, label):
    """The control of the button with this label."""
    for choice in op.get("doc", {}).get("panel", []):
        if choice["label"] == label:
            return choice["control"]
    raise AssertionError(f"no button {label}: {op}")


def upgrade(wire, port, **headers):
    """Asks for the socket; what came behind the answer. Fails when it is refused."""
    status, rest = try_upgrade(wire, port, **headers)
    if status != 101:
        raise AssertionError(f"the socket was refused: {status}")
    return rest


def try_upgrade(wire, port, path="/socket", **headers):
    all_headers = {"Host": f"127.0.0.1:{port}", "Origin": f"http://127.0.0.1:{port}",
                   "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
                   "Sec-WebSocket-Protocol": "deaddrop"}
    all_headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    lines = [f"GET {path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in all_headers.items() if value is not None]
    wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    got = b""
    while b"\r\n\r\n" not in got:
        more = wire.recv(65536)
        if not more:
            break
        got += more
    head, _, rest = got.partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]) if head else 0, rest


def frame(payload, opcode=1):
    head = bytes([0x80 | opcode])
    if len(payload) < 126:
        head += bytes([0x80 | len(payload)])
    elif len(payload) < 65536:
        head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", len(payload))
    return head + b"\0\0\0\0" + payload


def unframe(got):
    """The first frame as an op, and the bytes behind it; (None, None) when it is not all there."""
    if len(got) < 2:
        return None, None
    size, head = got[1] & 0x7F, 2
    if size == 126:
        size, head = (struct.unpack(">H", got[2:4])[0] if len(got) >= 4 else 1 << 30), 4
    elif size == 127:
        size, head = (struct.unpack(">Q", got[2:10])[0] if len(got) >= 10 else 1 << 30), 10
    if len(got) < head + size:
        return None, None
    payload, rest = got[head:head + size], got[head + size:]
    return (json.loads(payload) if got[0] == 0x81 else None), rest
