"""Whole games by keyboard alone, and one by what the accessibility tree says alone: no pointer, no
click of a script. The focus is never lost to the body of the page."""

import random
import re
import sys
import time

import kit
import press
from kit import Keys, tell, until
from press import Player
from tour import GAMES

TABS_MAX = 250
TABS_LOOK = 40
STILL_S = 60
GAME_S = 240

# Whether the focus was at nothing for longer than a frame or two, and after what. Behind the last
# of the page Tab leads to nothing, which is no loss.
WATCH = """
  const seen = window.keys = { lost: [], last: "", here: false };
  addEventListener("keydown", ({ key }) => { if (key === "Tab") { seen.here = false; } }, true);
  addEventListener("focusin", ({ target: e }) => {
    seen.here = true;
    seen.last = `${e.tagName}#${e.id} ${e.dataset.key ?? e.name ?? ""} ` +
      `"${e.textContent.trim().slice(0, 40)}"`;
  });
  let since = null;
  const look = () => {
    const nowhere = seen.here && (document.activeElement === document.body ||
      document.activeElement === null);
    if (!nowhere) { since = null; } else if (since === null) { since = performance.now(); }
    else if (performance.now() - since > 150 && since > 0) {
      seen.lost.push(`after ${seen.last}`); since = -1;
    }
    setTimeout(look, 20);
  };
  look();"""
FOCUSED = """
  const e = document.activeElement;
  return { key: e.dataset.control ?? e.dataset.open ?? e.dataset.practice ?? e.dataset.key ?? e.id,
    form: e.form?.matches(".inline-form") ?? false,
    name: e.name ?? "", type: e.type ?? "", tag: e.tagName,
    options: Array.from(e.options ?? [], (o) => o.value),
    inside: e.closest("dialog[open]") !== null,
    ring: getComputedStyle(e).outlineStyle }"""


class Keyboard(Player):
    """Somebody without a pointer: Tab to where it is, Enter or Space."""

    def __init__(self, person, game):
        super().__init__(person, random.Random(f"keys {game}"))
        self.game = game
        self.strokes = 0
        person.js(WATCH)

    def stroke(self, *keys):
        self.strokes += len(keys)
        self.person.keys(*keys)

    def at(self):
        return self.person.js(FOCUSED)

    def walk(self, there, backwards=False, wanted=lambda: True):
        """Tab by Tab until there(focus) holds, or it is not wanted any more."""
        for turn in range(TABS_MAX):
            at = self.at()
            if turn % TABS_LOOK == TABS_LOOK - 1 and not wanted():
                return None
            if there(at):
                if at["ring"] == "none" and at["tag"] != "INPUT":
                    self.find(f"no ring around {at['key']!r}")
                return at
            self.stroke(*((Keys.SHIFT + Keys.TAB + Keys.NULL,) if backwards else (Keys.TAB,)))
        return None

    def touch(self, one):
        """By Tab to the thing, and Enter."""
        if one["inline"] and self.at()["key"] == one["control"]:
            self.stroke(Keys.ENTER)
            return True
        def is_live():
            return any(other["key"] == one["key"] for other in self.live())
        found = self.walk(lambda at: at["key"] in (one["key"], f"face {one['key']}"),
                          wanted=is_live)
        if found is None:
            if is_live():
                self.find(f"{one['label']!r} is not reached by Tab")
            return False
        self.stroke(Keys.SPACE if self.strokes % 2 else Keys.ENTER)
        return True

    def write(self, root):
        """Field by field, as they come by Tab."""
        person = self.person
        form = {**person.js(press.FIELDS, root), "root": root}
        fields = {field["name"]: field for field in form["fields"]}
        written = {}
        if root == press.DIALOG:
            until("the focus in the form", lambda: self.at()["inside"])
        for name, field in fields.items():
            if field["type"] == "code":
                self.digits(field, root)
                continue
            if self.walk(lambda at, n=name: at["name"] == n and self.is_in(root)) is None:
                self.find(f"the field {field['label']!r} is not reached by Tab")
                return written
            written[field["label"]] = self.fill_by_keys(field, form)
        self.last_form = (form["title"], written)
        return written

    def is_in(self, root):
        return self.person.js("return document.activeElement.matches(arguments[0] + ' *')", root)

    def digits(self, field, root):
        """A row of digits for each place: arrows choose."""
        value = self.code(field["rows"])
        code = f"{root} [name='{field['name']}']"
        for turn in range(len(value)):  # arrows pass over digits, and those change places
            if turn and self.person.js("return document.querySelector(arguments[0]).value",
                                       code) == "-".join(value):
                break
            self.digits_once(value, code)

    def digits_once(self, value, code):
        for place, digit in enumerate(value):
            def there(at, place=place):
                return at["type"] == "radio" and self.person.js(
                    "const rows = document.activeElement.closest('.code')"
                    "?.querySelectorAll('.code-place');"
                    "return rows?.[arguments[0]].contains(document.activeElement)", place)
            assert self.walk(there, backwards=self.is_past(place)), f"row {place} of {code}"
            self.choose(digit)

    def is_past(self, place):
        """Is the focus in a row further down already?"""
        return self.person.js("""
            const rows = Array.from(document.activeElement.closest(".code")
              ?.querySelectorAll(".code-place") ?? []);
            return rows.findIndex((row) => row.contains(document.activeElement)) > arguments[0];
            """, place)

    def choose(self, value):
        """Of radios: Space, or the arrows to it."""
        for _ in range(60):
            now = self.person.js("return document.activeElement.value")
            if now == value:
                if not self.person.js("return document.activeElement.checked"):
                    self.stroke(Keys.SPACE)
                return
            self.stroke(Keys.ARROW_DOWN)

    def fill_by_keys(self, field, form):
        options = [value for value, _ in field["options"]]
        if field["type"] == "checkbox":
            least = int((re.findall(r"\d+", field["label"]) + ["0"])[0])
            for number in range(least):
                if number:
                    self.stroke(Keys.TAB)
                self.stroke(Keys.SPACE)
            return options[:least]
        if options:
            value = "word" if "word" in options else self.dice.choice(options)
            if field["type"] == "radio":
                self.choose(value)
            else:
                self.select(value)
            return value
        if not field["required"] and field["value"]:
            return field["value"]
        value = self.word(field, form)
        self.stroke(Keys.CONTROL + "a" + Keys.NULL)
        self.stroke(value[:field["max"]] if field["max"] > 0 else value)
        return value

    def select(self, value):
        """In a closed list the arrows choose."""
        options = self.at()["options"]
        self.stroke(Keys.HOME)
        for _ in range(options.index(value)):
            self.stroke(Keys.ARROW_DOWN)
        now = self.person.js("return document.activeElement.value")
        if now != value:
            self.find(f"the list says {now!r} where the arrows chose {value!r}")

    def fill(self, label):
        person = self.person
        person.mark_form()
        written = self.write(press.DIALOG)
        self.stroke(Keys.CONTROL + Keys.ENTER + Keys.NULL)
        until(f"an answer to the form of {label!r} ({written})",
              lambda: person.form_is_gone() or person.words("#form-dialog .problem"))
        if person.words("#form-dialog .problem"):
            self.find(f"the form of {label!r} says {person.words('#form-dialog .problem')!r}")
            self.stroke(Keys.ESCAPE)

    def lost(self):
        return self.person.js("return window.keys.lost")


