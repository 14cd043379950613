#!/usr/bin/python3
"""Whole games of all four at a real homeserver whose limits are lifted, one person of each through
python3-matrix-nio; the house is killed and ended in the middle of them, and so is the homeserver.

test_games.py DEADDROP [GAME…]"""

import sys
import time

import games
import homeserver
import views
from house import House
from nio_person import NioPerson
from people import Person
from table import Table

NAMES = ("Ana", "Ben", "Cy", "Dee")


def killed(house, server):
    house.kill()
    house.start()


def ended(house, server):
    status = house.stop()
    assert status == 0, (status, house.log()[-2000:])
    house.start()


def away(house, server):
    if server.started_by_us():
        server.restart()


# What happens behind which act of which game.
TROUBLE = {
    "interceptor": {},
    "decrypto": {4: killed, 8: killed, 12: ended, 17: killed},
    "infiltrators": {3: killed, 6: away},
    "spyfall": {5: ended, 8: killed},
}


# A game of one round, and what happens in that.
SHORT = {"decrypto": (" max_rounds=1 first_intercept=1", {4: killed, 8: killed})}


def play(server, house, name, first=NioPerson, others=Person, short=False):
    """first, others: what kinds of people. short: one round of what takes several. The people,
    whose first is no more there."""
    start = time.monotonic()
    game, seats = games.ALL[name]
    people = [first(server, NAMES[0])]
    people += [others(server, called) for called in NAMES[1:seats]]
    nio = people[0]
    options, troubles = SHORT[name] if short and name in SHORT else ("", TROUBLE[name])

    def after(number):
        trouble = troubles.get(number)
        if trouble:
            trouble(house, server)

    table = Table(house, people, after)
    table.sit(name)
    teams = game(table, options, bool(options))
    assert not set(troubles) - set(range(table.acts + 1)), (name, table.acts)
    views.check_rooms(table)
    told = views.check_secrets(table, teams)
    views.check_once(table)
    assert not nio.bad, nio.bad[:3]
    nio.close()
    print(f"{name}: {table.acts} acts, {len(troubles)} ends, {told} secrets, "
          f"{time.monotonic() - start:.1f} s", flush=True)
    return people


def main():
    server = homeserver.find()
    house = House(server, sys.argv[1])
    house.start()
    for name in sys.argv[2:] or games.ALL:
        play(server, house, name)
    status = house.stop()
    assert status == 0, (status, house.log()[-2000:])
    views.check_log(house)
    print(f"{views.check_traffic(house)} requests agree with the specification")


if __name__ == "__main__":
    main()
