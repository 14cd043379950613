#!/usr/bin/env python3
"""page.py ROOT: no text for people stands in the playground's page: its HTML, scripts and style name sentences of the
language file ("web.page.…"), and every one of those is named.

In HTML whatever is read must be {{KEY}} ({{=KEY}} in an attribute). In scripts and style a string may hold technical
words alone: names of elements, attributes, classes, ids and events, which HTML and style have, or TECHNICAL below."""

import html.parser
import pathlib
import re
import sys

PAGE = "adapters/web/page"
READ = {"title", "alt", "placeholder", "aria-label", "content", "label", "value"}  # attributes that people read
NAMES = {"deaddrop"}
META = {"viewport", "color-scheme", "theme-color"}  # <meta name=…> that nobody reads
# names of the browser, of the wire (README.md beside the page) and of keys; what is none of these is a text
TECHNICAL = set("""
    activedescendant answer any ArrowDown ArrowUp article bdi Bearer big blank blur boards both checkbox choose
    click combobox Content control copy deaddrop den digit edit Enter enter error Escape focusin folded friend full
    hashchange hello https join key keydown lines load localhost long lost more nearest noopener number online op
    option other over owed paste ping pointerover POST press reply scope seat selectionchange seq several short
    slash socket spoiled state stranger Tab taken tbody touched Type unanswered unreadable visibilitychange welcome
    who ws wss
""".split())


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
            self.words |= {name} | set(re.findall(r"[\w-]+", name))
            shown = name in READ and not (tag == "meta" and values.get("name") in META)
            if shown:
                self.look(value, "{{=")
            elif value:
                self.words |= set(re.findall(r"[A-Za-z]+", value))

    def handle_endtag(self, tag):
        self.data = False

    def handle_data(self, data):
        if not self.data:
            self.look(data, "{{")

    def look(self, text, mark):
        for plain in re.findall(r"\{\{(?!=)", text) if mark == "{{=" else re.findall(r"\{\{=", text):
            self.found.append((self.getpos()[0], f"{plain} in the wrong place: {text.strip()}"))
        left = re.sub(r"\{\{=?[a-z_.]+\}\}", "", text)
        for word in re.findall(r"[^\W\d_][\w'’-]*", left):
            if word not in NAMES:
                self.found.append((self.getpos()[0], f"a text: {' '.join(left.split())}"))
                return


def strings(source):
    """The strings of a script with their lines and what stands before them: comments and patterns are left out, of
    templates the parts between what is put in."""
    at, line, before = 0, 1, ""
    nest = []  # of templates: how many braces are open
    while at < len(source):
        sign = source[at]
        if sign == "\n":
            line += 1
        if source.startswith("//", at):
            at = source.find("\n", at)
            continue
        if source.startswith("/*", at):
            end = source.find("*/", at) + 2
            line += source.count("\n", at, end)
            at = end
            continue
        pattern = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*").match(source, at)
        if pattern and (before.rstrip()[-1:] in ("", "(", ",", "=", ":", "?", "!", "&", "|", "[", "{", ";")
                        or before.rstrip().endswith("return")):
            at = pattern.end()
            before += "0"
            continue
        template = sign == "`" or (sign == "}" and nest and nest[-1] == 0)
        if sign in "\"'" or template:
            end, text = at + 1, ""
            if sign == "}":
                nest.pop()
            while source[end] != ("`" if template else sign):
                if template and source.startswith("${", end):
                    nest.append(0)
                    break
                step = 2 if source[end] == "\\" else 1
                text += source[end:end + step]
                end += step
            yield line, text, before, template
            line += source.count("\n", at, end)
            opens = template and source.startswith("${", end)
            at = end + (2 if opens else 1)
            before += "" if opens else "0"
            continue
        if nest and sign in "{}":
            nest[-1] += 1 if sign == "{" else -1
        before = (before + sign)[-200:]
        at += 1


def style_words(source):
    """Names of classes, ids and elements, and what its strings say."""
    plain = re.sub(r"/\*.*?\*/", "", source, flags=re.S)
    return set(re.findall(r"[A-Za-z]+", re.sub(r'"[^"]*"', "", plain))), plain


def main():
    root = pathlib.Path(sys.argv[1])
    page = root / PAGE
    problems = []
    html_file = page / "index.html"
    text = Text()
    text.feed(html_file.read_text(encoding="utf-8"))
    problems += [f"{PAGE}/index.html:{line}: {what}" for line, what in text.found]
    named = set(re.findall(r"\{\{=?([a-z_.]+)\}\}", html_file.read_text(encoding="utf-8"))) - {"language", "words"}
    style = page / "page.css"
    words, plain = style_words(style.read_text(encoding="utf-8") if style.exists() else "")
    words |= text.words | TECHNICAL
    words = words | {part for word in words for part in word.split("-")}
    for value in re.findall(r"\bcontent:([^;}]*)", plain):
        for string in re.findall(r'"([^"]*)"', value):
            if re.search(r"[A-Za-z]", string):
                problems.append(f"{PAGE}/page.css: a text: {string}")
    for script in sorted(page.glob("*.js")):
        for line, string, before, template in strings(script.read_text(encoding="utf-8")):
            if re.search(r"\b(?:say|pieces)\([^()]*$", before) and re.fullmatch(r"[a-z_.]+", string):
                named.add(string)
                continue
            if re.search(r"(?:from|import)\s*$", before):
                continue
            unknown = [word for word in re.findall(r"[A-Za-z]+", string) if len(word) > 1 and word not in words]
            if not unknown and not template and re.fullmatch(r" [a-z ]+|[a-z ]+ ", string):
                unknown = string.split()  # with a blank it stands beside what people read
            if unknown:
                problems.append(f"{PAGE}/{script.name}:{line}: a text, or {unknown[0]} is technical "
                                f"(tests/lint/page.py): {string}")
    catalogue = (root / "config/languages/en.ini").read_text(encoding="utf-8")
    known = set(re.findall(r"^web\.page\.([a-z_.]+) =", catalogue, re.M))
    problems += [f"config/languages/en.ini: no sentence web.page.{key}" for key in sorted(named - known)]
    problems += [f"config/languages/en.ini: nothing names web.page.{key}" for key in sorted(known - named)]
    print("\n".join(problems) or "page: no text for people in it")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
