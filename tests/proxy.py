"""proxy.py: what stands between a program and its PostgreSQL, and cuts, delays or swallows what
passes. Plain text alone: it looks for COMMIT in it."""

import contextlib
import socket
import struct
import threading
import time

from ports import free_port

COMMIT = b"COMMIT\0"
PIECE = 65536


class Line:
    """One connection and the one behind it."""

    def __init__(self, proxy, near):
        self.proxy = proxy
        self.near = near
        self.far = proxy.connect()
        self.swallows = None  # of the next answer: what share passes
        for ends in (near, self.far, self.up), (self.far, near, self.down):
            threading.Thread(target=self.pump, args=ends, daemon=True).start()

    def pump(self, source, target, passes):
        try:
            while data := source.recv(PIECE):
                time.sleep(self.proxy.delay_s)
                self.proxy.open.wait()
                passes(target, data)
        except OSError:
            pass
        self.cut()

    def up(self, target, data):
        trouble = self.proxy.commit_trouble
        if trouble is None or COMMIT not in data:
            target.sendall(data)
            return
        self.proxy.commit_trouble = None
        self.proxy.troubled.set()
        if trouble == "halved":
            target.sendall(data[:data.index(COMMIT) + len(COMMIT) // 2])
            self.end()
        else:
            self.swallows = {"unanswered": 0, "half answered": 0.5}[trouble]
            target.sendall(data)

    def down(self, target, data):
        if self.swallows is None:
            target.sendall(data)
            return
        target.sendall(data[:int(len(data) * self.swallows)])
        self.end()

    def end(self):
        if self.proxy.then is not None:
            then, self.proxy.then = self.proxy.then, None
            then()
        self.cut()

    def cut(self):
        """Both ends are told by a reset."""
        self.proxy.lines.discard(self)
        for end in self.near, self.far:
            with contextlib.suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Proxy:
    """Listens on a port of loopback for the server with a socket at this path."""

    def __init__(self, path):
        self.path = path
        self.lines = set()
        self.delay_s = 0
        self.commit_trouble = None  # "halved", "unanswered" or "half answered": the next COMMIT
        self.then = None  # called in that moment, before both ends hear of it
        self.troubled = threading.Event()
        self.open = threading.Event()  # else all that passes is kept back
        self.open.set()
        self.refuses = False
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.port = free_port()
        self.listener.bind(("127.0.0.1", self.port))
        self.listener.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def connect(self):
        far = socket.socket(socket.AF_UNIX)
        far.connect(self.path)
        return far

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if self.refuses:
                    near.close()
                else:
                    self.lines.add(Line(self, near))
            except OSError:
                if self.listener.fileno() < 0:
                    return
                near.close()  # the server is gone

    def break_next(self, trouble, then=None):
        self.troubled.clear()
        self.then = then
        self.commit_trouble = trouble

    def cut(self):
        for line in list(self.lines):
            line.cut()

    def stall(self):
        """A black hole: nothing passes, and nobody is told."""
        self.open.clear()

    def flow(self):
        """New lines pass; those that were stalled are gone."""
        self.cut()
        self.open.set()

    def close(self):
        self.listener.close()
        self.open.set()
        self.cut()
