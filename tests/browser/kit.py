"""What the browser tests share: the server, one headless Chromium, people in their own contexts.

Nothing here sleeps for a guessed time: everything waits for a condition, with a limit, and says
what it waited for when the limit is over.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import trio
import trio_websocket
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    JavascriptException,
    NoSuchElementException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from ports import free_port

BUILD = pathlib.Path(os.environ.get("DD_BUILD_DIR", "build/plain")).resolve()
SHOTS = BUILD / "screenshots"
LIMIT_S = 20
# The last two lines: no panels of the address bar in each window, which are renderers of their own.
FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync
    --disable-background-networking --disable-component-update --disable-dev-shm-usage
    --disable-background-timer-throttling --disable-renderer-backgrounding
    --disable-backgrounding-occluded-windows
    --hide-scrollbars --force-color-profile=srgb --lang=en-GB
    --disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess
    --disable-extensions""".split()
PASSING = (StaleElementReferenceException, NoSuchElementException, ElementNotInteractableException,
           ElementClickInterceptedException, JavascriptException)


HELD = (Keys.SHIFT, Keys.CONTROL, Keys.ALT, Keys.META)
PAUSE_S = 0.25  # so long is a page waited for in which nothing happens, before the next look

# The last that is shown and fits, brought to the middle if wanted. Nothing as long as it has come
# to lie where something else could be pressed just now: it takes no press yet.
TO_CLICK = """
  const found = Array.from(document.querySelectorAll(arguments[0]))
    .filter((e) => e.checkVisibility({ checkVisibilityCSS: true })).at(-1);
  const steady = found?.closest("[data-steady]")?.dataset.steady;
  if (!found || (steady !== undefined && performance.now() < Number(steady))) { return null; }
  if (arguments[1]) { found.scrollIntoView({ block: "center" }); }
  return found"""
# Until something changes in the page, or the time is over; what changes with it is let come, too.
CHANGE = """
  const [most, done] = arguments;
  const watch = new MutationObserver(() => { watch.disconnect(); setTimeout(done, 20); });
  watch.observe(document, { childList: true, subtree: true, characterData: true,
    attributes: true });
  setTimeout(() => { watch.disconnect(); done(); }, most);"""
# What stands in an element, but for parts of it. Nothing is copied: a copied picture is fetched.
WORDS_OF = """
  const wordsOf = (root, without) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      (node) => (node.nodeType === Node.ELEMENT_NODE && node.matches(without)
        ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    let words = "";
    while (walker.nextNode()) {
      if (walker.currentNode.nodeType === Node.TEXT_NODE) { words += walker.currentNode.data; }
    }
    return words;
  };"""


def tell(text):
    print(f"  {text}", flush=True)


def until(what, condition, limit_s=LIMIT_S):
    """Waits until condition() is true and gives its value; says what never came. Between two looks
    it waits for a change in the page that was looked at."""
    end = time.monotonic() + limit_s
    while True:
        last = time.monotonic() > end
        try:
            value = condition()
            if value:
                return value
        except PASSING:
            pass
        if last:
            raise AssertionError(f"waited {limit_s} s in vain for {what}")
        pause(max(0.02, min(PAUSE_S, end - time.monotonic())))


def strokes(keys):
    """Each key down and up; SHIFT and the like are held to the next NULL."""
    held, done = [], []
    for key in keys + Keys.NULL:
        if key == Keys.NULL:
            done += [("keyUp", one) for one in held]
            held = []
        elif key in HELD:
            done.append(("keyDown", key))
            held.append(key)
        else:
            done += [("keyDown", key), ("keyUp", key)]
    return [{"type": kind, "value": key} for kind, key in done]


def pause(most_s=PAUSE_S):
    """Until something changes in the page that was looked at last."""
    driver = Browser.driver
    try:
        assert driver is not None
        driver.execute_async_script(CHANGE, most_s * 1000)
    except (AssertionError, WebDriverException):
        time.sleep(0.02)  # there is no page, or it has just gone


