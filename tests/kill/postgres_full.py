#!/usr/bin/env python3
"""The disk of a game's PostgreSQL is full in the middle of it, twice: the same as full_disk.py asks
of a file. Its tables lie on a small disk of their own, its log does not: a server whose log finds
no room ends, which is postgres_gone.py's.

postgres_full.py DEADDROP"""

import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import postgres
from disk import INSIDE, Disk, small_disk
from full_disk import full
from playground import Server
from walk_crash_points import Game


def on_disk(cluster, disk):
    """All tables from here on lie there."""
    place = os.path.join(disk.folder, "tables")
    os.mkdir(place)
    os.chmod(disk.folder, 0o755)
    cluster.give(place)
    cluster.sql(f"CREATE TABLESPACE small OWNER deaddrop LOCATION '{place}'")
    cluster.sql("ALTER ROLE deaddrop SET default_tablespace = small")


def main():
    binary = sys.argv[1]
    folder = os.environ.get(INSIDE) or tempfile.mkdtemp(prefix="deaddrop-disk-")
    if postgres.missing() or not small_disk(folder):
        print("SKIPPED: mounting a small disk is not allowed here, or there is no PostgreSQL")
        return 77
    os.chmod(folder, 0o755)
    disk = Disk(folder)
    cluster = postgres.Cluster(False)
    try:
        on_disk(cluster, disk)
        server = Server(binary, DEADDROP_STORE_URL=cluster.url())
        wrong = full(server, disk, Game(binary).play())
        server.remove()
    finally:
        cluster.close()
    print("full twice:", *wrong or ["nobody missed anything"], sep="\n  ")
    disk.remove()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
