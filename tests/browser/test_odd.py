"""Odd windows, odd people, odd days: 320 pixels, letters of double size, names that are hard to
set, rooms full of lines, clocks that are wrong, one person twice, and a tab of yesterday."""

import pathlib
import time

import kit
from kit import Keys, invitation, tell, until

CHECKS = (pathlib.Path(__file__).parent / "checks.js").read_text(encoding="utf-8")
HARD = ("W" * 32, "🕵️‍♀️👩‍👩‍👧‍👦🏳️‍🌈", "‮משה בן־עמרם‬ <b>", "أحمد الإسكندراني")
AHEAD_MS = 3 * 3600 * 1000
WRONG_CLOCK = """
  const ahead = %d;
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts) { parts.length ? super(...parts) : super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  };""" % AHEAD_MS


SECRETS = "return Array.from(document.querySelectorAll('#cards .face'), (e) => e.textContent)"


def card(person):
    """The game has begun; the card is looked at."""
    until("the start", lambda: person.js(
        "return document.getElementById('table').dataset.phase === 'playing'"))
    if person.shown(".folded #dock-fold"):
        person.click("#dock-fold")
    person.see("#cards .doc")


def uncut(person, where):
    wrong = person.js(f"{CHECKS}\nreturn cutControls();")
    assert not wrong, f"{where}: " + "\n    ".join(wrong)


def around(person, where):
    """Games, a lobby, its options, a form and a card: nothing is cut, nothing scrolls sideways."""
    person.see("#games [data-open]")
    uncut(person, f"the games, {where}")
    person.click("[data-open=decrypto]")
    person.see("#table .chair.mine")
    person.add_house(1)
    uncut(person, f"a lobby, {where}")
    person.shot(f"odd-lobby-{where.replace(' ', '-')}")
    person.press(r"\.option$", "#table")
    person.see("#form-dialog .all-options")
    uncut(person, f"the options, {where}")
    person.click("#form-dialog .ends button")
    person.press(r"\bfill\b", "#table")
    card(person)
    uncut(person, f"a card, {where}")
    person.shot(f"odd-card-{where.replace(' ', '-')}")
    person.click("#rail-open")
    person.click("#rename")
    person.see("#form-dialog form")
    uncut(person, f"a form, {where}")
    person.keys(Keys.ESCAPE)
    person.keys(Keys.ESCAPE)


def narrow(server, browser):
    """A window of 320 pixels."""
    ana = browser.person(server.url, None, (320, 640))
    ana.name = "Ana"
    ana.resize(320, 640, mobile=True)
    ana.see("#door-name")
    uncut(ana, "the door, 320 pixels")
    ana.enter()
    around(ana, "320 pixels")


def large(server, browser):
    """Letters of double size, in a wide window and on a phone."""
    for name, size in (("Ana", (1280, 800)), ("Ben", (390, 844))):
        person = browser.person(server.url, None, size)
        person.name = name
        person.resize(*size, mobile=size[0] < 500)
        person.js("document.documentElement.style.fontSize = '200%'")
        assert person.js("return parseFloat(getComputedStyle(document.body).fontSize)") == 32
        uncut(person, f"the door, double size, {size[0]}")
        person.enter()
        around(person, f"double size, {size[0]}")


def names(server, browser):
    """Names of 32 W's, of emoji, from right to left: lines and controls stay whole."""
    ana = browser.person(server.url, None)
    ana.name = HARD[0]
    people = [ana]
    enter_at_once(ana)
    link = invitation(ana)
    for name in HARD[1:]:
        person = browser.person(link, None, (390, 844))
        person.name = name
        enter_at_once(person)
        people.append(person)
    until("four people", lambda: len(ana.all("#people-list .person")) == 4)
    ana.click("[data-open=interceptor]")
    for person in people:
        person.sit()
    for person in people:
        person.see("#cards .doc")
        until("the start", lambda p=person: not p.shown("#table .chair"))
        uncut(person, f"a table, for {person.name}")
        person.say(f"I am {person.called()}")
        bare = person.js("return getComputedStyle(document.getElementById('my-name').firstChild)"
                         ".unicodeBidi")
        assert bare.startswith("isolate"), bare
    for person in people:
        for other in people:
            person.read(other.called(), "#channel-messages")
        person.look_into("channel")
        uncut(person, f"the chat, for {person.name}")
        person.shot(f"odd-name-{people.index(person)}")
        assert person.js("return document.querySelector('#channel-messages b') === null")


def enter_at_once(person):
    """Names that no keyboard driver types."""
    person.see("#door-name").click()
    person.driver.execute_cdp_cmd("Input.insertText", {"text": person.name})
    person.keys(Keys.ENTER)
    person.see("#tables")
    until("a room", lambda: person.words("#top .room-name") != "")


