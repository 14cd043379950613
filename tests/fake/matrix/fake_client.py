"""A fake-matrix that runs, and a plain way to ask it."""

import json
import os
import subprocess
import urllib.error
import urllib.parse
import urllib.request

LIMIT_S = 20


def quote(text):
    return urllib.parse.quote(text, safe="")


class Server:
    """The program, its control interface, and requests."""

    def __init__(self, program, *options):
        self.process = subprocess.Popen([program, *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        about = json.loads(self.process.stdout.readline())
        self.url = about["url"]
        self.user = about["user"]
        self.password = about["password"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(LIMIT_S) == 0, "fake-matrix ends in order"

    def ask(self, method, path, body=None, token=None, wanted=200):
        """Asks; a path that starts with no "/_" follows the client's. The answer as JSON."""
        base = "" if path.startswith(("/_", "/.", "/fake")) else "/_matrix/client/v3"
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + base + path, data=data, method=method)
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=LIMIT_S) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        assert status == wanted, f"{method} {path}: {status} {text[:300]}"
        try:
            return json.loads(text)
        except ValueError:
            return text

    def fake(self, order, /, **members):
        """An order that has to work; what it tells, or the id of what it made."""
        answer = self.ask("POST", f"/fake/{order}", members)
        return answer.get("is", answer.get("id", answer.get("token")))


def beside(*parts):
    """A file of ../shared, seen from the repository or from a worktree of it further down; None:
    it is not there."""
    folder = os.path.dirname(os.path.abspath(__file__))
    for _ in range(7):
        path = os.path.join(folder, "shared", *parts)
        if os.path.exists(path):
            return path
        folder = os.path.dirname(folder)
    return None
