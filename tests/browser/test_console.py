"""The console of who hosts a table: a panel of its own, pressed, filled in, never out of date."""

import kit
from kit import Keys, invitation, tell, until

PANEL = "#console-panel"
BEN = """
  const form = document.querySelector("#form-dialog form");
  const option = Array.from(form.querySelectorAll("option")).find((e) => e.textContent === "Ben");
  const label = Array.from(form.querySelectorAll("label")).find((e) => e.textContent === "Ben");
  return option?.value ?? label?.querySelector("input").value"""


def table_of_four(server, browser):
    ana = browser.person(server.url, "Ana", (1600, 900))
    link = invitation(ana)
    ben, cy, dee = (browser.person(link, name) for name in ("Ben", "Cy", "Dee"))
    ana.say("/interceptor")
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


if __name__ == "__main__":
    kit.run(panel)
