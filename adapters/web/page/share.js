// What can be shared of a finished game: a line that spoils nothing, which its button holds. A
// telephone hands it to whatever it shares with; elsewhere it is copied.

import { announce, copyText, make } from "./dom.js";
import { say } from "./words.js";

const COPIED_MS = 2000;

// False when whoever was asked where to has thought better of it.
async function handOver(text) {
  try {
    await navigator.share({ text });
    return true;
  } catch {
    return false;
  }
}

async function copyFrom(button, field) {
  const copied = await copyText(field.value, field);
  button.textContent = say(copied ? "link.copied" : "link.press");
  announce(say(copied ? "share.copied" : "share.selected"));
  setTimeout(() => {
    button.textContent = say("share");
  }, COPIED_MS);
}

// choice: the board's own, whose value is the text; null where there is none.
export function shareElement(choice) {
  if (!choice?.value) {
    return null;
  }
  const field = make("input", {
    type: "text", readonly: true, value: choice.value, "aria-label": say("share.field"),
    class: "link", onfocus: (event) => event.target.select(),
  });
  const button = make("button", {
    type: "button",
    class: "choice secondary",
    "data-key": "share",
    onclick: () => (navigator.share ? handOver(choice.value) : copyFrom(button, field)),
  }, say("share"));
  return make("div", { class: "link-row" }, field, button);
}
