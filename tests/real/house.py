"""The program as a process at a homeserver: may be ended, kindly or not, and started again over the
same database."""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile

from homeserver import Wire, segment
from recorder import Recorder

END_S = 30


class House:
    """One deaddrop with one account of its own; all its traffic passes a recorder."""

    def __init__(self, server, program, lifted=True, **environment):
        self.server = server
        self.program = program
        self.user, self.token, self.device = server.account("house")
        if lifted:
            server.lift_limits(self.user)
        self.recorder = Recorder(server.url)
        self.folder = tempfile.mkdtemp(prefix="deaddrop-")
        self.log_path = os.path.join(self.folder, "log")
        self.config = os.path.join(self.folder, "deaddrop.ini")
        self.environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": self.folder,
            "DEADDROP_MATRIX_TOKEN": self.token,
            **{name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")},
            **environment}
        self.process = None
        self.starts = 0
        self.write_config()
        atexit.register(self.leave_nothing)

    def write_config(self):
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(f"[store]\npath = {self.folder}/deaddrop.db\n"
                       "[web]\nenabled = no\n[metrics]\nenabled = no\n"
                       f"[matrix]\nhomeserver = {self.recorder.url}\n")

    def start(self, crash_at=None):
        environment = {**self.environment, **({"DEADDROP_CRASH_AT": crash_at} if crash_at else {})}
        self.starts += 1
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "run", "--config", self.config], env=environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def ended(self):
        return self.process is None or self.process.poll() is not None

    def kill(self):
        self.process.kill()
        self.process.wait(timeout=END_S)

    def stop(self):
        """SIGTERM, until it has come to an end of its own: its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=END_S)

    def log(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def tool(self, *words):
        done = subprocess.run([self.program, *words], timeout=END_S, check=False, env={
            **self.environment, "DEADDROP_STORE_PATH": f"{self.folder}/deaddrop.db"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.decode()

    def rooms(self):
        """The rooms that its account is in."""
        wire = Wire(self.server.url, self.token)
        return wire.ask("GET", "/_matrix/client/v3/joined_rooms")["joined_rooms"]

    def state(self, room, kind):
        wire = Wire(self.server.url, self.token)
        return wire.ask("GET", f"/_matrix/client/v3/rooms/{segment(room)}/state/{kind}/")

    def leave_nothing(self):
        if not self.ended():
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
