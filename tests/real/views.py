"""What must be true of everybody's view of a finished game, of the rooms, and of what was sent."""

import collections
import json
import math
import re
import subprocess
import sys
import tempfile
import urllib.parse

from homeserver import beside

# What only one seat, or its team, may read; the group is what must be nowhere else.
SECRETS = (
    (r"(Your code is \d{3})\.", "seat"),
    (r"Your keywords: (1 [^\n.]+)\.", "team"),
    (r"Your Suspect is (\w\d+)[.;]", "seat"),
    (r"Your hand: ([RKYG]\d[^\n.]+)\.", "seat"),
    (r"Your signals: ([^\n]+)\.\n", "team"),
    (r"Do you agree\? ([^\n]+)\. Confirm", "team"),
    (r"(You're the spy), and", "seat"),
    (r"(You're an agent, and the place is [^.\n]+)\.", "team"),
    (r"agent, and (the place is [^.\n]+)\.", "team"),
)
# Lines that a game says once, whatever was restarted in it.
ONCE = (r"The game begins", r"The game is over", r"^Round (\d+) is (open|over)",
        r"(White|Black)(, clues of round \d+|: the code was)", r"\bwins?\b.*[Rr]ight!",
        r"^You're in\.", r"Your keywords: 1 .*`hand` shows them")
# How long the house may take for an answer, the homeserver's part left out.
LATE_S = 3
# Findings of the specification's own check that are no mistakes of ours.
ALLOWED = (
    # an answer of the reverse proxy while the homeserver was away
    r"^response 50[0-9]",
    # the homeserver's own words, which its specification does not have
    r"^response .*",
)
# It takes what is sent to devices for the content of one event: sealed.py looks at that itself.
NO_EVENT = "/sendToDevice/"


def private_words(person):
    return "\n".join(words for room in person.rooms.values() if room.direct
                     for words in room.shown(person.house))


def secrets_of(person):
    """(whose, words): what this person was told in private."""
    found = set()
    for pattern, whose in SECRETS:
        for match in re.finditer(pattern, private_words(person)):
            found.add((whose, match.group(1)))
    return found


def check_secrets(table, teams):
    """Nobody can read what only others may: asked of the server again, from the beginning."""
    views = {person: person.view() for person in table.people}
    team_of = {person: set(members) for members in teams.values() for person in members}
    over = "The game is over"
    told = 0
    for owner in table.people:
        for whose, words in secrets_of(owner):
            told += 1
            may = team_of[owner] if whose == "team" else {owner}
            for reader in table.people:
                if reader in may or own_code(reader, words):
                    continue
                for room in views[reader].values():
                    before = room.shown(table.house.user)
                    end = next((n for n, body in enumerate(before) if over in body), len(before))
                    leaks = [body for body in before[:end]
                             if re.search(rf"\b{re.escape(words)}\b", body) and
                             not public(words, body)]
                    assert not leaks, (owner.name, reader.name, words, leaks)
    assert told, "nobody was told anything secret"
    return told


def own_code(reader, words):
    """Codes are drawn anew each round: this one came to the reader too, in a round of theirs. That
    nobody is told more codes than they have rounds is counted where the game is played."""
    return words.startswith("Your code is") and ("seat", words) in secrets_of(reader)


def public(words, body):
    """A Suspect that was named aloud, a code that was answered, is no secret any more."""
    named = re.search(r"shoots\. Suspect: |code was|and guesses: ", body)
    return bool(named) and "Your " not in body and words.split(" ")[0].rstrip(".") in body


def check_rooms(table):
    """Direct rooms have the house and one person, and nobody else is, or could come, in there."""
    house = table.house
    for person in table.people:
        direct = person.direct()
        members = house.server.members(direct)
        assert members == {house.user, person.user}, (person.name, members)
        history = house.state(direct, "m.room.history_visibility")["history_visibility"]
        rule = house.state(direct, "m.room.join_rules")["join_rule"]
        assert history in ("joined", "invited") and rule in ("invite", "knock"), (history, rule)
        for other in table.people:
            assert other is person or direct not in other.rooms, (person.name, other.name)


def sends_of(house):
    """Of each message of the house, by its event, when it first began to send it and when that had
    been answered; of one whose answer was lost, by its room and words."""
    first, sends = {}, {}
    for record in house.recorder.taken():
        match = re.match(r".*/rooms/([^/]+)/send/[^/]+/([^/]+)$", record["path"])
        if record["method"] == "PUT" and match:
            begun = first.setdefault(match.group(2), record["at"][0])
            event = (record["response"] or {}).get("event_id") or \
                (urllib.parse.unquote(match.group(1)), record["body"].get("body"))
            sends.setdefault(event, (begun, record["at"][1]))
    return sends


