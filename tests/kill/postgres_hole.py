#!/usr/bin/env python3
"""The way from a game to its PostgreSQL becomes a black hole: packets vanish, nobody is told. Both
ends notice it in bounded time: play stands still, and the server gives back what the session held.
With the way back play goes on by itself, and everybody is told what an undisturbed game tells.

In a network of its own, whose only wire is loopback. postgres_hole.py DEADDROP"""

import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import postgres
from full_disk import BACK, STILL
from game import Table
from playground import Server
from walk_crash_points import Game, differences

INSIDE = "DEADDROP_TEST_NETWORK"
SERVER = "10.77.0.1"
AGAIN_S = 0.3
NOTICED_S = 20  # tcp_user_timeout of 10 s, and 5 s for another connection
GIVEN_BACK_S = 40
SETUP = (f"ip link set lo up && ip addr add {SERVER}/32 dev lo && "
         "ip rule add pref 100 lookup local && ip rule del pref 0")
HOLE = f"to {SERVER} blackhole"


def own_network():
    """Runs this very script again in a network of its own; false where that is not allowed."""
    for unshare in (["unshare", "-n"], ["unshare", "-rn"]):
        if os.environ.get(INSIDE):
            break
        if subprocess.run([*unshare, "sh", "-c", SETUP], capture_output=True,
                          check=False).returncode == 0:
            os.environ[INSIDE] = "1"
            os.execvp(unshare[0], [*unshare, "sh", "-c", f'{SETUP} && exec "$@"', "sh",
                                   sys.executable, *sys.argv])
    return INSIDE in os.environ


def rule(verb):
    subprocess.run(["ip", "rule", verb, "pref", "10", *HOLE.split()], check=True)


def refused(who, act):
    """The act is not taken; after how long that is said."""
    _, text, room = act
    began = time.monotonic()
    sent = who.act({"op": "say", "room": room, "text": text})
    who.until(lambda op: op.get("id") == sent["id"] and op["op"] == "sorry", NOTICED_S)
    return time.monotonic() - began


def given_back(cluster):
    """After how long the server has ended our session."""
    began = time.monotonic()
    while cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'deaddrop'") != "0":
        assert time.monotonic() - began < GIVEN_BACK_S, "the server keeps a dead session"
        time.sleep(0.5)
    return time.monotonic() - began


def play(cluster, binary):
    server = Server(binary, DEADDROP_STORE_URL=f"postgresql://deaddrop@{SERVER}/deaddrop")
    want = Game(binary).play()
    assert server.start(), server.log()
    table = Table(server, None)
    table.before_again = lambda _: time.sleep(AGAIN_S)
    table.sit()
    table.start()
    acts = table.acts()
    table.rounds(acts[:7])
    rule("add")
    print(f"noticed here after {refused(acts[7][0], acts[7]):.1f} s, there after "
          f"{given_back(cluster):.1f} s more")
    rule("del")
    table.rounds(acts[7:])
    table.end()
    told = table.told()
    for line in list(told):
        if STILL in line[3] or BACK in line[3]:
            del told[line]
    table.prove()
    table.soft_end()
    server.remove()
    return differences(want, told)


def main():
    if postgres.missing() or not own_network():
        print("SKIPPED: a network of one's own is not allowed here, or there is no PostgreSQL")
        return 77
    cluster = postgres.Cluster(False, conf=[f"listen_addresses = '{SERVER}'"],
                               hba=[f"host all deaddrop {SERVER}/32 trust"])
    try:
        wrong = play(cluster, sys.argv[1])
    finally:
        cluster.close()
    print(*wrong or ["nobody missed anything"], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
