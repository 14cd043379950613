"""The transcript as a page: from a file, without a server, and by its link in the playground."""

import subprocess
import tempfile
import pathlib

import kit
from kit import BUILD, tell, until
from test_axe import Audit, install
from tour import PHONE, WIDE

SOURCE = pathlib.Path(__file__).resolve().parents[2]
RECORDS = ["decrypto_1", "infiltrators_1", "interceptor_1", "spyfall_2"]
EYES = ["crowd", "0", "all"]
HOSTILE = "<script>alert(1)</script>"
PLAY = f"""
room #den
people Ana Ben Cy Dee
Cy is called "{HOSTILE}"
Ana: /spyfall rounds=1
Ana presses [Join]
Ben presses [Join]
Cy presses [Join]
Dee presses [Join]
Ana presses [Start]
Ana: !ask @Ben </li></ul><img src=x onerror=alert(2)>
Ana: !abort
Ana privately: transcript all
save transcript.html as {{}}
"""


def run(*arguments):
    done = subprocess.run([BUILD / "deaddrop", *arguments], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def pages(folder):
    """A page of each game for each pair of eyes, and one with words that would be markup."""
    for record in RECORDS:
        for eyes in EYES:
            page = folder / f"{record}_{eyes}.html"
            run("replay", SOURCE / f"tests/journals/{record}.jsonl", "--seat", eyes,
                "--html", page)
            yield page
    play, page = folder / "hostile.play", folder / "hostile.html"
    play.write_text(PLAY.format(page), encoding="utf-8")
    run("script", play)
    yield page


class Reader:
    """Somebody who has a file, and a browser."""

    def __init__(self, browser, page):
        self.person = browser.person(page.as_uri())
        browser.people.remove(self.person)  # the page scrolls, and is none of the playground's
        self.name = page.stem

    def check(self, audit):
        if not self.name.endswith("_0"):  # which looks as the others do
            audit(self.person, self.name)
        for width, _ in (PHONE, WIDE):
            self.person.resize(width, 800)
            assert self.person.js("return document.documentElement.scrollWidth <= innerWidth"), (
                f"{self.name} is wider than {width} px")
        self.person.js('for (const img of document.images) { img.loading = "eager"; }')
        until(f"all boards of {self.name} to be drawn", lambda: self.person.js(
            "return Array.from(document.images).every((img) => img.complete && img.naturalWidth)"))
        assert not self.person.complaints(), (self.name, self.person.complaints())
        assert self.person.js("return performance.getEntriesByType('resource').filter("
                              "({ name }) => !name.startsWith('data:')).length") == 0
        assert len(self.person.all("script")) == 1, self.name

    def steps(self):
        """Steps one at a time, by buttons and by keys, and all of them again."""
        count = len(self.person.all(".step"))

        def shows(steps):
            until(f"{steps} steps of {self.name}", lambda: steps == self.person.js(
                "return document.querySelectorAll('.step:not([hidden])').length"))

        def where():
            return self.person.words(".bar .where")

        shows(count)
        self.person.click(".bar .one")
        shows(1)
        first = where()
        self.person.click(".bar .next")
        until("the second step", lambda: where() not in ("", first))
        shows(1)
        self.person.keys(kit.Keys.ARROW_LEFT)
        until("the first step", lambda: where() == first)
        for _ in range(count + 3):
            self.person.keys(kit.Keys.ARROW_RIGHT)
        until("the last step", lambda: self.person.js(
            "return document.querySelector('.bar .next').disabled"))
        self.person.click(".bar .one")
        shows(count)


def from_a_file(_, browser):
    """Pages of all games, for all eyes, from files: readable, drawn, nothing fetched, axe clean."""
    audit = Audit(install(), by_halves=True)
    with tempfile.TemporaryDirectory() as name:
        for page in pages(pathlib.Path(name)):
            reader = Reader(browser, page)
            reader.check(audit)
            reader.steps()
            if page.stem == "hostile":
                text = reader.person.words("main")
                assert HOSTILE in text and "onerror=alert(2)" in text, text
                assert not reader.person.all("main img[src=x]")
            browser.everybody_leaves()
    audit.report()


def without_script(_, browser):
    """Where no script runs, all steps stand there, and no button that does nothing."""
    with tempfile.TemporaryDirectory() as name:
        page = pathlib.Path(name) / "page.html"
        run("replay", SOURCE / "tests/journals/decrypto_1.jsonl", "--html", page)
        person = browser.person("about:blank")
        browser.people.remove(person)
        person.driver
        browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
        person.driver.get(page.as_uri())
        document = browser.cdp("DOM.getDocument")["root"]["nodeId"]

        def count(css):
            found = browser.cdp("DOM.querySelectorAll", nodeId=document, selector=css)
            return len(found["nodeIds"])

        assert count(".step") > 5 and count(".step[hidden]") == 0 and count(".bar[hidden]") == 1
        browser.cdp("Emulation.setScriptExecutionDisabled", value=False)


def by_its_link(server, browser):
    """A finished game in the playground: its button opens the page, for a stranger too."""
    ana = browser.person(server.url, "Ana")
    ana.click("[data-open=spyfall]")
    ana.see("#table .chair.mine")
    ana.add_house(3)
    ana.press(r"\.start$", "#table")
    until("the game", lambda: ana.js("return document.getElementById('table').dataset.phase")
          == "playing")
    ana.say("!abort")
    until("its end", lambda: ana.js("return document.getElementById('table').dataset.phase")
          == "over")
    ana.say("!transcript", "private")
    labels = until("the links", lambda: ana.js(
        "return Array.from(document.querySelectorAll('#private a.choice'), (a) => a.textContent)"))
    assert labels == ["As the room saw it", "As I saw it", "As everybody saw it"], labels
    ana.say("!record", "private")
    until("the record as a file", lambda: ana.js(
        "return document.querySelector('#private [data-key=\"record.jsonl\"]')"))
    address = ana.js("return document.querySelectorAll('#private a.choice')[2].href")
    ana.js("document.querySelectorAll('#private a.choice')[2].click()")
    until("a tab of its own", lambda: len(ana.driver.window_handles) > 2)
    stranger = browser.person(address)
    browser.people.remove(stranger)
    stranger.read("Spyfall #1", "h1")
    stranger.read("In private: Ana", "main")
    assert not stranger.complaints(), stranger.complaints()
    assert stranger.js("return document.cookie") == ""
    stranger.click(".bar .one")
    tell("opened by its button, and by a stranger")


if __name__ == "__main__":
    install()
    kit.run(from_a_file, without_script, by_its_link)