def enter(server, browser, name):
    person = browser.person(server.url)
    person.calm()
    person.name = name
    until("the door to have the focus", lambda: person.focused() == "door-name")
    person.keys(name, Keys.ENTER)
    person.see("#games [data-open]")
    return person


def to_the_end(player, step):
    """Until it is over. House players may ask each other for long, and say so."""
    end = still = time.monotonic()
    said = None
    while True:
        seen = player.look()
        if seen["phase"] == "over":
            return
        now = time.monotonic()
        if seen["said"] != said:
            said, still = seen["said"], now
        assert now < end + GAME_S, "the game does not end"
        assert now < still + STILL_S, [one["label"] for one in seen["live"]]
        owed = [one for one in seen["live"] if one["owed"]]
        if owed and step(owed):
            still = time.monotonic()
        else:
            kit.pause(1)


def by_keyboard(server, browser, game, practice):
    person = enter(server, browser, "Kim")
    player = Keyboard(person, game)
    way = "practice" if practice else "open"
    assert player.walk(lambda at: at["key"] == game and at["tag"] == "BUTTON" and person.js(
        "return document.activeElement.dataset[arguments[0]] !== undefined", way)), way
    player.stroke(Keys.ENTER)
    if not practice:
        person.see("#table .chair.mine")
        player.with_house()
    until("the start", lambda: person.js(
        "return document.getElementById('table').dataset.phase === 'playing'"))
    to_the_end(player, lambda owed: player.press(player.dice.choice(owed)) is not None)
    person.shot(f"keys-{game}")
    findings = player.findings + [f"the focus is lost {what}" for what in player.lost()]
    tell(f"{game}: {player.strokes} strokes")
    assert not findings, "\n    ".join(["findings:", *findings])


def lesson_interceptor(server, browser):
    """The lesson of Interceptor by keyboard."""
    by_keyboard(server, browser, "interceptor", True)


def lesson_decrypto(server, browser):
    """The lesson of Decrypto by keyboard."""
    by_keyboard(server, browser, "decrypto", True)


def lesson_infiltrators(server, browser):
    """The lesson of Infiltrators by keyboard."""
    by_keyboard(server, browser, "infiltrators", True)


def lesson_spyfall(server, browser):
    """The lesson of Spyfall by keyboard."""
    by_keyboard(server, browser, "spyfall", True)


