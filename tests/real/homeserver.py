"""A homeserver to test against: the one that the environment names, or one that the tool beside the
repository starts on loopback. Where neither can be had, the test is skipped, loudly."""

import atexit
import fcntl
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from ports import free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUICK = pathlib.Path(__file__).resolve().parent / "quick"
SKIPPED = 77
SETUP_S = 420
START_S = 90
ANSWER_S = 60
# the tool's own, of a server that only this machine can reach
TOOL_SECRET = "test-only-shared-secret"


def skip(why):
    print(f"SKIPPED, nothing was tested: {why}. Name a homeserver with DEADDROP_TEST_HOMESERVER "
          "and its DEADDROP_TEST_REGISTRATION_SECRET, or put the tool at ../shared/tools/synapse.",
          file=sys.stderr)
    sys.exit(SKIPPED)


def beside(*names):
    """A file of ../shared, seen from the repository or from a worktree of it further down."""
    for folder in [ROOT, *ROOT.parents][:4]:
        path = folder.parent.joinpath("shared", *names)
        if path.exists():
            return path
    return None


class Refused(Exception):
    """An answer that is no 2xx."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body if isinstance(body, dict) else {}
        self.errcode = self.body.get("errcode", "")


class Gone(Exception):
    """No answer: the server is away."""


class Wire:
    """Requests over one kept connection, with a token or without."""

    def __init__(self, url, token=None):
        self.url = url
        self.parts = urllib.parse.urlsplit(url)
        self.token = token
        self.connection = None

    def connect(self):
        kind = http.client.HTTPSConnection if self.parts.scheme == "https" else \
            http.client.HTTPConnection
        return kind(self.parts.hostname, self.parts.port, timeout=ANSWER_S)

    def once(self, method, path, body):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            if self.connection is None:
                self.connection = self.connect()
            text = None if body is None else json.dumps(body).encode()
            self.connection.request(method, path, text, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as problem:
            self.close()
            raise Gone(str(problem)) from problem

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def ask(self, method, path, body=None, **query):
        if query:
            path += "?" + urllib.parse.urlencode(query)
        if body is None and method in ("POST", "PUT"):
            body = {}
        kept = self.connection is not None
        try:
            status, text = self.once(method, path, body)
        except Gone:
            if not kept or (method == "POST" and "/createRoom" in path):
                raise
            status, text = self.once(method, path, body)  # the kept connection was closed
        try:
            answer = json.loads(text or b"{}")
        except ValueError:
            answer = {"body": text.decode(errors="replace")}
        if not 200 <= status < 300:
            raise Refused(status, answer)
        return answer


def segment(text):
    return urllib.parse.quote(text, safe="")


class Homeserver:
    """A running one, with accounts made by its shared secret (Synapse's admin interface)."""

    def __init__(self, url, secret):
        self.url = url
        self.secret = secret
        self.admin = None
        self.admin_lock = threading.Lock()  # games that end side by side ask for their rooms
        self.name = None

    def started_by_us(self):
        return False

    def account(self, called, admin=False, password=None):
        """A new account whose name begins so: (user id, token, device id)."""
        wire = Wire(self.url)
        name = f"{called.lower()}-{uuid.uuid4().hex[:8]}"
        password = password or uuid.uuid4().hex
        nonce = wire.ask("GET", "/_synapse/admin/v1/register")["nonce"]
        words = "\0".join((nonce, name, password, "admin" if admin else "notadmin"))
        mac = hmac.new(self.secret.encode(), words.encode(), hashlib.sha1).hexdigest()
        got = wire.ask("POST", "/_synapse/admin/v1/register", {
            "nonce": nonce, "username": name, "password": password, "admin": admin, "mac": mac})
        wire.close()
        self.name = got["home_server"]
        return got["user_id"], got["access_token"], got["device_id"]

    def as_admin(self, method, path, body=None, **query):
        with self.admin_lock:
            if self.admin is None:
                self.admin = Wire(self.url, self.account("keeper", admin=True)[1])
            return self.admin.ask(method, "/_synapse/admin" + path, body, **query)

    def lift_limits(self, user):
        self.as_admin("POST", f"/v1/users/{segment(user)}/override_ratelimit",
                      {"messages_per_second": 0, "burst_count": 0})

    def members(self, room):
        return set(self.as_admin("GET", f"/v1/rooms/{segment(room)}/members")["members"])


class Synapse(Homeserver):
    """The tool's server on a port of its own; ended, and its data removed, with the test."""

    def __init__(self, tool, strict=False, appservice="", features=""):
        self.tool = tool
        self.port = free_port()
        self.strict = strict
        self.appservice = appservice  # the path of a registration
        self.features = features  # experimental ones, as its configuration has them
        super().__init__(f"http://127.0.0.1:{self.port}", TOOL_SECRET)
        atexit.register(self.remove)
        self.run("start", START_S)

    def started_by_us(self):
        return True

    def run(self, word, limit_s):
        environment = {**os.environ, "PORT": str(self.port), "AS": self.appservice,
                       "STRICT": "1" if self.strict else "0",
                       "DEADDROP_TEST_FEATURES": self.features,
                       "PATH": f"{QUICK}:{os.environ['PATH']}"}
        done = subprocess.run([str(self.tool), word], env=environment, timeout=limit_s, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        assert done.returncode == 0, f"{word}: {done.stdout[-2000:]}"

    def restart(self):
        self.run("stop", START_S)
        self.run("start", START_S)

    def remove(self):
        try:
            self.run("reset", START_S)
        except (AssertionError, subprocess.TimeoutExpired) as problem:
            print(f"the homeserver did not end: {problem}", file=sys.stderr)


def find(strict=False, appservice="", features=""):
    """A homeserver, or the test ends as skipped. strict: one with Synapse's own limits. appservice:
    one that knows this registration, which only the tool's can; features: and does these."""
    url = os.environ.get("DEADDROP_TEST_HOMESERVER")
    if url and not appservice:
        secret = os.environ.get("DEADDROP_TEST_REGISTRATION_SECRET")
        if not secret:
            skip("DEADDROP_TEST_HOMESERVER is set without DEADDROP_TEST_REGISTRATION_SECRET")
        return Homeserver(url.rstrip("/"), secret)
    return Synapse(fetched_tool(), strict, appservice, features)


def fetched_tool():
    """The tool, once it has fetched a homeserver; or the test ends as skipped."""
    tool = beside("tools", "synapse")
    if tool is None:
        skip("there is no homeserver")
    if os.geteuid() != 0:
        skip("the tool that starts a homeserver needs root")
    fetch(tool)
    return tool


def fetch(tool):
    """Once for all tests that begin at the same time."""
    with open(os.path.join(tempfile.gettempdir(), "deaddrop-homeserver.lock"), "w",
              encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            done = subprocess.run([str(tool), "setup"], timeout=SETUP_S, text=True, check=False,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            skip("the homeserver could not be fetched in time")
        if done.returncode != 0:
            print(done.stdout[-2000:], file=sys.stderr)
            skip("the homeserver could not be fetched")


if __name__ == "__main__":  # nothing but fetching it, before the suites want it
    fetched_tool()
