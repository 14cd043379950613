#!/usr/bin/python3
"""program_test.py DEADDROP FAKE-DISCORD: the program itself plays on the Discord for tests, by TLS
and HTTP/2, is killed in the middle, and what they said is checked against Discord's description.

Nothing sleeps for a guessed time: everything waits for a condition, with a limit.
"""

import json
import os
import pathlib
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

LIMIT_S = 40
HERE = pathlib.Path(__file__).resolve().parent
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.fake.secret-token-of-a-test"
NAMES = ("ana", "bob", "cid", "dan")


def wait(what, condition):
    """The first true value of the condition."""
    until = time.monotonic() + LIMIT_S
    while time.monotonic() < until:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"not within {LIMIT_S} s: {what}")


class Discord:
    """The fake, its control, and a server with four people."""

    def __init__(self, program, folder):
        self.record = folder / "traffic.jsonl"
        self.certificate = folder / "certificate.pem"
        self.process = subprocess.Popen(
            [program, "--tls", self.certificate, "--record", self.record, "--token", TOKEN],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.about = json.loads(self.process.stdout.readline())
        self.context = ssl.create_default_context(cafile=self.certificate)
        self.guild = self.fake("guild", name="Den")
        self.channel = self.fake("channel", guild=self.guild, name="games")
        self.people = {name: self.fake("person", name=name) for name in NAMES}
        for person in self.people.values():
            self.fake("join", guild=self.guild, user=person)

    def order(self, act, **members):
        url = f"{self.about['control']}/{act}"
        request = urllib.request.Request(url, json.dumps(members).encode(), method="POST")
        try:
            with urllib.request.urlopen(request, context=self.context) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def fake(self, act, **members):
        answer = self.order(act, **members)
        assert answer["ok"], f"{act} {members}: {answer['why']}"
        return answer.get("is", answer.get("id"))

    def saw(self, name, words):
        """What this person saw with these words in it."""
        sights = self.fake("saw", user=self.people[name])
        return [sight for sight in sights if words in sight["text"]]

    def latest(self, name, label):
        """(message, custom_id) of the newest button so labelled that they can see."""
        for sight in reversed(self.fake("sees", user=self.people[name])):
            for row in sight["json"].get("components", []):
                for control in row.get("components", []):
                    if label in control.get("label", "") and not control.get("disabled"):
                        return sight["message"], control["custom_id"]
        return None

    def press(self, name, label):
        message, control = wait(f"{label} for {name}", lambda: self.latest(name, label))
        press = {"user": self.people[name], "message": message, "custom_id": control}
        interaction = self.fake("press", **press)
        return wait(f"an answer to {label}", lambda: self.answered(interaction))

    def answered(self, interaction):
        outcome = self.fake("outcome", interaction=interaction)
        return outcome if outcome["state"] != "waiting" else None

    def connected(self):
        links = self.fake("state")["links"]
        return links and not links[-1]["ended"] and links[-1].get("session")

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(LIMIT_S) == 0, "fake-discord ends in order"


class Bot:
    """deaddrop, with a token for this Discord."""

    def __init__(self, program, folder, discord, token=TOKEN):
        self.program = program
        self.log = folder / "deaddrop.log"
        self.config = folder / "deaddrop.ini"
        secret = folder / "token"
        secret.write_text(token, encoding="utf-8")
        secret.chmod(0o600)
        api = discord.about["api"].removesuffix("/api")
        self.config.write_text(
            f"[store]\npath = {folder}/deaddrop.db\n[discord]\n"
            f"token_file = {secret}\napi_base = {api}\nca_file = {discord.certificate}\n",
            encoding="utf-8")
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "run", "--config", self.config], stdout=log, stderr=log)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self):
        self.process.terminate()
        return self.process.wait(LIMIT_S)


def opens_and_seats(discord):
    answer = wait("the command /interceptor", lambda: opened(discord))
    outcome = wait("its answer", lambda: discord.answered(answer))
    assert outcome["state"] == "answered", outcome
    for name in NAMES:
        assert discord.press(name, "Join")["state"] == "answered"
        wait(f"the first direct message to {name}", lambda: sights(discord, name, "dm"))
    print("ok      a table is opened, four sit down, each is written to directly")


def opened(discord):
    member = {"user": discord.people["ana"], "channel": discord.channel}
    answer = discord.order("slash", command="interceptor", **member)
    return answer.get("id")


def sights(discord, name, kind):
    return [sight for sight in discord.fake("saw", user=discord.people[name])
            if sight["kind"] == kind]