class Ear:
    """Somebody who knows the accessibility tree alone: roles, names, values."""

    def __init__(self, person):
        self.person = person
        self.words = random.Random("ear")

    def cdp(self, command, **arguments):
        self.person.driver
        return self.person.browser.cdp(command, **arguments)

    def tree(self):
        """All that is told, in its order, each with its way down: [(role, name)]."""
        nodes = {node["nodeId"]: node for node in
                 self.cdp("Accessibility.getFullAXTree")["nodes"]}
        told = []

        def walk(node, way):
            role = node.get("role", {}).get("value", "")
            name = node.get("name", {}).get("value", "")
            here = way if node.get("ignored") else [*way, (role, name)]
            if not node.get("ignored"):
                told.append({"role": role, "name": name, "way": way,
                             "node": node.get("backendDOMNodeId"),
                             "is": {p["name"]: p["value"].get("value")
                                    for p in node.get("properties", [])},
                             "value": node.get("value", {}).get("value")})
            for child in node.get("childIds", []):
                if child in nodes:
                    walk(nodes[child], here)

        walk(next(node for node in nodes.values() if "parentId" not in node), [])
        return told

    def find(self, role, name, within=None, tree=None):
        """Those of this role whose name fits; within: a part of the page with such a name; tree:
        what was told already."""
        return [one for one in tree or self.tree() if one["role"] in role.split() and
                re.search(name, one["name"]) and (within is None or any(
                    re.search(within, told) for _, told in one["way"]))]

    def act(self, one, key="Enter", code=13):
        self.cdp("DOM.getDocument", depth=0)
        self.cdp("DOM.focus", backendNodeId=one["node"])
        text = {"Enter": "\r", " ": " "}[key]
        for kind in ("keyDown", "keyUp"):
            self.cdp("Input.dispatchKeyEvent", type=kind, key=key, code=key if key != " " else
                     "Space", windowsVirtualKeyCode=code, **({"text": text} if kind == "keyDown"
                                                             else {}))

    def type(self, one, text):
        self.cdp("DOM.getDocument", depth=0)
        self.cdp("DOM.focus", backendNodeId=one["node"])
        self.cdp("Input.insertText", text=text)

    def press(self, role, name, within=None):
        found = until(f"{role} {name!r} in the tree", lambda: self.find(role, name, within))
        self.act(found[0])

    def turn(self, tree):
        return bool(self.find("button heading", "(?i)your turn", None, tree))

    def answer(self, tree):
        """Answers what the card asks for: a field filled, a choice made, a button pressed."""
        where = "^Your card$"
        groups = {}
        for one in self.find("button textbox radio combobox spinbutton", "", where, tree):
            inner = [(role, name) for role, name in one["way"] if role in (
                "form", "group", "radiogroup") and name]
            form = next((name for role, name in one["way"] if role == "form"), None)
            groups.setdefault(form or (inner[-1][1] if inner else ""), []).append(one)
        ways = [name for name in groups if any(one["role"] == "button" for one in groups[name])
                and name not in ("", "Places")]
        if not ways:
            return
        parts = groups[ways[0]]
        chosen = set()
        for one in parts:
            if one["role"] in ("textbox", "spinbutton") and not one["value"]:
                self.type(one, self.words.choice(press.QUESTIONS) if "code" not in one["name"]
                          else "314")
            elif one["role"] == "radio":
                group = str([w for w in one["way"] if w[0] in ("group", "radiogroup")])
                if group not in chosen:
                    chosen.add(group)
                    self.act(one, " ", 32)
        buttons = [one for one in parts if one["role"] == "button"]
        self.act(self.words.choice(buttons))


def by_ear(server, browser):
    """The lesson of Spyfall by the accessibility tree alone."""
    person = browser.person(server.url)
    person.name = "Noor"
    ear = Ear(person)
    name = until("the field for a name", lambda: ear.find("textbox", "Your name"))[0]
    ear.type(name, "Noor")
    ear.press("button", "^Play$")
    ear.press("button", "^Practise Spyfall$")
    end = time.monotonic() + GAME_S
    acts = 0
    while True:
        tree = ear.tree()
        if ear.find("button", "^Rematch|^Another game", None, tree):
            break
        assert time.monotonic() < end, "it does not end"
        if not ear.turn(tree):
            kit.pause(1)
        else:
            before = person.words("#cards")
            ear.answer(tree)
            acts += 1
            dialogs = ear.find("dialog", "")
            assert not dialogs, dialogs
            try:
                until("something to come of it", lambda b=before: person.words("#cards") != b, 3)
            except AssertionError:
                pass
    person.shot("keys-ear")
    tell(f"over after {acts} acts")


if __name__ == "__main__":
    assert GAMES
    wanted = sys.argv[1:] or ["lesson_interceptor", "lesson_decrypto", "lesson_infiltrators",
                              "lesson_spyfall", "by_ear"]
    kit.run(*(globals()[name] for name in wanted))
