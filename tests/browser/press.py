"""Somebody who knows no command and no rule: reads what the page shows, presses what is live,
fills in what a form offers. What they see is kept, line by line, as they saw it."""

import os
import pathlib
import re
import time

from kit import WORDS_OF, JavascriptException, tell, until

WORDS = """oak moat ferry snow amber candle drum eagle forest glove hammer island jungle kettle
    lemon magnet needle olive pepper quilt rocket saddle timber umbrella velvet walnut yarn zebra
    anchor basket copper dragon engine feather garden harbour insect jacket kitchen""".split()
FILLERS = "we may go there later then if they still want it that people here all day know".split()
QUESTIONS = ("Is it loud where you are?", "Do you come here often?", "Who is in charge here?",
             "Could children be here?", "What would you bring along?")
ANSWERS = ("Now and then, like everybody.", "More than I would like.", "Only when it rains.",
           "That depends on the hour.")
# What a person leaves alone unless they mean it.
GRAVE = re.compile("join|leave|abort|concede|pause|give up|end it|rematch|house|take out|wait no"
                   "|hide this|how it|transcript|ready|start|option|mission", re.I)
BOLD = re.compile(r"interceptor!|put .*up for vote|name the place|challenge", re.I)
# What is known to the house, so that nobody has to type it.
KNOWN = ("the place", "three digits", "whom", "who", "which card")

# The eyes of this page: which calls came, which lines, and all of it as a story.
EYES = r"""
  if (window.eyes) { return; }
  const eyes = window.eyes = { calls: [], lines: [], story: [], told: {}, heard: 0, wire: null,
    changes: 0 };
  new MutationObserver(() => { eyes.changes++; }).observe(document, { childList: true,
    subtree: true, characterData: true, attributes: true });
  const shown = (e) => e.checkVisibility({ checkVisibilityCSS: true });
  const bare = (text) => text.replaceAll(/\s+/gu, " ").trim();
  const partsOf = (root) => Array.from(root.querySelectorAll(
    "h3, p, li, blockquote, .words, td, .face, .panel")).filter((e) => !e.hidden).map((e) =>
      (e.classList.contains("panel")
        ? Array.from(e.querySelectorAll("button")).filter((b) => !b.hidden)
          .map((b) => `[${b.textContent}]`).join(" ")
        : bare(e.textContent))).filter(Boolean);
  const without = (text) => text.replaceAll(/\(in [^)]*\)/gu, "");
  const known = new Map();
  eyes.tell = (place, text) => eyes.story.push({ at: Date.now(), place, text });
  const see = (place, key, root) => {
    const text = partsOf(root).join("\n");
    const before = known.get(key);
    if (text !== "" && without(before ?? "") !== without(text)) {
      known.set(key, text);
      eyes.tell(before === undefined ? place : `${place} (edited)`, text);
    }
    return before === undefined;
  };
  const watch = (id, look, options) => new MutationObserver(look)
    .observe(document.getElementById(id), { childList: true, ...options });
  watch("channel-messages", () => {
    for (const e of document.querySelectorAll("#channel-messages > .message")) {
      const board = e.classList.contains("board-line");
      const name = e.querySelector(".name")?.textContent ?? "";
      if (!board && see(`room, ${name}`, `c${e.dataset.seq}`, e) &&
          e.classList.contains("house") && !bare(e.textContent).includes("I was away")) {
        eyes.lines.push({ at: Date.now(), text: bare(e.querySelector(".body").textContent) });
      }
    }
  }, {});
  const mine = () => {
    for (const e of document.querySelectorAll(
      "#cards .message, #private .message:not([hidden])")) {
      see(e.closest("#cards") ? "card" : "private", `p${e.dataset.seq}`, e);
    }
  };
  watch("private-messages", mine, {});
  watch("cards", mine, {});
  watch("table", () => see("board", "board", document.getElementById("table")), {});
  watch("polite", () => { eyes.heard += document.getElementById("polite").innerText === "Heard"; },
    {});
  watch("urgent", () => {
    const words = document.getElementById("urgent").innerText;
    if (words.startsWith("Your turn.")) {
      const asks = Array.from(document.querySelectorAll(
        "#cards [data-owed], #private-messages [data-owed]"))
        .filter((e) => !e.closest("[hidden]")).map((e) => e.dataset.control.split(".")[1]);
      eyes.calls.push({ at: Date.now(), words, asks });
      eyes.tell("called", bare(words));
    }
  }, {});
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (eyes.wire !== this) {
      eyes.wire = this;
      this.addEventListener("message", ({ data }) => {
        const op = JSON.parse(data);
        if (op.op === "done" || op.op === "sorry") { eyes.told[op.id] = op.text ?? ""; }
      });
    }
    return send.call(this, data);
  };"""
