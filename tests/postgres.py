#!/usr/bin/env python3
"""postgres.py [--sync] COMMAND…: runs the command with a PostgreSQL of its own.

A cluster in a folder that goes away, on a socket in that folder alone. DD_POSTGRES is the URL of an
empty database in it, DD_POSTGRES_CTL a command that takes stop and start. Its role and database
"guarded" want a password. Without --sync nothing is flushed, which is enough where only our own
process dies. Exit 77 where PostgreSQL is not installed. Where we are root the server runs as an
unprivileged user, for it refuses root."""

import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile

STARTED_S = 60


def binary(name):
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"),
                   key=lambda path: int(path.split("/")[4]) if path.split("/")[4].isdigit() else 0)
    return found[-1] if found else shutil.which(name)


def as_server():
    """The words before a command that is the server's."""
    if os.geteuid() != 0:
        return []
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    return []


class Cluster:
    """A server in a folder, stopped and started as one likes."""

    def __init__(self, sync):
        self.folder = tempfile.mkdtemp(prefix="dd-pg-")
        self.data = os.path.join(self.folder, "data")
        os.chmod(self.folder, 0o755)
        if as_server():
            uid, gid = (int(word.split("=")[1]) for word in as_server()[1:3])
            os.chown(self.folder, uid, gid)
        self.run([binary("initdb"), "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
                  "--locale=C.UTF-8", "--no-sync"])
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as conf:
            conf.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n"
                       "shared_buffers = 32MB\nmax_connections = 20\nautovacuum_naptime = 5s\n"
                       "unix_socket_permissions = 0777\n")
            if not sync:
                conf.write("fsync = off\nfull_page_writes = off\n")
        with open(os.path.join(self.data, "pg_hba.conf"), "r+", encoding="utf-8") as hba:
            rest = hba.read()
            hba.seek(0)
            hba.write("local all guarded scram-sha-256\n" + rest)
        self.start()
        for sql in ("CREATE ROLE guarded LOGIN PASSWORD 'walrus'",
                    "CREATE DATABASE guarded OWNER guarded TEMPLATE template0 ENCODING UTF8",
                    "CREATE ROLE deaddrop LOGIN",
                    "CREATE DATABASE deaddrop OWNER deaddrop TEMPLATE template0 ENCODING UTF8"):
            self.run([binary("psql"), "-h", self.folder, "-U", "postgres", "-qc", sql, "postgres"])

    def url(self):
        return f"postgresql://deaddrop@/deaddrop?host={self.folder}"

    def run(self, words):
        subprocess.run(as_server() + words, check=True, stdout=subprocess.DEVNULL, cwd="/",
                       timeout=STARTED_S)

    def start(self):
        self.run([binary("pg_ctl"), "-D", self.data, "-l", os.path.join(self.folder, "log"), "-w",
                  "-s", "start"])

    def stop(self, mode="fast"):
        subprocess.run(as_server() + [binary("pg_ctl"), "-D", self.data, "-m", mode, "-s", "-w",
                                      "stop"], check=False, cwd="/", timeout=STARTED_S,
                       stderr=subprocess.DEVNULL)

    def close(self):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


def missing():
    return [name for name in ("initdb", "pg_ctl", "psql") if binary(name) is None]


def main(words):
    sync = words[:1] == ["--sync"]
    words = words[1:] if sync else words
    if missing():
        print(f"postgres.py: no {missing()[0]} here: install postgresql-15", file=sys.stderr)
        return 77
    cluster = Cluster(sync)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        control = " ".join(as_server() + [binary("pg_ctl"), "-D", cluster.data, "-s", "-w", "-l",
                                          os.path.join(cluster.folder, "log")])
        env = {**os.environ, "DD_POSTGRES": cluster.url(), "DD_POSTGRES_CTL": control}
        return subprocess.run(words, check=False, env=env).returncode
    finally:
        cluster.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
