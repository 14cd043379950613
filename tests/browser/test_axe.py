"""Every screen, on a phone and wide, by day and by night, against the rules of axe-core."""

import pathlib
import shutil
import subprocess
import sys

import kit
import tour
from kit import BUILD, tell

HERE = pathlib.Path(__file__).resolve().parent
WORK = BUILD / "axe"
# What all elements are, and where. By night a page that differs in nothing else is held against the
# rules of colour alone; the others have judged it by day.
SHAPE = """
  const shape = (size) => `${size} ` + Array.from(document.querySelectorAll("*"), (e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    const { display, visibility, opacity, pointerEvents } = getComputedStyle(e);
    const own = Array.from(e.childNodes, (node) =>
      (node.nodeType === Node.TEXT_NODE ? node.data : "")).join("");
    return [e.tagName, Array.from(e.attributes, ({ name, value }) => `${name}=${value}`), own,
      x, y, width, height, display, visibility, opacity, pointerEvents].join();
  }).join(";");"""
# Style sheets are not fetched anew: the rule that would read them is not one of those that run.
AUDIT = SHAPE + """
  const now = shape(arguments[0]);
  const colours = axe._audit.rules.filter(({ enabled, tags }) => enabled &&
    tags.includes("cat.color")).map(({ id }) => id);
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"], preload: { assets: ["media"] },
    ...(window.judged === now ? { runOnly: colours }
      : { rules: { "target-size": { enabled: true } } }) });
  window.judged = now;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(" ")}: ${failureSummary.split("\\n").slice(1, 3).join(" ").trim()}`));"""


def skip(why):
    print(f"SKIPPED: {why}; no screen was held against axe-core in this run")
    sys.exit(77)


def install():
    """The rules, out of the registry once; their text."""
    package = HERE / "axe" / "package.json"
    script = WORK / "node_modules" / "axe-core" / "axe.min.js"
    kept = WORK / "package.json"
    if not (kept.exists() and kept.read_bytes() == package.read_bytes() and script.exists()):
        if shutil.which("npm") is None:
            skip("there is no npm")
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir(parents=True)
        shutil.copy(package, kept)
        done = subprocess.run(
            ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts",
             "--loglevel=error"], cwd=WORK, timeout=120, check=False)
        if done.returncode != 0:
            kept.unlink()
            skip("npm could not install axe-core (no network?)")
    return script.read_text(encoding="utf-8")


class Audit:
    """Looks at screens, and keeps what the rules find there."""

    def __init__(self, rules, by_halves=False):
        self.rules = rules
        self.by_halves = by_halves  # a phone by night, a wide window by day: saves time
        self.found = {}  # finding → where
        self.screens = 0

    def __call__(self, person, name):
        for size, scheme in tour.shapes(person):
            if self.by_halves and (size == tour.PHONE) != (scheme == "dark"):
                continue
            self.screens += 1
            if not person.js("return window.axe !== undefined"):
                person.js(self.rules)
            audit = f"return (async function () {{ {AUDIT} }}).apply(null, arguments)"
            for finding in person.js(audit, size[0]):
                self.found.setdefault(finding, []).append(f"{name} {size[0]} {scheme}")

    def report(self):
        tell(f"{self.screens} screens")
        wrong = [f"{finding} – {len(where)} times: {', '.join(where[:3])}"
                 for finding, where in sorted(self.found.items())]
        assert not wrong, "\n    ".join(["findings:", *wrong])


def around(server, browser):
    """Door, games, lobby, dialogs, rail, what is private."""
    audit = Audit(install())
    tour.without_game(server, browser, audit)
    audit.report()


def lessons(server, browser):
    """Each phase of the lessons."""
    audit = Audit(install())
    tour.of_games(server, browser, audit, practice=True)
    audit.report()


def games(server, browser):
    """Each phase of whole games with the house, to their end."""
    audit = Audit(install(), by_halves=True)
    tour.of_games(server, browser, audit, practice=False)
    audit.report()


if __name__ == "__main__":
    install()
    kit.run(around, lessons, games)
