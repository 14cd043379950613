"""What one account sees at a homeserver, as a person reads it: messages with their edits, and what
they offer: reactions that the house put there, and words to type."""

import html
import re

BREAK = re.compile(r"<(?:/?(?:p|li|h4|tr)|br ?/?)>")
TAG = re.compile(r"<[^>]*>")
OFFER = re.compile("([^\x01\x02\n]*)\x01([^\x02]*)\x02( \\(at the table\\))?(?=([^\x01\n]*))")
PRINT = re.compile("[0-9a-f]{32,}|.*@name.*")  # of a secret, or how it is said: nothing to type
PLACE = re.compile(r"<([^>]*)>|\[([^\]]*)\]")


class Control:
    """A reaction (key), or words to type; label "": words in a sentence."""

    def __init__(self, room, event, label, key=None, words=None):
        self.room, self.event, self.label, self.key, self.words = room, event, label, key, words
        self.at_table = False  # where the words are to be said
        self.note = ""  # what stands behind them, with what can be filled in

    def places(self):
        """What has to be filled in: (text, may it be left out)."""
        return [(one or two, bool(two)) for one, two in PLACE.findall(self.words or "")]

    def values(self, place):
        """(what can be filled in there, so many of it at once), as the note behind the words has
        it: "(which cards: 3 of these, with commas between: G12; G3; R7; K4)"."""
        told = re.search(rf"[( ]{re.escape(place)}: (?:(\d+) of these[^:]*: )?([^)·]*;[^)·]*)",
                         self.note)
        if told is None:
            return [], 0
        return [one.split(" = ")[0].strip() for one in told[2].split(";")], int(told[1] or 1)

    def filled(self, values):
        values = iter(values)
        return re.sub(" +", " ", PLACE.sub(lambda _: next(values), self.words)).strip()


class Message:
    def __init__(self, room, event, direct, content, keys):
        self.room, self.event, self.direct = room, event, direct
        marked = content.get("formatted_body", content.get("body", ""))
        marked = marked.replace("<code>", "\x01").replace("</code>", "\x02")
        marked = html.unescape(TAG.sub("", BREAK.sub("\n", marked)))
        self.text = marked.replace("\x01", "").replace("\x02", "")
        self.controls = []
        for label, words, at_table, note in OFFER.findall(marked):
            if not PRINT.fullmatch(words):
                label = label.split(" · ")[-1].strip(" :") if label.endswith(": ") else ""
                self.controls.append(Control(room, event, label, words=words))
                self.controls[-1].at_table = bool(at_table)
                self.controls[-1].note = note
        for key in keys:
            said = next((one.label for one in self.controls if one.label.startswith(key)), None)
            line = next((row for row in self.text.split("\n") if key in row), key)
            self.controls.append(Control(room, event, said or line, key=key))

    def offers(self):
        """Those that are more than words in a sentence."""
        return [one for one in self.controls if one.key or one.label]


def taken_back(room):
    """Ids of what was redacted: boards that were posted anew, reactions of what is over."""
    return {event.get("content", {}).get("redacts") or event.get("redacts")
            for event in room.events if event.get("type") == "m.room.redaction"}


def screen(person):
    """All messages of the house that this person has now, oldest first in each room."""
    found = []
    for key, room in person.rooms.items():
        if room.members.get(person.user, "join") != "join":
            continue
        edits, keys, gone = room.edits(), {}, taken_back(room)
        for event in room.events:
            about = event.get("content", {}).get("m.relates_to") or {}
            if event.get("type") == "m.reaction" and event["sender"] == person.house and \
                    event["event_id"] not in gone:
                keys.setdefault(about.get("event_id"), []).append(about.get("key"))
        for event, _, _, content in room.messages(person.house):
            if event in gone:
                continue
            found.append(Message(key, event, room.direct, edits.get(event, content),
                                 keys.get(event, [])))
    return found
