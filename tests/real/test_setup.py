#!/usr/bin/python3
"""`deaddrop matrix setup` at a real homeserver: what is right, and what has to be mended, as it
comes to be wrong; and `deaddrop matrix registration`, as a homeserver reads it.

test_setup.py DEADDROP"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile

import homeserver
from homeserver import Wire, free_port, segment
from people import CLIENT, Person


def run(program, word, **options):
    environment = {"PATH": os.environ["PATH"], **{
        f"DEADDROP_MATRIX_{key.upper()}": value for key, value in options.items()}}
    done = subprocess.run([program, "matrix", word], env=environment, timeout=60, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def setup(program, url, token, **more):
    code, text = run(program, "setup", homeserver=url, token=token, **more)
    assert token not in text, "the token was printed"
    return code, text


def says(got, status, *words):
    code, text = got
    for each in words:
        assert each in text, (each, text)
    assert code == status, (code, text)


def main():
    program = sys.argv[1]
    server = homeserver.find()
    user, token, _ = server.account("house")
    name = server.name
    says(setup(program, server.url, token, user=user), 0, "ok    the homeserver answers",
         "both clocks agree", f"the token is that of {user}", "the device has no keys",
         "override_ratelimit", "in no room yet", "Everything is as it has to be.")
    says(setup(program, server.url, token, user=user[1:].split(":")[0]), 0)
    says(setup(program, server.url, token, user=f"@else:{name}"), 1, "names somebody else")
    says(setup(program, server.url, "x" * 40), 1, "refuses the token")
    rooms(program, server, user, token)
    admin_user, admin_token, _ = server.account("keeper", admin=True)
    says(setup(program, server.url, admin_token), 1, "may administer the homeserver",
         segment(admin_user))
    server.lift_limits(admin_user)
    says(setup(program, server.url, admin_token), 1, "its limits are lifted")
    keys(program, server)
    if server.started_by_us():
        server.remove()
        appservice(program)
    print("setup: what is wrong was found, and nothing else")


def rooms(program, server, user, token):
    """One that is right, one where it may not speak, an encrypted one."""
    ana = Person(server, "Ana")
    wire = Wire(server.url, token)
    for called, more in (
            ("lounge", {}),
            ("mute", {"power_level_content_override": {"events_default": 50}}),
            ("dark", {"initial_state": [{"type": "m.room.encryption", "state_key": "",
                                         "content": {"algorithm": "m.megolm.v1.aes-sha2"}}]})):
        room = ana.make_room(called, [user], **more)
        wire.ask("POST", f"{CLIENT}/join/{segment(room)}")
    says(setup(program, server.url, token), 1, 'ok    room "lounge"\n',
         'MEND  room "mute": the bot may not speak, its power level is 0 and messages want 50',
         'MEND  room "dark" is encrypted')


def keys(program, server):
    """A device that another program has put keys on."""
    user, token, device = server.account("house")
    Wire(server.url, token).ask("POST", f"{CLIENT}/keys/upload", {"device_keys": {
        "user_id": user, "device_id": device, "algorithms": ["m.olm.v1.curve25519-aes-sha2"],
        "keys": {f"ed25519:{device}": "A" * 43, f"curve25519:{device}": "B" * 43},
        "signatures": {user: {f"ed25519:{device}": "C" * 86}}}})
    says(setup(program, server.url, token), 1, "has keys of another program's")


def appservice(program):
    """A homeserver that read the registration knows the bot by it, and its device."""
    port = str(free_port())
    code, text = run(program, "registration", user="@dealer:localhost", appservice_port=port)
    assert code == 0, text
    tokens = dict(re.findall(r"^(as_token|hs_token): '(\w{64})'$", text, re.M))
    assert len(set(tokens.values())) == 2, text
    again = run(program, "registration", user="@dealer:localhost", appservice_port=port)[1]
    assert not any(token in again for token in tokens.values()), "the same tokens twice"
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        server = homeserver.find(appservice=file.name)
    says(run(program, "setup", homeserver=server.url, **tokens, user="@dealer:localhost",
             appservice_port=port), 0, "the token is that of @dealer:localhost",
         "an appservice with rate_limited: false has no limits")
    served(program, server, {**tokens, "homeserver": server.url, "user": "@dealer:localhost",
                             "appservice_port": port})


@contextlib.contextmanager
def running(program, folder, options):
    """The program, until it ends kindly; nothing secret is in what it logged."""
    environment = {"PATH": os.environ["PATH"], "DEADDROP_WEB_ENABLED": "no",
                   "DEADDROP_STORE_PATH": os.path.join(folder, "deaddrop.db"), **{
                       f"DEADDROP_MATRIX_{key.upper()}": value for key, value in options.items()}}
    path = os.path.join(folder, "log")
    with open(path, "ab") as log:
        process = subprocess.Popen([program, "run"], env=environment, stdout=log, stderr=log)
        try:
            yield path
            process.terminate()
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()
    with open(path, encoding="utf-8") as log:
        text = log.read()
    assert "event=matrix.identified user=@dealer:localhost device=DEADDROP" in text, text
    assert not any(options[key] in text for key in ("as_token", "hs_token")), "a token was logged"


def served(program, server, options):
    """A table by events that the homeserver hands over, of which one waited for the program."""
    ana = Person(server, "Ana", "@dealer:localhost")
    with tempfile.TemporaryDirectory() as folder:
        with running(program, folder, options):
            room = ana.make_room("den", ["@dealer:localhost"])
            ana.until(lambda: room in ana.rooms and
                      ana.rooms[room].members.get("@dealer:localhost") == "join", "the bot")
            ana.say(room, "!spyfall")
            ana.sees(room, "who plays")
        ana.say(room, "!join")
        with running(program, folder, options):
            ana.told("You're in")
    assert len(ana.heard(room, "who plays")) >= 1


main()