def acts_of(person, rooms, house):
    """When the house was told that somebody said or pressed something: for each act all times, for
    one that ends may be told again of what it had been told."""
    handed = house.recorder.handed
    return [handed[event["event_id"]] for room in rooms.values() for event in room.events
            if event["sender"] == person.user and event["event_id"] in handed and
            event.get("type") in ("m.room.message", "m.reaction")]


def kept_waiting(sends, at):
    """For how long what was sent into the same room just before stood in the way of this one."""
    waited = 0
    while at > 0 and sends[at][0] - sends[at - 1][1] < 0.1:
        at -= 1
        waited += sends[at][1] - sends[at][0]
    return waited


def check_in_a_row(person, rooms, house):
    """The same words twice in a row are two answers to the same person, who asked twice: the house
    was told so between the two, or behind what it said before them, or at most so long before the
    first that it was still answering. All by what it was told and what it began to send, however
    slow the homeserver is."""
    acts, sends = acts_of(person, rooms, house), sends_of(house)
    for key, room in rooms.items():
        told = [(sends.get(event) or sends[key, body], body)
                for event, _, body, _ in room.messages(house.user)]
        times = [one for one, _ in told]
        since, in_a_row = -math.inf, 1
        for at, ((_, words), ((now, _), again)) in enumerate(zip(told, told[1:])):
            before = times[at][0]
            if words != again:
                late = now - LATE_S - kept_waiting(times, at + 1)
                since, in_a_row = min(before, late), 1
                continue
            in_a_row += 1
            asked = sum(any(since <= one <= now for one in act) for act in acts)
            assert asked >= in_a_row or any(before <= act[0] <= now for act in acts), (
                person.name, key, again, before, now, [act for act in acts if act[0] <= now][-5:])


def check_once(table):
    """No message twice: neither as two events of one transaction, nor the same words again where a
    game says them once, nor twice in a row unasked."""
    for person in table.people:
        rooms = person.view()
        check_in_a_row(person, rooms, table.house)
        for key, room in rooms.items():
            bodies = [body for _, _, body, _ in room.messages(table.house.user)]
            counted = collections.Counter(
                match.group() + "|" + body for body in bodies for pattern in ONCE
                for match in re.finditer(pattern, body, re.M))
            twice = [words for words, count in counted.items() if count > 1]
            assert not twice, (person.name, key, twice)
    check_transactions(table.house)


def check_transactions(house):
    """Of what was recorded: one transaction, one event; one event, one transaction."""
    events = {}
    for record in house.recorder.taken():
        match = re.match(r".*/rooms/([^/]+)/(?:send/([^/]+)|redact/[^/]+)/([^/]+)$", record["path"])
        if record["method"] != "PUT" or not match or record["status"] != 200:
            continue
        transaction, event = match.group(3), record["response"]["event_id"]
        assert events.setdefault(transaction, event) == event, (transaction, event)
    assert events, "nothing was sent"
    twice = [e for e, n in collections.Counter(events.values()).items() if n > 1]
    assert not twice, twice


def check_log(house):
    """However often it began again, it took nothing of its own for another process's."""
    assert "another_process" not in house.log(), house.log()[-2000:]


def check_traffic(house):
    """All that was recorded, against the specification's own description; how many requests."""
    tool, index = beside("tools", "mxspec.py"), beside("data", "matrix-spec-index.json")
    if tool is None or index is None:
        print("NOT CHECKED against the specification: ../shared/tools/mxspec.py and "
              "../shared/data/matrix-spec-index.json are not there", file=sys.stderr)
        return 0
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        records = house.recorder.taken()
        for record in records:
            file.write(json.dumps(record) + "\n")
        file.flush()
        done = subprocess.run([sys.executable, str(tool), "check", str(index), file.name],
                              stdout=subprocess.PIPE, text=True, check=False)
    bad, request = collections.Counter(), ""
    for line in done.stdout.splitlines():
        if line.startswith("#"):
            request = re.sub(r"(%21|!|%40|@|%24|\$)[^/]+|[0-9A-Za-z_-]{20,}", "_",
                             line.split(" ", 1)[1])
        elif line.startswith("   ") and not any(re.search(p, line.strip()) for p in ALLOWED) and \
                not (NO_EVENT in request and line.strip().startswith("content ")):
            bad[f"{request}: {line.strip()}"] += 1
    assert not bad, "\n".join(f"{count} times {what}" for what, count in bad.most_common(20))
    assert "requests," in done.stdout, done.stdout[-2000:]
    return len(records)
