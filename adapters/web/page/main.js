// The page: brings the door, the wire, the rooms and the panes together.

import { Attention, browserWays, signedTitle } from "./attention.js";
import { Dock } from "./card.js";
import { Commands } from "./commands.js";
import { Composer } from "./composer.js";
import { isConsole, showConsole } from "./console.js";
import { announce, by, make } from "./dom.js";
import { ask, changePerson, enter, isKnown, leave, tabToken, takeFragment } from "./door.js";
import { gameOf, showGames, showGamesAtDoor } from "./games.js";
import { showInvite } from "./invite.js";
import { Log } from "./log.js";
import { wordsOf } from "./message.js";
import { openForm } from "./panel.js";
import { pickEmoji } from "./reactions.js";
import { cardsOf, isOwed, PRIVATE, showPeople, showRooms, signOf } from "./rooms.js";
import { showSettings } from "./settings.js";
import { firstRoom, makeRoom, quit, rename, wireState } from "./self.js";
import { Socket } from "./socket.js";
import { forgetStories } from "./story.js";
import { currentRoom, hush, privateRoom, sorry, state } from "./state.js";
import { tableOf, Tables, titleOf } from "./tables.js";
import { setServerNow } from "./time.js";
import { NARROW, Views } from "./views.js";
import { watchSecret } from "./watch.js";
import { say } from "./words.js";

const ROOM = "deaddrop.room"; // the room this tab had in front

// Sends an action; a refusal is said beside the message box, kindly and to me alone.
async function act(op, typed) {
  hush();
  const sent = typed && (op.room === PRIVATE ? privateLog : channelLog).unsent(typed);
  const answer = await state.socket.act(op);
  sent?.();
  if (op.op === "say" && op.room === state.current && answer.op === "done") {
    dock.offer(op.text);
  }
  if (answer.op === "sorry" && !["form", "name"].includes(op.op)) {
    sorry(answer.text);
    const composer = op.room === PRIVATE ? privateComposer : channelComposer;
    if (typed && [PRIVATE, state.current].includes(op.room) && composer.text.value === "") {
      composer.fill(typed);
    }
  }
  return answer;
}