class Server:
    """The program itself with a store of its own; it can be killed and started again."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="deaddrop-browser-"))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.log = self.folder / "log"
        self.config = self.folder / "deaddrop.ini"
        self.config.write_text(
            f"[store]\npath = {self.folder}/deaddrop.db\n"
            f"[web]\nenabled = yes\naddress = 127.0.0.1\nport = {self.port}\n"
            "[metrics]\nenabled = no\n", encoding="utf-8")

    def start(self, **environment):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [BUILD / "deaddrop", "run", "--config", self.config], stdout=log, stderr=log,
                env={**os.environ, **environment})
        until("the server to answer", self.answers)

    def answers(self):
        ended = self.process.poll()
        assert ended is None, f"the server ended with {ended}: {self.log.read_text()[-2000:]}"
        try:
            with urllib.request.urlopen(self.url, timeout=2) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def kill(self):
        """kill -9: no drain, no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def has_died(self):
        return self.process.poll() is not None

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Browser:
    """One Chromium. Each person has a browser context: cookies and storage of their own."""

    driver = None  # that of the one that there is

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="deaddrop-chromium-")
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in FLAGS + [f"--user-data-dir={self.folder}"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = Browser.driver = webdriver.Chrome(
            service=Service(shutil.which("chromedriver")), options=options)
        self.first = self.driver.current_window_handle
        self.front = self.first
        self.people = []
        self.contexts = []

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def whole(self, method, **params):
        """Asks the whole browser: contexts are not for a page to make."""
        address = self.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json/version") as answer:
            url = json.load(answer)["webSocketDebuggerUrl"]

        async def ask():
            async with trio_websocket.open_websocket_url(url, max_message_size=1 << 24) as wire:
                await wire.send_message(json.dumps({"id": 1, "method": method, "params": params}))
                while True:
                    answer = json.loads(await wire.get_message())
                    if answer.get("id") == 1:
                        return answer

        answer = trio.run(ask)
        assert "result" in answer, answer
        return answer["result"]

    def person(self, url, name=None, size=(1280, 860)):
        self.look_at(self.first)
        context = self.whole("Target.createBrowserContext")["browserContextId"]
        self.contexts.append(context)
        target = self.whole("Target.createTarget", url="about:blank",
                            browserContextId=context)["targetId"]
        person = Person(self, target, name)
        person.resize(*size)
        person.driver.get(url)
        self.people.append(person)
        if name is not None:
            person.enter()
        return person

    def look_at(self, handle):
        if self.front != handle:
            self.driver.switch_to.window(handle)
            self.front = handle

    def everybody_leaves(self):
        """Closes all contexts: the next test begins with strangers."""
        self.look_at(self.first)
        for context in self.contexts:
            self.whole("Target.disposeBrowserContext", browserContextId=context)
        self.contexts.clear()
        self.people.clear()

    def close(self):
        Browser.driver = None
        self.driver.quit()
        shutil.rmtree(self.folder, ignore_errors=True)


class Person:
    """Somebody at a page of their own, who sees and touches only what the page shows."""

    def __init__(self, browser, handle, name):
        self.browser = browser
        self.handle = handle
        self.name = name

    @property
    def driver(self):
        """The driver, looking at this person's page."""
        self.browser.look_at(self.handle)
        return self.browser.driver

    def resize(self, width, height, mobile=False):
        self.driver
        self.browser.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height,
                         deviceScaleFactor=1, mobile=mobile)

    def colours(self, scheme):
        self.media({"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"})

    def calm(self):
        """Has chosen that nothing moves, which takes half of what painting takes."""
        self.media({"prefers-reduced-motion": "reduce"})

    def media(self, features):
        self.driver
        self.browser.cdp("Emulation.setEmulatedMedia", features=[
            {"name": name, "value": value} for name, value in features.items()])

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def shown(self, css):
        return self.js("return Array.from(document.querySelectorAll(arguments[0]))"
                       ".filter((e) => e.checkVisibility({ checkVisibilityCSS: true }))", css)

    def see(self, css, what=None, limit_s=LIMIT_S):
        return until(f"{self.name} to see {what or css}",
                     lambda: (self.shown(css) or [None])[-1], limit_s)

    def read(self, text, css="body", limit_s=LIMIT_S):
        """Waits until the text stands there."""
        until(f"{self.name} to read {text!r} in {css}",
              lambda: text in self.words(css), limit_s)

    def words(self, css):
        """What stands there; of a pane that is behind another one, too."""
        return self.js("return Array.from(document.querySelectorAll(arguments[0]),"
                       " (e) => e.innerText).join('\\n')", css)

    def called(self):
        """What the page calls this person."""
        return self.js("return document.getElementById('my-name').textContent")

    def click(self, css, what=None, centred=False):
        """Clicks the last of what is shown. centred: not at the edge, where "New messages" or a
        card that stays in view may lie above it."""
        def try_it():
            found = self.js(TO_CLICK, css, centred)
            if found:
                found.click()
            return found is not None

        until(f"{self.name} to click {what or css}", try_it)

    def keys(self, *keys):
        """Types to whatever has the focus."""
        self.driver.execute("actions", {"actions": [{
            "type": "key", "id": "keys", "actions": strokes("".join(keys))}]})

    def focused(self):
        """What has the focus, in a few words."""
        return self.js("const e = document.activeElement; return e.id || e.dataset.control ||"
                       " e.dataset.key || e.className || e.tagName")

    def enter(self):
        """Through the door under this person's name."""
        self.see("#door-name").send_keys(self.name, Keys.ENTER)
        self.see("#tables")
        until(f"{self.name} to be in a room", lambda: self.words("#top .room-name") != "")

    def look_into(self, pane):
        """Brings the chat, what is private, or the table to the front."""
        if not self.shown(f"#{ {'table': 'tables'}.get(pane, pane)}"):
            self.click(f"#views [data-view={pane}]")

    def sit(self):
        """Takes a chair of the table in front, unless opening it has brought one."""
        def try_it():
            if self.js("return document.querySelector('#cards .doc, #table .chair.mine')"):
                return True  # on a phone the card is folded as long as nothing is dealt
            ways = self.shown("#table [data-control$='.join']")
            if ways:
                ways[0].click()
            return False

        self.look_into("table")
        until(f"{self.name} to sit", try_it)

    def add_house(self, count):
        """So many house players, by the chairs' own buttons."""
        for number in range(count):
            self.press(r"\.bot$", "#table")
            until("the house to sit down", lambda n=number:
                  len(self.shown("#table .chair.taken img.badge")) > n)

    def say(self, text, pane="channel"):
        self.look_into(pane)
        field = self.see(f"#{pane}-text")
        if max(text) > "\uffff":  # not every driver types these
            field.click()
            self.driver.execute_cdp_cmd("Input.insertText", {"text": text})
        else:
            field.send_keys(text)
        # a list of suggestions must not swallow the Enter that sends
        if self.shown(f"#{pane}-suggestions"):
            self.keys(Keys.ESCAPE)
        self.keys(Keys.ENTER)

    def say_at_once(self, text, pane="channel"):
        """Text that a keyboard driver cannot type letter by letter."""
        self.look_into(pane)
        self.see(f"#{pane}-text")
        self.js("""const field = document.getElementById(arguments[0]); field.focus();
            field.value = arguments[1]; field.dispatchEvent(new Event("input"));""",
                f"{pane}-text", text)
        self.keys(Keys.ENTER)

    def controls(self, pattern, pane="#house"):
        """The buttons whose control fits, as [control], newest last."""
        return self.js(
            "const fits = new RegExp(arguments[1], 'u'); "
            "return Array.from(document.querySelectorAll(`${arguments[0]} [data-control]`))"
            ".filter((e) => e.checkVisibility() && fits.test(e.dataset.control))"
            ".map((e) => e.dataset.control)", pane, pattern)

    def press(self, pattern, pane="#house", answers=None, limit_s=LIMIT_S):
        """Presses the newest button whose control fits; fills in its form when it has one, which
        stands on the card or opens."""
        control = until(f"{self.name} to be offered {pattern}",
                        lambda: (self.controls(pattern, pane) or [None])[-1], limit_s)
        css = f"{pane} [data-control='{control}']"
        if answers is not None and self.shown(f"{css}[type=submit]"):
            self.write(answers, f"form:has([data-control='{control}'])")
            answers = None
        self.click(css, control, centred=True)
        if answers is not None:
            self.fill(answers)
        return control

    def write(self, answers, form):
        """Writes into the fields of a form, or marks there."""
        for name, value in answers.items():
            self.js("""
                const [name, value, css] = arguments;
                const form = document.querySelector(css);
                const field = form.elements[name];
                const bare = (text) => text.replaceAll(/[\\s,.-]/gu, "");
                if (field.type === "hidden") {
                  const rows = form.querySelectorAll(".code-place");
                  Array.from(bare(value)).forEach((digit, place) =>
                    rows[place].querySelector(`[value="${digit}"]`).click());
                } else if (field instanceof RadioNodeList || field.type === "radio") {
                  Array.from(form.querySelectorAll(`[name="${name}"]`))
                    .find((box) => bare(box.value) === bare(value)).click();
                } else {
                  field.value = Array.from(field.options ?? [], (option) => option.value)
                    .find((option) => bare(option) === bare(value)) ?? value;
                  field.dispatchEvent(new Event("input", { bubbles: true }));
                }""", name, value, form)

    def fill(self, answers, send=True):
        self.see("#form-dialog form")
        self.write(answers, "#form-dialog form")
        if send:
            self.mark_form()
            self.click("#form-dialog [type=submit]")
            until(f"{self.name}'s form to be taken", self.form_is_gone)

    def mark_form(self):
        self.js("document.querySelector('#form-dialog form').dataset.seen = 'yes'")

    def form_is_gone(self):
        """The one that was marked; another one may have opened at once."""
        return self.js("return document.querySelector('#form-dialog form[data-seen]') === null")

    def messages(self, pane="channel"):
        """What stands in a pane, but for times: [{seq, id, from, text}] in the page's order."""
        return self.js(WORDS_OF + """
            return Array.from(document.querySelectorAll(`#${arguments[0]}-messages > .message`),
              (e) => ({ seq: Number(e.dataset.seq), id: e.dataset.id,
                from: e.querySelector(".name")?.textContent ?? "",
                text: wordsOf(e.querySelector(".body") ?? e, "time, .tools, [hidden]") }))""", pane)

    def reload(self):
        self.driver.refresh()
        self.see("#tables")
        until(f"{self.name} to be back in a room",
              lambda: self.words("#top .room-name") != "" and self.js(
                  "return document.querySelectorAll('#channel-messages > .message').length > 0"))

    def shot(self, name):
        SHOTS.mkdir(parents=True, exist_ok=True)
        path = SHOTS / f"{name}.png"
        self.driver.save_screenshot(str(path))
        return path

    def stands_still(self):
        """Nothing may push the page itself out of its window."""
        return self.js("return scrollX + scrollY + document.body.scrollTop === 0 && "
                       "document.getElementById('house').getBoundingClientRect().top === 0")

    def complaints(self):
        """What the page's console complains of, but for the line being down and the closed door."""
        spared = ("net::ERR_CONNECTION_", "net::ERR_SOCKET_NOT_CONNECTED",
                  "net::ERR_EMPTY_RESPONSE", "net::ERR_INTERNET_DISCONN",
                  "WebSocket connection", "status of 403")
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and not any(s in entry["message"] for s in spared)]


