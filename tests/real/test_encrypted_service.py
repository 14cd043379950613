#!/usr/bin/python3
"""An appservice that encrypts, at a real homeserver which hands over keys with its transactions
(MSC2409, MSC3202): talks in the room and in private, is killed as soon as a transaction has come,
and a whole game is played in encrypted rooms.

test_encrypted_service.py DEADDROP"""

import os
import re
import subprocess
import sys
import tempfile

import games
import homeserver
import sealed
from ports import free_port
from table import Table

USER = "@dealer:localhost"
FEATURES = "{msc2409_to_device_messages_enabled: true, msc3202_device_masquerading: true, " \
    "msc3202_transaction_extensions: true}"
RULES = "What it is about"
KILL_AT = 4  # when some have sat down


class Served:
    """The homeserver, whose account the appservice's registration names."""

    def __init__(self, server):
        self.url = server.url

    def account(self, _):
        return USER, "", "DEADDROP"


class ServedHouse(sealed.SealedHouse):
    def __init__(self, server, program, **environment):
        super().__init__(Served(server), program, lifted=False, DEADDROP_MATRIX_USER=USER,
                         **environment)
        del self.environment["DEADDROP_MATRIX_TOKEN"]


def registered(program, port):
    """A homeserver that knows the appservice, and the tokens of both."""
    environment = {"PATH": os.environ["PATH"], "DEADDROP_MATRIX_USER": USER,
                   "DEADDROP_MATRIX_APPSERVICE_PORT": port, "DEADDROP_MATRIX_ENCRYPTION": "yes",
                   "DEADDROP_MATRIX_ENCRYPTION_KEY": "ab" * 32}
    text = subprocess.run([program, "matrix", "registration"], env=environment, check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    assert "org.matrix.msc3202: true" in text, text
    tokens = dict(re.findall(r"^(as_token|hs_token): '(\w{64})'$", text, re.M))
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return homeserver.find(appservice=file.name, features=FEATURES), tokens


def game(house, people):
    """Spyfall, the house killed when some have sat down."""
    def after(number):
        if number == KILL_AT:
            house.kill()
            house.start()

    table = Table(house, people, after)
    table.sit()
    for person in people[:2]:
        table.act(person, "!rules spyfall", table.room)
        person.told(RULES)
    games.spyfall(table)
    assert table.acts >= KILL_AT


def main():
    program = sys.argv[1]
    sealed.needs_encryption(program)
    port = str(free_port())
    server, tokens = registered(program, port)
    house = ServedHouse(server, program, DEADDROP_MATRIX_APPSERVICE_PORT=port, **{
        f"DEADDROP_MATRIX_{name.upper()}": token for name, token in tokens.items()})
    people = sealed.people_of(server, ("Ana", "Ben", "Cy", "Dee"))
    sealed.start(house, people[0])
    before = sealed.check_identity(house, people[0])
    game(house, people)
    assert sealed.check_identity(house, people[0]) == before, "it is another device than before"
    sealed.check_directs(people)
    sealed.check_read(people)
    sealed.check_uploads(house)
    sealed.check_sent(house)
    sealed.check_indexes(house)
    sealed.check_plain(house, people)
    assert "matrix.no_keys_come" not in house.log(), house.log()[-2000:]
    assert not any(token in house.log() for token in tokens.values()), "a token was logged"
    assert house.stop() == 0, house.log()[-2000:]
    print("an appservice: a whole game in encrypted rooms, across a kill")


if __name__ == "__main__":
    main()