const contextOf = (room) => ({
  commands: () => state.commands,
  get me() {
    return state.me;
  },
  act,
  sent: (id) => {
    const message = state.rooms.find(room(), id);
    if (room() === PRIVATE && message) {
      message.sent = true;
      privateLog.panels();
    }
  },
  find: (id) => state.rooms.find(room(), id),
  goTo: (id) => (room() === PRIVATE ? privateLog : channelLog).goTo(id),
  nameOf: (account) => state.rooms.names.get(account) ?? say("somebody"),
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

const views = new Views((view, changed) => {
  if (changed && NARROW.matches) {
    dock.fold(view !== "table" || !state.owed); // the strip alone lies over the chat
  }
  channelLog?.shown();
  privateLog?.shown();
  if (state.me) {
    seen();
  }
});

// The card of a table, by the number that documents have.
const cardOf = (table) => {
  const card = cardsOf(privateRoom()).get(table);
  return card?.doc.kind === "card" ? card : undefined;
};

// The table of a card comes to the front, in whatever room it stands.
function goToCard(card) {
  for (const room of state.rooms.channels) {
    const board = Array.from(room.messages.values())
      .find((message) => Tables.isBoard(message) && message.doc.table === card.doc.table);
    if (board) {
      go(room.room);
      tables.choose(room, tableOf(board));
      views.show("table");
      by("dock").focus();
      return;
    }
  }
  views.show("private");
  privateLog.goTo(card.id);
}

const attention = new Attention(browserWays(), (table) => {
  const card = cardOf(table);
  if (card) {
    goToCard(card);
  }
});

navigator.serviceWorker?.addEventListener("message", ({ data }) => attention.pressed(data.table));

const invite = () => showInvite(currentRoom(), sorry);

const channelContext = contextOf(() => state.current);
const dock = new Dock({
  ...contextOf(() => PRIVATE),
  get me() {
    return state.me;
  },
  go: goToCard,
  isSmall: () => NARROW.matches,
  isAtTable: () => views.view === "table",
});
const tables = new Tables({
  ...channelContext,
  get me() {
    return state.me;
  },
  cardOf,
  gameOf: (id) => gameOf(state.commands, id),
  optionsOf: (id) => state.commands.find(({ name }) => name === id)?.args ?? [],
  invite,
}, (message, only) => {
  const number = message && !only && titleOf(message).match(/#\d+/u)?.[0];
  by("view-table-name").textContent = number ? say("table.number", { number }) : say("table");
  showDock();
});
const channelLog = new Log(by("channel"), {
  context: channelContext,
  more,
  empty: by("channel-empty"),
  showBoard: (room, message) => {
    tables.choose(room, tableOf(message));
    views.show("table");
    by("table").focus();
  },
});
const privateLog = new Log(by("private"), {
  context: contextOf(() => PRIVATE),
  more,
  empty: by("private-empty"),
  docked: () => dock.shown,
  follows: true, // all of it is an answer to me, or asks me for one
});

const writing = {
  commands: () => state.commands,
  people: () => [...(currentRoom()?.people.values() ?? []), ...(state.bot ? [state.bot] : [])],
  textMax: () => state.limits.text,
  act,
  takeBack: (room) => state.socket.takeBack((op) => op.op === "say" && op.room === room)?.text,
  sorry,
};
const channelComposer = new Composer(by("channel-say"), { ...writing, room: currentRoom });
const privateComposer = new Composer(by("private-say"), { ...writing, room: privateRoom });

// My card at the table in front, and those elsewhere that wait for me.
function showDock() {
  const front = tables.front;
  const card = front ? cardOf(front.doc.table) : undefined;
  const others = Array.from(cardsOf(privateRoom()).values())
    .filter((other) => other !== card && other.doc.kind === "card" && isOwed(other));
  dock.show(card, front, others);
  privateLog?.panels();
}

// What is in front has been seen.
function seen() {
  const room = currentRoom();
  if (room && views.shows("channel")) {
    room.unread = 0;
    room.called = false;
  }
  if (views.shows("private")) {
    privateRoom().unread = 0;
  }
  showCounts();
}

function showCounts() {
  const hidden = privateRoom().unread;
  const said = views.shows("channel") ? 0 : currentRoom()?.unread ?? 0;
  by("channel-unread").hidden = said === 0;
  by("channel-unread-count").textContent = String(Math.min(said, 99));
  by("private-unread").hidden = hidden === 0;
  by("private-unread-count").textContent = String(Math.min(hidden, 99));
  showRooms(state.rooms, state.current, go);
  const name = currentRoom()?.name;
  const elsewhere = state.rooms.channels.reduce((sum, room) => sum + room.unread, hidden);
  by("turn").hidden = !state.owed;
  document.body.classList.toggle("my-turn", state.owed);
  document.title = signedTitle({ owed: state.owed, unread: elsewhere, room: name });
  Attention.mark(document.querySelector("link[rel=icon]"), state.owed);
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
  by("channel-messages").setAttribute("aria-label",
    say("log.messages.here", { room: `#${room.name}` }));
  by("channel-sign").textContent = signOf(room);
  document.body.classList.toggle("team-room", room.team === true);
  channelComposer.silence(room.silent === true);
  channelLog.show(room);
  tables.show(room);
  showPeople(room, state.me.account);
  showCounts();
}

// Calls me to the tables that wait for me, and lets go of those that do not.
function callMe(cards) {
  for (const card of cards) {
    const heading = card.doc.blocks?.find(({ t }) => t === "heading");
    if (isOwed(card)) {
      attention.turn({
        table: card.doc.table,
        name: (heading?.runs ?? []).map(({ s }) => s ?? "").join(""),
        call: `${card.id} ${card.asked}`,
      });
    } else {
      attention.calm(card.doc.table);
    }
  }
}

// Whether it is my turn is what the cards say.
function lookAtCards() {
  const cards = Array.from(cardsOf(privateRoom()).values());
  state.owed = cards.some(isOwed);
  if (state.live.has(PRIVATE)) {
    callMe(cards);
  }
  const room = currentRoom();
  if (room) {
    tables.show(room); // what my card has, the board need not offer
  } else {
    showDock();
  }
  showCounts();
}

// A press that lacks something is answered by exactly that: one form opens at once.
function openOnly(message) {
  const [choice, ...others] = message.doc?.kind === "form" ? message.doc.panel ?? [] : [];
  if (!choice?.form || others.length > 0) {
    return;
  }
  const dialog = by("form-dialog");
  const open = () => dialog.open ||
    openForm(choice, { ...contextOf(() => PRIVATE), room: PRIVATE, message: message.id });
  if (dialog.querySelector("form[aria-busy=true]")) { // what it answers is still being heard
    dialog.addEventListener("close", () => setTimeout(open), { once: true });
  } else {
    open();
  }
}

// Something came for me alone. The card shows what is mine, an answer to what I did beside it.
function privateNews(message) {
  const room = privateRoom();
  const words = wordsOf(message, 300);
  // to what I have just done
  const isAnswer = ["answer", "form", "over", "console"].includes(message.doc?.kind);
  if (message.from.account === state.me.account) {
    return;
  }
  if (isConsole(message)) {
    showConsole(message, contextOf(() => PRIVATE));
    announce(say("private.said", { words }), "polite");
    return;
  }
  if (!views.shows("private") && message !== dock.shown) {
    room.unread += isAnswer ? 0 : 1;
    if (message.doc && !["card", "form"].includes(message.doc.kind)) {
      dock.answer(message);
    }
  }
  openOnly(message);
  if (isOwed(message) && !isAnswer) {
    announce(say("turn.said", { words }), "urgent");
  } else {
    announce(say("private.said", { words }),
      message.doc?.kind === "form" || !isAnswer ? "polite" : "urgent");
  }
}

function channelNews(message, room) {
  const away = room.room !== state.current || !views.shows("channel");
  if (away && message.from.account !== state.me.account) {
    room.unread++;
    room.called ||= (message.mentions ?? []).includes(state.me.account);
  }
}

function heardMessage(message) {
  const what = state.rooms.accept(message);
  if (what === null) {
    return;
  }
  const room = state.rooms.get(message.room);
  const whole = room.messages.get(message.seq);
  const news = what === "new" && state.live.has(room.room);
  if (room.private) {
    privateLog.put(whole, news);
    lookAtCards();
  } else if (room.room === state.current) {
    channelLog.put(whole, news);
    if (Tables.isBoard(whole) || whole.doc?.kind === "lines") {
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
    state.me = op.you ?? state.me; // nobody's, for who looks on
    state.own = op.own ?? {};
    state.bot = op.bot;
    state.commands = op.commands ?? [];
    showGames(state.commands, begin);
    state.limits = { ...state.limits, ...op.limits };
    setServerNow(op.now);
    op.rooms.forEach((room) => state.rooms.add(room));
    if (op.bot) {
      state.rooms.names.set(op.bot.account, op.bot.name);
    }
    showMe();
    arrive();
  },
  message: heardMessage,
  edit: heardMessage,
  people(op) {
    state.rooms.setPeople(op.room, op.people, op.watchers);
    const me = op.people.find(({ account }) => account === state.me.account);
    if (me) {
      state.me.name = me.name;
      showMe();
    }
    if (op.room === state.current) {
      showPeople(currentRoom(), state.me.account);
    }
  },
  room(op) {
    state.rooms.add(op);
    if (op.id !== undefined || state.current === null) {
      go(op.room);
    } else if (op.room === state.current) {
      channelComposer.silence(op.silent === true);
    } else if (op.team && !state.live.has(op.room)) {
      announce(say("team_room", { room: op.name }));
    }
    showCounts();
  },
  gone(op) {
    state.rooms.remove(op.room);
    state.live.delete(op.room);
    if (op.room === state.current) {
      state.current = null;
      const room = state.rooms.channels[0];
      if (room) {
        go(room.room);
      } else {
        firstRoom();
      }
    }
    showCounts();
  },
  cleared(op) {
    const room = state.rooms.clear(op.room);
    state.live.delete(op.room);
    if (room?.private) {
      privateLog.show(room);
    } else if (room && op.room === state.current) {
      channelLog.show(room);
    }
  },
  history(op) {
    const room = state.rooms.hadHistory(op);
    state.live.add(op.room);
    if (room.private) {
      privateLog.hadMore();
      lookAtCards();
    } else if (op.room === state.current) {
      channelLog.hadMore();
      tables.show(room);
    }
  },
  // Said while nothing can be stored: it is no message, and gone after a reload.
  note(op) {
    sorry(wordsOf(op, 2000));
  },
  pong: (op) => setServerNow(op.now),
};

function showMe() {
  by("my-name").replaceChildren(make("bdi", {}, state.me.name));
}

// After the welcome: the room of before, or the first, or a new one.
function arrive() {
  by("splash").hidden = true;
  by("house").hidden = false;
  views.mark();
  if (state.join) {
    follow(state.join);
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
    firstRoom();
  }
}

// Follows an invitation as who I am; the room then comes over the wire.
async function follow(join) {
  const answer = await ask("/join", { join }).catch(() => ({}));
  if (answer.ok) {
    state.rooms.add(answer);
    go(answer.room);
  } else {
    sorry(answer.sorry ?? say("join.failed"));
  }
}

function listen() {
  by("rail-open").addEventListener("click", () => views.openRail());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      views.shutRail();
    }
  });
  by("rail-shade").addEventListener("click", () => views.shutRail());
  by("sorry-close").addEventListener("click", hush);
  by("new-room").addEventListener("submit", (event) => makeRoom(event, act));
  for (const button of document.querySelectorAll(".invite")) {
    button.addEventListener("click", invite);
  }
  by("new-game").addEventListener("click", () => {
    views.show("table");
    tables.chooseGames(currentRoom());
  });
  by("settings").addEventListener("click", () => showSettings(attention, state.own, act));
  by("quit").addEventListener("click", () => quit(act));
  by("rename").addEventListener("click", () => rename(act));
  by("change-person").addEventListener("click", () => {
    state.socket.close();
    changePerson();
  });
  by("leave").addEventListener("click", async () => {
    state.socket.close();
    await leave();
    forgetStories();
    location.reload();
  });
  for (const skip of document.querySelectorAll(".skip")) {
    skip.addEventListener("click", () => {
      views.show(skip.dataset.view);
      by(skip.dataset.to).focus();
    });
  }
  document.addEventListener("visibilitychange", () => {
    seen();
    if (!document.hidden) {
      attention.seen();
    }
  });
  addEventListener("hashchange", followLink);
}

// A link opened in a tab that is already inside: an invitation is followed as who I am; somebody's
// own link makes the tab start again with it.
function followLink() {
  if (location.hash.startsWith("#key=")) {
    location.reload();
    return;
  }
  if (location.hash.startsWith("#watch=")) {
    location.reload();
    return;
  }
  const { join } = takeFragment();
  if (join) {
    follow(join);
  }
}

// A game picked: its table opens and I sit at it, or its first round with the house begins. Where
// the number of players is fixed, the last one to sit down starts it.
async function begin({ open, practice }) {
  const { seats_min: least, seats_max: most } = gameOf(state.commands, open) ?? {};
  const answer = await act({
    op: "slash",
    room: state.current,
    command: open ?? "practice",
    args: practice ? { game: practice } : least === most ? { full: "yes" } : {},
    sit: open !== undefined,
  });
  if (answer.op === "done") {
    views.show("table");
    if (practice) {
      views.showBeside("private"); // where the lesson is told
    }
  }
}

async function start() {
  const commands = new Commands();
  const watch = watchSecret();
  let who;
  listen();
  commands.begin();
  commands.coming.then(() => showGamesAtDoor(commands.list));
  try {
    who = watch ? { you: { account: "", name: "" }, join: null } : await enter();
  } catch {
    by("wire").textContent = say("wire.silent");
    by("wire").hidden = false;
    setTimeout(() => location.reload(), 3000);
    return;
  }
  state.me = who.you;
  state.join = who.join;
  document.body.classList.toggle("watching", watch !== undefined);
  const hello = () => ({
    op: "hello",
    ...(watch ? { watch } : { tab: tabToken() }),
    since: state.rooms.since(),
  });
  state.socket = new Socket(hello, watch ? async () => true : isKnown, commands);
  state.socket.addEventListener("state", wireState);
  state.socket.addEventListener("op", ({ detail }) => heard[detail.op]?.(detail));
  state.socket.open();
}

start();