def survives_a_kill(discord, bot):
    before = discord.fake("state")
    wait("bob in the lobby", lambda: "\n- bob" in lobby(discord))
    bot.kill()
    assert discord.press("bob", "Leave")["state"] == "failed"  # nobody is there to answer
    bot.start()
    wait("the bot to be back", discord.connected)
    after = discord.fake("state")
    assert after["resumes"] == before["resumes"] + 1, "its session is resumed"
    assert after["identifies"] == before["identifies"], "no new session"
    puts = [line for line in traffic(discord)
            if (line["method"], line["route"]) == ("PUT", "/applications/{}/commands")]
    assert len(puts) <= 1, "commands are put once"
    print("ok      killed, it resumes its session")


def traffic(discord):
    lines = discord.record.read_text(encoding="utf-8").split("\n")[:-1]
    return [json.loads(line) for line in lines]


def lobby(discord):
    """What stands in the table's lobby now."""
    sights = discord.fake("sees", user=discord.people["ana"])
    return [sight["text"] for sight in sights if "who plays?" in sight["text"]][-1]


def deals(discord):
    wait("what was pressed meanwhile", lambda: "\n- bob" not in lobby(discord))
    for name in ("ana", "cid", "dan"):
        assert f"\n- {name}" in lobby(discord), lobby(discord)
    discord.press("bob", "Join")
    wait("bob in the lobby again", lambda: "\n- bob" in lobby(discord))
    discord.press("ana", "Start")
    for name in NAMES:
        dealt = wait(f"the deal of {name}", lambda name=name: discord.saw(name, "You're one of"))
        assert all(sight["kind"] in ("dm", "ephemeral") for sight in dealt), dealt
    print("ok      what was pressed meanwhile counts; the deal reaches each in private")


def boards_are_drawn(discord):
    """Words first; then the picture of the same board, by an edit, with words for who cannot see
    it."""
    def pictured():
        return [sight for sight in discord.fake("saw", user=discord.people["ana"])
                if sight["kind"] == "message" and sight["json"].get("attachments")]
    picture = wait("a board's picture", pictured)[0]
    versions = [sight for sight in discord.fake("saw", user=discord.people["ana"])
                if sight["message"] == picture["message"]]
    assert versions[0]["version"] < picture["version"], "the words stood before"
    assert not versions[0]["json"].get("attachments"), versions[0]
    file = picture["json"]["attachments"][0]
    assert file["filename"] == "board.png" and len(file["description"]) > 20, file
    before = [view for view in versions if view["version"] < picture["version"]][-1]
    assert "\n- " in before["json"]["content"], before
    assert "\n- " not in picture["json"]["content"], "the picture says that already"
    print("ok      a board's picture follows its words, with a text of its own")


def refused_token_ends_it(program, folder, discord):
    folder.mkdir()
    bot = Bot(program, folder, discord, token=TOKEN.replace("fake", "evil"))
    assert bot.process.wait(LIMIT_S) == 78, "a refused token: restarting will not help"
    text = bot.log.read_text(encoding="utf-8")
    assert "secret-token" not in text, "no token in a log"
    print("ok      a refused token ends the program with 78")


def take_the_playgrounds_port():
    """Somebody has 8080: this, or whoever had it before."""
    taken = socket.socket()
    try:
        taken.bind(("127.0.0.1", 8080))
        taken.listen()
    except OSError:
        pass
    return taken


def main(deaddrop, fake):
    with take_the_playgrounds_port(), tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        folder = pathlib.Path(name)
        discord = Discord(fake, folder)
        bot = Bot(deaddrop, folder, discord)
        try:
            opens_and_seats(discord)
            assert "playground" not in bot.log.read_text(encoding="utf-8")
            print("ok      it plays on Discord alone though port 8080 is taken")
            survives_a_kill(discord, bot)
            deals(discord)
            boards_are_drawn(discord)
            assert bot.end() == 0, "SIGTERM drains"
            refused_token_ends_it(deaddrop, folder / "other", discord)
        except BaseException:
            for sight in discord.fake("saw", user=discord.people["ana"])[-12:]:
                print(sight["kind"], repr(sight["text"][:400]))
            bot.process.kill()
            print(bot.log.read_text(encoding="utf-8")[-4000:])
            raise
        finally:
            bot.process.kill()
            discord.end()
        checked = subprocess.run([HERE / "check_openapi.py", discord.record], check=False)
        assert checked.returncode in (0, 77)


os.umask(0o077)
main(*sys.argv[1:])
