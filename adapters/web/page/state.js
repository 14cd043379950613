// What this tab knows: who I am, the rooms, which is in front, the line; and the one sentence that
// is said beside the message box.

import { by } from "./dom.js";
import { PRIVATE, Rooms } from "./rooms.js";

export const state = {
  me: null,
  own: {}, // what I have chosen for all tables
  rooms: new Rooms(),
  current: null,
  commands: [],
  limits: { text: 2000, name: 32 },
  bot: null,
  socket: null,
  live: new Set(), // rooms whose history is here: what comes now is news
  owed: false, // somebody waits for me, at whatever table
};

export const privateRoom = () => state.rooms.get(PRIVATE);
export const currentRoom = () => state.rooms.get(state.current);

// Said beside the message box, kindly and to me alone.
export function sorry(text) {
  by("sorry-text").textContent = text;
  by("sorry").hidden = false;
}

export function hush() {
  by("sorry").hidden = true;
  by("sorry-text").textContent = "";
}
