#!/usr/bin/env python3
"""A game on PostgreSQL whose house is divided into parts afterwards, and the program's tools over
all of them: copy (dividing, with an end halfway; part by part into files and back), check, backup,
replay, export, forget. Fewer parts than before are refused while games are open; links of a house
in parts lead where those of a whole one lead.

postgres.py parts_tools.py DEADDROP"""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error

from playground import WAIT_S, Person, Server, database
from postgres_tools import Store, accounts_of, play

PARTS = 3


def schemas_with(url, account):
    """In how many schemas of that house somebody is known."""
    name = url.rsplit("%3D", 1)[1]
    schemas = [name] + [f"{name}_part_{part}" for part in range(1, PARTS)]
    sql = " UNION ALL ".join(f"SELECT address FROM {schema}.address" for schema in schemas)
    rows = subprocess.run(["psql", os.environ["DD_POSTGRES"], "-qAtc", sql], capture_output=True,
                          text=True, check=True).stdout
    return rows.split().count(f"web/{account}")


def parted(server, name):
    """A new database for a house in parts."""
    return Store(server, DEADDROP_STORE_URL=database()["DEADDROP_STORE_URL"],
                 DEADDROP_STORE_PATH=os.path.join(server.folder, name),
                 DEADDROP_STORE_PARTS=str(PARTS))


def files(path):
    """What the files of the parts are called."""
    stem = path[:-len(".db")]
    return [path] + [f"{stem}.part-{part}.db" for part in range(1, PARTS)]


def divide(server, first):
    store = parted(server, "divided.db")
    url = first.environment["DEADDROP_STORE_URL"]
    file = os.path.join(server.folder, "none.db")
    assert "TO has to be a URL" in store.tool("copy", url, file, code=2)
    to = store.environment["DEADDROP_STORE_URL"]
    halfway(store, url, to)
    out = store.tool("copy", url, to)
    assert out.count("read again in both they are the same") == PARTS - 1, out
    assert out.count("is there already") == 1, out
    assert f"Each of the {PARTS} parts" in out, out
    again = store.tool("copy", url, to)
    assert again.count("is there already") == PARTS, again
    return store


def psql(url, sql):
    subprocess.run(["psql", url, "-qc", sql], check=True)


def halfway(store, url, to):
    """What stands where part 1 is to be: copying ends with part 0 alone."""
    schema = f"{to.rsplit('%3D', 1)[1]}_part_1"
    psql(to, f"CREATE SCHEMA {schema}; CREATE TABLE {schema}.theirs (a int)")
    out = store.tool("copy", url, to, code=78)
    assert "another program" in out and f"1 of {PARTS} parts are copied" in out, out
    psql(to, f"DROP SCHEMA {schema} CASCADE")


def copies(server, store):
    """Part by part into files, and those into another database."""
    path = os.path.join(server.folder, "house.db")
    out = store.tool("copy", store.environment["DEADDROP_STORE_URL"], path)
    assert all(os.path.exists(file) for file in files(path)), out
    other = parted(server, "back.db")
    back = store.tool("copy", path, other.environment["DEADDROP_STORE_URL"])
    hashes = [[line.split("SHA-256 ")[1] for line in text.splitlines()] for text in (out, back)]
    assert hashes[0] == hashes[1] and len(hashes[0]) == PARTS, hashes
    one = store.tool("copy", f"{store.environment['DEADDROP_STORE_URL']}#1",
                     os.path.join(server.folder, "alone.db"))
    assert one.count("SHA-256") == 1 and hashes[0][1] in one, (one, hashes)
    return other


def backups(server, store):
    path = os.path.join(server.folder, "kept.db")
    assert store.tool("backup", path).count("is now a copy of") == PARTS
    for file in files(path):
        one = Store(server, DEADDROP_STORE_PATH=file)
        assert "sound" in one.tool("check"), file


def tell(store, accounts, told):
    assert store.tool("check").count("is sound") == PARTS
    assert store.told(accounts) == told, "the tools tell another story of a house in parts"
    assert store.tool("replay", "0/1") == store.tool("replay", "1")
    store.tool("replay", "1/1", code=1)
    store.tool("replay", "4294967296/1", code=2)


def forget(store, account, others):
    url = store.environment["DEADDROP_STORE_URL"]
    assert schemas_with(url, account) == PARTS
    answer = store.tool("forget", f"web:{account}")
    assert answer.count("Forgotten") == 1, answer
    assert schemas_with(url, account) == 0
    assert "nobody is known" in store.tool("export", f"web:{account}", code=1)
    assert "nobody is known" in store.tool("forget", f"web:{account}", code=1)
    for other in others:
        assert json.loads(store.tool("export", f"web:{other}"))["addresses"], other
    assert store.tool("check").count("is sound") == PARTS


