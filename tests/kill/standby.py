#!/usr/bin/env python3
"""What a process that stands by tells the outside: systemd, a balancer, who watches it, its host.

postgres.py standby.py DEADDROP"""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from playground import Server, database, free_port

SOON_S = 15
STEP_S = 0.05


def until(what, condition):
    end = time.monotonic() + SOON_S
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(STEP_S)
    raise AssertionError(f"not within {SOON_S} s: {what}")


def ask(port, path, method="GET"):
    """Status, text and when to ask again."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", method=method,
                                     data=b"{}" if method == "POST" else None)
    try:
        with urllib.request.urlopen(request, timeout=SOON_S) as answer:
            return answer.status, answer.read().decode(), None
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers["Retry-After"]
    except OSError:
        return None, "", None


class Worker(Server):
    """One whose standard output is not waited for, with systemd at its side."""

    def __init__(self, binary, name, store):
        self.health = free_port()
        super().__init__(binary, DEADDROP_STORE_WORKER=name, DEADDROP_METRICS_ENABLED="yes",
                         DEADDROP_METRICS_PORT=str(self.health), **store)
        self.environment.update(store)
        self.path = os.path.join(self.folder, "notify")
        self.environment["NOTIFY_SOCKET"] = self.path
        self.systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.systemd.bind(self.path)
        self.systemd.settimeout(SOON_S)

    def begin(self):
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen([self.binary, "run"], env=self.environment,
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def told(self, wanted):
        """Waits until systemd is told this."""
        while wanted not in (heard := self.systemd.recv(4096).decode()):
            assert heard, wanted

    def end(self, number):
        self.process.send_signal(number)
        return self.process.wait(SOON_S)

    def metric(self, name):
        found = re.search(rf"^deaddrop_{name} (\d+)$", ask(self.health, "/metrics")[1], re.M)
        return int(found[1]) if found else None


def standing_by(ana, ben):
    """What ben says while ana plays."""
    ben.begin()
    ben.told("STATUS=stands by: the store is of ana")
    ben.told("READY=1")
    status, text, _ = ask(ben.health, "/healthz")
    assert (status, text) == (503, "standby: another worker has the games (ana)\n"), text
    for method, path in ("GET", "/"), ("GET", "/socket"), ("POST", "/new"):
        status, text, again = ask(ben.port, path, method)
        assert (status, again) == (503, "2") and "stands by" in text, (method, path, status, text)
    figures = ben.metric("standing_by"), ben.metric("lease_left_milliseconds")
    assert figures == (1, 0), figures
    assert 'deaddrop_worker_info{worker="ben"} 1' in ask(ben.health, "/metrics")[1]
    figures = ask(ana.health, "/healthz")[0], ana.metric("standing_by")
    assert figures == (200, 0), figures
    left_ms = ana.metric("lease_left_milliseconds")
    assert 0 < left_ms <= 7000, left_ms
    until("both said that they are there",
          lambda: ana.tool("workers")[1].count("(process ") == 2)
    code, text = ana.tool("workers")
    lines = sorted(text.splitlines())
    assert code == 0 and len(lines) == 2, text
    for line, wanted in zip(lines, (r"ana \(process .*: has the store and plays; until ",
                                    r"ben \(process .*: stands by; since ")):
        assert re.match(wanted, line), text
    ben.process.send_signal(signal.SIGHUP)
    until("the config read again", lambda: "event=reload.done" in ben.log())
    # what wants the store for itself is refused, and names who has it
    code, text = ben.tool("check", "--set-aside")
    assert code == 75 and "ana#" in text, text
    assert ben.end(signal.SIGTERM) == 0, ben.log()
    assert len(ana.tool("workers")[1].splitlines()) == 1, "who ends says so"


def taking_over(ana, ben):
    """And when ana is killed."""
    ben.begin()
    until("ben stands by", lambda: ask(ben.health, "/healthz")[0] == 503)
    ana.end(signal.SIGKILL)
    ben.told("STATUS=in play")
    until("ben plays", lambda: ask(ben.health, "/healthz")[0] == 200)
    figures = ask(ben.port, "/")[0], ben.metric("standing_by")
    assert figures == (200, 0), figures
    until("its lease kept up", lambda: ben.metric("lease_kept_total"))
    until("who has the store", lambda: "has the store" in ben.tool("workers")[1])
    code, text = ben.tool("workers")
    assert code == 0 and re.search(r"^ben \(process .*: has the store", text, re.M), text
    assert ben.end(signal.SIGTERM) == 0, ben.log()
    code, text = ben.tool("workers")
    assert code == 1 and "No worker has the store." in text, text


def without(binary):
    """A file has no workers, and a database that does not answer is said at once."""
    alone = Server(binary)
    alone.environment.pop("DEADDROP_STORE_URL")
    code, text = alone.tool("workers")
    assert code == 1 and "a file is one process's" in text, text
    alone.environment["DEADDROP_STORE_URL"] = "postgresql://nobody@/none?host=/nonexistent"
    for words in ("workers",), ("run",):
        code, text = alone.tool(*words)
        assert code == 75 and "does not answer" in text, text
    alone.remove()


def main():
    binary = sys.argv[1]
    store = database()
    ana, ben = Worker(binary, "ana", store), Worker(binary, "ben", store)
    ana.begin()
    ana.told("READY=1")
    until("ana plays", lambda: ask(ana.port, "/")[0] == 200)
    standing_by(ana, ben)
    taking_over(ana, ben)
    without(binary)
    ana.remove()
    ben.remove()
    print("who stands by says so, takes over, and ends in order")
    return 0


if __name__ == "__main__":
    sys.exit(main())
