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
import time

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
    """A server in a folder, stopped and started as one likes. conf: lines of its postgresql.conf;
    hba: first lines of its pg_hba.conf; of: another one, whose standby it is; port: the one in
    conf."""

    def __init__(self, sync, conf=(), hba=(), of=None, port=5432):
        self.port = str(port)
        self.folder = tempfile.mkdtemp(prefix="dd-pg-")
        self.data = os.path.join(self.folder, "data")
        os.chmod(self.folder, 0o755)
        self.give(self.folder)
        if of is None:
            self.run([binary("initdb"), "-D", self.data, "-U", "postgres", "-A", "trust",
                      "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"])
        else:
            self.run([binary("pg_basebackup"), "-h", of.folder, "-U", "postgres", "-D", self.data,
                      "-R", "-X", "stream", "-c", "fast", "--no-sync"])
        self.configure(sync, conf)
        if of is None:
            self.guard(hba)
        self.start()
        if of is None:
            for sql in ("CREATE ROLE guarded LOGIN PASSWORD 'walrus'",
                        "CREATE DATABASE guarded OWNER guarded TEMPLATE template0 ENCODING UTF8",
                        "CREATE ROLE deaddrop LOGIN",
                        "CREATE DATABASE deaddrop OWNER deaddrop TEMPLATE template0 "
                        "ENCODING UTF8"):
                self.sql(sql)

    def configure(self, sync, conf):
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n"
                       "shared_buffers = 32MB\nmax_connections = 20\nautovacuum_naptime = 5s\n"
                       "unix_socket_permissions = 0777\n")
            if not sync:
                file.write("fsync = off\nfull_page_writes = off\n")
            file.write("".join(f"{line}\n" for line in conf))

    def guard(self, lines):
        with open(os.path.join(self.data, "pg_hba.conf"), "r+", encoding="utf-8") as hba:
            rest = hba.read()
            hba.seek(0)
            hba.write("".join(f"{line}\n" for line in lines) +
                      "local all guarded scram-sha-256\n" + rest)

    @staticmethod
    def give(path):
        """It is the server's user's from here on."""
        if as_server():
            uid, gid = (int(word.split("=")[1]) for word in as_server()[1:3])
            os.chown(path, uid, gid)

    def url(self):
        return f"postgresql://deaddrop@/deaddrop?host={self.folder}"

    def run(self, words):
        subprocess.run(as_server() + words, check=True, stdout=subprocess.DEVNULL, cwd="/",
                       timeout=STARTED_S)

    def sql(self, sql, database="postgres", wait_s=STARTED_S):
        """Runs it as its administrator; what it gives, as text."""
        return subprocess.run(
            as_server() + [binary("psql"), "-h", self.folder, "-p", self.port, "-U", "postgres",
                           "-qAtc", sql, database], check=True, stdout=subprocess.PIPE, cwd="/",
            text=True, timeout=wait_s).stdout.strip()

    def control(self, *words):
        self.run([binary("pg_ctl"), "-D", self.data, "-l", os.path.join(self.folder, "log"), "-w",
                  "-s", *words])

    def start(self):
        try:
            self.control("start")
        except subprocess.CalledProcessError:
            with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
                print(log.read()[-2000:], file=sys.stderr)
            raise

    def promote(self):
        self.control("promote")

    def processes(self):
        """Of the server: its first one, then all that it has started."""
        with open(os.path.join(self.data, "postmaster.pid"), encoding="utf-8") as file:
            first = int(file.readline())
        found = [first]
        for path in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    words = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(words[1]) == first:
                found.append(int(path.split("/")[2]))
        return found

    def kill(self):
        """As a machine that has lost its power."""
        processes = self.processes()
        for process in processes:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        until = time.monotonic() + STARTED_S
        while any(os.path.exists(f"/proc/{process}") for process in processes):
            assert time.monotonic() < until, "it lives on"
            time.sleep(0.01)

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
