#!/usr/bin/python3
"""service_test.py FAKE-MATRIX: an application service is pinged, registers a user, and is pushed
what happens: the same transaction again after an error, then the next one."""

import http.server
import json
import sys
import threading

from fake_client import LIMIT_S, Server


class Service(http.server.ThreadingHTTPServer):
    """What was pushed, and with what status the next are answered."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.changed = threading.Condition()
        self.pushes = []
        self.statuses = []

    def told(self, good, since):
        """The first transaction behind so many pushes that good() likes."""
        def found():
            return [push for push in self.pushes[since:] if good(push[3])]
        with self.changed:
            assert self.changed.wait_for(found, LIMIT_S), self.pushes
            return found()[0][3]

    def wait(self, count):
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.pushes) >= count, LIMIT_S), self.pushes
            return self.pushes[:count]


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        service = self.server
        with service.changed:
            status = service.statuses.pop(0) if service.statuses else 200
            service.pushes.append((self.command, self.path, self.headers["Authorization"], body))
            service.changed.notify_all()
        self.send_response(status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_PUT = do_POST = answer

    def log_message(self, *_):
        pass


def prove(server, service):
    url = f"http://127.0.0.1:{service.server_address[1]}"
    own = server.fake("service", id="games", url=url, as_token="as", hs_token="hs",
                      localpart="games", users="@game_*")
    answer = server.ask("POST", "/_matrix/client/v1/appservice/games/ping",
                        {"transaction_id": "p1"}, "as")
    assert answer["duration_ms"] >= 0
    assert service.wait(1)[0][1:] == ("/_matrix/app/v1/ping", "Bearer hs", {"transaction_id": "p1"})
    service.statuses.append(500)
    ana = server.fake("person", name="ana")
    room = server.fake("room", user=ana, invites=own)
    pushes = service.wait(3)[1:]
    assert [push[1] for push in pushes] == ["/_matrix/app/v1/transactions/1"] * 2, pushes
    assert pushes[0] == pushes[1], "what is repeated is the same"
    assert pushes[0][3]["events"][0]["content"]["membership"] == "invite"
    server.ask("POST", f"/join/{room}", {}, "as")
    assert service.wait(4)[3][1] == "/_matrix/app/v1/transactions/2"
    made = server.ask("POST", "/register", {
        "type": "m.login.application_service", "username": "game_1", "inhibit_login": True}, "as")
    server.fake("invite", by=ana, room=room, user=made["user_id"])
    server.ask("PUT", f"/devices/D?user_id={made['user_id']}", {}, "as", wanted=201)
    who = server.ask("GET", f"/account/whoami?user_id={made['user_id']}&device_id=D", token="as")
    assert who == {"user_id": made["user_id"], "device_id": "D", "is_guest": False}
    server.ask("GET", f"/account/whoami?user_id={ana}", token="as", wanted=403)
    devices(server, service, made["user_id"], ana)


def devices(server, service, game, ana):
    """What devices of its users are sent, whose keys have changed, and how many it has left."""
    key = {"key": "x", "signatures": {game: {"ed25519:D": "y"}}}
    query = f"?user_id={game}&device_id=D"
    mailed, msc3202 = "de.sorunome.msc2409.to_device", "org.matrix.msc3202"
    server.fake("knobs", service_keys=True)
    count = len(service.pushes)
    server.ask("POST", f"/keys/upload{query}", {
        "one_time_keys": {"signed_curve25519:A": key, "signed_curve25519:B": key},
        "fallback_keys": {"signed_curve25519:F": key}}, "as")
    token = server.fake("token", user=ana, device="PHONE")
    service.statuses.append(500)
    server.ask("PUT", "/sendToDevice/m.dummy/t1", {"messages": {game: {"D": {"a": 1}}}}, token)
    told = service.told(lambda body: body.get(mailed), count)
    assert told[mailed] == [{"type": "m.dummy", "sender": ana, "content": {"a": 1},
                                "to_user_id": game, "to_device_id": "D"}], told
    assert told[f"{msc3202}.device_one_time_keys_count"][game] == {
        "D": {"signed_curve25519": 2}}
    assert told[f"{msc3202}.device_unused_fallback_key_types"][game] == {
        "D": ["signed_curve25519"]}
    later = len(service.pushes)
    server.ask("POST", "/keys/upload", {"device_keys": {
        "user_id": ana, "device_id": "PHONE", "algorithms": [], "keys": {}, "signatures": {}}},
        token)
    service.told(lambda body: ana in body.get(f"{msc3202}.device_lists", {}).get("changed", [])
                 and not body[mailed], later)
    paths = [(push[1], json.dumps(push[3], sort_keys=True)) for push in service.pushes[count:]]
    assert len(set(paths)) == len({path for path, _ in paths}) < len(paths), \
        ("what is repeated is the same", paths)
    assert sum(bool(body.get(mailed)) for body in {path: json.loads(body) for path, body in
                                               paths}.values()) == 1, "each message once"


def main(program):
    service = Service()
    thread = threading.Thread(target=service.serve_forever)
    thread.start()
    try:
        with Server(program) as server:
            prove(server, service)
    finally:
        service.shutdown()
        thread.join()
        service.server_close()
    print("application service: pinged, pushed, repeated; keys of its devices")


if __name__ == "__main__":
    main(sys.argv[1])
