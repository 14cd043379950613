"""A person on matrix-js-sdk, in a mode in which it trusts signed or verified devices alone: their
client is a process (`strict/client.mjs`), which syncs, decrypts and encrypts."""

import atexit
import fcntl
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import threading
import time

from homeserver import SKIPPED
from people import Person, Room

HERE = pathlib.Path(__file__).resolve().parent / "strict"
INSTALL_S = 150
ANSWER_S = 60
NODE_LEAST = 20  # by the library's package.json


def skip(why):
    print(f"SKIPPED, matrix-js-sdk has judged nothing in this run: {why}", file=sys.stderr)
    sys.exit(SKIPPED)


def installed():
    """The folder into which the library is installed, once; or the test ends as skipped."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        skip("there is no node, or no npm")
    told = subprocess.run(["node", "--version"], stdout=subprocess.PIPE, text=True, check=True)
    if int(re.match(r"v(\d+)", told.stdout).group(1)) < NODE_LEAST:
        skip(f"node {told.stdout.strip()} is older than {NODE_LEAST}")
    folder = pathlib.Path(os.environ.get("DD_BUILD_DIR", "build")) / "strict-client"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # suites begin at the same time
        install(folder)
        shutil.copy(HERE / "client.mjs", folder)
    return folder


def install(folder):
    package, wanted = folder / "package.json", (HERE / "package.json").read_text()
    if package.exists() and package.read_text() == wanted:
        return
    shutil.rmtree(folder / "node_modules", ignore_errors=True)
    package.write_text(wanted)
    try:
        done = subprocess.run(["npm", "install", "--no-package-lock", "--no-audit", "--no-fund",
                               "--ignore-scripts", "--loglevel=error"], cwd=folder, check=False,
                              timeout=INSTALL_S).returncode == 0
    except subprocess.TimeoutExpired:
        done = False
    if not done:
        package.unlink()
        skip("npm could not install matrix-js-sdk (no network?)")


class StrictPerson(Person):
    """As an EncryptedPerson. They trust devices that their owners have signed; once they are
    `only_verified`, those alone whose owners they have verified. unreadable: what they could not
    read; shields: what a client would show beside an event of an encrypted room. recovery: the key
    by which this device of theirs becomes one of them, and has what the others could read."""

    def __init__(self, server, name, house=None, recovery=None):
        super().__init__(server, name, house)
        self.unreadable, self.shields, self.encrypted = {}, {}, set()
        self.sas = None
        self.lines, self.answers, self.asked = queue.Queue(), {}, 0
        self.process = subprocess.Popen(
            ["node", "client.mjs"], cwd=installed(), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        atexit.register(self.close)
        threading.Thread(target=self.listen, daemon=True).start()
        self.do("begin", url=server.url, user=self.user, token=self.wire.token,
                device=self.device)
        if recovery is None:
            self.do("identity", password=self.password)
        else:
            self.recovered = self.do("recover", key=recovery)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    # --- the process ----------------------------------------------------------------------------

    def begin(self, what, **more):
        """Tells the client to do it; what its answer will be under."""
        self.asked += 1
        self.process.stdin.write(json.dumps({"id": self.asked, "do": what, **more}) + "\n")
        self.process.stdin.flush()
        return self.asked

    def answer(self, number):
        """What came of it, when it has been done."""
        end = time.monotonic() + ANSWER_S
        while number not in self.answers:
            assert time.monotonic() < end, f"{self.name}'s client does not answer"
            self.sync(200)
        line = self.answers.pop(number)
        assert "bad" not in line, f"{self.name}'s client: {line['bad']}"
        return line["good"]

    def do(self, what, **more):
        return self.answer(self.begin(what, **more))

    # --- what is seen ---------------------------------------------------------------------------

    def sync(self, timeout_ms=0):
        """What the client has told: it waits for the first word, and takes what is there."""
        wait_s = timeout_ms / 1000
        while True:
            try:
                line = self.lines.get(timeout=wait_s) if wait_s else self.lines.get_nowait()
            except queue.Empty:
                return
            assert line is not None, f"{self.name}'s client has ended"
            self.hear(line)
            wait_s = 0

    def hear(self, line):
        if "id" in line:
            self.answers[line["id"]] = line
        elif "sas" in line:
            self.sas = line["sas"]
        elif "invite" in line:
            room, sender = line["invite"], line["sender"]
            self.invites[room] = sender, line["direct"]
            if self.house and sender == self.house:
                self.enter(room)
        else:
            self.see(line["event"])

    def see(self, event):
        kept = self.rooms.setdefault(event["room"], Room())
        if event["type"] == "m.room.encryption":
            self.encrypted.add(event["room"])
        if "sealed" in event:
            self.shields[event["event_id"]] = event["sender"], event.get("shield")
            if event.get("failure"):
                self.unreadable[event["event_id"]] = event["sender"], event["failure"]
                return  # it comes again when it can be read
            self.unreadable.pop(event["event_id"], None)
        kept.add(event)

    def enter(self, room):
        self.begin("join", room=room)
        self.rooms.setdefault(room, Room()).direct = self.invites.get(room, (None, False))[1]

    def only_verified(self):
        self.do("mode", mode="verified")

    # --- what is done ---------------------------------------------------------------------------

    def make_room(self, name, invite, encrypted=True, **more):
        assert not more, more
        return self.do("make", name=name, invite=invite, encrypted=encrypted)

    def send(self, room, kind, content):
        return self.do("send", room=room, type=kind, content=content)

    def say(self, room, text, **more):
        return self.send(room, "m.room.message",
                         {"msgtype": "m.text", "body": text, "m.mentions": {}, **more})

    def react(self, room, event, key):
        return self.send(room, "m.reaction", {"m.relates_to": {
            "rel_type": "m.annotation", "event_id": event, "key": key}})