def come_in(server):
    """A worker says 503 until it knows who plays part 0."""
    until = time.monotonic() + WAIT_S
    while True:
        try:
            return Person(server, "Ada")
        except urllib.error.HTTPError as problem:
            if problem.code != 503 or time.monotonic() > until:
                raise
            time.sleep(0.05)


def led(binary, address, parts):
    """Where who starts it is sent to, and where a link of somebody at that machine leads; the port
    is P."""
    server = Server(binary, DEADDROP_WEB_ADDRESS=address, DEADDROP_STORE_PARTS=str(parts))
    assert server.start(), server.log()
    person = come_in(server)
    link = server.post("/key", {}, person.tab)["link"].split("/#")[0]
    assert server.stop() == 0, server.log()
    server.remove()
    return [text.replace(f":{server.port}", ":P") for text in (server.greeting, link)]


def outside(binary):
    """Nobody is sent to the door of a part, where only relays may ask."""
    for address in ("127.0.0.1", "0.0.0.0"):
        whole = led(binary, address, 1)
        assert whole[0] == "The playground is at http://127.0.0.1:P/\n", whole
        assert led(binary, address, PARTS) == whole, (led(binary, address, PARTS), whole)


def anywhere(binary):
    """Any port that is free is the worker's to choose."""
    server = Server(binary, DEADDROP_WEB_PORT="0", DEADDROP_STORE_PARTS=str(PARTS))
    assert server.start(), server.log()
    server.port = int(server.greeting.rsplit(":", 1)[1].strip("/\n"))
    come_in(server)
    nobody_elses(server)
    assert server.stop() == 0, server.log()
    server.remove()


def nobody_elses(server):
    """The door of part 0's process is nobody else's while that process is down."""
    url = server.environment["DEADDROP_STORE_URL"]
    doors = subprocess.run(["psql", url, "-qAtc", "SELECT doors FROM member"], check=True,
                           capture_output=True, text=True).stdout
    port = int(doors.split()[1].rsplit(":", 1)[1])
    processes = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(server.process.pid)],
                               check=True, capture_output=True, text=True).stdout
    first = next(int(line.split()[0]) for line in processes.splitlines() if "--part 0 " in line)
    os.kill(first, signal.SIGKILL)
    until = time.monotonic() + WAIT_S
    while "part=0 status=-1" not in server.log():
        assert time.monotonic() < until, server.log()
    for option in (0, 1):
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, option)
            try:
                other.bind(("127.0.0.1", port))
                raise AssertionError("somebody else has the door")
            except OSError as problem:
                assert problem.errno == errno.EADDRINUSE, problem
    come_in(server)


def refused(store, **environment):
    """The program does not start so; what it says."""
    done = subprocess.run([store.server.binary, "run"], timeout=WAIT_S, check=False,
                          env={**store.environment, **environment},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 78, (done.returncode, done.stdout, done.stderr)
    return done.stderr


def fewer(server, store):
    """The house is to go on with fewer parts than it has."""
    url = store.environment["DEADDROP_STORE_URL"]
    last = f"{url.rsplit('%3D', 1)[1]}_part_{PARTS - 1}"
    whole = Store(server, **{**store.environment, "DEADDROP_STORE_PARTS": "1"})
    out = whole.tool("check")
    assert out.count("is sound") == PARTS and out.count("is there too") == PARTS - 1, out
    out = whole.tool("copy", url, os.path.join(server.folder, "one.db"), code=78)
    assert "part 1 is there, with parts = 1" in out, out
    psql(url, f"INSERT INTO {last}.open_table (id) VALUES (1)")
    for parts in (1, PARTS - 1):
        out = refused(store, DEADDROP_STORE_PARTS=str(parts))
        assert "hold 1 open tables" in out and f"at least {PARTS})" in out, out
    psql(url, f"DELETE FROM {last}.open_table")
    out = refused(store, DEADDROP_STORE_WORKER="a" * 61)
    assert "store.worker: with parts it has 60 bytes at most" in out, out
    out = refused(store, DEADDROP_METRICS_ENABLED="yes", DEADDROP_METRICS_PORT="65533")
    assert "metrics.port: with parts = 3 it is 65532 at most" in out, out
    server.environment = whole.environment
    assert server.start() and server.stop() == 0, server.log()
    assert server.log().count("store.part_left") == PARTS - 1, server.log()


def main():
    server, _table = play(sys.argv[1])
    assert server.stop() == 0, server.log()
    first = Store(server, DEADDROP_STORE_URL=server.environment["DEADDROP_STORE_URL"])
    accounts = accounts_of(first)
    told = first.told(accounts)[:3]
    store = divide(server, first)
    tell(store, [], told)
    tell(copies(server, store), [], told)
    backups(server, store)
    forget(store, accounts[0], accounts[1:])
    fewer(server, store)
    server.remove()
    outside(sys.argv[1])
    anywhere(sys.argv[1])
    print("copy, check, backup, replay, export, forget, and fewer parts: of all parts")


if __name__ == "__main__":
    main()