# What is live: all that can be pressed and means something, each once; in a pane that is behind
# another one too, for it is one press away.
LIVE = r"""
  const isLive = (e) => !e.disabled && !e.closest("[hidden]");
  const livePlaces = ["#games [data-open]", "#table [data-control]", "#cards [data-control]",
    "#cards button.face", "#cards [data-gathers]", "#answers [data-control]",
    "#private-messages [data-control]",
    "#channel-messages [data-control]"];
  const keyOf = (e) => (e.dataset.control ?? e.dataset.open ?? e.dataset.key)
    .replace(/^face /u, "");
  const worthOf = (e) => 2 * Number(e.dataset.control !== undefined || e.dataset.open !== undefined)
    + Number(e.checkVisibility());
  const everyLive = () => Array.from(document.querySelectorAll(livePlaces.join(", ")))
    .filter(isLive);
  const allLive = () => {
    const found = new Map();
    for (const e of everyLive()) {
      const before = found.get(keyOf(e));
      if (!before || worthOf(e) > worthOf(before)) { found.set(keyOf(e), e); }
    }
    return Array.from(found.values());
  };"""
# All that one look takes in; nothing, when nothing has changed since the last one.
LOOK = LIVE + WORDS_OF + r"""
  if (arguments[0] === window.eyes.changes) { return null; }
  const shown = (e) => e.checkVisibility({ checkVisibilityCSS: true }) && !e.disabled;
  const words = (css) => Array.from(document.querySelectorAll(css), (e) =>
    wordsOf(e, "time, .tools") + Array.from(e.querySelectorAll(".tile[aria-pressed=true]"),
      (tile) => `, not ${tile.textContent}`).join("")).join("\n");
  const live = allLive().map((e) => ({
      label: e.innerText.trim() || e.textContent.trim(), owed: e.dataset.owed !== undefined,
      key: keyOf(e), control: e.dataset.control ?? "", open: e.dataset.open ?? "",
      mine: e.closest("#dock, #private") !== null,
      message: (e.closest("[data-id]"))?.dataset.id ?? "",
      inline: e.type === "submit",
      form: e.getAttribute("aria-haspopup") === "dialog" }));
  return {
    changes: window.eyes.changes, live, title: document.title,
    phase: document.getElementById("table").dataset.phase ?? "",
    turn: shown(document.getElementById("turn")) ||
      (matchMedia("(max-width: 759px)").matches &&
        document.getElementById("dock").classList.contains("owed")),
    room: sessionStorage.getItem("deaddrop.room"),
    wire: document.getElementById("wire").hidden,
    form: document.querySelector("#form-dialog form h2")?.innerText ?? "",
    round: Number(document.querySelector("#table h3")?.innerText.match(/(?:round|turn) (\d+)/u)
      ?.[1] ?? 0),
    // who asked for a vote and who has voted are not who is waited for
    awaited: Array.from(document.querySelectorAll("#table .doc-board > p"))
      .filter((e) => !/^Vote\.|^Yes votes needed/u.test(e.innerText))
      .flatMap((e) => Array.from(e.querySelectorAll("bdi.people"), (one) => one.innerText)),
    heard: window.eyes.heard, calls: window.eyes.calls, lines: window.eyes.lines,
    board: words("#table"), cards: words("#cards .message"),
    tiles: words("#cards .tiles"),
    answers: Array.from(document.querySelectorAll(
      "#private-messages > .message.house:not([hidden])"),
      (e) => [e.dataset.seq, e.querySelector(".body").innerText]),
    said: words("#channel-messages") };"""
