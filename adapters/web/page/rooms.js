// What is known of rooms and their messages, and the list of rooms beside the channel.
//
// A room has one counter. A message keeps its place (seq) for ever; rev grows with every change.
// Whatever comes twice is dropped here, so nobody sees a message twice.

import { by, make, nameElement } from "./dom.js";
import { say } from "./words.js";

export const PRIVATE = "~";

function emptyRoom(room) {
  return {
    ...room,
    messages: new Map(), // seq → message
    first: Infinity, // all messages from this seq on are here
    newest: 0,
    rev: 0,
    end: false, // the history's beginning is reached
    unread: 0,
    called: false, // somebody mentioned me there
    people: new Map(), // account → {account, name, here}
  };
}

export class Rooms {
  constructor() {
    this.map = new Map();
    this.names = new Map(); // account → name, of everybody ever seen
    this.add({ room: PRIVATE, name: "private", private: true });
  }

  add(room) {
    const known = this.map.get(room.room);
    if (known) {
      known.name = room.name;
      known.silent = room.silent === true;
    } else {
      this.map.set(room.room, emptyRoom(room));
    }
    return this.map.get(room.room);
  }

  // Somebody was forgotten: what is here of a room goes, and what is left of it comes anew.
  clear(id) {
    const room = this.map.get(id);
    if (room) {
      Object.assign(room, { messages: new Map(), first: Infinity, newest: 0, rev: 0, end: false });
    }
    return room;
  }

  // A room that is mine no more.
  remove(id) {
    this.map.delete(id);
  }

  get(id) {
    return this.map.get(id);
  }

  get channels() {
    return Array.from(this.map.values()).filter((room) => !room.private);
  }

  since() {
    const since = {};
    for (const room of this.map.values()) {
      if (room.rev > 0) {
        since[room.room] = room.rev;
      }
    }
    return since;
  }

  // Takes a message or an edit. Says what it was: "new", "older", "edit", or null for one that was
  // here before. One from before the loaded history is kept too: it may be a board.
  accept(message) {
    const room = this.map.get(message.room) ?? this.add({ room: message.room, name: message.room });
    const known = room.messages.get(message.seq);
    const isNewest = message.seq > room.newest;
    room.rev = Math.max(room.rev, message.rev);
    if (known && known.rev >= message.rev) {
      return null;
    }
    // when what is owed there was last another matter
    message.asked = known && owedOf(known) === owedOf(message) ? known.asked : message.rev;
    message.takenBack = takenBack(known, message);
    room.messages.set(message.seq, message);
    room.newest = Math.max(room.newest, message.seq);
    if (!message.from.bot) {
      this.names.set(message.from.account, message.from.name);
    }
    if (known) {
      return "edit";
    }
    return isNewest ? "new" : "older";
  }

  // The server has sent everything from first on; after a gap, what was here before is dropped.
  hadHistory({ room: id, first, more, gap }) {
    const room = this.map.get(id);
    if (gap) {
      for (const seq of Array.from(room.messages.keys()).filter((other) => other < first)) {
        room.messages.delete(seq);
      }
    }
    if (gap || first <= room.first) {
      room.first = first;
      room.end = !more;
    }
    return room;
  }

  setPeople(id, people, watchers = 0) {
    const room = this.map.get(id);
    if (room) {
      room.watchers = watchers;
      room.people = new Map(people.map((person) => [person.account, person]));
      people.forEach((person) => this.names.set(person.account, person.name));
    }
  }

  find(id, messageId) {
    for (const message of this.map.get(id)?.messages.values() ?? []) {
      if (message.id === messageId) {
        return message;
      }
    }
    return undefined;
  }
}

// What is owed by who reads a message, as its controls tell it.
const owedOf = (message) => (message.doc?.panel ?? [])
  .filter(({ owed }) => owed).map(({ control }) => control).join(" ");

// What an edit offers no longer, and since when: control → rev.
function takenBack(known, message) {
  const offers = new Set((message.doc?.panel ?? []).map(({ control }) => control));
  const gone = new Map(known?.takenBack);
  for (const { control } of known?.doc?.panel ?? []) {
    if (!offers.has(control)) {
      gone.set(control, message.rev);
    }
  }
  return gone;
}

// Does somebody wait for me, as this message says?
export const isOwed = (message) => owedOf(message) !== "";

// The card of each table that I know of: the newest private message that says what I may do there.
export function cardsOf(room) {
  const cards = new Map();
  for (const message of inOrder(room)) {
    const { kind, table, panel } = message.doc ?? {};
    if (table !== undefined && (kind === "card" || (kind === "private" && panel?.length))) {
      cards.set(table, message);
    }
  }
  return cards;
}

// Is what a message offers still so? A card is true; what was answered since it asked is too. All
// that is older is as the card says now.
export function isLive(message, cards) {
  const card = cards.get(message.doc?.table);
  return !card || card === message ||
    (!["card", "private"].includes(message.doc.kind) && message.rev > card.asked);
}

// Has the card taken back, since a message offered it, what it offered too?
export function isTakenBack(message, control, cards) {
  return (cards.get(message.doc?.table)?.takenBack.get(control) ?? 0) > message.rev;
}

// A form that asked for what a press lacked, and was sent, or after which other things came.
export function isSpent(room, message, cards) {
  if (message?.doc?.kind !== "form") {
    return false;
  }
  const { table } = message.doc;
  return message.sent === true || (cards.get(table)?.rev ?? 0) > message.rev ||
    Array.from(room.messages.values())
      .some(({ seq, doc }) => seq > message.seq && doc?.table === table);
}

// The messages of a room in their order.
export const inOrder = (room) => Array.from(room.messages.values()).sort((a, b) => a.seq - b.seq);

// What stands before a room's name: a team's own is nobody else's.
export const signOf = (room) => (room.team ? "\u25c6" : "#");

// The list of rooms. go(id) opens one.
export function showRooms(rooms, current, go) {
  const list = by("room-list");
  const focused = list.contains(document.activeElement)
    ? document.activeElement.dataset.room : undefined;
  list.replaceChildren(...rooms.channels.map((room) => {
    const button = make("button", {
      type: "button",
      class: "room",
      "data-room": room.room,
      "aria-current": room.room === current ? "page" : undefined,
      onclick: () => go(room.room),
    }, make("span", { class: "hash", "aria-hidden": "true" }, signOf(room)),
    nameElement(room.name));
    if (room.unread > 0 && room.room !== current) {
      button.append(make("span", { class: room.called ? "count called" : "count" },
        make("span", { class: "unseen" }, `, ${say("unread")} `),
        String(Math.min(room.unread, 99))));
    }
    return make("li", {}, button);
  }));
  if (focused !== undefined) {
    list.querySelector(`[data-room="${CSS.escape(focused)}"]`)?.focus();
  }
}

// Who is in the room, under the list.
export function showPeople(room, me) {
  const people = Array.from(room?.people.values() ?? [])
    .sort((a, b) => Number(b.here) - Number(a.here) || a.name.localeCompare(b.name));
  const here = people.filter((person) => person.here !== false).length;
  by("people-count").textContent = room?.watchers
    ? say("people.watched", { count: here, watchers: room.watchers })
    : say("people", { count: here });
  by("people-list").replaceChildren(...people.map((person) => make("li", {
    class: person.here === false ? "person away" : "person",
  }, nameElement(person.name),
  person.account === me ? make("span", { class: "aside" }, " ", say("people.you")) : null,
  person.here === false ? make("span", { class: "aside" }, " ", say("people.away")) : null)));
}
