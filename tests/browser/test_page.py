"""The page itself: by keyboard, on a phone, for a screen reader, reloaded, and badly treated."""

import pathlib
import sys

import kit
from kit import Keys, invitation, tell, until

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
import pseudo_language

CHECKS = (pathlib.Path(__file__).parent / "checks.js").read_text(encoding="utf-8")
PARTS = (pathlib.Path(__file__).parent / "parts.js").read_text(encoding="utf-8")


def check(person, name):
    """Runs a check of checks.js in the page: a list of what is wrong."""
    return person.js(f"{CHECKS}\nreturn {name}();")


def open_table(person, pane="channel"):
    person.say("/interceptor", pane)
    person.sit()


def parts(server, browser):
    """The page's modules: arguments, times, messages once and in order, every kind of block."""
    ana = browser.person(server.url, "Ana")
    wrong = ana.js(f"return (async () => {{ {PARTS} }})()")
    assert not wrong, "\n".join(wrong)


def keyboard(server, browser):
    """Somebody without a mouse comes in, opens a table, sits down, answers and reacts."""
    ana = browser.person(server.url)
    ana.name = "Ana"
    ana.see("#door-name")
    assert ana.focused() == "door-name", f"the door starts at {ana.focused()}"
    ana.keys("Ana", Keys.ENTER)
    until("a room", lambda: ana.words("#top .room-name"))
    tell("the first stops of Tab skip to the card and to the message box")
    ana.js("document.activeElement.blur()")
    ana.keys(Keys.TAB)
    assert ana.driver.switch_to.active_element.text == "Skip to your card"
    ana.keys(Keys.TAB, Keys.ENTER)
    assert ana.focused() == "channel-text", ana.focused()
    tell("a slash command is completed with Tab and sent with Enter")
    ana.keys("/inter")
    ana.see("#channel-suggestions [role=option][aria-selected=true]")
    assert ana.find("#channel-text").get_attribute("role") == "combobox"
    active = ana.find("#channel-text").get_attribute("aria-activedescendant")
    assert ana.find(f"#{active}").is_displayed()
    ana.keys(Keys.TAB)
    assert ana.find("#channel-text").get_attribute("value") == "/interceptor "
    ana.keys(Keys.ESCAPE, Keys.ENTER)
    ana.see("#table [data-control]", "the board")
    tell("Shift+Tab goes from the message box to the table's buttons; Enter presses")
    if not ana.shown("#table .chair.mine"):
        press_by_keyboard(ana, ".join")
    ana.see("#table .chair.mine", "the chair")
    press_by_keyboard(ana, ".option")
    ana.see("#form-dialog .all-options")
    ana.keys(Keys.ESCAPE)
    until("the focus to come back", lambda: ".option" in ana.focused())
    lines_by_keyboard(ana)
    form_by_keyboard(ana)


def press_by_keyboard(person, part, limit=40):
    """Walks backwards with Shift+Tab until the button with this control has the focus."""
    for _ in range(limit):
        if part in person.focused():
            person.keys(Keys.ENTER)
            return
        person.keys(Keys.SHIFT + Keys.TAB + Keys.NULL)
    raise AssertionError(f"{part} is not reached by keyboard")


def lines_by_keyboard(ana):
    tell("arrows move in the log, its tools follow, Escape comes back from a reaction")
    ana.say("Hello, anybody?")
    ana.say("Only me.")
    until("both lines", lambda: [m["text"] for m in ana.messages()][-2:] ==
          ["Hello, anybody?", "Only me."])
    ana.js("document.querySelector('#channel-messages > .message:last-child').focus()")
    ana.keys(Keys.ARROW_UP)
    assert "Hello, anybody?" in ana.driver.switch_to.active_element.text
    ana.keys(Keys.TAB)
    assert ana.driver.switch_to.active_element.get_attribute("aria-label") == "Reply"
    ana.keys(Keys.TAB, Keys.ENTER)
    ana.see("#emoji-dialog")
    ana.keys(Keys.ESCAPE)
    until("the focus to come back", lambda: ana.driver.switch_to.active_element
          .get_attribute("aria-label") == "React")
    ana.keys(Keys.ENTER)
    ana.see("#emoji-dialog")
    ana.keys(Keys.ENTER)
    ana.see("#channel-messages .reaction[aria-pressed=true]", "the reaction")
    ana.js("document.querySelector('#channel-messages .touched').focus()")
    ana.keys(Keys.TAB)
    until("the reply tool", lambda: walk_to(ana, "Reply"))
    ana.keys(Keys.ENTER)
    ana.keys("I hear you", Keys.ENTER)
    ana.see("#channel-messages .answers", "the quotation")
    assert not ana.shown("#channel-say .answering"), "the reply stays pinned"