# What lies under something else where it should be pressed: names, empty when all is well. What is
# scrolled for it is put back; a page that has not changed is not judged twice.
COVERED = LIVE + r"""
  const size = `${innerWidth} ${innerHeight}`;
  if (window.eyes.judged === `${window.eyes.changes} ${size}` ||
    document.querySelector("dialog[open]")) { return []; }
  const places = Array.from(document.querySelectorAll("*"), (e) => [e, e.scrollTop, e.scrollLeft])
    .filter(([e]) => e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth);
  const over = (e) => {
    if (!e.checkVisibility()) { return null; }
    e.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = e.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top !== null && (e.contains(top) || (top.contains(e) && top.matches("label"))) ? null
      : `${e.innerText.trim()} under ${top?.id || top?.className || top?.tagName || "the edge"
        } at ${[box.left, box.top, box.width, box.height].map(Math.round)} of ${innerWidth}x${
        innerHeight}`;
  };
  const tiles = Array.from(document.querySelectorAll("#cards .tile")).filter(isLive);
  const found = [...everyLive(), ...tiles].map(over).filter(Boolean);
  places.forEach(([e, top, left]) => { e.scrollTop = top; e.scrollLeft = left; });
  if (document.getAnimations().length === 0) {
    window.eyes.judged = `${window.eyes.changes} ${size}`;
  }
  return found;"""
# The fields of a form, by what they are called; of the one that is open, or that stands on a card.
FIELDS = """
  const form = document.querySelector(arguments[0]);
  const named = new Map();
  for (const e of form.querySelectorAll("input, select, textarea")) {
    if (!e.name || e.closest(".code-place")) { continue; }
    const code = e.closest(".code");
    const field = named.get(e.name) ?? { name: e.name, type: code ? "code" : e.type, value: "",
      options: [], label: e.closest(".field").querySelector("label, legend").innerText,
      required: e.required, max: e.maxLength > 0 ? e.maxLength : 0 };
    const label = e.options ? "" : e.closest("label")?.innerText ?? "";
    if (code) {
      field.value = e.value;
      field.rows = Array.from(code.querySelectorAll(".code-place"), (row) =>
        Array.from(row.querySelectorAll("input"), (one) => one.value));
    } else if (e.type === "radio" || e.type === "checkbox") {
      field.options.push([e.value, label]);
      field.value = e.checked ? e.value : field.value;
    } else if (e.options) {
      field.options = Array.from(e.options, (o) => [o.value, o.text]).filter(([o]) => o);
    } else { field.value = e.value; }
    named.set(e.name, field);
  }
  return { title: form.querySelector("h2")?.innerText ?? form.getAttribute("aria-label"),
    words: Array.from(form.querySelectorAll("p:not([hidden])"), (e) => e.innerText).join(" "),
    fields: Array.from(named.values()) }"""
MARK = """
  for (const box of document.querySelectorAll(`${arguments[2]} [name="${arguments[0]}"]`)) {
    if (box.checked !== arguments[1].includes(box.value)) { box.click(); }
  }"""
WRITE = """
  const field = document.querySelector(`${arguments[2]} [name="${arguments[0]}"]`);
  field.value = arguments[1];
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));"""
TAP = """
  const code = document.querySelector(`${arguments[2]} [name="${arguments[0]}"]`).closest(".code");
  code.querySelectorAll(".code-place").forEach((row, place) =>
    row.querySelector(`[value="${arguments[1][place]}"]`).click());"""
# Presses it; in a pane that is behind another one it is brought to the front before.
PRESS = LIVE + """
  const one = allLive().find((e) => keyOf(e) === arguments[0]);
  if (!one) { return false; }
  const behind = one.closest("#channel, #private");
  if (behind && !behind.checkVisibility()) {
    document.querySelector(`#views [data-view=${behind.id}]`).click();
  }
  window.eyes.tell("presses", `[${one.innerText.trim()}]`);
  one.click(); return true"""
SEND = """
  const [id, room, message, control] = arguments;
  window.eyes.wire.send(JSON.stringify({ op: "press", id, room, message, control, values: [] }))"""
DIALOG = "#form-dialog form"
GATHERED = "#form-dialog > :not(form, .all-options) .panel [data-control]"
# All options of a lobby: what each is called, and which values it may have.
OPTIONS = """
  return Array.from(document.querySelectorAll("#form-dialog .option :is(select, input)"), (e) => ({
    name: e.name, values: Array.from(e.options ?? [], (o) => o.value).filter(Boolean),
    min: Number(e.min), max: Number(e.max), type: e.type }))"""


