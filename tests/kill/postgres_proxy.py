"""A way to PostgreSQL that can be cut: a socket in a folder of its own, before the server's. While
it is cut nothing passes and nobody is told; what was on its way arrives when it is mended."""

import os
import select
import socket
import threading

SOME = 65536
NAME = ".s.PGSQL.5432"
LOOK_S = 0.05


class Proxy:
    """Until close(). folder is what stands as host in a URL."""

    def __init__(self, folder, server):
        self.folder = folder
        self.server = os.path.join(server, NAME)
        os.makedirs(folder)
        self.is_cut = False
        self.ends = False
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(os.path.join(folder, NAME))
        self.door.listen(32)
        threading.Thread(target=self.admits, daemon=True).start()

    def close(self):
        self.ends = True
        self.door.close()

    def admits(self):
        while not self.ends:
            try:
                front, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self.leads, args=(front,), daemon=True).start()

    def leads(self, front):
        with front, socket.socket(socket.AF_UNIX) as back:
            try:
                back.connect(self.server)
                while not self.ends:
                    ready = select.select((front, back), (), (), LOOK_S)[0]
                    if self.is_cut:
                        threading.Event().wait(LOOK_S)
                        continue
                    for end in ready:
                        some = end.recv(SOME)
                        if not some:
                            return
                        (back if end is front else front).sendall(some)
            except OSError:
                return
