#!/usr/bin/env python3
"""program.py: the program as who hosts it sees it: its words, its exits, its signals, its files.

Nothing here waits for a time: every wait is for a line, a byte or an end, with a limit."""

import http.client
import json
import os
import re
import select
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import tempfile
import unittest

BUILD = os.environ["DD_BUILD_DIR"]
SOURCE = os.environ["DD_SOURCE_DIR"]
DEADDROP = os.path.join(BUILD, "deaddrop")
PATIENCE = 30  # seconds until something that should come is missed
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith("DEADDROP_")}


def deaddrop(*words, **more):
    """Runs it to its end: exit status, standard output, standard error."""
    environment = dict(CLEAN, **more)
    done = subprocess.run([DEADDROP, *words], capture_output=True, text=True, timeout=PATIENCE,
                          env=environment, check=False)
    return done.returncode, done.stdout, done.stderr


class Running:
    """A `deaddrop run` that goes on until it is ended."""

    def __init__(self, config, around=(), out=subprocess.PIPE, **environment):
        self.process = subprocess.Popen([*around, DEADDROP, "--config", config], stdout=out,
                                        stderr=subprocess.PIPE, env=dict(CLEAN, **environment))
        self.log = ""
        self.wait_for("event=run.ready")

    def wait_for(self, text):
        """Reads the log until the text is in it; the line it is in."""
        while text not in self.log:
            ready, _, _ = select.select([self.process.stderr], [], [], PATIENCE)
            more = os.read(self.process.stderr.fileno(), 65536) if ready else b""
            if not more:
                raise AssertionError(f"{text!r} never came:\n{self.log}")
            self.log += more.decode()
        return next(line for line in self.log.split("\n") if text in line)

    def port_of_metrics(self):
        line = self.wait_for("event=metrics.served")
        return int(line.rpartition("port=")[2])

    def port_of_page(self):
        line = self.process.stdout.readline().decode()
        return int(line.rstrip("/\n").rpartition(":")[2])

    def tell(self, number):
        self.process.send_signal(number)

    def end(self, number=signal.SIGTERM):
        """Ends it; its exit status and what it said on standard output."""
        self.tell(number)
        out, log = self.process.communicate(timeout=PATIENCE)
        self.log += log.decode()
        return self.process.returncode, (out or b"").decode()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def ask(port, path, body=None):
    """GET, or with a body POST, from this machine: status and body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
    connection.request("POST" if body else "GET", path, body, headers if body else {})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def small_disk(folder):
    """Words before a command that give it a disk of two megabytes of its own at the folder, or
    None where that is not allowed."""
    mount = 'mount -t tmpfs -o size=2m small "$0" && exec "$@"'
    for unshare in (["unshare", "-m"], ["unshare", "-rm"]):
        words = [*unshare, "sh", "-c", mount, folder]
        if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:
            return words
    return None


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="program.")
        self.store = os.path.join(self.folder, "d.db")
        self.config = self.write("d.ini", f"[store]\npath = {self.store}\n[web]\nport = 0\n"
                                          "[metrics]\nenabled = yes\nport = 0\n")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o600)
        return path

    def test_a_crash_leaves_no_memory_behind(self):
        with Running(self.config) as running:
            pid = running.process.pid
            with open(f"/proc/{pid}/limits", encoding="ascii") as limits:
                core = next(line for line in limits if line.startswith("Max core file size"))
            self.assertEqual(core.split()[4:6], ["0", "0"])
            self.assertEqual(running.end()[0], 0)

    def one_line(self, text):
        self.assertEqual(text.count("\n"), 1, text)
        self.assertTrue(text.endswith("\n"))

    def test_every_subcommand_has_help_and_says_its_usage(self):
        code, out, _ = deaddrop("--help")
        self.assertEqual(code, 0)
        names = [line.split()[0] for line in out.split("\n") if re.match(r"  \S", line)]
        names = [name for name in names if not name.startswith("-")]
        self.assertLessEqual({"run", "rules", "script", "config", "backup", "forget", "export"},
                             set(names))
        for name in names:
            code, out, _ = deaddrop(name, "--help")
            self.assertEqual(code, 0, name)
            self.assertIn(f"usage: deaddrop {name}", out)
            code, _, err = deaddrop(name, "--nonsense", "x", "y", "z")
            self.assertEqual(code, 2, name)
            self.one_line(err)
            self.assertIn("usage: deaddrop", err)
        code, out, _ = deaddrop("--version")
        self.assertRegex(out, r"^deaddrop \d+\.\d+\.\d+\n$")
        code, _, err = deaddrop("dance")
        self.assertEqual(code, 2)
        self.one_line(err)

    def test_config_example_is_well_and_mistakes_have_their_lines(self):
        code, out, _ = deaddrop("config", "--example")
        self.assertEqual(code, 0)
        path = self.write("example.ini", out)
        self.assertEqual(deaddrop("config", "--check", path)[0], 0)
        path = self.write("wrong.ini", "[web]\nprot = 1\n[bto]\n")
        code, out, err = deaddrop("config", "--check", path)
        self.assertEqual((code, out), (1, ""))
        self.assertEqual(err, f"{path}:2: [web] has no option prot: port is meant?\n"
                              f"{path}:3: there is no section [bto]: [bot] is meant?\n")
        code, _, again = deaddrop("run", "--config", path)
        self.assertEqual((code, again), (78, err))
        code, _, err = deaddrop("--config", os.path.join(self.folder, "none.ini"))
        self.assertEqual(code, 78)
        code, _, err = deaddrop("run", "--config", self.config, DEADDROP_WEB_PORT="x")
        self.assertEqual(code, 78)
        self.assertTrue(err.startswith("DEADDROP_WEB_PORT: web.port: must be a number"), err)

    def packs(self, text):
        """A config with a folder of packs of its own, and the path of the one pack in it."""
        folder = os.path.join(self.folder, "packs")
        os.makedirs(folder, exist_ok=True)
        with open(self.config, encoding="utf-8") as file:
            config = self.write("p.ini", file.read() + f"[bot]\npacks = {folder}\n")
        return config, self.write("packs/decrypto-cats.txt", text)

    def test_packs_of_words_are_checked_with_the_config(self):
        config, pack = self.packs("tabby\npurr\n")
        self.assertEqual(deaddrop("config", "--check", config)[0], 0)
        config, pack = self.packs("tabby\nc\u043ew\n88\ntabbies\n")
        code, out, err = deaddrop("config", "--check", config)
        self.assertEqual((code, out), (1, ""))
        lines = err.split("\n")
        self.assertTrue(lines[0].startswith(f"{pack}:2: \"c\u043ew\" has Latin and Cyrillic"), err)
        self.assertEqual(lines[1], f'{pack}:3: "88" has no letter; write a word')
        self.assertEqual(lines[2], f'{pack}:4: "tabbies" is a form of "tabby" in line 1; '
                                   "take one of them out")
        code, _, err = deaddrop("run", "--config", config)
        self.assertEqual(code, 78)
        self.assertIn("event=packs.refused", err)
        self.assertIn("deaddrop config --check names each", err)

    def test_reload_reads_packs_or_keeps_the_old_and_says_why(self):
        config, _ = self.packs("tabby\npurr\n")
        with Running(config) as running:
            self.packs("tabby\n88\n")
            running.tell(signal.SIGHUP)
            line = running.wait_for("event=reload.kept_the_old_packs")
            self.assertIn("decrypto-cats.txt:2: ", line)
            running.wait_for("event=reload.done")
            running.log = ""
            self.packs("tabby\n")
            running.tell(signal.SIGHUP)
            running.wait_for("event=reload.done")
            self.assertNotIn("kept_the_old_packs", running.log)
            self.assertEqual(running.end()[0], 0)

    def test_starts_says_where_and_ends_when_told(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with Running(self.config) as running:
                code, out = running.end(number)
                self.assertEqual(code, 0, running.log)
                self.assertRegex(out, r"http://127\.0\.0\.1:\d+/")
                self.assertIn("event=run.ending", running.log)
                self.assertIn("event=run.ended", running.log)
                self.assertNotIn("http://", running.log)

    def test_secret_link_is_for_a_terminal_alone(self):
        ours, theirs = os.openpty()
        with Running(self.config, out=theirs) as running:
            os.close(theirs)
            text = b""
            while b"until this ends" not in text:
                text += os.read(ours, 4096)
            found = re.search(r"http://127\.0\.0\.1:(\d+)/#join=([\w-]{32})", text.decode())
            self.assertTrue(found, text)
            person = json.dumps({"name": "Ana", "join": found[2]})
            self.assertEqual(ask(int(found[1]), "/new", person)[0], 200)
            self.assertEqual(running.end()[0], 0)
            self.assertNotIn(found[2], running.log)
        os.close(ours)
        with Running(self.config) as running:
            self.assertNotIn("join=", running.end()[1])

    def test_page_health_and_metrics_are_served(self):
        with Running(self.config) as running:
            port = running.port_of_metrics()
            self.assertEqual(ask(port, "/healthz"), (200, "fine\n"))
            status, text = ask(port, "/metrics")
            self.assertEqual(status, 200)
            for line in ("deaddrop_store_down 0", "deaddrop_tables 0",
                         "# TYPE deaddrop_store_commit_seconds histogram"):
                self.assertIn(line + "\n", text)
            self.assertEqual(ask(port, "/")[0], 404)
            _, out = running.end()
            self.assertNotEqual(out, "")

    def test_reload_takes_the_new_or_keeps_the_old_and_says_why(self):
        with open(self.config, encoding="utf-8") as file:
            text = file.read()
        with Running(self.config) as running:
            self.write("d.ini", text + "[bot]\nlog_level = loud\n")
            running.tell(signal.SIGHUP)
            line = running.wait_for("event=reload.kept_the_old")
            self.assertIn("d.ini:9: bot.log_level: must be one of", line)
            self.write("d.ini", text + "[bot]\nlanguage = tlh\n")
            running.tell(signal.SIGHUP)
            line = running.wait_for("event=reload.kept_the_old_language")
            self.assertIn("no language tlh is built in", line)
            running.wait_for("event=reload.done")
            running.log = ""
            self.write("d.ini", text + "[bot]\nlanguage = en-GB\nlog_level = debug\n"
                                       "tables_in_memory = 99\n")
            running.tell(signal.SIGHUP)
            line = running.wait_for("event=reload.done")
            self.assertIn("wants_restart=bot.tables_in_memory", line)
            self.assertEqual(running.end()[0], 0)

    def test_port_in_use_is_said_and_which_option_it_is(self):
        taken = socket.socket()
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for section in ("web", "metrics"):
            code, out, err = deaddrop("run", "--config", self.config,
                                      **{f"DEADDROP_{section.upper()}_PORT": port})
            last = err.rstrip("\n").split("\n")[-1]
            self.assertIn(code, (75, 78), err)
            self.assertEqual(out, "")
            self.assertIn(port, last)
            self.assertIn(f"[{section}] port", last)
        taken.close()

    def test_nothing_to_do_is_refused(self):
        code, _, err = deaddrop("run", "--config", self.config, DEADDROP_WEB_ENABLED="no")
        self.assertEqual(code, 78)
        self.assertIn("nothing to do", err)

    def test_a_kernel_without_random_bytes_is_said(self):
        source = self.write("none.c", "#include <errno.h>\n#include <sys/random.h>\n"
                            "ssize_t getrandom(void *to, size_t size, unsigned flags)\n"
                            "{ (void)to; (void)size; (void)flags; errno = ENOSYS; return -1; }\n")
        library = os.path.join(self.folder, "none.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        asan = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        code, _, err = deaddrop("run", "--config", self.config, LD_PRELOAD=library,
                                ASAN_OPTIONS=asan)
        self.assertEqual(code, 78, err)
        self.assertIn("gives no random bytes", err)

    def test_store_has_one_writer(self):
        with Running(self.config) as running:
            code, _, err = deaddrop("run", "--config", self.config)
            self.assertEqual(code, 75)
            self.assertIn(f"open in another deaddrop (process {running.process.pid})", err)
            self.assertEqual(running.end()[0], 0)

    def test_store_that_cannot_be_used_is_said(self):
        self.write("d.db", "no database, and longer than a hundred bytes " * 4)
        code, _, err = deaddrop("run", "--config", self.config)
        self.assertEqual(code, 78)
        self.assertIn("damaged, or no database", err)
        os.unlink(self.store)
        with Running(self.config) as running:
            running.end()
        database = sqlite3.connect(self.store)
        database.execute("PRAGMA user_version = 99")
        database.close()
        code, _, err = deaddrop("run", "--config", self.config)
        self.assertEqual(code, 78)
        self.assertIn("made by a newer deaddrop", err)

    def test_store_is_where_the_system_keeps_state(self):
        path = self.write("e.ini", "[web]\nport = 0\n")
        home = os.path.join(self.folder, "home")
        state = os.path.join(self.folder, "state")
        for environment, store in (
                ({"HOME": home}, "home/.local/state/deaddrop/deaddrop.db"),
                ({"HOME": home, "XDG_STATE_HOME": state}, "state/deaddrop/deaddrop.db"),
                ({"HOME": home, "STATE_DIRECTORY": state + ":/x"}, "state/deaddrop.db")):
            with Running(path, **environment) as running:
                self.assertEqual(running.end()[0], 0)
            made = os.path.join(self.folder, store)
            self.assertEqual(stat.S_IMODE(os.stat(made).st_mode), 0o600, store)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(made)).st_mode), 0o700)

    def test_backup_while_running_can_be_started_from(self):
        copy = os.path.join(self.folder, "copy.db")
        code, _, err = deaddrop("backup", "--config", self.config, copy)
        self.assertEqual(code, 78, err)  # there is no store yet
        with Running(self.config) as running:
            code, out, err = deaddrop("backup", "--config", self.config, copy)
            self.assertEqual((code, err), (0, ""))
            self.assertIn("copy.db is now a copy of", out)
            code, _, err = deaddrop("backup", "--config", self.config, copy)
            self.assertEqual(code, 1)
            self.assertIn("is there already", err)
            code, _, err = deaddrop("backup", "--config", self.config, "/nowhere/copy.db")
            self.assertEqual(code, 1)
            self.one_line(err)
            self.assertEqual(running.end()[0], 0)
        self.assertEqual(stat.S_IMODE(os.stat(copy).st_mode), 0o600)
        code, _, err = deaddrop("backup", "--config", self.config, copy + "2")
        self.assertEqual((code, err), (0, ""))  # nobody is running
        with Running(self.config, DEADDROP_STORE_PATH=copy) as running:
            self.assertEqual(running.end()[0], 0)

    def test_replay_writes_a_page_for_whose_eyes_it_is_told(self):
        record = os.path.join(SOURCE, "tests", "journals", "decrypto_1.jsonl")
        page = os.path.join(self.folder, "page.html")
        alone = {}
        for eyes in ("crowd", "0", "1", "2", "3", "all"):
            self.assertEqual(deaddrop("replay", record, "--seat", eyes, "--html", page),
                             (0, "", ""))
            with open(page, encoding="utf-8") as file:
                text = file.read()
            self.assertTrue(text.startswith("<!doctype html>") and text.endswith("</html>\n"))
            alone[eyes] = text.count('class="alone"')
        self.assertEqual(alone["crowd"], 0)
        self.assertEqual(sum(alone[seat] for seat in "0123"), alone["all"])
        for words, code, why in (
                ((record, "--seat", "4", "--html", page), 1, "seats are 0 to 3, crowd or all"),
                ((record, "--seat", "x", "--html", page), 2, "whose eyes?"),
                ((record, "--html"), 2, "--seat, --html and --config"),
                ((record, "--html", self.folder), 1, "name another file"),
                ((os.path.join(SOURCE, "LICENSE"), "--html", page), 1, "none of a record")):
            status, out, error = deaddrop("replay", *words)
            self.assertEqual((status, out), (code, ""), error)
            self.assertIn(why, error)

    def test_privacy_wants_a_person_and_a_store(self):
        for command in ("forget", "export"):
            for words in ((), ("web",), ("web:",), (":x",)):
                code, _, err = deaddrop(command, *words)
                self.assertEqual(code, 2, words)
                self.one_line(err)
            code, _, err = deaddrop(command, "--config", self.config, "web:nobody")
            self.assertEqual(code, 78, err)  # there is no store yet
            self.one_line(err)
        with Running(self.config) as running:
            self.assertEqual(running.end()[0], 0)
        for command in ("forget", "export"):
            code, _, err = deaddrop(command, "--config", self.config, "web:nobody")
            self.assertEqual(code, 1, err)
            self.assertIn("nobody is known", err)

    def test_systemd_is_told(self):
        name = os.path.join(self.folder, "notify")
        heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        heard.bind(name)
        heard.settimeout(PATIENCE)
        with Running(self.config, NOTIFY_SOCKET=name, WATCHDOG_USEC="20000") as running:
            self.assertEqual(heard.recv(100), b"READY=1")
            self.assertEqual(heard.recv(100), b"WATCHDOG=1")
            self.assertEqual(heard.recv(100), b"WATCHDOG=1")
            running.tell(signal.SIGTERM)
            last = heard.recv(100)
            while last == b"WATCHDOG=1":
                last = heard.recv(100)
            self.assertEqual(last, b"STOPPING=1")
            running.end()
        heard.close()

    def test_crash_points_are_listed_and_end_it(self):
        code, out, _ = deaddrop("--crash-points")
        if code == 1:
            self.skipTest("built without crash points")
        names = [line.split()[0] for line in out.rstrip("\n").split("\n")]
        self.assertIn("store.before_commit", names)
        self.assertEqual(len(names), len(set(names)))
        code, _, err = deaddrop("run", "--config", self.config,
                                DEADDROP_CRASH_AT="store.before_commit:1")
        self.assertEqual(code, 99, err)
        code, _, err = deaddrop("run", "--config", self.config, DEADDROP_CRASH_AT="nowhere:1")
        self.assertEqual(code, 2)
        self.one_line(err)
        with Running(self.config) as running:
            self.assertEqual(running.end()[0], 0)

    def test_full_disk_stands_still_and_goes_on(self):
        around = small_disk(self.folder)
        if around is None:
            self.skipTest("mounting is not allowed")
        config = tempfile.NamedTemporaryFile("w", suffix=".ini")
        with open(self.config, encoding="utf-8") as file:
            config.write(file.read())
        config.flush()
        os.chmod(config.name, 0o600)
        with config, Running(config.name, around=around) as running:
            inside = f"/proc/{running.process.pid}/root{self.folder}"
            health = running.port_of_metrics()
            port = running.port_of_page()
            person = '{"name":"Ana"}'
            self.assertEqual(ask(port, "/new", person)[0], 200)
            self.assertEqual(ask(health, "/healthz")[0], 200)
            ballast = os.open(os.path.join(inside, "ballast"), os.O_WRONLY | os.O_CREAT)
            with self.assertRaises(OSError):
                while True:
                    os.write(ballast, b"x" * 4096)
            os.close(ballast)
            status = 200
            while status == 200:  # until the log needs a block that is not there
                status = ask(port, "/new", person)[0]
            self.assertGreaterEqual(status, 500)
            running.wait_for("event=house.store_down")
            status, text = ask(health, "/healthz")
            self.assertEqual(status, 503)
            self.assertIn("nothing can be stored", text)
            os.unlink(os.path.join(inside, "ballast"))
            running.wait_for("event=house.store_back")
            self.assertEqual(ask(health, "/healthz")[0], 200)
            self.assertEqual(ask(port, "/new", person)[0], 200)
            self.assertEqual(running.end()[0], 0)

    def test_killed_it_starts_again(self):
        for _ in range(3):
            with Running(self.config) as running:
                self.assertEqual(running.end(signal.SIGKILL)[0], -signal.SIGKILL)
        with Running(self.config) as running:
            self.assertEqual(running.end()[0], 0)

    def test_example_in_config_is_the_one_it_prints(self):
        _, out, _ = deaddrop("config", "--example")
        with open(os.path.join(SOURCE, "config", "deaddrop.example.ini"), encoding="utf-8") as file:
            self.assertEqual(file.read(), out)


if __name__ == "__main__":
    unittest.main()
