"""A small disk of the program's own: mounted where only it sees it, so that nothing is left."""

import os
import subprocess

MOUNT = 'mount -t tmpfs -o size=3m small "$0" && exec "$@"'


def small_disk(folder):
    """Words before a command that give it a disk of three megabytes at the folder; None where that
    is not allowed."""
    for unshare in (["unshare", "-m"], ["unshare", "-rm"]):
        words = [*unshare, "sh", "-c", MOUNT, folder]
        if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:
            return words
    return None


class Ballast:
    """What fills the disk of a running server."""

    def __init__(self, server, folder):
        self.path = f"/proc/{server.process.pid}/root{folder}/ballast"

    def fill(self):
        with open(self.path, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    def drop(self):
        os.unlink(self.path)