def lies():
    """Beginnings of what nobody is told for pressing what is live: the button was a lie."""
    root = pathlib.Path(os.environ.get("DD_SOURCE_DIR", "."))
    files = [root / "config/languages/en.ini", *root.glob("games/*/words/en.ini")]
    words = "".join(file.read_text(encoding="utf-8") for file in files)
    names = ("stale", "wrong_phase", "not_your_turn", "bad_argument", "unknown_action",
             "option_off", "not_yours", "already_done", "no_table", "not_seated")
    found = []
    for name in names:
        entry = re.search(rf"^refusal\.{name} = ((?:.*\n)(?:[ \t]+.*\n)*)", words, re.M).group(1)
        for part in re.findall(r"(?:^|\{)([A-Z][^{}]{12,}?)(?=[{}.:]|$)", entry):
            found.append(" ".join(part.split()))
    return found


LIES = lies()


def sentence_with(signal, dice):
    """A sentence that carries what a form asks for, by the form's own words."""
    some = [dice.choice(FILLERS) for _ in range(dice.randrange(2, 5))]
    quoted = re.search("“([^”]*)”", signal)
    value = quoted.group(1) if quoted else ""
    count = re.search(r"exactly (\d+) words", signal)
    if count:
        return " ".join(dice.choice(FILLERS) for _ in range(int(count.group(1))))
    if "as the first word" in signal:
        return " ".join([value, *some])
    if "as the last word" in signal:
        return " ".join([*some, value])
    end = re.search(r"(\S+) at the very end", signal)
    if end:
        return " ".join(some) + (quoted.group(1) if quoted else end.group(1))
    if "emoji" in signal:
        value = re.search(r"emoji\s+(\S+)", signal).group(1)
    if "the number" in signal:
        value = re.search(r"the number\s+(\d+)", signal).group(1)
    return " ".join([*some, value or dice.choice(WORDS), dice.choice(FILLERS)])


