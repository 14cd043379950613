#!/usr/bin/env python3
"""`deaddrop matrix setup` against a server that answers what it is told to: what no well-kept
homeserver would say is told to people in words that they can use."""

import email.utils
import http.server
import json
import os
import subprocess
import threading
import time

PROGRAM = os.path.join(os.environ["DD_BUILD_DIR"], "deaddrop")
USER, ROOM = "@spy:here", "!den:here"
V3 = "/_matrix/client/v3"
GOOD = {
    "/_matrix/client/versions": (200, {"versions": ["v1.12"]}),
    V3 + "/account/whoami": (200, {"user_id": USER, "device_id": "DEADDROP"}),
    V3 + "/keys/query": (200, {"device_keys": {USER: {}}}),
    "/_synapse/admin/v1/users/%40spy%3Ahere/override_ratelimit":
        (403, {"errcode": "M_FORBIDDEN", "error": "no"}),
    V3 + "/joined_rooms": (200, {"joined_rooms": [ROOM]}),
    V3 + "/rooms/%21den%3Ahere/state/m.room.name/": (200, {"name": "den"}),
    V3 + "/rooms/%21den%3Ahere/state/m.room.encryption/":
        (404, {"errcode": "M_NOT_FOUND", "error": "none"}),
    V3 + "/rooms/%21den%3Ahere/state/m.room.power_levels/": (200, {"users_default": 0}),
    # of both methods
    V3 + "/login": (200, {"flows": [{"type": "m.login.password"}], "access_token": "y" * 20}),
    V3 + "/logout": (200, {}),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def date_time_string(self, timestamp=None):
        return email.utils.formatdate(time.time() + self.server.ahead_s, usegmt=True)

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        status, body = self.server.answers.get(self.path, (404, {"errcode": "M_UNRECOGNIZED"}))
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = answer  # names that http.server calls


def check(what, wanted, status=1, answers=None, ahead_s=0, base="", **options):
    """Runs it against GOOD with these answers changed."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.answers, server.ahead_s = {**GOOD, **(answers or {})}, ahead_s
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = {"token": "x" * 30, **options}
    environment = {"PATH": os.environ["PATH"], **{
        name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")},
        "DEADDROP_MATRIX_HOMESERVER": f"http://127.0.0.1:{server.server_address[1]}{base}",
        **{f"DEADDROP_MATRIX_{key.upper()}": text for key, text in options.items() if text}}
    done = subprocess.run([PROGRAM, "matrix", "setup"], env=environment, timeout=100, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    server.shutdown()
    server.server_close()
    text = done.stdout.decode()
    assert done.returncode == status, (what, done.returncode, text)
    for words in wanted:
        assert words in text, (what, words, text)
    assert "x" * 30 not in text, what
    assert all(letter >= " " or letter == "\n" for letter in text), (what, text)
    return text


def state(kind):
    return f"{V3}/rooms/%21den%3Ahere/state/{kind}/"


def main():
    check("all is well", ["Everything is as it has to be.", 'ok    room "den"'], status=0)
    check("another page", ["there is no homeserver at that address"],
          answers={"/_matrix/client/versions": (200, b"<html>")})
    check("a server's name", ["set homeserver = https://hs.here?"], answers={
        "/_matrix/client/versions": (404, {}), "/.well-known/matrix/client":
            (200, {"m.homeserver": {"base_url": "https://hs.here\x1b"}})})
    check("a clock ahead", ["seconds behind the homeserver's: set it by NTP"], ahead_s=300)
    check("a clock behind", ["seconds ahead of the homeserver's"], ahead_s=-300)
    check("locked", ["the account is locked or suspended"], answers={
        V3 + "/account/whoami": (401, {"errcode": "M_USER_LOCKED", "soft_logout": True})})
    check("nobody", ["does not say whose the token is"], answers={
        V3 + "/account/whoami": (200, {"user_id": 7})})
    check("no device", ["belongs to no device"], answers={
        V3 + "/account/whoami": (200, {"user_id": USER})})
    check("rooms of the wrong shape", ["does not say in which rooms"], answers={
        V3 + "/joined_rooms": (200, {"joined_rooms": "all"})})
    check("a hostile name", ["[2J"], status=0, answers={
        state("m.room.name"): (200, {"name": "\x1b[2J" + "y" * 300})})
    check("levels as text", ["its power level is 5 and messages want 20"], answers={
        state("m.room.power_levels"):
            (200, {"users": {USER: "5"}, "events": {"m.room.message": 20}})})
    check("not even power levels", ['ok    room "den"'], status=0, answers={
        state("m.room.power_levels"): (404, {"errcode": "M_NOT_FOUND"})})
    check("encryption unknown", ["does not say whether it is encrypted"], answers={
        state("m.room.encryption"): (403, {"errcode": "M_FORBIDDEN"})})
    check("a password", ["the password signs the bot in", "the token is that of", "den"], status=0,
          token="", password="x" * 30, user=USER)
    check("a wrong password", ["did not sign the bot in"], token="", password="x" * 30, user=USER,
          answers={V3 + "/login": (200, {"flows": [{"type": "m.login.password"}]})})
    check("a logout that fails", ["may still be signed in"], status=0, token="",
          password="x" * 30, user=USER, answers={V3 + "/logout": (404, {})})
    check("whose password", ["whose password is it"], token="", password="x" * 30)
    check("no passwords", ["mas-cli manage issue-compatibility-token"], token="", user=USER,
          password="x" * 30, answers={V3 + "/login": (200, {"flows": [{"type": "m.login.sso"}]})})
    print("every answer was understood")


main()
