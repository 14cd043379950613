#!/usr/bin/python3
"""games_test.py DEADDROP FAKE-MATRIX [GAME…]: the whole games that are played at a real homeserver
(../../real), at this one: the program as a process, killed in the middle, people by plain HTTP and
python3-matrix-nio, and the same checks of who has read what. DD_MATRIX_RECORD: a file for the
traffic."""

import importlib.util
import os
import pathlib
import subprocess
import sys

from fake_client import Server

GAMES = pathlib.Path(__file__).resolve().parents[2] / "real" / "test_games.py"


def main(deaddrop, fake, *wanted):
    if importlib.util.find_spec("nio") is None:
        print("SKIPPED: python3-matrix-nio is not here, NO game was played.")
        return 77
    record = os.environ.get("DD_MATRIX_RECORD")
    with Server(fake, *(["--record", record] if record else [])) as server:
        environment = {**os.environ, "DEADDROP_TEST_HOMESERVER": server.url,
                       "DEADDROP_TEST_REGISTRATION_SECRET": "is not asked for"}
        return subprocess.run(["/usr/bin/python3", str(GAMES), deaddrop, *wanted],
                              env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
