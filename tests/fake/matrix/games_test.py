#!/usr/bin/python3
"""games_test.py DEADDROP FAKE-MATRIX [SCRIPT.py] [GAME…]: the whole games that are played at a real
homeserver (../../real), at this one: the program as a process, killed in the middle, people by
plain HTTP and python3-matrix-nio, and the same checks of who has read what; or another script of
that folder. DD_MATRIX_RECORD: a file for the traffic."""

import importlib.util
import os
import pathlib
import subprocess
import sys

from fake_client import Server

REAL = pathlib.Path(__file__).resolve().parents[2] / "real"


def main(deaddrop, fake, *wanted):
    if importlib.util.find_spec("nio") is None or importlib.util.find_spec("olm") is None:
        print("SKIPPED: python3-matrix-nio, or python3-olm, is not here, NO game was played.")
        return 77
    script = wanted[0] if wanted and wanted[0].endswith(".py") else "test_games.py"
    wanted = [word for word in wanted if word != script]
    record = os.environ.get("DD_MATRIX_RECORD")
    with Server(fake, *(["--record", record] if record else [])) as server:
        environment = {**os.environ, "DEADDROP_TEST_HOMESERVER": server.url,
                       "DEADDROP_TEST_REGISTRATION_SECRET": "is not asked for"}
        return subprocess.run(["/usr/bin/python3", "-B", str(REAL / script), deaddrop, *wanted],
                              env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
