#!/usr/bin/env python3
"""Walks the crash points with Discord in play: all four games are played on the Discord for tests,
and in each of a game's lives the program ends at another point. Everybody must have been told
exactly what an undisturbed game tells, nothing twice, nothing missing, nothing that is another's.
Then teams get their threads, each one and no more, whatever the program ended in. What was said
to Discord is checked against its own description.

on_discord.py DEADDROP FAKE-DISCORD"""

import copy
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from four_games import DECRYPTO, GAMES, JOIN, NAMES, OPEN
from walk import DEFERRED, ENCRYPTION, LONG, Platform, Walk, listed, played, walk

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.fake.secret-token-of-a-test"
CHECK = pathlib.Path(__file__).resolve().parents[1] / "fake" / "discord" / "check_openapi.py"
PASSES = (1, 3)  # at which a point ends the program, a game each
# Points that such a game does not come by: why.
ELSEWHERE = {
    "copy.written": "comes with `deaddrop copy`: unit.store.postgres.store_copy",
    "store.events_sorted": "comes with 50,000 heard events",
    "store.folded": "comes a day after the end of a table: unit.store.store_keep",
    "store.sealed": "comes with a key for the store: unit.store.seal",
    "store.tidied": "comes with what is too old: unit.store.store_keep",
    **{f"backup.{point}": "comes with a folder for copies: restore_drill.py"
       for point in ("copied", "named")},
    **{f"matrix.{point}": "comes on Matrix: on_matrix.py"
       for point in ("signed_in", "received", "room_made", "answered")},
    **{point: "comes on Matrix: on_matrix_encrypted.py" for point in ENCRYPTION},
}
TEAMS = "outbox.order_ended"  # comes with threads of teams, in Decrypto alone
CROWD_EACH = 6
# Lines that come or not, depending on when the program was away.
PASSING = re.compile(r"I was away|can't write to you in private|mine don't reach everybody|"
                     r"^Allow private messages|^I'm about to restart|^Try again in a minute|"
                     r"All deadlines moved by")
PLACES = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{12})\b|\d{15,}|<t:\d+:\w>|"
                    r"\bt[a-z2-7]{12}\.(\d+|-)\.")
ASKS = re.compile(r"\bt[a-z2-7]{12}\.(\d+)\.")
# What an older card has become; how often a card had to come anew depends on what came between.
MOVED = re.compile(r"Your card for .* is further down\.$")
SILENT = 1 << 12
# What a press or a command is answered with, unless its time was over.
ANSWERS = ("Done.", "It's in your direct messages.",
           "Your table is set up. Everybody who plays, you too, presses “Join” under its message:")
BUTTONS = {"join": "Join", "start": "Start", "confirm": "Confirm", "nab": "Nab",
           "next": "Next round"}


