"""People around one table: a room with the house in it, and what may happen after an act."""

import re


class Table:
    """people sit in one room with the house. after(number) is called behind each act, as soon as
    the homeserver has it, and may end and start anything."""

    def __init__(self, house, people, after=None, wait_s=60):
        self.house = house
        self.people = people
        self.after = after
        self.wait_s = wait_s
        self.acts = 0
        self.room = None
        for person in people:
            person.house = house.user
            person.log = house.log
            person.company = [other for other in people if other is not person]

    def sit(self, name="den", **more):
        host = self.people[0]
        self.room = host.make_room(
            name, [self.house.user] + [person.user for person in self.people[1:]], **more)
        for person in self.people[1:]:
            person.until(lambda person=person: self.room in person.invites, "the host's invite")
            person.enter(self.room)
        host.until(lambda: host.rooms.get(self.room) and
                   host.rooms[self.room].members.get(self.house.user) == "join",
                   "the house to come in", self.wait_s)

    def act(self, person, text, room=None):
        """Typed in the room, or in private when room is None."""
        self.acts += 1
        for one in self.people:
            one.mark()
        event = person.whisper(text) if room is None else person.say(room, text)
        if self.after:
            self.after(self.acts)
        return event

    def all_see(self, pattern, times=1):
        return [person.sees(self.room, pattern, times) for person in self.people][0]

    def open(self, command):
        """Opens a table, seats everybody, starts it, and puts people in the order of seats."""
        host = self.people[0]
        self.act(host, f"!{command}", self.room)
        host.sees(self.room, "who plays")
        for person in self.people:
            self.act(person, "!join", self.room)
            person.told("You're in")
        self.act(host, "!start", self.room)
        words = host.sees(self.room, r"The game begins[^\n]*").group()
        names = "|".join(re.escape(person.name) for person in self.people)
        order = re.findall(names, words)
        assert len(order) == len(self.people), (words, names)
        self.people.sort(key=lambda person: order.index(person.name))