def walk_to(person, label):
    if person.driver.switch_to.active_element.get_attribute("aria-label") == label:
        return True
    person.keys(Keys.TAB)
    return False


def form_by_keyboard(ana):
    tell("a dialog takes the focus, keeps it, and gives it back")
    ana.js("arguments[0].focus()", ana.see(".invite"))
    ana.keys(Keys.ENTER)
    ana.see("#invite-dialog .link")
    for _ in range(12):
        ana.keys(Keys.TAB)
        assert ana.js("return document.activeElement === document.body || "
                      "document.activeElement.closest('dialog') !== null"), ana.focused()
    ana.keys(Keys.ESCAPE)
    until("the focus to come back", lambda: "invite" in ana.focused())


def phone(server, browser):
    """On a phone: one pane at a time, an unread sign, nothing wider than the screen."""
    ana = browser.person(server.url, "Ana")
    link = invitation(ana)
    ben = browser.person(link, None, (360, 740))
    ben.name = "Ben"
    ben.resize(360, 740, True)
    ben.enter()
    ana.say("/interceptor")
    ben.see("#view-table", "the table's tab")
    assert not ben.shown("#private"), "the private pane shows beside the channel"
    ben.click("#view-table")
    tell("takes a chair; the card is below the table, and a strip of it below the rest")
    ben.press(r"\.join", "#table")
    ben.see("#table .chair.mine")
    ben.click("#views [data-view=channel]")
    assert not ben.shown("#cards"), "the card covers the chat"
    tell("the chat counts what was said while it was behind")
    ben.click("#views [data-view=table]")
    ana.say("Is anybody here?")
    ben.see("#channel-unread", "the unread sign")
    for view in ("channel", "private", "table"):
        ben.click(f"#views [data-view={view}]")
        wide = check(ben, "tooWide")
        assert not wide, f"wider than the phone in {view}: {wide}"
        small = check(ben, "tooSmall")
        assert not small, f"too small to touch in {view}: {small}"
        ben.shot(f"phone-{view}")
    ben.click("#views [data-view=private]")
    assert not ben.shown("#channel-unread"), "seen, and still unread"
    tell("long rules are read from their beginning")
    ben.say("rules interceptor", "private")
    top = until("the rules", lambda: ben.js(
        "const e = document.querySelector('#private .messages > :last-child');"
        "const box = document.querySelector('#private .log').getBoundingClientRect();"
        "return e.offsetHeight > box.height && e.getBoundingClientRect().top - box.top"))
    assert -2 <= top <= 40, f"they begin at {top}"
    tell("rooms and people are behind one button")
    ben.click("#rail-open")
    ben.see("#rail #people-list")
    ben.keys(Keys.ESCAPE)
    until("the sheet to go", lambda: not ben.shown("#rail"))
    assert ben.focused() == "rail-open"


def accessible(server, browser):
    """For a screen reader and tired eyes: roles, names, live regions, contrast by day and night."""
    ana = browser.person(server.url, None, (1600, 900))
    ana.name = "Ana"
    for scheme in ("light", "dark"):
        ana.colours(scheme)
        ana.see("#door-name")
        examine(ana, f"the door, {scheme}")
    ana.enter()
    for scheme in ("light", "dark"):
        ana.colours(scheme)
        examine(ana, f"the empty room, {scheme}")
    ana.say("Look at @Ana and 🙂")
    open_table(ana)
    ana.see("#table .chair.mine")
    for scheme in ("light", "dark"):
        ana.colours(scheme)
        examine(ana, f"a table, {scheme}")
        ana.shot(f"lobby-{scheme}")
        ana.click("#rename")
        ana.see("#form-dialog")
        examine(ana, f"a form, {scheme}")
        ana.keys(Keys.ESCAPE)
    log = ana.find("#channel-messages")
    assert log.get_attribute("role") == "log"
    until("the log to be live again", lambda: log.get_attribute("aria-live") == "polite")
    assert ana.find("#urgent").get_attribute("role") == "alert"
    landmarks = [e.get_attribute("id") for e in ana.shown(
        "#house > nav, #house > main > :is(nav, section[aria-labelledby], section[aria-label])")]
    assert sorted(landmarks) == ["channel", "rail", "tables", "views"], landmarks