class Discord(Platform):
    """A server with a channel and people; the bot hears nothing there that does not name it."""

    def __init__(self, program, shards=1):
        super().__init__(program, TOKEN)
        self.shards = shards
        self.ask("knobs", bucket_limit=0, global_per_s=0, session_ms=600000, shards=shards)
        self.people = {name: self.ask("person", name=name) for name in NAMES}
        self.furnish(self.ask("guild", name="Den"))

    def furnish(self, guild):
        """They play in a channel of that server."""
        self.guild = guild
        self.channel = self.ask("channel", guild=guild, name="den")
        self.direct = {}
        self.others = set()
        for name, person in self.people.items():
            self.ask("join", guild=guild, user=person)
            self.direct[name] = self.ask("dm", user=person)

    def den(self, shard, people=None):
        """The same Discord, for a thread of its own: a server that this shard is told of, with
        people of its own unless it is for these, who play elsewhere too."""
        den = copy.copy(self)
        den.line = http.client.HTTPConnection(self.control.netloc)
        den.people = people or {name: den.ask("person", name=name) for name in NAMES}
        den.furnish(den.ask("guild", name=f"Den {shard}", shard=shard, shards=self.shards))
        return den

    def told_by(self):
        """The shards that have a connection with a session."""
        links = self.ask("state")["links"]
        return {link["shard"] for link in links if not link["ended"] and link.get("session")}

    def config(self, folder):
        token = folder / "token"
        token.write_text(TOKEN, encoding="utf-8")
        token.chmod(0o600)
        return (f"[discord]\ntoken_file = {token}\npictures = no\n"
                f"api_base = {self.about['api'].removesuffix('/api')}\n")

    def look(self):
        pass

    def settle(self, bot):
        pass

    def ready(self):
        if self.shards > 1:
            return self.told_by() == set(range(self.shards))
        links = self.ask("state")["links"]
        return links and not links[-1]["ended"] and links[-1].get("session")

    def saw(self, name):
        return self.ask("saw", user=self.people[name])

    def texts(self, name):
        return [sight["text"].replace("**", "") for sight in self.saw(name)]

    def lasting(self, name):
        """Each line of what all read, each private message as it stands at the end, and what
        called them once more. A line may stand in a message of its own or below another one's,
        which depends on when the program was away."""
        last = {}
        asks = set()
        for sight in self.saw(name):
            if sight["json"]["author"].get("bot") and sight["channel"] not in self.others:
                if sight["message"] not in last:
                    yield from called(sight, asks)
                last[sight["message"]] = sight
        for sight in last.values():
            board = "custom_id" in json.dumps(sight["json"]) and sight["kind"] == "message"
            text = PLACES.sub("#", sight["text"])
            lines = [line for line in text.split("\n") if line and not PASSING.search(line)]
            if board or not lines or lines[0].startswith(ANSWERS) or MOVED.match(lines[0]):
                continue
            if sight["kind"] == "message":
                yield from (("all", line) for line in lines)
            else:
                yield "alone", "\n".join(lines)

    def button(self, name, label):
        """(message, custom_id) of the newest button so labelled that they can see."""
        for sight in reversed(self.ask("sees", user=self.people[name])):
            for row in sight["json"].get("components", []):
                for control in row.get("components", []):
                    if control.get("label") == label and not control.get("disabled"):
                        return sight["message"], control["custom_id"]
        return None

    def press(self, play, name, text):
        message, control = play.until(text, lambda: self.button(name, BUTTONS[text]))
        self.ask("press", user=self.people[name], message=message, custom_id=control)

    join = start = press

    def slash(self, play, name, command, channel=None, **args):
        """A command that the bot may still have to register."""
        def given():
            return self.order("slash", user=self.people[name], channel=channel or self.channel,
                              command=command, args=args).get("id")
        play.until(f"/{command}", given)

    def crowd(self, play):
        """More tables than stay in memory, in other channels."""
        for name in NAMES[:3]:
            channel = self.ask("channel", guild=self.guild, name=f"hall-{name}")
            self.others.add(channel)
            for _ in range(CROWD_EACH):
                before = play.count(name, "who plays?")
                self.slash(play, name, play.game.name, channel)
                play.until("a table", lambda n=name, b=before: play.count(n, "who plays?") > b)

    def open(self, play, name, options):
        args = dict(one.split("=") for one in options.split())
        if "rounds" in args:
            args["rounds"] = int(args["rounds"])
        self.slash(play, name, play.game.name, **args)

    def say(self, play, name, text):
        """A button where there is one, a command of words, or a mention."""
        asked = re.fullmatch(r"ask (\w+) (.*)", text)
        if text in BUTTONS:
            self.press(play, name, text)
        elif asked:
            self.slash(play, name, "ask", seat=asked[1], text=asked[2])
        else:
            self.ask("say", user=self.people[name], channel=self.channel,
                     text=f"<@{self.about['bot']}> {text}")

    def tell(self, play, name, text):
        if text in BUTTONS:
            self.press(play, name, text)
        else:
            self.ask("say", user=self.people[name], channel=self.direct[name], text=text)


def called(sight, asks):
    """A card that notifies of none but these asks, which are more behind it."""
    silent = sight["json"].get("flags", 0) & SILENT
    if sight["kind"] == "dm" and not silent:
        found = set(ASKS.findall(json.dumps(sight["json"])))
        if not found - asks:
            yield "called again", PLACES.sub("#", sight["text"])
        asks |= found


def welcomes(discord):
    """(thread, message) of what teams are told in theirs; who encrypts is let in later."""
    return {(sight["channel"], sight["message"]) for name in NAMES for sight in discord.saw(name)
            if "This room is for one team" in sight["text"]}


def teams(program, fake, point):
    """Each team of Decrypto has one thread."""
    def gathered(play):
        play.gather()
        play.until("both welcomes", lambda: len(welcomes(play.platform)) == 2)
        play.bot.end(play.platform)
        rooms = [room for room, _ in welcomes(play.platform)]
        assert len(rooms) == 2 and len(set(rooms)) == 2, (point, rooms)
    _, crashed = played(program, lambda: Discord(fake), DECRYPTO, [None] * 5 + [point], gathered)
    return f"threads {crashed}", bool(crashed)


def order(points, passes):
    """Which point each life of a game is armed with."""
    points = [point for point in points if point not in (LONG, DEFERRED)]
    start = PASSES.index(passes) * len(points) // len(PASSES)
    return [f"{point}:{passes}" for point in points[start:] + points[:start]]


def main(program, fake):
    points = [point for point in listed(program) if point not in ELSEWHERE]
    if not points:
        print("no crash points in this build")
        return 77
    walks = []
    for game in GAMES:
        own = [point for point in points if point != TEAMS or game is DECRYPTO]
        before = sum(act.how in (OPEN, JOIN) for act in game.acts)  # lives until its start
        walks.append(Walk(program, lambda: Discord(fake), game, own,
                          [order(own, passes) for passes in PASSES] +
                          [[f"{LONG}:1"], [None] * before + [f"{DEFERRED}:1"]]))
    others = [lambda n=n: teams(program, fake, f"{TEAMS}:{n}") for n in (1, 2)]
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as record:
        os.environ["DD_DISCORD_RECORD"] = record.name
        good = walk(walks, others)
        described = subprocess.run([CHECK, record.name], check=False).returncode
    return 0 if good and described in (0, 77) else 1


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main(*sys.argv[1:]))
