// Tables of a room: their boards stand above the log, not in it, because they are edited in place.
// A board is a picture with a text twin; the twin is always there for screen readers.

import { by, keepFocus, make } from "./dom.js";
import { docElement, docWords, reactionsElement } from "./message.js";
import { pieces, say } from "./words.js";

const SHAPE = "deaddrop.boards"; // "picture" or "text"

function wantedShape() {
  const wanted = localStorage.getItem(SHAPE);
  return wanted ?? (matchMedia("(max-width: 1139px)").matches ? "text" : "picture");
}

// SVG goes through <img>: it cannot run anything or fetch anything there.
function svgImage(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = make("img", { class: "drawing", alt: "", src: url });
  const done = () => URL.revokeObjectURL(url);
  image.addEventListener("load", done, { once: true });
  image.addEventListener("error", done, { once: true });
  return image;
}

export function pictureElement(svg, twin) {
  return make("figure", { class: "picture", "data-shape": svg ? wantedShape() : "text" },
    svg ? svgImage(svg) : null, make("div", { class: "twin" }, twin));
}

// Picture or text, for every board there is.
function switchShape() {
  const shape = wantedShape() === "text" ? "picture" : "text";
  localStorage.setItem(SHAPE, shape);
  for (const figure of document.querySelectorAll("figure.picture:has(> img)")) {
    figure.dataset.shape = shape;
  }
  showShape();
}

function showShape() {
  by("tables-shape").hidden = !by("table").querySelector("figure.picture > img");
  by("tables-shape").textContent = wantedShape() === "text"
    ? say("board.picture") : say("board.text");
}

const isBoard = (message) => message.doc?.kind === "board";
const tableOf = (message) => String(message.doc.table ?? message.id);
const BOARDS_MAX = 6;

export class Tables {
  // context as for messages; changed() is called when the board in front has changed
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
    this.chosen = new Map(); // room → table
    this.known = new Map(); // room → tables seen there
    this.folded = false;
    this.front = null; // the board that shows
    by("tables-fold").addEventListener("click", () => this.fold(!this.folded));
    by("tables-shape").addEventListener("click", switchShape);
    // a signal may be a reaction, and the board is what everybody looks at
    by("tables-react").addEventListener("click", () => context.pickReaction(this.front));
  }

  static isBoard(message) {
    return isBoard(message);
  }

  // The last board message of each table of the room, the newest tables only.
  boards(room) {
    const boards = new Map();
    for (const message of Array.from(room.messages.values()).sort((a, b) => a.seq - b.seq)) {
      if (isBoard(message)) {
        boards.set(tableOf(message), message);
      }
    }
    return Array.from(boards.values()).slice(-BOARDS_MAX);
  }

  fold(folded) {
    this.folded = folded;
    by("tables").classList.toggle("folded", folded);
    by("tables-fold").setAttribute("aria-expanded", String(!folded));
    by("tables-fold").textContent = folded ? say("show") : say("hide");
    by("table").hidden = folded;
  }

  choose(room, table) {
    this.chosen.set(room.room, table);
    this.fold(false);
    this.show(room);
  }

  show(room) {
    const boards = this.boards(room);
    by("tables").hidden = boards.length === 0;
    document.body.classList.toggle("has-table", boards.length > 0);
    by("view-table").hidden = boards.length === 0;
    if (boards.length === 0) {
      by("table").replaceChildren();
      this.changed(null);
      return;
    }
    this.notice(room, boards);
    const chosen = boards.find((message) => tableOf(message) === this.chosen.get(room.room))
      ?? boards.at(-1);
    this.front = chosen;
    keepFocus(by("tables"), () => {
      this.showTabs(room, boards, chosen);
      by("table").replaceChildren(docElement(chosen.doc, {
        ...this.context, room: room.room, message: chosen.id,
      }), reactionsElement(chosen, this.context) ?? "");
      by("table").dataset.id = chosen.id;
      by("table").dataset.seq = chosen.seq;
      showShape();
    });
    this.changed(chosen);
  }

  // A table that opens comes to the front.
  notice(room, boards) {
    const known = this.known.get(room.room);
    if (known && boards.some((message) => !known.has(tableOf(message)))) {
      this.chosen.delete(room.room);
    }
    this.known.set(room.room, new Set(boards.map(tableOf)));
  }

  showTabs(room, boards, chosen) {
    const tabs = boards.map((message) => {
      const table = tableOf(message);
      const selected = message === chosen;
      return make("button", {
        type: "button",
        role: "tab",
        class: "tab",
        id: `tab-${table}`,
        "data-key": `tab-${table}`,
        "aria-selected": String(selected),
        "aria-controls": "table",
        tabindex: selected ? "0" : "-1",
        onclick: () => this.choose(room, table),
        onkeydown: (event) => this.tabKey(event, room, boards, chosen),
      }, titleOf(message));
    });
    by("table-tabs").replaceChildren(...tabs);
    by("table").setAttribute("aria-labelledby", `tab-${tableOf(chosen)}`);
  }

  tabKey(event, room, boards, chosen) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) {
      return;
    }
    event.preventDefault();
    const next = boards[(boards.indexOf(chosen) + step + boards.length) % boards.length];
    this.choose(room, tableOf(next));
    by(`tab-${tableOf(next)}`).focus();
  }
}

// "Interceptor #3 · round 4": the board's first line
export function titleOf(message) {
  const first = message.doc.blocks?.find((block) => block.runs?.length);
  const words = first ? first.runs.map((run) => run.s ?? "").join("") : docWords(message.doc, 40);
  return words.slice(0, 60) || `#${message.doc.number ?? message.doc.table}`;
}

// In the log a board is only a line that leads to it.
export function boardLine(message, show) {
  return make("div", { class: "opened" }, make("button", {
    type: "button",
    class: "quiet",
    "data-key": `board ${message.id}`,
    onclick: show,
  }, pieces("board.line", {
    table: make("strong", {}, titleOf(message).split("·")[0].trim()),
  })));
}