def invitation(person):
    """The link a person would send to friends, read from the panel."""
    person.click(".invite")
    link = person.see("#invite-dialog .link").get_attribute("value")
    person.see("#invite-dialog .qr", "the QR code")
    person.keys(Keys.ESCAPE)
    return link


def run(*tests):
    """Runs tests, each with (server, browser); a line each; screenshots of everybody on failure."""
    failed = 0
    server, browser = Server(), None
    try:
        server.start()
        browser = Browser()
        for test in tests:
            start = time.monotonic()
            print(f"{test.__doc__.strip().splitlines()[0]}", flush=True)
            browser.everybody_leaves()
            try:
                test(server, browser)
                for person in browser.people:
                    complaints = person.complaints()
                    assert not complaints, f"{person.name}'s console: {complaints}"
                    assert person.stands_still(), f"{person.name}'s page has been pushed away"
                print(f"  passed in {time.monotonic() - start:.1f} s", flush=True)
            except Exception as problem:  # pylint: disable=broad-except
                failed += 1
                print(f"  FAILED: {type(problem).__name__}: {problem}", flush=True)
                show_failure(test, browser, server)
    finally:
        if browser:
            browser.close()
        server.stop()
    sys.exit(1 if failed else 0)


def show_failure(test, browser, server):
    for person in browser.people:
        try:
            path = person.shot(f"failed-{test.__name__}-{person.name}")
            print(f"  {person.name}: {path}\n    {json.dumps(person.messages('private')[-2:])}")
            print(f"    console: {person.driver.get_log('browser')[-3:]}")
        except Exception as problem:  # pylint: disable=broad-except
            print(f"  {person.name}: {type(problem).__name__}")
    print(f"  the server's last words:\n{server.log.read_text(errors='replace')[-1500:]}")
