// Nothing changes under a finger. While a pointer is down on a part of the page, that part waits
// with its change; and what has come to lie where something else could be pressed a moment ago
// takes no press yet.

import { announce } from "./dom.js";
import { say } from "./words.js";

const STEADY_MS = 300;
const ONCE_MORE_MS = 1200;

const waiting = new Map(); // root → the change that waits there
let held = null; // the root under the pointer

const rectsOf = (root) => Array.from(root.querySelectorAll("[data-control]"), (button) => ({
  control: button.dataset.control, rect: button.getBoundingClientRect(),
})).filter(({ rect }) => rect.width > 0);

const lies = ({ left, top, width, height }, rect) => {
  const [x, y] = [left + width / 2, top + height / 2];
  return x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
};

// What lies now where another control lay takes no press for a moment.
function shield(root, before) {
  const until = performance.now() + STEADY_MS;
  for (const { control, rect } of rectsOf(root)) {
    if (before.some((old) => old.control !== control && lies(old.rect, rect))) {
      for (const button of root.querySelectorAll(`[data-control="${CSS.escape(control)}"]`)) {
        button.dataset.steady = String(until);
      }
    }
  }
}

function run(root, change) {
  const before = rectsOf(root);
  change();
  shield(root, before);
}

function release() {
  const root = held;
  held = null;
  if (root && waiting.has(root)) {
    const change = waiting.get(root);
    waiting.delete(root);
    setTimeout(() => run(root, change)); // behind the press itself
  }
}

// What was pressed as it came is not taken, and says so: there it is, once more.
function sayAgain(button) {
  button.classList.add("once-more");
  setTimeout(() => button.classList.remove("once-more"), ONCE_MORE_MS);
  announce(say("once_more"));
}

// Makes root one of the parts that keep still.
export function keepSteady(root) {
  root.addEventListener("pointerdown", () => {
    held = root;
  });
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-steady]");
    if (button && event.detail > 0 && performance.now() < Number(button.dataset.steady)) {
      event.preventDefault();
      event.stopPropagation();
      sayAgain(button);
    }
  }, true);
}

// Changes what is in root, now or when it is let go; only the newest change counts.
export function changeSteadily(root, change) {
  if (held === root) {
    waiting.set(root, change);
  } else {
    run(root, change);
  }
}

addEventListener("pointerup", () => setTimeout(release));
addEventListener("pointercancel", release);
