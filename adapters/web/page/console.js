// The console of who hosts a table, or looks after it: a panel beside the table, as the house said
// it last. Each act that is done by it brings it anew.

import { by, keepFocus, make } from "./dom.js";
import { blockElements } from "./message.js";
import { panelElement } from "./panel.js";
import { PRIVATE } from "./rooms.js";
import { say } from "./words.js";

export const isConsole = (message) => message.doc?.kind === "console";

function shut(panel, event) {
  if (event.key === "Escape") {
    panel.close();
  }
}

// context: as for all documents; message: the newest console of its table.
export function showConsole(message, context) {
  const panel = by("console-panel");
  keepFocus(panel, () => panel.replaceChildren(
    make("header", { class: "console-top" },
      make("h2", { id: "console-title", tabindex: "-1" }, say("console")),
      make("button", {
        type: "button", class: "quiet", "data-key": "console-close", "aria-label": say("close"),
        onclick: () => panel.close(),
      }, "×")),
    ...blockElements(message.doc.blocks, context.me),
    panelElement(message.doc, { ...context, room: PRIVATE, message: message.id }),
  ));
  // while moves are taken back there is nothing to do but to look again
  if (message.doc.panel?.length === 1) {
    setTimeout(() => panel.querySelector("[data-control]")?.click(), 1000);
  }
  panel.onkeydown = (event) => shut(panel, event);
  if (!panel.open) {
    panel.show();
    by("console-title").focus();
  }
}
