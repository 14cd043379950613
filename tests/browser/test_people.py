"""Who is who: four tabs of one browser, links to other devices, names, rooms and several tables."""

import kit
from interceptor import Game
from kit import Keys, Person, invitation, tell, until


def opened_tab(person, name):
    """The page that person's last press opened in a tab beside theirs."""
    driver = person.driver
    handles = set(driver.window_handles)
    person.click("#invite-dialog .friend")
    handle = until("the new tab", lambda: set(driver.window_handles) - handles).pop()
    friend = Person(person.browser, handle, name)
    friend.resize(1280, 860)
    person.browser.people.append(friend)
    return friend


def four_tabs(server, browser):
    """Four tabs of one browser are four people, and stay who they are."""
    ana = browser.person(server.url, "Ana", (1600, 900))
    for name in ("Ben", "Cy", "Dee"):
        ana.click(".invite")
        ana.see("#invite-dialog .friend")
        friend = opened_tab(ana, name)
        friend.enter()
        assert friend.js("return location.hash") == "", "the invitation stays in the address"
        ana.keys(Keys.ESCAPE)
    until("all four in the room", lambda: len(ana.all("#people-list .person")) == 4)
    for person in browser.people:
        person.driver.refresh()
        until(f"{person.name} to be themselves", lambda p=person: p.called() == p.name)
    tell("after a reload each tab is who it was")
    fresh = browser.people[1]
    fresh.js("sessionStorage.clear(); location.reload()")
    until("a fresh tab to be whom the cookie knows", lambda: fresh.called() == "Ana")
    fresh.click("#rail-open")
    fresh.click("#change-person")
    fresh.see("#door")
    fresh.read("Ana", "#door-known-list")
    tell("somebody else may take a tab over at the door")


def devices(server, browser):
    """One's own link opens the same person elsewhere; a new name is seen by all."""
    ana = browser.person(server.url, "Ana", (1600, 900))
    ben = browser.person(invitation(ana), "Ben", (1600, 900))
    ana.say("from the first device")
    ana.click(".invite")
    ana.click("#invite-dialog section button", "her own link")
    link = until("the link", lambda: next((e.get_attribute("value") for e in ana.shown(
        "#invite-dialog .link") if "#key=" in e.get_attribute("value")), None))
    ana.keys(Keys.ESCAPE)
    phone = browser.person(link, None, (360, 740))
    phone.name = "Ana's phone"
    phone.read("from the first device", "#channel-messages")
    assert phone.called() == "Ana"
    assert phone.js("return location.hash") == ""
    until("three devices, two people", lambda: len(ben.all("#people-list .person")) == 2)
    ana.click("#rename")
    ana.fill({"name": "Anastasia"})
    ben.read("Anastasia", "#people-list")
    until("her phone to know, too", lambda: phone.called() == "Anastasia")
    tell("forgotten on one device, she is still there on the other")
    phone.click("#rail-open")
    phone.click("#leave")
    phone.see("#door")
    ana.say("still here")
    ben.read("still here", "#channel-messages")
    wrong = browser.person(f"{server.url}/#key={'x' * 32}")
    wrong.name = "a stranger"
    wrong.see("#door-problem", "why the link does not open")


def tables_of(person):
    """The tabs of tables; one more leads to the games."""
    return person.shown("#table-tabs [role=tab]:not(#tab-new)")


def rooms_and_tables(server, browser):
    """Several rooms and several tables: each has its own board, unread lines are counted."""
    ana = browser.person(server.url, "Ana", (1600, 900))
    ben = browser.person(invitation(ana), "Ben", (1600, 900))
    home = ana.words("#top .room-name")
    ana.say("/interceptor")
    ana.sit()
    ben.say("/interceptor")
    until("two tables", lambda: len(tables_of(ana)) == 2)
    numbers = [tab.text.split("·")[0] for tab in tables_of(ana)]
    assert len(set(numbers)) == 2, numbers
    until("Ben's table in front", lambda: not ana.shown("#table .chair.mine"))
    ana.click("#table-tabs [role=tab]:first-child")
    ana.see("#table .chair.mine")
    tell("two tables, a tab each")
    ana.see("#new-room-name").send_keys("cellar", Keys.ENTER)
    until("the new room", lambda: ana.words("#top .room-name") == "cellar")
    assert not ana.shown("#table"), "a table of another room shows here"
    assert ana.shown("#games [data-open]"), "an empty room offers no game"
    ben.say("where is @Ana?")
    ana.see("#room-list .count.called", "that somebody asks for her")
    ana.click("#room-list .room:not([aria-current])")
    until("the first room again", lambda: ana.words("#top .room-name") == home)
    ana.see("#channel-messages .message.called .mention.me", "her name in Ben's line")
    ana.see("#table [data-control]", "the board again")
    assert not ana.shown("#room-list .count"), "seen, and still counted"
    tell("another room, and back to a line that was counted")


