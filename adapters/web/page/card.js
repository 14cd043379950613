// My card: what only I may know at the table in front, what I owe and until when, what I can do.
// It stays in sight below the table, is turned over against a neighbour's eyes, and says who is
// waited for when it is not me.

import { by, keepFocus, make } from "./dom.js";
import { blockElements, docElement } from "./message.js";
import {
  actOf, choiceButton, gatheredButton, grouped, inlineForm, openForm,
} from "./panel.js";
import { isOwed } from "./rooms.js";
import { changeSteadily, keepSteady } from "./steady.js";
import { say } from "./words.js";

const TURNED = "deaddrop.turned"; // the card lies face down
const CROSSED = "deaddrop.crossed"; // {table: {of, values}}: places I have ruled out
const INLINE_MAX = 3; // forms on a card; more of them open as dialogs
const ALIKE_MAX = 3; // choices of one act beside each other; more of them are gathered
// what stands at the table already, by its phase
const PLACED_ACTS = { lobby: ["leave", "help"], over: ["rematch"] };

// What has been crossed off at a table, as long as my card there stays the same.
function crossedAt(table, of) {
  const all = JSON.parse(sessionStorage.getItem(CROSSED) ?? "{}");
  if (all[table]?.of !== of) {
    all[table] = { of, values: [] };
  }
  return {
    has: (value) => all[table].values.includes(value),
    turn: (value) => {
      const { values } = all[table];
      all[table].values = values.includes(value)
        ? values.filter((other) => other !== value) : [...values, value];
      sessionStorage.setItem(CROSSED, JSON.stringify(all));
    },
  };
}

function tilesElement(block, crossed) {
  const tile = ({ text, value }) => make("button", {
    type: "button",
    class: "tile",
    "data-key": `tile ${value}`,
    "aria-pressed": String(crossed.has(value)),
    onclick: ({ currentTarget }) => {
      crossed.turn(value);
      currentTarget.setAttribute("aria-pressed", String(crossed.has(value)));
    },
  }, text);
  return make("div", { class: "tiles-box" },
    make("p", { class: "aside" }, make("strong", {}, block.title), " ", say("tiles.cross")),
    make("div", { class: "tiles", role: "group", "aria-label": block.title },
      (block.tiles ?? []).map(tile)));
}

// The inside of one card that I hold.
function faceWords(card) {
  return [
    card.number !== undefined ? make("span", { class: "face-number" }, String(card.number)) : null,
    card.symbol ? make("span", { class: "emoji", "aria-hidden": "true" }, card.symbol) : null,
    make("strong", { class: "face-title", dir: "auto" }, card.title ?? ""),
    card.text ? make("span", { class: "face-text", dir: "auto" }, card.text) : null,
    card.count !== undefined
      ? make("span", { class: "face-count" }, say("face.count", { count: card.count })) : null,
  ];
}

// A card that can be played is a button: it presses the choice that stands for it.
function faceElement(card, panel, context, root) {
  const choice = panel.find((one) => card.act !== undefined && actOf(one) === card.act &&
    one.value === card.value);
  const classes = ["face", `face-${card.kind ?? "hand"}`, card.dim ? "dim" : ""].join(" ").trim();
  if (!choice) {
    return make("div", { class: classes }, faceWords(card));
  }
  if (!choice.form) {
    return choiceButton(choice, context, { class: classes, words: faceWords(card) });
  }
  return make("button", {
    type: "button", class: `choice ${classes}`, "data-key": `face ${choice.control}`,
    onclick: () => {
      const button = root().querySelector(
        `form [data-control="${CSS.escape(choice.control)}"][type=submit]`);
      button ? button.form.requestSubmit(button) : openForm(choice, context);
    },
  }, faceWords(card));
}

const plainFace = (card) =>
  make("div", { class: `face face-${card.kind ?? "hand"}` }, faceWords(card));

// The fields of a form under the cards they are about, behind what lies there besides (a code); all
// other fields below.
function underCards(cards, beside) {
  return (fields) => {
    const about = (card) => fields.filter((field) => field.about === card.number);
    return [
      make("div", { class: "columns" }, beside.map(plainFace),
        cards.map((card) => make("div", { class: "column" },
          plainFace(card), about(card).map(({ element }) => element)))),
      ...fields.filter((field) => !cards.some((card) => field.about === card.number))
        .map(({ element }) => element),
    ];
  };
}

const isAboutCards = (choice, cards) => cards.length > 0 &&
  choice.form.fields.some(({ about }) => cards.some(({ number }) => number === about));

const isPlaced = (doc, choice) => (PLACED_ACTS[doc.phase] ?? []).includes(actOf(choice));

