#!/usr/bin/env python3
"""program.py DEADDROP FAKE_DISCORD: the program on the Discord for tests, by TLS: it logs in,
ends so that the next one resumes, refuses a certificate that nobody vouches for, and ends for good
(78) when Discord says so, with a line that says what to mend and no token in it."""

import json
import os
import signal
import ssl
import subprocess
import sys
import tempfile
import urllib.request

TOKEN = "a-token-of-the-bot-that-nobody-may-read"
PATIENCE_S = 60


class Fake:
    """The program fake-discord."""

    def __init__(self, program, folder):
        self.certificate = os.path.join(folder, "ca.pem")
        self.child = subprocess.Popen(
            [program, "--tls", self.certificate, "--token", TOKEN],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        said = json.loads(self.child.stdout.readline())
        self.api = said["api"]
        self.control = said["control"]
        self.trust = ssl.create_default_context(cafile=self.certificate)

    def order(self, name, what=None):
        request = urllib.request.Request(
            f"{self.control}/{name}", json.dumps(what or {}).encode(),
            {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, context=self.trust, timeout=20) as answer:
            return json.load(answer)

    def count(self, name):
        return self.order("state")["is"][name]

    def close(self):
        self.child.stdin.close()
        self.child.wait(20)


class Bot:
    """The program deaddrop."""

    def __init__(self, program, fake, folder, trusted=True):
        token = os.path.join(folder, "token")
        with open(os.open(token, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
            file.write(TOKEN)
        settings = {
            "DISCORD_TOKEN_FILE": token,
            "DISCORD_API_BASE": fake.api,
            "STORE_PATH": os.path.join(folder, "d.db"),
            "WEB_ENABLED": "no",
        }
        if trusted:
            settings["DISCORD_CA_FILE"] = fake.certificate
        environment = dict(os.environ)
        environment.update({"DEADDROP_" + key: value for key, value in settings.items()})
        self.child = subprocess.Popen([program, "run"], env=environment, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.said = ""

    def hear(self):
        """One line more; False: it has ended."""
        line = self.child.stdout.readline()
        self.said += line
        if TOKEN in line:
            raise SystemExit("the token is in the log")
        return line != ""

    def until_said(self, words):
        at = len(self.said)
        while words not in self.said[at:]:
            if not self.hear():
                raise SystemExit(f"it ended, and never said: {words}\n{self.said}")

    def ended(self):
        while self.hear():
            pass
        return self.child.wait(PATIENCE_S)

    def end(self):
        self.child.send_signal(signal.SIGTERM)
        return self.ended()


def expect(what, is_so, bot=None):
    if not is_so:
        raise SystemExit(f"expected: {what}\n{bot.child.returncode if bot else ''} "
                         f"{bot.said if bot else ''}")
    print(f"ok  {what}")


def main(deaddrop, fake_discord):
    signal.alarm(PATIENCE_S * 2)
    with tempfile.TemporaryDirectory() as folder:
        fake = Fake(fake_discord, folder)
        bot = Bot(deaddrop, fake, folder)
        bot.until_said("event=discord.ready")
        expect("it ends well", bot.end() == 0, bot)
        gone = fake.order("state")["is"]["past_links"][-1]
        expect("its goodbye keeps the session", gone["closed_by_bot"] >= 4000)

        bot = Bot(deaddrop, fake, folder)
        bot.until_said("event=discord.resumed")
        expect("the next one resumes", fake.count("identifies") == 1 and fake.count("resumes") == 1)
        fake.order("close", {"code": 4000})
        bot.until_said("event=discord.resumed")
        fake.order("close", {"code": 4004})
        expect("a refused token is exit 78", bot.ended() == 78)
        expect("it says what to mend", "discord.token_file" in bot.said)

        bot = Bot(deaddrop, fake, folder, trusted=False)
        bot.until_said("event=discord.closed")
        expect("an unknown certificate is refused by the gateway", "SSL" in bot.said, bot)
        bot.until_said("event=discord.unreachable")
        expect("and by REST", "SSL" in bot.said[bot.said.index("discord.unreachable"):])
        expect("and it ends well", bot.end() == 0)
        fake.close()


main(*sys.argv[1:3])
