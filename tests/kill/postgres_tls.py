#!/usr/bin/env python3
"""The way to a PostgreSQL over TCP: TLS with a certificate that is checked, a password, a
certificate of our own, limits of connections. What is wrong gets an error that says where to mend
it, and no password stands in any.

postgres_tls.py DEADDROP"""

import atexit
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import postgres
from playground import Person, Server
from ports import free_port

PASSWORD, WRONG = "walrus", "tusk"
IDLE_S = 2.5
MISCONFIGURED, LATER = 78, 75
HOST = "localhost"


class Certificates:
    """In a folder: two CAs, "ours" and "strange", and what each has signed."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="dd-tls-")
        os.chmod(self.folder, 0o755)
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        for name in "ours", "strange":
            self.openssl("req", "-x509", "-subj", f"/CN={name}", "-keyout", self.path(name, "key"),
                         "-out", self.path(name, "pem"))
        self.sign("server", "ours", "postgres", f"DNS:{HOST}")
        self.sign("client", "ours", "deaddrop")
        self.sign("intruder", "strange", "deaddrop")
        postgres.Cluster.give(self.path("server", "key"))
        with open(self.path("open", "key"), "wb") as copy, \
                open(self.path("client", "key"), "rb") as key:
            copy.write(key.read())
        os.chmod(self.path("open", "key"), 0o644)

    def path(self, name, ending):
        return os.path.join(self.folder, f"{name}.{ending}")

    def openssl(self, *words):
        subprocess.run(["openssl", words[0], "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                        "-nodes", "-days", "2", *words[1:]], check=True, capture_output=True)

    def sign(self, name, by, subject, also=None):
        extra = ["-addext", f"subjectAltName={also}"] if also else []
        self.openssl("req", "-x509", "-CA", self.path(by, "pem"), "-CAkey", self.path(by, "key"),
                     "-subj", f"/CN={subject}", *extra, "-keyout", self.path(name, "key"),
                     "-out", self.path(name, "pem"))
        os.chmod(self.path(name, "key"), 0o600)


class Way:
    """A server that takes who comes by TLS alone: guarded by a password, deaddrop by a
    certificate."""

    def __init__(self, certificates):
        self.certificates = certificates
        self.port = free_port()
        path = certificates.path
        self.cluster = postgres.Cluster(
            False,
            conf=["listen_addresses = '127.0.0.1'", f"port = {self.port}", "ssl = on",
                  f"ssl_cert_file = '{path('server', 'pem')}'",
                  f"ssl_key_file = '{path('server', 'key')}'",
                  f"ssl_ca_file = '{path('ours', 'pem')}'"],
            hba=["hostnossl all all 127.0.0.1/32 reject",
                 "hostssl all guarded 127.0.0.1/32 scram-sha-256",
                 "hostssl all deaddrop 127.0.0.1/32 cert"], port=self.port)
        self.password = os.path.join(certificates.folder, "password")

    def server(self, binary, role, password=None, host=HOST, ca="ours", **more):
        """A program that goes this way."""
        options = {"sslmode": "verify-full", "sslrootcert": self.certificates.path(ca, "pem"),
                   **more}
        words = "&".join(f"{key}={value}" for key, value in options.items())
        place = {"DEADDROP_STORE_URL": f"postgresql://{role}@{host}:{self.port}/{role}?{words}"}
        if password is not None:
            with open(self.password, "w", encoding="utf-8") as file:
                file.write(password)
            os.chmod(self.password, 0o600)
            place["DEADDROP_STORE_PASSWORD_FILE"] = self.password
        return Server(binary, **place)

    def own(self, name, key=None):
        """What names a certificate of our own."""
        return {"sslcert": self.certificates.path(name, "pem"),
                "sslkey": self.certificates.path(key or name, "key")}


def silent(server):
    for word in PASSWORD, WRONG:
        assert word not in server.log(), server.log()


def plays(server):
    assert server.start(), server.log()
    person = Person(server, "Ana")
    person.connect()
    person.socket.close()
    assert server.stop() == 0, server.log()
    assert "event=store.pooled" not in server.log(), server.log()
    silent(server)
    server.remove()


def refused(server, words, code=MISCONFIGURED):
    """What is said of it; it must be so."""
    assert not server.start(), f"it starts, in spite of: {words}"
    assert server.wait() == code, server.log()
    line = server.log().rstrip("\n").split("\n")[-1]
    assert words in line, (words, line)
    silent(server)
    server.remove()
    print("  " + line, flush=True)


def certificates_and_passwords(way, binary):
    plays(way.server(binary, "guarded", PASSWORD))
    plays(way.server(binary, "deaddrop", **way.own("client")))
    wrong = [
        (dict(role="guarded", password=WRONG), "lets nobody in by that name and password"),
        (dict(role="guarded"), "lets nobody in by that name and password"),
        (dict(role="guarded", password=PASSWORD, ca="strange"), "not signed by the CA"),
        (dict(role="guarded", password=PASSWORD, ca="nowhere"), "no such file of a CA"),
        (dict(role="guarded", password=PASSWORD, host="127.0.0.1"), "of another name"),
        (dict(role="guarded", password=PASSWORD, sslmode="disable"), "nobody in without TLS"),
        (dict(role="deaddrop"), "does not take our certificate"),
        (dict(role="deaddrop", **way.own("intruder")), "does not take our certificate"),
        (dict(role="deaddrop", **way.own("client", "open")), "our own certificate cannot be used"),
        (dict(role="guarded", password=PASSWORD, sslpassword=PASSWORD), "no password in it"),
    ]
    for how, words in wrong:
        refused(way.server(binary, **how), words)


def limits(way, binary):
    way.cluster.sql("ALTER ROLE guarded CONNECTION LIMIT 0")
    refused(way.server(binary, "guarded", PASSWORD), "no connection left", LATER)
    way.cluster.sql("ALTER ROLE guarded CONNECTION LIMIT -1")
    # sessions that are idle end, but not ours
    way.cluster.sql("ALTER ROLE guarded SET idle_session_timeout = '1s'")
    server = way.server(binary, "guarded", PASSWORD)
    assert server.start(), server.log()
    session = "SELECT pid FROM pg_stat_activity WHERE usename = 'guarded'"
    before = way.cluster.sql(session)
    time.sleep(IDLE_S)
    assert before and way.cluster.sql(session) == before, server.log()
    assert server.stop() == 0, server.log()
    server.remove()


def pooled(way, binary):
    """A pooler in between is said, for it must be in session mode; what it does not take, too."""
    pooler = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
    if not os.path.exists(pooler):
        print("  left out: no pgbouncer here")
        return
    port = free_port()
    folder = os.path.join(way.certificates.folder, "pool")
    os.mkdir(folder)
    postgres.Cluster.give(folder)
    config = os.path.join(folder, "pool.ini")
    with open(config, "w", encoding="utf-8") as file:
        file.write(f"[databases]\ndeaddrop = host={way.cluster.folder} port={way.port} "
                   f"user=deaddrop\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n"
                   f"auth_type = any\npool_mode = session\nunix_socket_dir =\n")
    process = subprocess.Popen([*postgres.as_server(), pooler, "-q", config],
                               stderr=subprocess.DEVNULL)
    url = f"postgresql://deaddrop@127.0.0.1:{port}/deaddrop?sslmode=disable"
    try:
        until = time.monotonic() + 10
        while subprocess.run(["psql", url, "-qc", ""], check=False,
                             stderr=subprocess.DEVNULL).returncode != 0:
            assert time.monotonic() < until, "the pooler does not answer"
        server = Server(binary, DEADDROP_STORE_URL=url)
        assert server.start(), server.log()
        assert "event=store.pooled" in server.log(), server.log()
        assert server.stop() == 0, server.log()
        server.remove()
        refused(Server(binary, DEADDROP_STORE_URL=url + "&options=-csearch_path%3Dpublic"),
                "a pooler between us does not take an option")
    finally:
        process.kill()
        process.wait()


def without_tls(way, binary):
    way.cluster.sql("ALTER SYSTEM SET ssl = off")
    way.cluster.sql("SELECT pg_reload_conf()")
    time.sleep(1)
    refused(way.server(binary, "guarded", PASSWORD), "speaks no TLS")


def main():
    if postgres.missing():
        print(f"SKIPPED: no {postgres.missing()[0]} here")
        return 77
    way = Way(Certificates())
    try:
        for what in certificates_and_passwords, limits, pooled, without_tls:
            what(way, sys.argv[1])
    finally:
        way.cluster.close()
    print("all is said, and no password")
    return 0


if __name__ == "__main__":
    sys.exit(main())