def examine(person, where):
    for name in ("namelessControls", "lowContrast", "wrongReferences", "invisibleFocus"):
        wrong = check(person, name)
        assert not wrong, f"{where}: {name}: {wrong}"
    tell(f"{where}: names, references, contrast and focus hold")


def history(server, browser):
    """A reload, and another visit, bring back what was said, seen and owed."""
    ana = browser.person(server.url, "Ana")
    ben = browser.person(invitation(ana), "Ben")
    open_table(ana)
    ana.see("#table .chair.mine")
    for person in (ana, ben):
        for number in range(60):
            person.say_at_once(f"{person.name}'s line {number}")
    for person in (ana, ben):
        person.read("Ana's line 59", "#channel-messages")
        person.read("Ben's line 59", "#channel-messages")
    lines = [message["text"] for message in ana.messages() if "'s line " in message["text"]]
    for person in (ana, ben):
        own = [line for line in lines if line.startswith(person.name)]
        assert own == [f"{person.name}'s line {number}" for number in range(60)], own
    tell("120 lines, faster than the server likes them: all are there, once, in their order")
    for person in (ana, ben):
        before = person.messages(), person.messages("private"), person.words("#table")
        person.reload()
        assert len(person.messages()) < len(before[0]), "no older messages are left to ask for"
        until(f"{person.name}'s history", lambda: all_history(person) == before[0])
        assert person.messages("private") == before[1]
        assert person.words("#table") == before[2], "another board after the reload"
    tell("the invitation is followed once, and the tab stays who it was")
    assert ben.called() == "Ben"
    people = until("both in the room", lambda: len(ana.all("#people-list .person")) == 2)
    assert people
    assert ana.js("return location.hash + location.search") == "", "a secret stays in the address"


def all_history(person):
    """Scrolls up until there is nothing older."""
    person.js("document.querySelector('#channel .log').scrollTop = 0")
    return person.messages()


def bad_input(server, browser):
    """Bad input: two megabytes, @everyone, right-to-left tricks, markup, unknown commands."""
    ana = browser.person(server.url, "@everyone")
    assert "everyone" in ana.called()
    ana.name = "Ana"
    tell("a paste of two megabytes is refused kindly, and nothing is lost")
    ana.see("#channel-text").send_keys("kept ")
    ana.js("""
        const data = new DataTransfer();
        data.setData("text/plain", "x".repeat(2 << 20));
        document.getElementById("channel-text").dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, cancelable: true }));""")
    ana.read("Nothing was sent", "#sorry")
    ana.js("const t = document.getElementById('channel-text'); t.value += 'x'.repeat(1 << 16)")
    ana.see("#channel-text").send_keys(Keys.ENTER)
    ana.read("Nothing was sent", "#sorry")
    assert ana.find("#channel-text").get_attribute("value").startswith("kept x")
    ana.find("#channel-text").clear()
    tell("markup and direction marks stay letters, and turn nothing around")
    nasty = ["<img src=x onerror=alert(1)><b>bold</b>", "\u202eesrever\u202c \u2066x",
             "שלום <script>1</script>", "@everyone `code` **stars** https://example.org/"]
    for text in nasty:
        ana.say_at_once(text)
    until("the lines", lambda: len(ana.messages()) >= len(nasty))
    assert ana.messages()[0]["text"] == nasty[0]
    assert not ana.all("#channel-messages :is(script, b, a, .body img)")
    name = ana.js("return getComputedStyle(document.querySelector('#channel-messages .name'))"
                  ".unicodeBidi")
    assert name.startswith("isolate"), name
    tell("an unknown command and an unknown room are answered")
    ana.say("/interzeptor")
    until("the nearest command to be offered", lambda: "interceptor" in
          ana.words("#sorry, #private, #dock").lower())
    storm = "🕵️‍♀️" * 60
    ana.say_at_once(storm)
    until("the emoji storm", lambda: ana.messages()[-1]["text"] == storm)


