#!/usr/bin/env python3
"""Ends the program at each named crash point, early and late in a game, starts it again and plays on:
everybody must have been told exactly what an undisturbed game tells, nothing twice, nothing missing.

walk_crash_points.py DEADDROP [POINT…]"""

import subprocess
import sys

from game import Table
from playground import Server

PASSES = (1, 4, 19, 60)


def points(binary):
    listed = subprocess.run([binary, "--crash-points"], capture_output=True, text=True, check=True)
    return [line.split()[0] for line in listed.stdout.splitlines() if line.strip()]


def play(binary, crash_at=None):
    """One game; what was told, and how often the server went away."""
    server = Server(binary)

    def again():
        code = server.wait()
        assert code == 99, f"{crash_at}: ended with {code}, not by the crash point\n{server.log()}"
        assert server.start(), server.log()

    if not server.start(crash_at):
        again()
    table = Table(server, again)
    table.sit()
    table.start()
    table.rounds()
    told = table.told()
    ended = server.ended()
    code = server.wait() if ended else server.stop()
    assert ended or code == 0, f"{crash_at}: SIGTERM ended with {code}\n{server.log()}"
    return told, table.restarts


def differences(want, got):
    missing = [line for line in want if line not in got]
    more = list(got)
    for line in want:
        if line in more:
            more.remove(line)
    return [f"missing: {line}" for line in missing] + [f"too much: {line}" for line in more]


def main():
    binary = sys.argv[1]
    want, _ = play(binary)
    failed = 0
    walked = 0
    for point in sys.argv[2:] or points(binary):
        reached = []
        for passes in PASSES:
            got, restarts = play(binary, f"{point}:{passes}")
            wrong = differences(want, got)
            reached += [str(passes)] if restarts else []
            walked += restarts > 0
            if wrong:
                failed += 1
                print(f"{point}:{passes}", *wrong, sep="\n  ")
        print(f"{point}: walked at pass {', '.join(reached) or 'none: never reached'}", flush=True)
    print(f"{walked} crashes walked, {failed} failed")
    return 1 if failed or not walked else 0


if __name__ == "__main__":
    sys.exit(main())
