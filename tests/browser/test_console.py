"""The console of who hosts a table: a panel of its own, pressed, filled in, never out of date."""

import kit
from kit import Keys, invitation, tell, until

PANEL = "#console-panel"
BEN = """
  const form = document.querySelector("#form-dialog form");
  const option = Array.from(form.querySelectorAll("option")).find((e) => e.textContent === "Ben");
  const label = Array.from(form.querySelectorAll("label")).find((e) => e.textContent === "Ben");
  return option?.value ?? label?.querySelector("input").value"""


ASKS = "Whom do you ask, and what?"


def table_of_four(server, browser, game="interceptor"):
    ana = browser.person(server.url, "Ana", (1600, 900))
    link = invitation(ana)
    ben, cy, dee = (browser.person(link, name) for name in ("Ben", "Cy", "Dee"))
    ana.say(f"/{game}")
    for person in (ana, ben, cy, dee):
        person.sit()
    ana.press(r"\.start$")
    ben.read("The game begins", "#channel-messages")
    return ana, ben, cy, dee


def panel(server, browser):
    """It opens at the word, each act brings it anew, and a second host is told that it is old."""
    ana, ben, _, _ = table_of_four(server, browser)
    ana.say("/console")
    ana.see("#console-panel[open]", "the console")
    ana.read("You're the host.", PANEL)
    ana.press(r"\.cohost\.", PANEL)
    ana.fill({"seat": until("Ben to be among the choices", lambda: ana.js(BEN))})
    ben.read("Ben helps to host this table from here on.", "#channel-messages")
    ana.read("Co-hosts: Ben.", PANEL)
    ben.say("/console")
    ben.read("You're one of the hosts.", PANEL)
    ana.press(r"\.pause\.for=15m", PANEL)
    ben.read("Ana (host) pauses the game.", "#channel-messages")
    ana.read("Paused", PANEL)
    ben.press(r"\.pause\.for=1h", PANEL)
    ben.read("Something else has happened at this table", PANEL)
    ben.press(r"\.resume\.", PANEL)
    ana.read("Ben (co-host) lets the game go on.", "#channel-messages")
    tell("two at once: one wins, the other is told and sees how it stands")
    ana.press(r"\.console$", PANEL)
    until("the pause to be offered again", lambda: "Pause for 15" in ana.words(PANEL))
    ana.find("#console-title").click()
    ana.keys(Keys.ESCAPE)
    until("the console to be shut", lambda: not ana.shown("#console-panel[open]"))


def taken_back(server, browser):
    """A question goes back by the console: it says so, in its own line too, and is asked anew."""
    people = table_of_four(server, browser, "spyfall")
    ana = people[0]
    names = ("Ana", "Ben", "Cy", "Dee")

    def asking():
        return [name for name, one in zip(names, people) if ASKS in one.words("#cards")]

    first = names.index(until("somebody to be asked for a question", asking)[0])
    asker, other = people[first], names[(first + 1) % 4]
    asker.say(f"/ask {other} is it loud here?")
    ana.read("is it loud here?", "#channel-messages")
    ana.say("/console")
    ana.press(r"\.undo\.", PANEL)
    for person in people:
        person.read("takes back the last move", "#channel-messages")
        person.read("Taken back, and doesn't count:", "#channel-messages")
    asker.read(ASKS, "#cards")
    ana.read(f"Asking a question: {names[first]}", PANEL)
    tell("a move taken back is told, marked where it stands, and asked for again")


if __name__ == "__main__":
    kit.run(panel, taken_back)