class Player:
    """One of them. findings: what was wrong with what they were shown."""

    def __init__(self, person, dice):
        self.person = person
        self.name = person.name
        self.dice = dice
        self.findings = []
        self.done = []  # what was pressed and taken, by the action in the control
        self.kept = {}  # what was live once: control → what LOOK says of it
        self.typed = {}  # form → what was written into it last
        self.words = list(WORDS)
        dice.shuffle(self.words)
        self.wish = {}  # field → value, for a form that is about to open
        self.seen = None
        person.js(EYES)

    def look(self):
        """What the page shows. It is read anew only when something in it has changed."""
        seen = self.person.js(LOOK, self.seen and self.seen["changes"])
        if seen is None:
            return self.seen
        self.seen = seen
        for one in seen["live"]:
            if one["control"]:
                self.kept.setdefault(one["control"], {**one, "room": seen["room"]})
        return seen

    def live(self):
        return self.look()["live"]

    def find(self, what):
        if what not in self.findings:
            self.findings.append(what)
            tell(f"{self.name} finds: {what}")

    def story(self, path):
        """Writes down what they saw."""
        path.parent.mkdir(parents=True, exist_ok=True)
        told = self.person.js("return window.eyes.story")
        path.write_text("".join(f"--- {one['place']}\n{one['text']}\n" for one in told),
                        encoding="utf-8")

    def word(self, field, form):
        """Something a person would write there: by the words on the form alone."""
        label = field["label"].lower()
        title = form["title"].lower()
        about = f"{form['words']} {field['label']}"
        if "signal" in label or "say" in label or "sentence" in label:
            return sentence_with(about, self.dice)
        if field["type"] == "number":
            least, most = (re.findall(r"\d+", label) + ["1", "2"])[:2]
            return str(self.dice.randint(int(least), max(int(least), int(most))))
        if "ask" in title or "question" in label:
            return self.dice.choice(QUESTIONS)
        if "answer" in title or "answer" in label:
            return self.dice.choice(ANSWERS)
        return self.words.pop() if len(self.words) > 8 else self.dice.choice(self.words)

    def fill_field(self, field, form):
        name, person, root = field["name"], self.person, form["root"]
        options = [value for value, _ in field["options"]]
        label = field["label"].lower()
        wish = self.wish.get(name)
        if wish and not (callable(wish) and not options):
            value = wish(options) if callable(wish) else wish
        elif field["type"] == "code":
            value = self.code(field["rows"])
        elif field["type"] == "checkbox":
            least = int(re.findall(r"\d+", field["label"])[0])
            value = self.dice.sample(options, least)
        elif options and "kind" in label:
            value = "word" if "word" in options else self.dice.choice(options)
        elif options:
            value = self.dice.choice(options)
        elif field["required"] or not field["value"]:
            if any(label.startswith(known) for known in KNOWN):
                self.find(f"{form['title']!r} asks to type {field['label']!r}")
            value = self.word(field, form)
        else:
            return field["value"]
        if field["type"] == "code":
            person.js(TAP, name, value, root)
        elif field["type"] in ("checkbox", "radio"):
            person.js(MARK, name, value if isinstance(value, list) else [value], root)
        else:
            person.js(WRITE, name, value[:field["max"]] if field["max"] > 0 else value, root)
        return value

    def code(self, rows):
        """A digit a row, none twice."""
        digits = []
        for row in rows:
            digits.append(self.dice.choice([digit for digit in row if digit not in digits]))
        return digits

    def write(self, root):
        """Fills in a form; what it has chosen or written already may stay."""
        person = self.person
        form = {**person.js(FIELDS, root), "root": root}
        before = self.typed.pop(form["title"], None)
        kept = any(field["value"] or field["options"] for field in form["fields"])
        if before and not kept:
            self.find(f"{form['title']!r} has forgotten what was typed: {before}")
        for field in form["fields"]:
            if "insist" in field["label"].lower() and not before:
                self.find(f"{form['title']!r} asks {field['label']!r} before anything was doubted")
        written = {field["label"]: self.fill_field(field, form) for field in form["fields"]}
        person.js("window.eyes.tell(...arguments)", "form",
                  "\n".join([form["title"], form["words"]] + [f"{name}: {value}" for name, value
                                                              in written.items()]))
        self.last_form = (form["title"], written)
        return written

    def fill(self, label):
        """The form that is open."""
        person = self.person
        person.mark_form()
        written = self.write(DIALOG)
        person.click("#form-dialog [type=submit]")
        until(f"{self.name}'s answer to the form of {label!r} ({written})",
              lambda: person.form_is_gone() or person.words("#form-dialog .problem"))
        if person.words("#form-dialog .problem"):
            self.find(f"the form of {label!r} says {person.words('#form-dialog .problem')!r}")
            person.click("#form-dialog .quiet")

    def covered(self):
        """Nothing that is live may lie under something else."""
        for what in self.person.js(COVERED):
            self.find(f"live and covered: {what}")

    def touch(self, one):
        """Presses it. False: it was gone before."""
        return self.person.js(PRESS, one["key"])

    def press(self, one, wish=None):
        """Presses what is live and does what opens. Returns what was said to them alone, or None:
        it was gone before."""
        person = self.person
        self.wish = wish or {}
        self.last_form = None
        before = self.look()
        form = f"#cards form:has([data-control='{one['control']}'])"
        if one["inline"]:
            try:
                self.write(form)
            except JavascriptException:
                return None  # the card is another one meanwhile
        if not self.touch(one):
            return None
        if one["form"]:
            until(f"the form of {one['label']!r}", lambda: person.shown(f"{DIALOG}, {GATHERED}"))
            choices = person.shown(GATHERED)
            if choices:
                one = {**one, "control": self.choose_of(choices)}
        else:
            until(f"an answer to {one['label']!r}", lambda: not person.js(
                "return document.querySelector('.choice[aria-busy=true], form[aria-busy=true]')"))
        if one["inline"] and person.words(f"{form} .problem"):
            self.find(f"the form of {one['label']!r} says {person.words(f'{form} .problem')!r}")
        for _ in range(3):
            if not self.form_opens(before):
                break
            self.fill(one["label"])
        self.wish = {}
        if person.shown("#sorry"):
            self.find(f"{one['label']!r} says {person.words('#sorry-text')!r}")
            person.click("#sorry-close")
        return self.judge(one, before)

    def choose_of(self, choices):
        """Of several choices of one act, in a dialog of their own."""
        return self.person.js("const { control } = arguments[0].dataset; arguments[0].click();"
                              " return control", self.dice.choice(choices))

    def cross_off(self):
        """Taps one of the tiles, which is for oneself alone."""
        tiles = self.person.shown("#cards .tile")
        if not tiles:
            return False
        before = self.look()["tiles"]
        self.person.js("arguments[0].click()", self.dice.choice(tiles))
        if self.look()["tiles"] == before:
            self.find("nothing came of a tile")
        return True

    def call_house(self):
        self.person.say("!bot")
        self.person.look_into("table")
        time.sleep(0.5)
        return self.press_label("^Start")

    def with_house(self):
        """Has the house take the chairs that are needed, and begins."""
        person = self.person
        begun = "return document.getElementById('table').dataset.phase !== 'lobby'"
        until("the house to fill the table", lambda: person.js(begun) or
              self.press_label("^Play with the house") or self.call_house())
        until("the start", lambda: person.js(begun))

    def set_options(self, wanted):
        """Opens the list of all options and sets some: name → value, or how to choose one."""
        person = self.person
        def opens():
            ways = [one for one in self.live() if ".option" in one["control"]]
            return bool(ways) and self.touch(ways[0])

        until("the options to open", opens)
        person.see("#form-dialog .all-options")
        for name, value in wanted(person.js(OPTIONS)):
            css = f"#form-dialog .option [name='{name}']"
            if not person.shown(css):
                self.find(f"the option {name} is not offered, of "
                          f"{[one['name'] for one in person.js(OPTIONS)]}")
                continue
            before = self.look()["board"]
            person.js(WRITE, name, value, "#form-dialog .option")
            until(f"the option {name} to be set", lambda c=css: not person.js(
                "return document.querySelector(arguments[0]).hasAttribute('aria-busy')", c))
            wrong = person.words(f"#form-dialog .option:has([name='{name}']) .problem")
            if wrong:
                self.find(f"the option {name}={value} says {wrong!r}")
            elif self.look()["board"] == before and not person.shown(f"{css}.heard"):
                self.find(f"nothing came of the option {name}={value}")
        person.click("#form-dialog .ends button")
        self.done.append("option")

    def form_opens(self, before):
        """Is a form open, or coming? What a press lacks is asked for by one."""
        def settled():
            seen = self.look()
            return seen["form"] or any(seen[part] != before[part] for part in (
                "board", "cards", "answers", "said", "heard"))
        try:
            until("something to come of it", settled)
        except AssertionError:
            return False
        return bool(self.look()["form"])

    def judge(self, one, before):
        seen = self.look()
        old = {seq for seq, _ in before["answers"]}
        told = [text for seq, text in seen["answers"] if seq not in old]
        if all(seen[part] == before[part] for part in (
                "board", "cards", "answers", "said", "heard")):
            self.find(f"nothing came of {one['label']!r}")
        wrong = [text for text in told if any(lie in text for lie in LIES)]
        if not wrong:
            self.done.append(re.sub(r"^t\w+\.[^.]*\.|\..*", "", one["control"]) or "open")
        elif self.last_form and any(one["key"] == other["key"] for other in seen["live"]):
            self.typed[self.last_form[0]] = self.last_form[1]
        return told, wrong

    def press_label(self, *labels, wish=None):
        """The first live control that is called so."""
        live = self.live()
        for label in labels:
            for one in live:
                if re.search(label, one["label"], re.I):
                    return self.press(one, wish) is not None
        return False

    def send(self, number, old, room, message):
        """Sends a press that the page does not offer. Returns what it is told, to them alone."""
        before = {seq for seq, _ in self.look()["answers"]}
        self.person.js(SEND, f"stale-{number}", room, message, old)
        until(f"an answer to {old}", lambda: self.person.js(
            "return window.eyes.told[arguments[0]] !== undefined", f"stale-{number}"))
        def answer():
            seen = self.look()
            told = [text for seq, text in seen["answers"] if seq not in before]
            return (told,) if told or seen["form"] else None
        try:
            return until("words, or a form", answer)[0]
        except AssertionError:
            return []  # which is a finding
