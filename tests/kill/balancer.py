"""A balancer before several workers: whoever comes is led to the one that plays, which is who
answers a plain GET with 200; who does not answer in time loses all that is led to them."""

import http.client
import select
import socket
import threading
import time

from playground import free_port

LOOK_S = 0.1
PATIENCE_S = 1
SOME = 65536


class Balancer:
    """Listens at a port of its own until close()."""

    def __init__(self, backs):
        self.backs = backs  # their ports
        self.playing = None
        self.pairs = {}  # (front, back): the port
        self.lock = threading.Lock()
        self.ends = False
        self.port = free_port()
        self.door = socket.create_server(("127.0.0.1", self.port), backlog=64)
        for work in (self.looks, self.admits):
            threading.Thread(target=work, daemon=True).start()

    def close(self):
        self.ends = True
        self.door.close()
        self.cut(lambda _: True)

    def plays(self, port):
        """200 from there, and the games; 503 is one that stands by."""
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        try:
            line.request("GET", "/", headers={"Host": f"127.0.0.1:{self.port}"})
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def looks(self):
        while not self.ends:
            if self.playing is None or not self.plays(self.playing):
                was = self.playing
                self.playing = next((port for port in self.backs if port != was and
                                     self.plays(port)), None)
                self.cut(lambda port: port != self.playing)
            time.sleep(LOOK_S)

    def cut(self, which):
        with self.lock:
            cut = [pair for pair, port in self.pairs.items() if which(port)]
            for pair in cut:
                self.drop(pair)

    def drop(self, pair):
        self.pairs.pop(pair, None)
        for end in pair:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def admits(self):
        while not self.ends:
            try:
                front, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self.leads, args=(front,), daemon=True).start()

    def leads(self, front):
        port = self.playing
        try:
            if port is None:
                return
            back = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        except OSError:
            return
        finally:
            if port is None:
                front.close()
        pair = (front, back)
        with self.lock:
            self.pairs[pair] = port
        try:
            while True:
                for end in select.select(pair, (), ())[0]:
                    some = end.recv(SOME)
                    if not some:
                        return
                    (back if end is front else front).sendall(some)
        except OSError:
            return
        finally:
            with self.lock:
                self.drop(pair)
            for end in pair:
                end.close()
