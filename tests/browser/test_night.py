"""A game night by what the page shows: planned, signed up for, dealt to tables, and its end."""

import kit
from kit import invitation, tell, until

NAMES = ("Ana Ben Cy Dee Eve Flo Gus Hal Ida Jo Kim Lou Max Nia Oli Pia Quin").split()
BOARD = "#table"


def night_of_seventeen(server, browser):
    """Seventeen people sign up, are dealt to tables, play, and see how the evening stands."""
    ana = browser.person(server.url, NAMES[0])
    link = invitation(ana)
    until("a way to plan a night", lambda: ana.js(
        "const e = document.querySelector('#games [data-open=night]'); e?.click(); return !!e"))
    ana.read("Nobody has signed up yet.", BOARD)
    ana.say("!option play decrypto")
    ana.read("Decrypto", BOARD)
    others = [browser.person(link, name) for name in NAMES[1:]]
    people = [ana, *others]
    for person in people:
        person.press(r"\.join$")
    ana.read("Signed up: Ana, Ben", BOARD)
    ana.read("31 places are left.", BOARD)
    ana.press(r"\.start$")
    for person in people:
        person.look_into("channel")
        person.read("tables are dealt", "#channel-messages")
    for person in people:
        person.read("You play for", "#private-messages, #cards")
    ana.shot("night-dealt")
    tell("17 people at their tables")
    for person in people:
        person.say("!concede")
    ana.read("The game night is over.", "#channel-messages")
    ana.shot("night-over")
    ana.say("!leaderboard decrypto")
    ana.read("Ana", "#private")
    tell("the night is over, and the season has its first results")


if __name__ == "__main__":
    kit.run(night_of_seventeen)
