// A table before it begins: chairs around it, those who sit, empty ones to tap, what is agreed on,
// and the one big button. Every act is a choice of the document; here each has its place.

import { make, nameElement } from "./dom.js";
import { badgeElement, blockElements, runElements } from "./message.js";
import { openOptions } from "./options.js";
import { actOf, choiceButton } from "./panel.js";
import { say } from "./words.js";

const EMPTY_CHAIRS_MAX = 8;

// Who sits, and how many chairs are free.
function chairsOf(doc) {
  const block = doc.blocks.find(({ t }) => t === "seats");
  return block ? { taken: block.seats ?? [], free: block.free ?? 0 } : { taken: [], free: 0 };
}

const isMine = (seat, me) => seat.account !== undefined && seat.account === me.account;

function takenChair(seat, leave, context) {
  const mine = isMine(seat, context.me);
  const notes = [mine ? say("people.you") : null,
    seat.ready === false ? say("chair.unreached") : null].filter(Boolean).join(", ");
  return make("li", { class: mine ? "chair taken mine" : "chair taken" },
    badgeElement({ account: seat.account ?? seat.name, name: seat.name, bot: seat.house }),
    nameElement(seat.name),
    notes ? make("span", { class: "aside" }, notes) : null,
    mine && leave
      ? choiceButton(leave, context, {
        class: "small", style: "secondary", words: [say("chair.leave")],
      }) : null);
}

function emptyChair(first, { join, bot }, context) {
  return make("li", { class: first && join ? "chair vacant next" : "chair vacant" },
    first && join
      ? choiceButton(join, context, { class: "sit", words: [say("chair.sit")] })
      : make("button", {
        type: "button", class: "choice secondary small", "data-key": "chair invite",
        onclick: context.invite,
      }, say("chair.invite")),
    bot && !(first && join)
      ? choiceButton(bot, context, { class: "small", words: [say("chair.add_house")] }) : null);
}

// What differs from the usual, in words, and all there is behind "More".
function optionsElement(doc, option, context) {
  const block = doc.blocks.find(({ t }) => t === "options");
  const changed = block?.options ?? [];
  if (!option && changed.length === 0) {
    return null;
  }
  return make("div", { class: "options" },
    changed.length
      ? make("dl", {}, changed.map(({ label, value, help }) => make("div", { title: help },
        make("dt", {}, label), make("dd", {}, value))))
      : make("p", { class: "aside" }, say("options.usual")),
    option ? make("button", {
      type: "button", class: "choice secondary small", "data-control": option.control,
      "data-key": option.control, "aria-haspopup": "dialog",
      onclick: () => openOptions(option, context.optionsOf(doc.game), changed, context),
    }, say("options.more")) : null);
}

const PLACED = ["start", "fill", "option"]; // acts that have a place of their own
const CHAIRED = ["join", "leave", "bot"]; // and those that stand at chairs

// The document of a table that has not begun.
export function lobbyElement(doc, context) {
  const { taken, free } = chairsOf(doc);
  const choices = doc.panel ?? [];
  // an act, or what one of its choices is called: all that are missing of the house is "fill"
  const acts = Object.fromEntries(choices.map((choice) => [choice.value ?? actOf(choice), choice]));
  const seated = taken.some((seat) => isMine(seat, context.me));
  const least = context.game?.seats_min ?? 0;
  const empty = Math.min(free, EMPTY_CHAIRS_MAX, Math.max(least - taken.length, 1));
  const mine = { ...acts, join: seated ? null : acts.join };
  // a document of an older version knows no chairs: its buttons stand in a row
  const placed = taken.length + free > 0 ? [...PLACED, ...CHAIRED] : PLACED;
  const others = choices.filter((choice) => !placed.includes(actOf(choice)));
  const told = doc.blocks.filter(({ t }) => !["heading", "seats", "options"].includes(t));
  return make("div", { class: "lobby" },
    make("h3", {}, runElements(doc.blocks.find(({ t }) => t === "heading")?.runs, context.me)),
    make("ul", { class: "chairs", "aria-label": say("chairs") },
      taken.map((seat) => takenChair(seat, mine.leave, context)),
      Array.from({ length: empty }, (_, at) => emptyChair(at === 0, mine, context))),
    make("div", { class: "felt" },
      make("div", { class: "doc" }, blockElements(told, context.me)),
      acts.start ? choiceButton(acts.start, context, { class: "big" }) : null,
      acts.fill ? choiceButton(acts.fill, context, {
        class: acts.start ? "" : "big", style: acts.start ? "secondary" : "primary",
      }) : null,
      empty > 0 && !acts.start ? make("button", {
        type: "button", class: "choice secondary", "data-key": "invite", onclick: context.invite,
      }, say("invite")) : null),
    optionsElement(doc, acts.option, context),
    others.length ? make("div", { class: "panel quiet-panel", "data-table": doc.table },
      others.map((choice) => choiceButton(choice, context, { class: "small" }))) : null);
}
