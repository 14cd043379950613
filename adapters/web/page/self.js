// What I do about myself and my rooms: a first room, another, another name, away; and what is said
// of the line.

import { by, randomId } from "./dom.js";
import { openForm } from "./panel.js";
import { currentRoom, sorry, state } from "./state.js";
import { stopWatching } from "./watch.js";
import { say } from "./words.js";

// A room to begin with; the name may be somebody else's already.
export async function firstRoom() {
  let answer;
  const names = say("rooms.first").split(" ");
  const others = names.slice(1).map((name) => [randomId(), name]).sort().map(([, name]) => name);
  for (const name of [names[0], ...others.slice(0, 4), `${names[0]}-${randomId().slice(0, 6)}`]) {
    answer = await state.socket.act({ op: "room", name });
    if (answer.code !== "taken") {
      break;
    }
  }
  if (answer.op === "sorry") {
    sorry(answer.text);
  }
}

// What is said of the line.
export function wireState(event) {
  const line = by("wire");
  if (event.detail === "lost") {
    line.textContent = say("wire.lost");
    line.hidden = false;
  } else if (event.detail === "ended") {
    stopWatching();
    line.textContent = say("watch.ended");
    line.hidden = false;
  } else if (event.detail === "open") {
    line.hidden = true;
    line.textContent = "";
  } else {
    location.reload();
  }
}

// Leaving a room gives up the seats at its tables, so it is asked about first.
export function quit(act) {
  const room = currentRoom();
  if (confirm(say("quit.sure", { room: `#${room.name}` }))) {
    act({ op: "quit", room: room.room });
  }
}

export function rename(act) {
  openForm({
    label: say("rename"),
    control: "name",
    form: {
      title: say("rename"),
      fields: [{ name: "name", label: say("your_name"), kind: "text", max: state.limits.name,
        value: state.me.name }],
    },
  }, { act: ({ args }) => act({ op: "name", name: args.name }) });
}

export async function makeRoom(event, act) {
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
