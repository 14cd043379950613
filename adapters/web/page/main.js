// The page: brings the door, the wire, the rooms and the panes together.

import { announce, by, make } from "./dom.js";
import { Composer } from "./composer.js";
import { changePerson, enter, leave, takeFragment, whoAmI } from "./door.js";
import { showInvite } from "./invite.js";
import { Log } from "./log.js";
import { Tables, titleOf } from "./board.js";
import { wordsOf } from "./message.js";
import { pickEmoji } from "./reactions.js";
import { PRIVATE, Rooms, showPeople, showRooms } from "./rooms.js";
import { Socket } from "./socket.js";
import { setServerNow } from "./time.js";

const ROOM = "deaddrop.room"; // the room this tab had in front
const FIRST_ROOM = "den";
const NARROW = matchMedia("(max-width: 759px)");

const state = {
  me: null,
  rooms: new Rooms(),
  current: null,
  commands: [],
  socket: null,
  live: new Set(), // rooms whose history is here: what comes now is news
  owed: false, // something private waits for me and I have not looked
};

const privateRoom = () => state.rooms.get(PRIVATE);
const currentRoom = () => state.rooms.get(state.current);

// Sends an action; a refusal is said beside the message box, kindly and to me alone.
async function act(op, typed) {
  hush();
  const answer = await state.socket.act(op);
  if (answer.op === "sorry" && op.op !== "form") {
    sorry(answer.text);
    if (typed && op.room === state.current && channelComposer.text.value === "") {
      channelComposer.fill(typed);
    }
  }
  return answer;
}

function sorry(text) {
  by("sorry-text").textContent = text;
  by("sorry").hidden = false;
}

function hush() {
  by("sorry").hidden = true;
  by("sorry-text").textContent = "";
}

const contextOf = (room) => ({
  get me() {
    return state.me;
  },
  act,
  find: (id) => state.rooms.find(room(), id),
  goTo: (id) => (room() === PRIVATE ? privateLog : channelLog).goTo(id),
  nameOf: (account) => state.rooms.names.get(account) ?? "somebody",
  react: (message, emoji, on) => act({
    op: "react", room: room(), message: message.id, emoji, on,
  }),
  reply: (message) => {
    const composer = room() === PRIVATE ? privateComposer : channelComposer;
    composer.answer(message);
    composer.text.focus();
  },
  pickReaction: async (message) => {
    const emoji = await pickEmoji();
    if (emoji) {
      await act({ op: "react", room: room(), message: message.id, emoji, on: true });
    }
  },
});

const more = (room) => state.socket.put({ op: "more", room: room.room, before: room.first });

const channelContext = contextOf(() => state.current);
const tables = new Tables(channelContext, (message) => {
  by("view-table-name").textContent = `Table ${titleOf(message).match(/#\d+/u)?.[0] ?? ""}`;
});
const channelLog = new Log(by("channel"), {
  context: channelContext,
  more,
  empty: by("channel-empty"),
  showBoard: (room, message) => {
    tables.choose(room, String(message.doc.table ?? message.id));
    showView("table");
    by("table").focus();
  },
});
const privateLog = new Log(by("private"), {
  context: contextOf(() => PRIVATE),
  more,
  empty: by("private-empty"),
});

const others = () => Array.from(currentRoom()?.people.values() ?? []);
const channelComposer = new Composer(by("channel-say"), {
  room: currentRoom, commands: () => state.commands, people: others, act, sorry,
});
const privateComposer = new Composer(by("private-say"), {
  room: privateRoom, commands: () => state.commands, people: others, act, sorry,
});

// Which pane a small screen shows: channel, table or private.
function showView(view) {
  document.body.dataset.view = view;
  document.body.classList.remove("rail-open");
  by("rail-open").setAttribute("aria-expanded", "false");
  for (const button of document.querySelectorAll("#views button")) {
    const current = button.dataset.view === view;
    button.setAttribute("aria-current", current ? "true" : "false");
  }
  seen();
}

const privateVisible = () => !document.hidden &&
  (!NARROW.matches || document.body.dataset.view === "private");

// What is in front has been seen.
function seen() {
  const room = currentRoom();
  if (room && !document.hidden) {
    room.unread = 0;
    room.called = false;
  }
  if (privateVisible()) {
    privateRoom().unread = 0;
    state.owed = false;
  }
  showCounts();
}