def full_room(server, browser):
    """2,000 lines in a room: they come in pieces, and the page stays quick."""
    ana = browser.person(server.url, "Ana")
    for number in range(20):
        ana.say_at_once("\n".join(f"line {number * 100 + line}" for line in range(100)))
    ana.read("line 1999", "#channel-messages")
    until("nothing to be on its way", lambda: not ana.shown("#channel .unsent p"))
    start = time.monotonic()
    ana.reload()
    ana.read("line 1999", "#channel-messages")
    took = time.monotonic() - start
    assert took < 5, f"the page takes {took:.1f} s to come back"
    until("the end of the room", lambda: ana.js(
        "const b = document.querySelector('#channel .log');"
        "return b.scrollHeight - b.scrollTop - b.clientHeight < 60"))
    def at_top():
        ana.js("document.querySelector('#channel .log').scrollTop = 0")
        return "line 0" in ana.words("#channel-messages")
    until("its beginning", at_top)
    slow = ana.js("""
        const field = document.getElementById("channel-text");
        const start = performance.now();
        for (let at = 0; at < 20; at++) {
          field.value += "x";
          field.dispatchEvent(new Event("input", { bubbles: true }));
          field.getBoundingClientRect();
        }
        return (performance.now() - start) / 20""")
    tell(f"back after {took:.1f} s, a letter takes {slow:.1f} ms")
    assert slow < 30, f"a letter takes {slow} ms"


def wrong_clock(server, browser):
    """A clock three hours off: deadlines are those of the house."""
    ana = browser.person(server.url, "Ana")
    link = own_link(ana)
    other = browser.person("about:blank", None)
    other.name = "Ana's other device"
    other.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WRONG_CLOCK})
    other.driver.get(link)
    until("the same person", lambda: other.called() == "Ana")
    assert abs(other.js("return Date.now()") - time.time() * 1000 - AHEAD_MS) < 60000
    ana.click("[data-open=decrypto]")
    ana.press(r"\bfill\b", "#table")
    for person in (ana, other):
        card(person)
    def times(person):
        return [text for text in person.js(
            "return Array.from(document.querySelectorAll('#table time, #cards time'),"
            " (e) => e.textContent)")]
    until("a deadline", lambda: times(ana))
    until("the same times on both", lambda: times(ana) == times(other), 5)
    tell(f"both read {times(ana)}")


def own_link(person):
    person.click(".invite")
    person.click("#invite-dialog section button", "her own link")
    link = until("the link", lambda: next((e.get_attribute("value") for e in person.shown(
        "#invite-dialog .link") if "#key=" in e.get_attribute("value")), None))
    person.keys(Keys.ESCAPE)
    return link


def twice(server, browser):
    """Two tabs of one person: both show the same, what is done in one is done in both."""
    ana = browser.person(server.url, "Ana")
    again = browser.person(own_link(ana), None, (390, 844))
    again.name = "Ana again"
    until("the same person", lambda: again.called() == "Ana")
    ana.click("[data-open=infiltrators]")
    ana.see("#table .chair.mine")
    again.see("#table .chair.mine")
    tell("one presses, both go on; the other's press of the same is answered kindly")
    again.press(r"\bfill\b", "#table")
    for person in (ana, again):
        card(person)
    until("the same card", lambda: ana.js(SECRETS) == again.js(SECRETS))
    ana.say("said in the first")
    again.read("said in the first", "#channel-messages")
    assert sum("said in the first" in one["text"] for one in again.messages()) == 1
    until("the same places", lambda: [one["seq"] for one in ana.messages()] ==
          [one["seq"] for one in again.messages()])
    assert not ana.shown("#sorry") and not again.shown("#sorry")


def yesterday(server, browser):
    """A tab of yesterday: the server has another page; the tab loads it, and keeps what was begun.
    """
    ana = browser.person(server.url, "Ana")
    ben = browser.person(invitation(ana), "Ben")
    ana.click("[data-open=interceptor]")
    ana.see("#table .chair.mine")
    room = ana.words("#top .room-name")
    for person in (ana, ben):
        person.js("window.old = true")
    ana.see("#channel-text").send_keys("half a thought")
    ben.click(".invite")
    ben.see("#invite-dialog .link")
    server.kill()
    tongues = server.folder / "tongues"
    tongues.mkdir()
    (tongues / "en.ini").write_text("language = en\nweb.page.send = Send it\n", encoding="utf-8")
    server.start(DEADDROP_BOT_LANGUAGES=str(tongues))
    until("Ana's tab to be new", lambda: ana.js("return window.old !== true"), 30)
    ana.see("#table .chair.mine")
    assert ana.words("#top .room-name") == room
    until("her words", lambda: ana.find("#channel-text").get_attribute("value") ==
          "half a thought")
    until("the new page", lambda: ana.words("#channel .send") == "Send it")
    tell("not under somebody's hands: a dialog is closed first")
    until("Ben's line", lambda: not ben.shown("#wire"))
    assert ben.js("return window.old === true"), "a dialog was closed by a reload"
    ben.keys(Keys.ESCAPE)
    until("Ben's tab to be new", lambda: ben.js("return window.old !== true"))
    ben.see("#tables")
    assert ben.called() == "Ben"


if __name__ == "__main__":
    kit.run(narrow, large, names, full_room, wrong_clock, twice, yesterday)