// Standing choices; of an act with many, one button.
function mayElement(doc, choices, context) {
  const acts = new Map();
  for (const choice of choices) {
    acts.set(actOf(choice), [...acts.get(actOf(choice)) ?? [], choice]);
  }
  return choices.length === 0 ? null : make("div", {
    class: "panel may", role: "group", "aria-label": say("panel"), "data-table": doc.table,
  }, Array.from(acts.values()).flatMap((alike) => (alike.length > ALIKE_MAX
    ? [gatheredButton(alike, context)] : alike.map((choice) => choiceButton(choice, context)))));
}

// What is owed, as forms in their place and buttons; what can be done besides, more quietly. held:
// my cards, of which left are those that no form shows.
function choicesElements(doc, context, held) {
  const numbered = held.filter(({ kind, number }) => kind === "keyword" && number !== undefined);
  const beside = held.filter((card) => !numbered.includes(card));
  const owed = (doc.panel ?? []).filter((choice) => choice.owed);
  const may = (doc.panel ?? []).filter((choice) => !choice.owed && !isPlaced(doc, choice));
  const groups = grouped(owed);
  const plain = groups.get("") ?? [];
  groups.delete("");
  const forms = Array.from(groups.values()).slice(0, INLINE_MAX);
  const cardOf = (choice) => held.find((one) => one.act !== undefined &&
    one.act === actOf(choice) && one.value === choice.value);
  // what a card of mine plays at one press needs no second button
  const rest = [...plain.filter((choice) => !cardOf(choice)),
    ...Array.from(groups.values()).slice(INLINE_MAX).flat()];
  const shown = new Set();
  const faceOf = (value) => {
    const card = held.find((one) => one.act === undefined && one.value === value);
    shown.add(card);
    return card && faceWords(card);
  };
  // a card that is played by the form is what sends it
  const wordsOf = (choice) => {
    const card = cardOf(choice);
    shown.add(card);
    return card && faceWords(card);
  };
  const elements = forms.map((choices) => {
    const under = [...shown].every((card) => card === undefined) &&
      isAboutCards(choices[0], numbered);
    if (under) {
      held.forEach((card) => shown.add(card));
    }
    return inlineForm(choices, context, {
      faceOf, wordsOf, place: under ? underCards(numbered, beside) : undefined,
    });
  });
  return {
    left: held.filter((card) => !shown.has(card)),
    elements: [...elements, rest.length === 0 ? null : make("div", {
      class: "panel", role: "group", "aria-label": say("panel"), "data-table": doc.table,
    }, rest.map((choice) => choiceButton(choice, context))), mayElement(doc, may, context)],
  };
}

// The card as an element. waiting: blocks of the board that say who is waited for.
export function cardElement(message, context, waiting = []) {
  const { doc } = message;
  const panel = doc.panel ?? [];
  const held = doc.blocks.filter(({ t }) => t === "cards").flatMap(({ cards }) => cards ?? []);
  const { elements, left } = choicesElements(doc, context, held);
  const crossed = crossedAt(doc.table, JSON.stringify(held));
  const owed = isOwed(message);
  const body = doc.blocks.filter(({ t }) => !["heading", "cards"].includes(t));
  const article = make("article", {
    class: ["message house card-now", owed ? "owed" : ""].join(" ").trim(),
    "data-seq": message.seq,
    "data-id": message.id,
    "data-key": `card ${doc.table}`,
  },
  make("div", { class: "body" },
    make("div", { class: "doc doc-private card-parts" },
      make("div", { class: "card-said" },
        blockElements(doc.blocks.filter(({ t }) => t === "heading"), context.me),
        left.length ? make("div", { class: "faces" }, left.map((card) =>
          faceElement(card, panel, context, () => article))) : null,
        blockElements(body, context.me),
        owed || waiting.length === 0 ? null
          : make("div", { class: "waiting" }, blockElements(waiting, context.me))),
      make("div", { class: "card-acts" }, elements,
        doc.blocks.filter(({ t }) => t === "tiles")
          .map((block) => tilesElement(block, crossed))))));
  return article;
}

export class Dock {
  // context as for messages, with go(card), isAtTable(), isSmall()
  constructor(context) {
    this.context = context;
    this.root = by("dock");
    this.cards = by("cards");
    this.answers = by("answers");
    this.fold(context.isSmall());
    this.turn(sessionStorage.getItem(TURNED) !== null);
    keepSteady(this.root);
    by("card-turn").addEventListener("click", () => this.turn(!this.turned));
    by("dock-fold").addEventListener("click", () => this.fold(!this.folded));
  }

  // Face up or face down.
  turn(turned) {
    this.turned = turned;
    turned ? sessionStorage.setItem(TURNED, "1") : sessionStorage.removeItem(TURNED);
    this.root.classList.toggle("turned", turned);
    by("card-turn").setAttribute("aria-pressed", String(turned));
    by("card-back").hidden = !turned;
  }

