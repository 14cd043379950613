// The stage: tables of the room in front, one in sight and a tab for each; before there is one, or
// when another is wanted, the games to choose from.

import { by, keepFocus, make } from "./dom.js";
import { lobbyElement } from "./lobby.js";
import { blockElements, docWords, reactionsElement } from "./message.js";
import { actOf, choiceButton, panelElement } from "./panel.js";
import { hideMoment, noteMoment } from "./moment.js";
import { pictureElement, revealIn, showShape, switchShape } from "./picture.js";
import { shareElement } from "./share.js";
import { changeSteadily, keepSteady } from "./steady.js";
import { noteStep, storyOf } from "./story.js";
import { pieces, say } from "./words.js";

const BOARDS_MAX = 6;
const NEWS_MAX = 2; // paragraphs of the newest line
const CODE_LONG = 32; // letters of what nobody reads
const NEW = "new"; // the tab of the games
const QUESTIONS = ["hand", "help", "record", "log"]; // what anybody may ask at any time

const isBoard = (message) => message.doc?.kind === "board";
export const tableOf = (message) => String(message.doc.table ?? message.id);

const phaseOf = (doc) => doc.phase ??
  (doc.panel?.some((choice) => actOf(choice) === "join") && !doc.blocks.some(({ t }) =>
    t === "picture") ? "lobby" : "playing");

const NUMBER = / #\d+/u;

// A table's number tells it from the others: where no other is alive in the room, it has none.
const isOnly = (boards) => boards.filter(({ doc }) => phaseOf(doc) !== "over").length <= 1;

const unnumberedRun = (run) => (run.s ? { ...run, s: run.s.replace(NUMBER, "") } : run);

const unnumbered = (doc) => ({
  ...doc,
  blocks: doc.blocks.map((block) => (block.t === "heading"
    ? { ...block, runs: block.runs.map(unnumberedRun) } : block)),
});

// Choices of the board that my card does not have: what stands there needs no second button.
function ownChoices(doc, card) {
  const held = new Set((card?.doc.panel ?? []).map(actOf));
  return (doc.panel ?? []).filter((choice) => {
    const act = actOf(choice);
    return !held.has(act) && !(card && act === "hand");
  });
}

function boardElement(doc, context, card) {
  const choices = ownChoices(doc, card);
  const asks = choices.filter((choice) => QUESTIONS.includes(actOf(choice)));
  const acts = choices.filter((choice) => !asks.includes(choice));
  return make("div", { class: "doc doc-board" },
    blockElements(doc.blocks, context.me), panelElement(doc, context, acts),
    asks.length ? make("div", { class: "panel quiet-panel", "data-table": doc.table },
      asks.map((choice) => choiceButton(choice, context, { class: "small" }))) : null);
}

// A long code: what proves the deal is for who wants to check it, below all else.
const isProof = (block) => (block.runs ?? [])
  .some(({ t, s }) => t === "code" && s.length >= CODE_LONG);

// The end is a screen of its own: who won and why, then how the table stood, then what now.
function endElement(doc, context, card, another) {
  const { me } = context;
  const [heading, ...rest] = doc.blocks;
  const said = rest.filter((block) => block.t !== "picture" && !isProof(block));
  const pictures = rest.filter(({ t }) => t === "picture");
  const again = (doc.panel ?? []).find((choice) => actOf(choice) === "rematch");
  const share = (doc.panel ?? []).find((choice) => actOf(choice) === "share");
  const others = (doc.panel ?? []).filter((choice) => choice !== again && choice !== share &&
    !(card && actOf(choice) === "hand"));
  return make("div", { class: "doc doc-board ended" },
    blockElements([heading], me),
    make("div", { class: "outcome" }, blockElements(said.slice(0, 1), me)),
    blockElements(said.slice(1), me),
    make("div", { class: "panel" },
      again ? choiceButton(again, context, { class: "big", style: "primary" }) : null,
      make("button", {
        type: "button", class: "choice secondary", "data-key": "another", onclick: another,
      }, say("games.another"))),
    shareElement(share, context),
    blockElements(pictures, me),
    storyElement(doc, me),
    blockElements(rest.filter(isProof), me),
    others.length ? make("div", { class: "panel quiet-panel", "data-table": doc.table },
      others.map((choice) => choiceButton(choice, context, { class: "small" }))) : null);
}

// Three pictures of how it came to this.
function storyElement(doc, me) {
  const steps = storyOf(doc.table);
  return steps.length === 0 ? null : make("section", { class: "story" },
    make("h4", {}, say("story")),
    make("ol", {}, steps.map(({ title, picture }) => make("li", {},
      make("p", { class: "aside" }, title.replace(NUMBER, "")),
      pictureElement(picture, blockElements(picture.twin, me))))));
}