def newcomer(server, browser):
    """An empty room says how to begin, on a phone too; a lobby's options say what they may be."""
    ana = browser.person(server.url, "Ana", (390, 844))
    ana.resize(390, 844, True)
    for game in ("interceptor", "decrypto", "infiltrators", "spyfall"):
        ana.see(f"[data-practice={game}]")
        ana.see(f"[data-open={game}]")
    tell("opens a table by its button, and sits at it")
    ana.click("[data-open=spyfall]")
    ana.see("#table .chair.mine")
    ana.read("3 more people have", "#table")
    tell("all options in one list: what each means, what it may be; a change counts at once")
    ana.press(r"\.option$", "#table")
    for option, kind in (("rounds", "number"), ("pace", "select-one"), ("vote", "select-one")):
        field = ana.see(f"#form-dialog .option [name={option}]")
        assert field.get_property("type") == kind, f"{option} is a {field.get_property('type')}"
        label = ana.js("return arguments[0].labels[0]?.textContent", field)
        assert label, f"{option} has no label"
    ana.js("""const field = document.querySelector("#form-dialog [name=vote]");
        field.value = "simultaneous"; field.dispatchEvent(new Event("change"))""")
    ana.see("#form-dialog [name=vote].heard", "that it was heard")
    ana.click("#form-dialog .ends button")
    ana.read("all at once", "#table .options")
    tell("the channel behind the board has followed to its newest line")
    for number in range(2):
        ana.press(r"\.bot$", "#table")
        until("the house's players at the table", lambda n=number:
              len(ana.shown("#table .chair.taken img.badge")) > n)
        ana.click("#views [data-view=channel]")
        ana.say("\n".join(f"line {line} of {number}" for line in range(30)))
        ana.click("#views [data-view=table]")
        ana.see("#table .chair.mine")
        ana.click("#views [data-view=channel]")
        until("the channel to stand at its end", lambda: ana.js(
            "const b = document.querySelector('#channel .log');"
            "return b.scrollHeight - b.scrollTop - b.clientHeight < 60"))
        ana.click("#views [data-view=table]")
    tell("in private, what comes after a long page comes into view")
    ana.click("#views [data-view=private]")
    ana.say("rules spyfall", "private")
    ana.read("What it is about", "#private")
    ana.say("status", "private")
    until("the answer to be in view", lambda: ana.js(
        "const e = document.querySelector('#private .messages > :last-child');"
        "const box = document.querySelector('#private .log').getBoundingClientRect();"
        "return e.textContent.includes('Seats taken') &&"
        " e.getBoundingClientRect().bottom <= box.bottom + 2"))


def no_english(person, where):
    """Nothing that stands in the page, or is read out there, is a sentence of the English one."""
    found = person.js("""
        const found = [document.title];
        const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
          if (!walk.currentNode.parentElement.closest("script, style")) {
            found.push(walk.currentNode.data);
          }
        }
        for (const name of ["aria-label", "placeholder", "title", "alt", "content"]) {
          for (const element of document.querySelectorAll(`[${name}]`)) {
            found.push(element.getAttribute(name));
          }
        }
        return found;""")
    english = {sentence for key, sentence in pseudo_language.entries(pseudo_language.ENGLISH)
               if key.startswith("web.page.") and "{" not in sentence}
    texts = {" ".join(text.split()) for text in found}
    said = texts & english | {piece for text in texts for piece in
                              pseudo_language.ANY.findall(text)}
    assert not said, f"English {where}: {sorted(said)}"


def other_language(server, browser):
    """The page in a language of the host's: nothing of it is in English."""
    tongues = server.folder / "tongues"
    tongues.mkdir()
    (tongues / "de.ini").write_text(pseudo_language.pseudo(), encoding="utf-8")
    server.kill()
    server.start(DEADDROP_BOT_LANGUAGE="de", DEADDROP_BOT_LANGUAGES=str(tongues))
    ana = browser.person(server.url)
    ana.name = "Ana"
    ana.see("#door-name")
    no_english(ana, "at the door")
    ana.keys(Keys.ENTER)
    ana.see("#door-problem")
    ana.keys("Ana", Keys.ENTER)
    until("a room", lambda: ana.words("#top .room-name"))
    no_english(ana, "in an empty room")
    open_table(ana)
    ana.see("#table .chair.mine", "the chair")
    ana.say("!frobnicate")
    ana.say("Hello, anybody?")
    until("the line", lambda: ana.messages()[-1]["text"] == "Hello, anybody?")
    no_english(ana, "at a table")
    ana.press(r"\.option$", "#table")
    ana.see("#form-dialog .all-options")
    no_english(ana, "in the options")
    ana.click("#form-dialog .ends button")
    ana.js("arguments[0].focus()", ana.see(".invite"))
    ana.keys(Keys.ENTER)
    ana.see("#invite-dialog .link")
    no_english(ana, "in an invitation")


if __name__ == "__main__":
    kit.run(parts, keyboard, phone, newcomer, accessible, history, bad_input, other_language)
