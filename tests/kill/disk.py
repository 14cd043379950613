"""A small disk of the test's own: mounted where only the test sees it, so that nothing is left."""

import os
import subprocess
import sys

INSIDE = "DEADDROP_TEST_DISK"


def small_disk(folder):
    """Runs this very script again where it may mount, with a disk of three megabytes at the folder;
    comes back only there. False where that is not allowed."""
    for unshare in (["unshare", "-m"], ["unshare", "-rm"]):
        if os.environ.get(INSIDE):
            break
        if subprocess.run([*unshare, "mount", "-t", "tmpfs", "try", folder], capture_output=True,
                          check=False).returncode == 0:
            os.environ[INSIDE] = folder
            os.execvp(unshare[0], [*unshare, sys.executable, *sys.argv])
    return os.environ.get(INSIDE) == folder


def mount(*words):
    subprocess.run(["mount", *words], check=True)


class Disk:
    def __init__(self, folder):
        self.folder = folder
        self.ballast = os.path.join(folder, "ballast")
        mount("-t", "tmpfs", "-o", "size=3m", "small", folder)

    def fill(self):
        with open(self.ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    def drop(self):
        os.unlink(self.ballast)

    def remove(self):
        subprocess.run(["umount", self.folder], check=True)
        os.rmdir(self.folder)

    def only_read(self, yes):
        mount("-o", "remount," + ("ro" if yes else "rw"), self.folder)
