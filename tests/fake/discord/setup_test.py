#!/usr/bin/env python3
"""setup_test.py DEADDROP FAKE_DISCORD: `deaddrop discord setup` against the Discord for tests, with
one thing wrong at a time: each has its line that says what to mend, and the token is in none."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.fake.secret-token-of-a-test"
FINE = 0
THREADS = 1 << 35
EVENTS = 1 << 44
PERMISSIONS = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 36 | 1 << 38


class Fake:
    """The program fake-discord, with a server and a bot in it."""

    def __init__(self, program):
        self.child = subprocess.Popen([program, "--token", TOKEN], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE)
        self.about = json.loads(self.child.stdout.readline())

    def order(self, act, **members):
        request = urllib.request.Request(f"{self.about['control']}/{act}",
                                         json.dumps(members).encode(), method="POST")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer).get("id")

    def portal(self, url):
        """Sets the endpoint's URL, as its owner does in the portal."""
        request = urllib.request.Request(
            f"{self.about['api']}/v10/applications/@me",
            json.dumps({"interactions_endpoint_url": url}).encode(), method="PATCH",
            headers={"Authorization": f"Bot {TOKEN}", "Content-Type": "application/json",
                     "User-Agent": "DiscordBot (https://portal.test, 1)"})
        with urllib.request.urlopen(request) as answer:
            assert answer.status == 200

    def close(self):
        self.child.stdin.close()
        assert self.child.wait(30) == 0


class Setup:
    """The command; how it ended and what it said."""

    def __init__(self, program, fake, folder):
        self.program = program
        self.api = fake.about["api"]
        self.folder = folder

    def __call__(self, token=TOKEN, **settings):
        secret = self.folder / "token"
        secret.unlink(missing_ok=True)
        secret.write_text(token, encoding="utf-8")
        secret.chmod(0o600)
        config = self.folder / "deaddrop.ini"
        lines = {"token_file": secret, "api_base": self.api, **settings}
        config.write_text("[discord]\n" + "".join(f"{key} = {value}\n"
                                                  for key, value in lines.items()
                                                  if value is not None), encoding="utf-8")
        done = subprocess.run([self.program, "discord", "setup", "--config", config], timeout=60,
                              capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        assert "secret-token" not in said, said
        return done.returncode, said


def expect(what, result, *words, fine=False):
    code, said = result
    assert (code == FINE) == fine, f"{what}: {code}\n{said}"
    assert fine or said.count("MEND") == (1 if code == 1 else 0), f"{what}: {said}"
    for word in words:
        assert word in said, f"{what}: no {word!r} in\n{said}"
    print(f"ok      {what}")


def channels(fake, setup, guild):
    """What a channel's own permissions take away, and where nobody is to play."""
    bot = fake.about["bot"]
    arena = fake.order("channel", guild=guild, name="arena")
    fake.order("overwrite", channel=arena, target=bot, deny=str(1 << 11))
    expect("a channel's overwrite", setup(),
           'server "Den: 2", channel #arena lacks: Send Messages (permissions of the channel')
    fake.order("overwrite", channel=arena, target=bot, deny=str(1 << 11 | 1 << 10))
    expect("a channel that the bot cannot read", setup(), fine=True)
    fake.order("overwrite", channel=arena, target=guild, deny=str(1 << 16))
    fake.order("overwrite", channel=arena, target=bot, allow=str(1 << 16))
    expect("an overwrite that another takes back", setup(), fine=True)


def administrator(fake, setup, guild):
    fake.order("role_may", guild=guild, role=fake.about["bot"], permissions="8")
    expect("an administrator", setup(), "note", "is Administrator there, which is far more than",
           fine=True)
    fake.order("role_may", guild=guild, role=fake.about["bot"], permissions=str(PERMISSIONS))


def many_servers(fake, setup):
    """More than Discord tells at once, the last of them with something to mend."""
    bot = fake.about["bot"]
    for number in range(200):
        other = fake.order("guild", name=f"Other {number}")
        fake.order("role_may", guild=other, role=bot, permissions="8")
    last = fake.order("guild", name="The last one")
    fake.order("role_may", guild=last, role=bot, permissions=str(PERMISSIONS & ~(1 << 14)))
    fake.order("role_may", guild=last, role=last, permissions="0")
    expect("all servers", setup(), 'server "The last one" lacks: Embed Links', '"Other 199"')
    fake.order("role_may", guild=last, role=bot, permissions=str(PERMISSIONS))


def main(deaddrop, program):
    with tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        fake = Fake(program)
        fake.order("knobs", bucket_limit=0, global_per_s=0)
        setup = Setup(deaddrop, fake, pathlib.Path(name))
        bot = fake.about["bot"]
        expect("no server", setup(), "is in no server", f"client_id={bot}",
               f"permissions={PERMISSIONS | THREADS | EVENTS}", "scope=bot+applications.commands")
        guild = fake.order("guild", name="Den: 2")
        expect("all is well", setup(), "Everything is as it has to be.", 'server "Den: 2"',
               fine=True)
        expect("no token", setup(token_file=None), "no token yet", "Reset Token")
        expect("a token that Discord refuses", setup(token=TOKEN.replace("fake", "evil")),
               "refuses the token", "Reset Token")
        fake.order("knobs", intents_allowed=0)
        expect("message content", setup(message_content="yes"), "Message Content Intent")
        expect("members", setup(intents=4609 + 2), "Server Members Intent", "take 2 from")
        expect("presences", setup(intents=4609 + 256), "Presence Intent", "take 256 from")
        expect("no privileged intent", setup(), "no privileged intent", fine=True)
        expect("an endpoint and no URL", setup(endpoint="yes"), "no \"Interactions Endpoint URL\"")
        fake.portal("https://bot.test/interactions")
        expect("a URL and no endpoint", setup(), "Empty it")
        expect("an endpoint and its URL", setup(endpoint="yes"), "come by HTTP", fine=True)
        fake.portal(None)
        less = str(PERMISSIONS & ~(1 << 36 | 1 << 14))
        fake.order("role_may", guild=guild, role=bot, permissions=less)
        expect("permissions", setup(), 'server "Den: 2" lacks: Embed Links, Create Private Threads')
        fake.order("role_may", guild=guild, role=bot, permissions=str(PERMISSIONS))
        fake.order("role_may", guild=guild, role=guild, permissions="0")
        expect("threads", setup(), 'server "Den: 2" lacks: Create Public',
               "tables stay in the channel", "lacks: Create Events: game nights", fine=True)
        expect("no threads", setup(table_threads="no"), f"permissions={PERMISSIONS | EVENTS}\n",
               fine=True)
        channels(fake, setup, guild)
        administrator(fake, setup, guild)
        many_servers(fake, setup)
        fake.order("knobs", identifies_left=3)
        expect("hardly any connections left", setup(), "nearly as often as it may")
        fake.order("knobs", identifies_left=900)
        fake.order("fault", verb="status_before", route="GET /gateway/bot", code=404)
        expect("no gateway", setup(), "where its gateway is")
        fake.close()
        expect("nobody there", setup(), "cannot be reached", "api_base",
               f"asked: GET {fake.about['api']} /applications/@me; came of it: ")


os.umask(0o077)
main(*sys.argv[1:])