  // On a small screen the card is a strip that opens.
  fold(folded) {
    this.folded = folded;
    this.root.classList.toggle("folded", folded);
    by("dock-fold").setAttribute("aria-expanded", String(!folded));
  }

  // card: of the table in front, or undefined; board: its board; others: cards elsewhere that wait.
  show(card, board, others) {
    const waiting = (board?.doc.blocks ?? []).filter(({ t }) => t === "countdown");
    const owed = card !== undefined && isOwed(card);
    const news = owed && this.asked !== card.asked;
    const focused = this.root.contains(document.activeElement);
    const ended = board?.doc.phase === "over" ? board.doc.table : undefined;
    if (ended !== undefined && this.ended !== ended) {
      this.answers.replaceChildren(); // what came of an act before the end
    }
    this.asked = owed ? card.asked : undefined;
    this.shown = card;
    changeSteadily(this.root, () => keepFocus(this.root, () => {
      this.cards.replaceChildren(...(card ? [cardElement(card, {
        ...this.context, room: card.room, message: card.id,
      }, waiting)] : []));
      by("elsewhere").replaceChildren(...others.map((other) => this.elsewhere(other)));
      if (news) {
        by("dock-inside").scrollTop = 0; // what is asked is read from its beginning
      }
    }));
    this.cards.hidden = card === undefined;
    by("card-turn").hidden = card === undefined;
    by("dock-sign").textContent = owed ? `● ${say("turn")}` : say("private.card");
    this.root.classList.toggle("owed", owed);
    this.root.hidden = card === undefined && others.length === 0 &&
      this.answers.children.length === 0;
    if (ended !== undefined && this.ended !== ended && this.context.isSmall()) {
      this.fold(true); // the end is a screen of its own
    } else if (news && this.context.isAtTable()) {
      this.fold(false);
    }
    this.ended = ended;
    this.giveFocus(focused);
  }

  // What had the focus may be hidden now, as after a game: then the table has it.
  giveFocus(focused) {
    if (focused && !this.root.checkVisibility()) {
      by("table").focus({ preventScroll: true });
    }
  }

  // "Your turn at Decrypto #2": leads there.
  elsewhere(card) {
    const heading = card.doc.blocks.find(({ t }) => t === "heading");
    const title = (heading?.runs ?? []).map(({ s }) => s ?? "").join("");
    return make("button", {
      type: "button", class: "choice primary small", "data-key": `elsewhere ${card.doc.table}`,
      onclick: () => this.context.go(card),
    }, say("turn.at", { table: title }));
  }

  // What came of my last act, beside the card: the newest answer alone, until it is put away.
  answer(message) {
    const offered = new Set((this.shown?.doc.panel ?? []).map(({ control }) => control));
    const doc = {
      ...message.doc,
      panel: (message.doc.panel ?? []).filter(({ control }) => !offered.has(control)),
    };
    keepFocus(this.root, () => this.answers.replaceChildren(make("div", {
      class: "answer", "data-id": message.id, "data-seq": message.seq,
    }, docElement(doc, { ...this.context, room: message.room, message: message.id }),
    make("button", {
      type: "button", class: "quiet put-away", "data-key": "put away", "aria-label": say("close"),
      onclick: () => this.putAway(),
    }, "×"))));
    this.root.hidden = false;
    this.fold(false);
  }

  // What was said in the chat, where one typed answer is waited for: perhaps it was meant so.
  offer(text) {
    const forms = this.cards.querySelectorAll(".inline-form");
    const fields = forms[0]?.querySelectorAll("input[type=text], textarea") ?? [];
    if (forms.length !== 1 || fields.length !== 1 || fields[0].value !== "") {
      return;
    }
    const buttons = forms[0].querySelectorAll("[type=submit]");
    this.answers.replaceChildren(make("div", { class: "answer offer" },
      make("p", {}, say("answer.was"), " ", make("q", { dir: "auto" }, text)),
      make("div", { class: "panel" },
        Array.from(buttons, (button) => make("button", {
          type: "button", class: "choice primary", onclick: () => {
            this.answerWith(text, button.dataset.control);
            this.putAway();
          },
        }, buttons.length > 1 ? button.textContent : say("answer.yes"))),
        make("button", {
          type: "button", class: "choice secondary", onclick: () => this.putAway(),
        }, say("answer.no")))));
    this.fold(false);
  }

  // The card may have been made anew since it was offered.
  answerWith(text, control) {
    const button = this.cards.querySelector(`[type=submit][data-control="${CSS.escape(control)}"]`);
    const field = button?.form.querySelector("input[type=text], textarea");
    if (field) {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      button.form.requestSubmit(button);
    }
  }

  putAway() {
    const focused = this.answers.contains(document.activeElement);
    this.answers.replaceChildren();
    if (focused) {
      this.root.focus();
    }
    this.root.hidden = this.shown === undefined && by("elsewhere").children.length === 0;
    this.giveFocus(focused);
  }
}