function showCounts() {
  const hidden = privateRoom().unread;
  by("private-unread").hidden = hidden === 0;
  by("private-unread-count").textContent = String(Math.min(hidden, 99));
  showRooms(state.rooms, state.current, go);
  const name = currentRoom()?.name;
  const elsewhere = state.rooms.channels.reduce((sum, room) => sum + room.unread, hidden);
  const sign = state.owed ? "● Your turn · " : elsewhere > 0 ? `(${elsewhere}) ` : "";
  document.title = `${sign}${name ? `#${name} · ` : ""}deaddrop`;
}

function go(id) {
  const before = state.current;
  const room = state.rooms.get(id);
  if (!room) {
    return;
  }
  if (before !== id) {
    channelComposer.switchTo(before, id);
  }
  state.current = id;
  sessionStorage.setItem(ROOM, id);
  for (const name of document.querySelectorAll(".room-name")) {
    name.replaceChildren(make("bdi", {}, room.name));
  }
  channelComposer.text.placeholder = `Message #${room.name}, or / for commands`;
  by("channel-messages").setAttribute("aria-label", `Messages in #${room.name}`);
  channelLog.show(room);
  tables.show(room);
  showPeople(room, state.me.account);
  showView("channel");
}

const isAsk = (doc) => doc?.panel?.some(({ control }) => /^t\d+\.\d+\./u.test(control));

// Something came for me alone.
function privateNews(message) {
  const room = privateRoom();
  const words = wordsOf(message, 300);
  if (message.from.account === state.me.account) {
    return;
  }
  if (!privateVisible()) {
    room.unread++;
    if (message.doc?.kind === "answer") {
      sorry(words);
    }
  }
  if (isAsk(message.doc)) {
    state.owed = !privateVisible();
    announce(`Your turn. ${words}`, "urgent");
  } else {
    announce(`Private: ${words}`, message.doc?.kind === "answer" ? "urgent" : "polite");
  }
}

function channelNews(message, room) {
  const away = room.room !== state.current || document.hidden ||
    (NARROW.matches && document.body.dataset.view === "private");
  if (away && message.from.account !== state.me.account) {
    room.unread++;
    room.called ||= (message.mentions ?? [])
      .some(({ account }) => account === state.me.account);
  }
}

function heardMessage(message, isEdit) {
  const what = state.rooms.accept(message, isEdit);
  if (what === null) {
    return;
  }
  const room = state.rooms.get(message.room);
  const whole = room.messages.get(message.seq);
  const news = what === "new" && state.live.has(room.room);
  if (room.private) {
    privateLog.put(whole, news);
  } else if (room.room === state.current) {
    channelLog.put(whole, news);
    if (Tables.isBoard(whole)) {
      tables.show(room);
    }
  }
  if (news) {
    if (room.private) {
      privateNews(whole);
    } else {
      channelNews(whole, room);
    }
    showCounts();
  }
}

const heard = {
  welcome(op) {
    state.me = op.you;
    state.commands = op.commands ?? [];
    setServerNow(op.now);
    op.rooms.forEach((room) => state.rooms.add(room));
    by("my-name").replaceChildren(make("bdi", {}, op.you.name));
    arrive();
  },
  message: (op) => heardMessage(op, false),
  edit: (op) => heardMessage(op, true),
  people(op) {
    state.rooms.setPeople(op.room, op.people);
    if (op.room === state.current) {
      showPeople(currentRoom(), state.me.account);
    }
    showSteps();
  },
  room(op) {
    state.rooms.add(op.room);
    go(op.room.room);
    markHistory();
  },
  more(op) {
    const room = state.rooms.get(op.room);
    room.end = op.end;
    (room.private ? privateLog : channelLog).hadMore();
  },
  invite(op) {
    showInvite({ room: state.rooms.get(op.room), secret: op.secret, ownKey });
  },
  link(op) {
    state.ownKey?.(op.key);
  },
  pong(op) {
    setServerNow(op.now);
    state.rooms.map.forEach((room) => state.live.add(room.room));
  },
};

// What comes before the answer to this ping is history: it is not counted and not read out.
const markHistory = () => state.socket.put({ op: "ping" });

