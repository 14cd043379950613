"""The line: lost, said, back again; a server that has another page; installing the page."""

import pathlib
import signal
import sys
import time

import kit
from kit import Keys, invitation, tell, until

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
import pseudo_language

SILENT_S = 7.5  # a beat each 5 seconds, a second for its answer, and a slow machine


def installable(server, browser):
    """The browser may install the page: manifest, icons, their types."""
    ana = browser.person(server.url, "Ana")
    ana.driver
    manifest = browser.cdp("Page.getAppManifest")
    assert manifest["url"].endswith("/deaddrop.webmanifest"), manifest
    assert manifest["errors"] == [], manifest["errors"]
    found = [error["errorId"] for error in
             browser.cdp("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(found) <= {"in-incognito"}, found
    for name, size in (("icon-192", 192), ("icon-512", 512), ("icon-maskable", 512),
                       ("icon-touch", 180)):
        drawn = ana.driver.execute_async_script("""
            const [name, done] = arguments;
            const image = new Image();
            image.onload = () => done([image.naturalWidth, image.naturalHeight]);
            image.onerror = () => done(null);
            image.src = `/${name}.png`;""", name)
        assert drawn == [size, size], f"{name}: {drawn}"


def said_after(person, limit_s):
    """How long it took until the page said that the line is down."""
    start = time.monotonic()
    person.see("#wire", "that the line is down", limit_s)
    return time.monotonic() - start


def line(server, browser):
    """A line that dies without a word is said, and what is done meanwhile arrives once."""
    ana = browser.person(server.url, "Ana")
    ben = browser.person(invitation(ana), "Ben")
    ana.say("before")
    ben.read("before", "#channel-messages")
    tell("the browser says that it is offline: said at once, and taken back by a live line")
    # a mark that goes up with every time that the words appear
    ana.js("""
        window.said = 0;
        new MutationObserver(() => { window.said += !document.getElementById("wire").hidden; })
          .observe(document.getElementById("wire"), { attributes: true });
        dispatchEvent(new Event("offline"));""")
    until("it to be said", lambda: ana.js("return window.said") > 0, 1)
    until("it to be taken back", lambda: not ana.shown("#wire"), 2)
    tell("the server stands still, as a cut cable would look like")
    server.process.send_signal(signal.SIGSTOP)
    try:
        took = said_after(ana, SILENT_S)
        tell(f"said after {took:.1f} s")
        ana.say("meanwhile one")
        ana.say("meanwhile two")
    finally:
        server.process.send_signal(signal.SIGCONT)
    until("the line to be back", lambda: not ana.shown("#wire"))
    for person in (ana, ben):
        person.read("meanwhile two", "#channel-messages")
        texts = [message["text"] for message in person.messages()]
        assert texts == ["before", "meanwhile one", "meanwhile two"], texts
    tell("somebody who acts hears of a dead line within moments, not at the next beat")
    until("a quiet second", lambda: ana.js(
        "window.quiet ??= Date.now(); return Date.now() - window.quiet > 1500"))
    server.process.send_signal(signal.SIGSTOP)
    try:
        ana.say("into nothing")
        took = said_after(ana, 3)
        tell(f"said after {took:.1f} s")
    finally:
        server.process.send_signal(signal.SIGCONT)
    ben.read("into nothing", "#channel-messages")
    assert [message["text"] for message in ben.messages()].count("into nothing") == 1


def another_version(server, browser):
    """A server with another page: the tab loads itself anew once, and drafts stay."""
    tongues = server.folder / "tongues"
    tongues.mkdir()
    (tongues / "de.ini").write_text(pseudo_language.pseudo(), encoding="utf-8")
    ana = browser.person(server.url, "Ana")
    ana.say("before")
    ana.read("before", "#channel-messages")
    ana.see("#channel-text").send_keys("half a sent")
    ana.js("window.old = true")
    tell("the same page after a restart: nothing is loaded")
    server.kill()
    ana.see("#wire")
    server.start()
    until("the line to be back", lambda: not ana.shown("#wire"))
    assert ana.js("return window.old") is True
    tell("another page: loaded anew, once")
    server.kill()
    ana.see("#wire")
    server.start(DEADDROP_BOT_LANGUAGE="de", DEADDROP_BOT_LANGUAGES=str(tongues))
    until("the new page", lambda: ana.js("return window.old !== true && "
                                         "document.documentElement.lang === 'de'"))
    ana.see("#channel-text")
    until("the draft", lambda: ana.find("#channel-text").get_attribute("value") == "half a sent")
    ana.see("#channel-text").send_keys("ence", Keys.ENTER)
    until("the line", lambda: ana.messages()[-1]["text"] == "half a sentence")
    ana.js("window.old = 'new'")
    server.kill()
    ana.see("#wire")
    server.start(DEADDROP_BOT_LANGUAGE="de", DEADDROP_BOT_LANGUAGES=str(tongues))
    until("the line to be back", lambda: not ana.shown("#wire"))
    assert ana.js("return window.old") == "new"


if __name__ == "__main__":
    kit.run(installable, line, another_version)
