#!/usr/bin/env python3
"""A game on PostgreSQL, and the program's tools over what is left of it: replay, verify, export,
check, backup, copy to a file and back into an empty database, where all of them say the same; then
somebody is forgotten in each, while the bot runs and while it does not.

postgres.py postgres_tools.py DEADDROP"""

import json
import os
import subprocess
import sys
import time

from game import Table
from playground import Server, database

WAIT_S = 60


class Store:
    """A store that the tools are run over."""

    def __init__(self, server, **place):
        self.server = server
        self.environment = {**server.environment, **place}
        if "DEADDROP_STORE_URL" not in place:
            self.environment.pop("DEADDROP_STORE_URL")

    def tool(self, *words, code=0):
        done = subprocess.run([self.server.binary, *words], env=self.environment, timeout=WAIT_S,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
        return done.stdout.decode() + done.stderr.decode()

    def told(self, accounts):
        """All that tools tell of it."""
        return [self.tool("replay", "1", "--seat", seat) for seat in ("crowd", "all", "0")] + \
               [self.tool("export", f"web:{account}") for account in accounts]


def accounts_of(store):
    """Who is known there by an address of the playground."""
    rows = subprocess.run(
        ["psql", store.environment["DEADDROP_STORE_URL"], "-qAtc",
         "SELECT substr(address, 5) FROM address WHERE address LIKE 'web/%' ORDER BY address"],
        capture_output=True, text=True, check=True).stdout
    return rows.split()


def play(binary):
    server = Server(binary)
    assert server.start(), server.log()
    table = Table(server, None)
    table.sit()
    table.start()
    table.rounds()
    table.end()
    table.told()
    table.prove()  # replay and verify, while it runs
    return server, table


def copies(server, first):
    """The same store in a file, and in another database."""
    path = os.path.join(server.folder, "copied.db")
    url = first.environment["DEADDROP_STORE_URL"]
    busy = first.tool("copy", url, path, code=75)
    assert "open in another deaddrop" in busy, busy
    assert server.stop() == 0, server.log()
    out = first.tool("copy", url, path)
    other = database()["DEADDROP_STORE_URL"]
    back = first.tool("copy", path, other)
    hashes = {text.split("SHA-256 ")[1] for text in (out, back)}
    assert len(hashes) == 1 and "the same" in back, (out, back)
    assert "something is in it" in first.tool("copy", path, other, code=1)
    return [Store(server, DEADDROP_STORE_PATH=path),
            Store(server, DEADDROP_STORE_URL=other,
                  DEADDROP_STORE_PATH=os.path.join(server.folder, "other.db"))]


def forget(store, account, others):
    """Nothing is left of one, all of the others."""
    answer = store.tool("forget", f"web:{account}")
    assert answer.startswith("Forgotten"), answer
    assert "nobody is known" in store.tool("export", f"web:{account}", code=1)
    for other in others:
        assert json.loads(store.tool("export", f"web:{other}"))["addresses"], other
    assert "sound" in store.tool("check")
    assert "the Journalists win" in store.tool("replay", "1")


def main():
    server, _table = play(sys.argv[1])
    first = Store(server, DEADDROP_STORE_URL=server.environment["DEADDROP_STORE_URL"])
    accounts = accounts_of(first)
    assert len(accounts) == 4, accounts
    backup = os.path.join(server.folder, "backup.db")
    assert "is now a copy of" in first.tool("backup", backup)
    assert "sound" in first.tool("check")
    told = first.told(accounts)
    stores = copies(server, first)
    for store in Store(server, DEADDROP_STORE_PATH=backup), *stores:
        assert store.told(accounts) == told, "the tools tell another story of a copy"
        assert "sound" in store.tool("check")
    for store in first, *stores:
        forget(store, accounts[0], accounts[1:])
    assert server.start(), server.log()
    answer = first.tool("forget", f"web:{accounts[1]}")
    assert "The bot runs" in answer, answer
    until = time.monotonic() + WAIT_S
    while accounts[1] in accounts_of(first):
        assert time.monotonic() < until, "it was not done"
        time.sleep(0.2)
    assert server.stop() == 0, server.log()
    server.remove()
    print("replay, verify, export, check, backup, copy, forget: all the same")


if __name__ == "__main__":
    main()