// After the welcome: the room of before, or the first, or a new one.
function arrive() {
  by("house").hidden = false;
  if (state.join) {
    act({ op: "join", secret: state.join });
    state.join = null;
  }
  if (state.current !== null) {
    showCounts();
    return;
  }
  privateLog.show(privateRoom());
  const kept = state.rooms.get(sessionStorage.getItem(ROOM));
  const room = kept ?? state.rooms.channels[0];
  if (room) {
    go(room.room);
  } else {
    act({ op: "room", name: FIRST_ROOM });
  }
  markHistory();
}

function ownKey() {
  return new Promise((resolve) => {
    state.ownKey = resolve;
    act({ op: "link" }).then((answer) => answer.op === "sorry" && resolve(undefined));
  });
}

// The three steps of an empty room; what is done gets its mark.
function showSteps() {
  const people = currentRoom()?.people.size ?? 0;
  by("step-friends").classList.toggle("done", people >= 4);
  by("step-friends-count").textContent = people >= 4
    ? "Four of you are here." : `${Math.max(people, 1)} of 4 here.`;
}

function wireState(event) {
  const line = by("wire");
  if (event.detail === "lost") {
    line.textContent = "The line is down. Trying again; what you do now is kept.";
    line.hidden = false;
  } else if (event.detail === "open") {
    line.hidden = true;
    line.textContent = "";
  } else {
    location.reload();
  }
}

function listen() {
  for (const button of document.querySelectorAll("#views button")) {
    button.addEventListener("click", () => {
      showView(button.dataset.view);
      by(button.dataset.view).focus();
    });
  }
  by("rail-open").addEventListener("click", () => {
    const open = document.body.classList.toggle("rail-open");
    by("rail-open").setAttribute("aria-expanded", String(open));
    if (open) {
      by("room-list").querySelector("button")?.focus();
    }
  });
  by("rail").addEventListener("keydown", (event) => event.key === "Escape" && shutRail());
  by("rail-shade").addEventListener("click", shutRail);
  by("sorry-close").addEventListener("click", hush);
  by("new-room").addEventListener("submit", makeRoom);
  for (const button of document.querySelectorAll(".invite")) {
    button.addEventListener("click", () => act({ op: "invite", room: state.current }));
  }
  by("step-open").addEventListener("click", () => channelComposer.fill("/interceptor"));
  by("change-person").addEventListener("click", changePerson);
  by("leave").addEventListener("click", async () => {
    state.socket.close();
    await leave(state.socket.slot);
    location.reload();
  });
  for (const skip of document.querySelectorAll(".skip")) {
    skip.addEventListener("click", () => {
      showView(skip.dataset.view);
      by(skip.dataset.to).focus();
    });
  }
  document.addEventListener("visibilitychange", seen);
  NARROW.addEventListener("change", seen);
  addEventListener("hashchange", followLink);
}

// A link opened in a tab that is already inside: an invitation is followed as who I am; somebody's
// own link makes the tab start again with it.
function followLink() {
  const hash = location.hash;
  const { join, key } = takeFragment();
  if (key) {
    sessionStorage.removeItem("deaddrop.slot");
    location.replace(`/${hash}`);
    location.reload();
  } else if (join) {
    act({ op: "join", secret: join });
  }
}

function shutRail() {
  document.body.classList.remove("rail-open");
  by("rail-open").setAttribute("aria-expanded", "false");
  by("rail-open").focus();
}

async function makeRoom(event) {
  event.preventDefault();
  const field = by("new-room-name");
  const name = field.value.trim().replace(/^#/, "");
  if (name !== "") {
    const answer = await act({ op: "room", name });
    if (answer.op === "done") {
      field.value = "";
    }
  }
}

async function start() {
  listen();
  let who;
  try {
    who = await enter();
  } catch {
    by("wire").textContent = "The server does not answer. This page tries again by itself.";
    by("wire").hidden = false;
    setTimeout(() => location.reload(), 3000);
    return;
  }
  state.me = who.you;
  state.join = who.join;
  state.socket = new Socket(who.slot, () => ({ op: "hello", since: state.rooms.since() }),
    async () => {
      try {
        return (await whoAmI(who.slot)).you !== null;
      } catch {
        return undefined;
      }
    });
  state.socket.addEventListener("state", wireState);
  state.socket.addEventListener("op", ({ detail }) => heard[detail.op]?.(detail));
  state.socket.open();
}

start();
