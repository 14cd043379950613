#!/usr/bin/python3
"""The harness proves itself: a house of one line at a real homeserver, people and a recorder around
it, and every check seen to refuse what it is there to refuse."""

import os
import stat
import sys
import tempfile

import homeserver
import views
from house import House
from people import CLIENT, Person
from table import Table

HERE = os.path.dirname(os.path.abspath(__file__))


def refuses(check, *arguments):
    try:
        check(*arguments)
    except AssertionError:
        return
    raise SystemExit(f"{check.__name__} saw nothing")


def program(folder, script="echo.py"):
    """A file that runs as the program is run."""
    path = os.path.join(folder, "echo")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec {sys.executable} -B {HERE}/{script} "$@"\n')
    os.chmod(path, stat.S_IRWXU)
    return path


def main():
    server = homeserver.find()
    with tempfile.TemporaryDirectory() as folder:
        house = House(server, program(folder))
        house.start()
        people = [Person(server, name) for name in ("Ana", "Ben")]
        table = Table(house, people)
        table.sit()
        for person in people:
            table.act(person, "!join", table.room)
            person.told("You're in")
        views.check_rooms(table)
        table.act(people[0], "Your hand: R2, K5.")
        people[0].told("Your hand: R2, K5")
        teams = {person.name: (person,) for person in people}
        assert views.check_secrets(table, teams) == 1
        views.check_once(table)
        assert views.check_traffic(house) > 5 or homeserver.beside("tools", "mxspec.py") is None
        if server.started_by_us():
            server.restart()
        house.kill()
        house.start()
        table.act(people[1], "Your hand: R2, K5.")
        people[1].told("Your hand: R2, K5")
        rows(table, people[0])
        refuse(table, teams, people)
        house.kill()
    print("the harness: rooms, secrets, repetitions and the specification are looked at")


def rows(table, person):
    """The same words twice in a row are good when they were asked for twice, however late the house
    was told of that; and not when it says them once more."""
    house = table.house
    house.recorder.late_s = views.LATE_S + 1
    for _ in range(2):
        person.whisper("Twice.")
    person.told("Twice.", 2)
    house.recorder.late_s = 0
    views.check_in_a_row(person, person.view(), house)
    path = f"{CLIENT}/rooms/{homeserver.segment(person.direct())}/send/m.room.message/unasked"
    homeserver.Wire(house.recorder.url, house.token).ask(
        "PUT", path, {"msgtype": "m.notice", "body": "Twice.", "m.mentions": {}})
    refuses(views.check_in_a_row, person, person.view(), house)


def refuse(table, teams, people):
    """What is wrong is found: the same secret with two, the same words twice, a third in a room, a
    request that no specification knows."""
    refuses(views.check_secrets, table, teams)
    people[1].whisper("The game begins")
    people[1].told("The game begins")
    people[1].whisper("The game begins")
    people[1].told("The game begins", 2)
    refuses(views.check_once, table)
    direct = people[0].direct()
    people[0].ask("POST", f"{CLIENT}/rooms/{homeserver.segment(direct)}/invite",
                  {"user_id": people[1].user})
    people[1].enter(direct)
    refuses(views.check_rooms, table)
    homeserver.Wire(table.house.recorder.url, table.house.token).ask(
        "GET", f"{CLIENT}/account/whoami", presence="offline")
    if homeserver.beside("tools", "mxspec.py"):
        refuses(views.check_traffic, table.house)


if __name__ == "__main__":
    main()