def own_settings(server, browser):
    """What somebody chooses for all tables: by what their page shows, kept by the house."""
    ana = browser.person(server.url, "Ana")
    ana.click("#rail-open")
    ana.click("#settings")
    ana.see("#form-dialog #nudges")
    ana.js("const [from, to] = document.querySelectorAll('#form-dialog input[type=time]');"
           " from.value = '22:00'; to.value = '08:30';"
           " from.dispatchEvent(new Event('change')); to.dispatchEvent(new Event('change'));"
           " const nudges = document.getElementById('nudges'); nudges.value = 'once';"
           " nudges.dispatchEvent(new Event('change'));")
    until("the house to know", lambda: "22:00-08:30" in ana.words("#private-messages") and
          "a tenth of" in ana.words("#private-messages"))
    ana.driver.refresh()
    ana.see("#games [data-open]")
    ana.click("#rail-open")
    ana.click("#settings")
    ana.see("#form-dialog #nudges")
    kept = ana.js("return [document.getElementById('nudges').value,"
                  " ...Array.from(document.querySelectorAll('#form-dialog input[type=time]'),"
                  " (e) => e.value)]")
    assert kept == ["once", "22:00", "08:30"], kept
    ana.js("const [from, to] = document.querySelectorAll('#form-dialog input[type=time]');"
           " from.value = ''; to.value = '';"
           " from.dispatchEvent(new Event('change')); to.dispatchEvent(new Event('change'));")
    until("peace to end", lambda: "Quiet hours: none" in ana.words("#private-messages"))
    # all the others are pressed where they are told
    ana.js("[...document.querySelectorAll('#form-dialog button')].find((button) =>"
           " button.textContent === 'More settings').click()")
    option = "[...document.querySelectorAll('#answers [data-control]')].find((button) =>" \
             " button.textContent.startsWith('%s'))"
    for label in ["Plain", "On"]:
        until(f"a button {label}", lambda: ana.js(f"return !!{option % label}"))
        ana.js(f"{option % label}.click()")
    until("plain messages", lambda: "lain messages: on" in ana.words("#answers"))
    tell("quiet hours, their zone and reminders, chosen in the settings; plain messages pressed")


def native_signals(server, browser):
    """Native signals: a mention, a reply and a reaction, given in the channel by the players."""
    game = Game(server, browser)
    game.open("/interceptor signal_mode:native")
    signals = {
        "Officials": {"documents.kind": "mention", "documents.value": "partner",
                      "money.kind": "reaction", "money.value": "🎉"},
        "Journalists": {"documents.kind": "reply", "documents.value": "partner",
                        "money.kind": "word", "money.value": "weather"},
    }
    for person in game.people:
        person.say(f"{person.name} is ready for anything")
    game.agree(signals)
    leader = game.turn()
    partner = next(p for p in game.members("Officials") if p is not leader)
    leader.press(rf"\.{game.ask}\.play\.symbol=documents$", "#dock")
    leader.say(f"over to @{partner.name}")
    tell(f"{leader.name} mentions the partner")
    game.turn().press(rf"\.{game.ask}\.play\.symbol=documents$", "#dock")
    third = game.turn()
    other = next(p for p in game.members("Journalists") if p is not third)
    third.press(rf"\.{game.ask}\.play\.symbol=documents$", "#dock")
    line = until("the partner's line", lambda: [e for e in third.shown(
        "#channel-messages > .message") if f"{other.name} is ready" in e.text][0])
    third.js("arguments[0].scrollIntoView(); arguments[0].focus()", line)
    third.click("#channel-messages .tool[aria-label=Reply]")
    third.keys("I am listening", Keys.ENTER)
    tell(f"{third.name} replies to the partner")
    game.turn().press(rf"\.{game.ask}\.play\.symbol=documents$", "#dock")
    for person in game.people:
        person.read("Round 1 is open", "#channel-messages")
    game.round = 1
    game.split("Journalists")
    leader = game.turn()
    leader.press(rf"\.{game.ask}\.play\.symbol=money$", "#dock")
    leader.click("#tables-react")
    leader.click("#emoji-dialog .emoji-grid button:nth-child(11)", "🎉")
    game.turn()
    tell(f"{leader.name} reacts to the board, and it is the partner's turn")


if __name__ == "__main__":
    kit.run(four_tabs, devices, rooms_and_tables, own_settings, native_signals)
