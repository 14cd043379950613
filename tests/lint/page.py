#!/usr/bin/env python3
"""page.py ROOT: no text for people stands in the playground's page: its HTML, scripts and style
name sentences of the language file ("web.page.…"), and every one of those is named.

In HTML whatever is read must be {{KEY}} ({{=KEY}} in an attribute). In scripts and style a string
may hold technical words alone: names of elements, attributes, classes, ids and events, which HTML
and style have, or TECHNICAL below."""

import html.parser
import pathlib
import re
import sys

PAGE = "adapters/web/page"
# attributes that people read
READ = {"title", "alt", "placeholder", "aria-label", "content", "label", "value"}
NAMES = {"deaddrop"}
META = {"viewport", "color-scheme", "theme-color"}  # <meta name=…> that nobody reads
# names of the browser, of the wire (README.md beside the page) and of keys
TECHNICAL = set("""
    activedescendant all another answer any ArrowDown ArrowUp article attention bdi Bearer big
    blank blur boards bot both canvas checkbox choose click combobox commands Content control copy
    crossed datalist deaddrop default den denied digit dim done drafts edit ended enter Enter error
    Escape ETag focusin folded forms friend full gathers granted group hand hashchange heading
    hello https is join keep key keydown keyword level lines load localhost long lost more nearest
    next no noopener notices notificationclick nudges number of offer offline online op option
    origin other over owed pageshow paste ping playing pick pointercancel pointerdown pointerover
    pointerup popstate POST practice preference press radiogroup record reloaded rematch reply
    scaleX scope seat seats selectionchange seq several shaking share
    short slash socket sounds spoiled state steady stranger
    Tab taken tbody touched Type unanswered unreadable unwatch visibilitychange watch welcome
    who window worker worker.js ws wss yes zone
""".split())


MARK = re.compile(r"\{\{=?([a-z_.]+)\}\}")
# behind these a slash begins a pattern and divides nothing
BEFORE_PATTERN = ("", *"(,=:?!&|[{;")
PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
SAYS = re.compile(r"(?<![\w.])(?:say|pieces)\([^()]*$")


class Text(html.parser.HTMLParser):
    """Collects what stands in the HTML for people to read, and the words it has for scripts."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.words = set()
        self.data = False

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.data = tag in ("script", "style")
        self.words |= {tag, *values}
        for name, value in attrs:
            self.words |= set(re.findall(r"[\w-]+", name))
            if name in READ and not (tag == "meta" and values.get("name") in META):
                self.look(value, r"\{\{(?!=)")
            elif value:
                self.words |= set(re.findall(r"[A-Za-z]+", value))

    def handle_endtag(self, tag):
        self.data = False

    def handle_data(self, data):
        if not self.data:
            self.look(data, r"\{\{=")

    def look(self, text, misplaced):
        line = self.getpos()[0]
        for mark in re.findall(misplaced, text):
            self.found.append((line, f"{mark} in the wrong place: {text.strip()}"))
        left = MARK.sub("", text)
        if any(word not in NAMES for word in re.findall(r"[^\W\d_][\w'’-]*", left)):
            self.found.append((line, f"a text: {' '.join(left.split())}"))


def string_at(source, at):
    """The string that begins here: what it says, where it ends, and whether something is put in
    there (of a template)."""
    close = source[at] if source[at] in "\"'" else "`"
    end, text = at + 1, ""
    while source[end] != close:
        if close == "`" and source.startswith("${", end):
            return text, end + 2, True
        step = 2 if source[end] == "\\" else 1
        text += source[end:end + step]
        end += step
    return text, end + 1, False


def strings(source):
    """The strings of a script: line, text, what stands before it, is it a template's. Comments and
    patterns are left out; of templates these are the parts between what is put in."""
    at, before = 0, ""
    nest = []  # of templates: how many braces are open
    while at < len(source):
        sign = source[at]
        pattern = PATTERN.match(source, at)
        last = before.rstrip()
        if source.startswith("//", at):
            at = source.find("\n", at)
        elif source.startswith("/*", at):
            at = source.find("*/", at) + 2
        elif pattern and (last[-1:] in BEFORE_PATTERN or last.endswith("return")):
            at = pattern.end()
            before += "0"
        elif sign in "\"'`" or (sign == "}" and nest and nest[-1] == 0):
            if sign == "}":
                nest.pop()
            text, end, opens = string_at(source, at)
            yield source.count("\n", 0, at) + 1, text, before, sign in "`}"
            nest += [0] if opens else []
            before += "" if opens else "0"
            at = end
        else:
            if nest and sign in "{}":
                nest[-1] += 1 if sign == "{" else -1
            before = (before + sign)[-200:]
            at += 1


def style(source):
    """Words of classes, ids and elements, and the texts it shows."""
    plain = re.sub(r"/\*.*?\*/", "", source, flags=re.S)
    shown = [text for value in re.findall(r"\bcontent:([^;}]*)", plain)
             for text in re.findall(r'"([^"]*)"', value) if re.search(r"[A-Za-z]", text)]
    return set(re.findall(r"[A-Za-z]+", re.sub(r'"[^"]*"', "", plain))), shown


def script(source, words, named):
    """Texts of a script, each with its line and a word that is not technical; adds the sentences
    that it names."""
    for line, text, before, template in strings(source):
        if SAYS.search(before) and re.fullmatch(r"[a-z_.]+", text):
            named.add(text)
            continue
        if re.search(r"(?:from|import)\s*$", before):
            continue
        unknown = [word for word in re.findall(r"[A-Za-z]+", text)
                   if len(word) > 1 and word not in words]
        if not unknown and not template and re.fullmatch(r" [a-z ]+|[a-z ]+ ", text):
            unknown = text.split()  # with a blank it stands beside what people read
        if unknown:
            yield line, unknown[0], text


def main(root):
    page = root / PAGE
    body = (page / "index.html").read_text(encoding="utf-8")
    css = page / "page.css"
    text = Text()
    text.feed(body)
    problems = [f"{PAGE}/index.html:{line}: {what}" for line, what in text.found]
    words, shown = style(css.read_text(encoding="utf-8") if css.exists() else "")
    problems += [f"{PAGE}/page.css: a text: {what}" for what in shown]
    words |= text.words | TECHNICAL
    words |= {part for word in words for part in word.split("-")}
    named = set(MARK.findall(body)) - {"language", "words"}
    for path in sorted(page.glob("*.js")):
        found = script(path.read_text(encoding="utf-8"), words, named)
        problems += [f"{PAGE}/{path.name}:{line}: a text, or {word} is technical "
                     f"(tests/lint/page.py): {what}" for line, word, what in found]
    catalogue = (root / "config/languages/en.ini").read_text(encoding="utf-8")
    known = set(re.findall(r"^web\.page\.([a-z_.]+) =", catalogue, re.M))
    file = "config/languages/en.ini"
    problems += [f"{file}: no sentence web.page.{key}" for key in sorted(named - known)]
    problems += [f"{file}: nothing names web.page.{key}" for key in sorted(known - named)]
    print("\n".join(problems) or "page: no text for people in it")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
