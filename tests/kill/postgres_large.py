#!/usr/bin/env python3
"""What the program's tools hold of a store in PostgreSQL while they read all of it: a piece of a
table, never the table, however large that is.

postgres.py postgres_large.py DEADDROP"""

import os
import resource
import subprocess
import sys

from playground import Person, Server
from postgres_gone import admin

ROWS = 40000
ROW_BYTES = 2000  # so that the table is several times what a tool may hold
MEMORY_MB = 45
WAIT_S = 240


def fill(schema):
    """Sound rows of an adapter, which are nobody's."""
    value = f"convert_to(repeat('x', {ROW_BYTES}) || number, 'UTF8')"
    total = ("(('x' || left(encode(sha256(convert_to(ROW('adapter', 'web', 'room/' || number, "
             f"number, {value})::text, 'UTF8')), 'hex'), 8))::bit(32)::int4)")
    admin(f"SET bytea_output = hex; INSERT INTO {schema}.adapter (adapter, key, place, value, sum) "
          f"SELECT 'web', 'room/' || number, number, {value}, {total} FROM "
          f"generate_series(1000::bigint, {ROWS} + 999) AS number")


def peak_mb(server, *words):
    """The most memory that a run of a tool has held."""
    pid = os.fork()
    if pid == 0:
        done = subprocess.run([server.binary, *words], env=server.environment, timeout=WAIT_S,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            print(*words, done.stderr.decode()[-600:], flush=True)
            os._exit(1)
        held = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"{words[0]}: {held} MB", flush=True)
        os._exit(2 if held > MEMORY_MB else 0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main():
    server = Server(sys.argv[1])
    assert server.start(), server.log()
    person = Person(server, "Ana")
    person.connect()
    person.socket.close()
    assert server.stop() == 0, server.log()
    fill(server.environment["DEADDROP_STORE_URL"].split("search_path%3D")[1])
    copy = os.path.join(server.folder, "copy.db")
    wrong = []
    for words in (["check"], ["export", f"web:{person.account}"],
                  ["backup", os.path.join(server.folder, "backup.db")],
                  ["copy", server.environment["DEADDROP_STORE_URL"], copy],
                  ["forget", f"web:{person.account}"]):
        code = peak_mb(server, *words)
        wrong += [f"{words[0]}: {'failed' if code == 1 else f'more than {MEMORY_MB} MB'}"] \
            if code else []
    server.remove()
    print(*wrong or [f"{ROWS * ROW_BYTES // 1000000} MB read in pieces"], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