export class Tables {
  // context as for messages, with cardOf(table), gameOf(id), invite(); changed(board, only) is
  // called when the board in front has changed; only: no other table is alive in the room
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
    this.chosen = new Map(); // room → table, or NEW
    this.known = new Map(); // room → tables seen there
    this.front = null; // the board that shows
    this.reveals = new Map(); // table → what its board revealed last
    keepSteady(by("tables"));
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

  choose(room, table) {
    this.chosen.set(room.room, table);
    this.show(room);
  }

  chooseGames(room) {
    this.choose(room, NEW);
    by("games").querySelector("button")?.focus();
  }

  show(room) {
    const boards = this.boards(room);
    this.notice(room, boards);
    const wanted = this.chosen.get(room.room);
    const chosen = boards.find((message) => tableOf(message) === wanted) ??
      (wanted === NEW ? null : boards.at(-1) ?? null);
    this.front = chosen;
    changeSteadily(by("tables"), () => keepFocus(by("tables"), () => {
      document.body.dataset.phase = chosen ? phaseOf(chosen.doc) : NEW;
      by("games").hidden = chosen !== null;
      by("table").hidden = chosen === null;
      by("tables-top").hidden = boards.length === 0;
      by("tables-react").hidden = chosen === null;
      this.showTabs(room, boards, chosen);
      this.showBoard(room, chosen, isOnly(boards));
      this.showNews(room, chosen);
      showShape();
    }));
    this.changed(chosen, isOnly(boards));
  }

  showBoard(room, board, only) {
    if (board === null) {
      by("table").replaceChildren();
      return;
    }
    const doc = only ? unnumbered(board.doc) : board.doc;
    noteStep(doc);
    this.noteReveal(tableOf(board), doc);
    const context = {
      ...this.context, room: room.room, message: board.id, game: this.context.gameOf(doc.game),
    };
    const card = this.context.cardOf(doc.table);
    const phase = phaseOf(doc);
    by("table").replaceChildren(
      phase === "lobby" ? lobbyElement(doc, context)
        : phase === "over" ? endElement(doc, context, card, () => this.chooseGames(room))
          : boardElement(doc, context, card),
      reactionsElement(board, this.context) ?? "");
    for (const heading of by("table").querySelectorAll("h3, h4")) { // below the page's own
      heading.setAttribute("aria-level", String(Number(heading.tagName[1]) - 1));
    }
    by("table").dataset.id = board.id;
    by("table").dataset.seq = board.seq;
    by("table").dataset.phase = phase;
  }

  // A reveal that was not there before turns its cards over.
  noteReveal(table, doc) {
    const picture = doc.blocks.find(({ t }) => t === "picture");
    const reveal = revealIn(picture);
    if (picture) {
      picture.turns = this.reveals.has(table) && reveal !== "" &&
        reveal !== this.reveals.get(table);
    }
    this.reveals.set(table, reveal);
  }

  // The newest public line of the table, for who does not look at the chat.
  showNews(room, board) {
    const playing = board !== null && phaseOf(board.doc) === "playing";
    const line = playing
      ? Array.from(room.messages.values()).filter(({ doc }) =>
        doc?.kind === "lines" && doc.table === board.doc.table)
        .sort((a, b) => a.seq - b.seq).at(-1) : undefined;
    by("news").hidden = !playing;
    if (playing) {
      noteMoment(line, tableOf(board), this.context.me);
    } else {
      hideMoment();
    }
    if (by("news").dataset.id !== String(line?.id)) {
      by("news").dataset.id = line?.id;
      const said = line?.doc.blocks.slice(-NEWS_MAX) ?? [];
      by("news").replaceChildren(
        make("div", { class: "doc" }, blockElements(said, this.context.me)));
      by("news").scrollTop = by("news").scrollHeight;
    }
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
    const ways = [...boards.map((message) => ({
      table: tableOf(message),
      words: isOnly(boards) ? titleOf(message).replace(NUMBER, "") : titleOf(message),
      selected: message === chosen,
    })), { table: NEW, words: say("games.new"), selected: chosen === null }];
    const tabs = ways.map(({ table, words, selected }) => make("button", {
      type: "button",
      role: "tab",
      class: "tab",
      id: `tab-${table}`,
      "data-key": `tab-${table}`,
      "aria-selected": String(selected),
      "aria-controls": table === NEW ? "games" : "table",
      tabindex: selected ? "0" : "-1",
      onclick: () => this.choose(room, table),
      onkeydown: (event) => this.tabKey(event, room, ways),
    }, words));
    by("table-tabs").replaceChildren(...tabs);
    tabs.find((_, at) => ways[at].selected)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
    by("table").setAttribute("aria-labelledby", `tab-${chosen ? tableOf(chosen) : NEW}`);
  }

  tabKey(event, room, ways) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) {
      return;
    }
    event.preventDefault();
    const at = ways.findIndex(({ selected }) => selected);
    const next = ways[(at + step + ways.length) % ways.length];
    this.choose(room, next.table);
    by(`tab-${next.table}`).focus();
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
