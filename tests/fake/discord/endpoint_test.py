#!/usr/bin/env python3
"""endpoint_test.py DEADDROP FAKE_DISCORD: interactions by HTTP. The Discord for tests signs them,
this carries them to the program's endpoint: what is signed is done and answered once, all else is
refused before it is read."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.fake.secret-token-of-a-test"
LIMIT_S = 60


def wait(what, condition):
    until = time.monotonic() + LIMIT_S
    while time.monotonic() < until:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"not within {LIMIT_S} s: {what}")


def posted(url, body, headers):
    """(status, body) of a POST."""
    request = urllib.request.Request(url, body, {"Content-Type": "application/json", **headers},
                                     method="POST")
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


class Fake:
    """The program fake-discord with a server, a channel and somebody there."""

    def __init__(self, program):
        self.child = subprocess.Popen([program, "--token", TOKEN], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE)
        self.about = json.loads(self.child.stdout.readline())
        self.order("knobs", bucket_limit=0, global_per_s=0)
        guild = self.order("guild", name="Den")["id"]
        self.channel = self.order("channel", guild=guild, name="den")["id"]
        self.ana = self.order("person", name="Ana")["id"]
        self.order("join", guild=guild, user=self.ana)

    def order(self, act, **members):
        return json.loads(posted(f"{self.about['control']}/{act}",
                                 json.dumps(members).encode(), {})[1])

    def post(self):
        """The next that Discord would post: its body and headers."""
        said = wait("something to be posted", lambda: self.order("post").get("is"))
        return said["body"].encode(), {"X-Signature-Ed25519": said["signature"],
                                       "X-Signature-Timestamp": said["timestamp"]}

    def state(self, interaction):
        return self.order("outcome", interaction=interaction)["is"]["state"]

    def close(self):
        self.child.stdin.close()
        assert self.child.wait(LIMIT_S) == 0


def start(program, fake, folder, endpoint="yes"):
    config = folder / "deaddrop.ini"
    token = folder / "token"
    token.write_text(TOKEN, encoding="utf-8")
    config.write_text(f"[store]\npath = {folder}/deaddrop.db\n[web]\nenabled = no\n[discord]\n"
                      f"token_file = {token}\napi_base = {fake.about['api']}\npictures = no\n"
                      f"endpoint = {endpoint}\nendpoint_port = 0\n", encoding="utf-8")
    log = folder / "log"
    with open(log, "wb") as out:
        bot = subprocess.Popen([program, "run", "--config", config], stdout=out, stderr=out)
    if endpoint == "no":
        return bot, None, log
    port = wait("the endpoint", lambda: re.search(r"event=discord.endpoint .*port=(\d+)",
                                                  log.read_text(encoding="utf-8")))
    return bot, f"http://127.0.0.1:{port.group(1)}/interactions", log


def pings(fake, url):
    fake.order("ping")
    body, signed = fake.post()
    # until the program has asked whose signatures they are to be
    wait("an answer to the ping", lambda: posted(url, body, signed)[0] == 200)
    status, said = posted(url, body, signed)
    assert (status, json.loads(said)) == (200, {"type": 1}), (status, said)
    assert posted(url, body + b" ", signed)[0] == 401, "another body"
    assert posted(url, body, {})[0] == 401, "no signature"
    assert posted(url, body, {**signed, "X-Signature-Ed25519": "00" * 64})[0] == 401
    assert posted(url, body, {**signed, "X-Signature-Timestamp": "1"})[0] == 401
    print("ok      a ping is answered; what Discord did not sign is 401")


def command(fake, url, name):
    """Ana's command is taken and answered; its post."""
    def asked():
        return fake.order("slash", user=fake.ana, channel=fake.channel, command=name).get("id")
    interaction = wait(f"/{name}", asked)
    body, signed = fake.post()
    status, said = posted(url, body, signed)
    assert (status, said) == (202, b""), (status, said)
    fake.order("posted", interaction=interaction, status=202, body="")
    wait("its answer", lambda: fake.state(interaction) == "answered")
    return body, signed


def plays(fake, url):
    body, signed = command(fake, url, "spyfall")
    assert posted(url, body, signed)[0] == 202, "told twice is taken twice"

    def tables():
        sights = fake.order("sees", user=fake.ana)["is"]
        return sum("who plays?" in sight["text"] for sight in sights)
    wait("the table", tables)
    command(fake, url, "todo")  # what came before it is done
    assert tables() == 1, "and done once"
    print("ok      a command by HTTP is done and answered once")


def elsewhere(deaddrop, fake, folder):
    """The URL is still set, and the program takes nothing by HTTP."""
    bot, _, log = start(deaddrop, fake, folder, "no")
    wait("a word about it", lambda: "discord.interactions_go_elsewhere" in
         log.read_text(encoding="utf-8"))
    bot.terminate()
    assert bot.wait(LIMIT_S) == 0
    print("ok      a URL that is set by accident is told")


def main(deaddrop, program):
    with tempfile.TemporaryDirectory(prefix="deaddrop-") as name:
        fake = Fake(program)
        bot, url, log = start(deaddrop, fake, pathlib.Path(name))
        try:
            fake.order("endpoint", url=url)
            pings(fake, url)
            plays(fake, url)
            bot.terminate()
            assert bot.wait(LIMIT_S) == 0
            assert "secret-token" not in log.read_text(encoding="utf-8")
            elsewhere(deaddrop, fake, pathlib.Path(name))
        except BaseException:
            print(log.read_text(encoding="utf-8")[-3000:])
            raise
        finally:
            bot.kill()
            fake.close()


os.umask(0o077)
main(*sys.argv[1:])
