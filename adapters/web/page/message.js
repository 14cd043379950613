// A message as elements: people's words, the house's documents, reactions, the reply it answers.

import { make, nameElement } from "./dom.js";
import { panelElement } from "./panel.js";
import { pictureElement } from "./picture.js";
import { attachedElement, fileElement } from "./share.js";
import { timeElement, timeWords } from "./time.js";
import { say } from "./words.js";

const RUN_TAGS = { text: "span", strong: "strong", em: "em", code: "code" };

function spoilerElement(run) {
  const words = make("span", { class: "spoiled", hidden: true }, run.s);
  const button = make("button", {
    type: "button",
    class: "spoiler",
    "aria-expanded": "false",
    onclick: () => {
      words.hidden = !words.hidden;
      button.setAttribute("aria-expanded", String(!words.hidden));
      button.textContent = words.hidden ? say("spoiler") : say("hide");
    },
  }, say("spoiler"));
  return make("span", {}, words, " ", button);
}

function runElement(run, me) {
  if (run.t === "time") {
    return timeElement(run.ms, "both");
  }
  if (run.t === "spoiler") {
    return spoilerElement(run);
  }
  if (run.t === "mention") {
    const mine = run.account !== undefined && run.account === me.account;
    return make("bdi", { class: mine ? "mention me" : "mention" }, run.s);
  }
  const plain = make(RUN_TAGS[run.t] ?? "span", {}, run.s);
  return run.people ? make("bdi", { class: "people" }, plain) : plain;
}

export const runElements = (runs, me) => (runs ?? []).map((run) => runElement(run, me));

const BLOCKS = {
  heading: (block, me) => make("h3", {}, runElements(block.runs, me)),
  paragraph: (block, me) => make("p", {}, runElements(block.runs, me)),
  quote: (block, me) => make("blockquote", { dir: "auto" }, runElements(block.runs, me)),
  list: (block, me) => make("ul", {},
    (block.items ?? []).map((item) => make("li", {}, runElements(item.runs, me)))),
  table: (block, me) => make("div", { class: "wide" }, make("table", {}, make("tbody", {},
    (block.rows ?? []).map((row) => make("tr", {},
      row.map((cell) => make("td", {}, runElements(cell.runs, me)))))))),
  countdown: (block, me) => make("p", { class: "countdown" },
    runElements(block.runs, me), block.runs?.length ? " " : null,
    timeElement(block.until, "countdown")),
  picture: (block, me) => (block.attached ? attachedElement : pictureElement)(
    block, blockElements(block.twin, me)),
  file: (block) => fileElement(block),
  // what a table or a card draws in its own way reads as its twin elsewhere
  seats: (block, me) => blockElements(block.twin, me),
  options: (block, me) => blockElements(block.twin, me),
  cards: (block, me) => blockElements(block.twin, me),
};

export function blockElements(blocks, me) {
  return (blocks ?? []).filter((block) => BLOCKS[block.t])
    .flatMap((block) => BLOCKS[block.t](block, me));
}

// The document: blocks, then its panel. context: {me, room, message, act}.
export function docElement(doc, context) {
  const kind = { card: "private", form: "answer", over: "answer", console: "answer" }[doc.kind] ??
    (["board", "lines", "private", "answer", "say"].includes(doc.kind) ? doc.kind : "lines");
  return make("div", { class: `doc doc-${kind}` },
    blockElements(doc.blocks, context.me),
    doc.kind === "console" ? null : panelElement(doc, context)); // it has a panel of its own
}

// The words of a document, for announcements and quotations.
export function docWords(doc, limit = 240) {
  const words = [];
  const said = (run) => (run.t === "time" ? timeWords(run.ms) : run.s ?? "");
  const runs = (list) => words.push((list ?? []).map(said).join(""));
  const walk = (blocks) => {
    for (const block of blocks ?? []) {
      runs(block.t === "countdown"
        ? [...block.runs ?? [], { s: ` ${timeWords(block.until)}` }] : block.runs);
      (block.items ?? []).forEach((item) => runs(item.runs));
      (block.rows ?? []).flat().forEach((cell) => runs(cell.runs));
      walk(block.twin);
    }
  };
  walk(doc.blocks);
  const text = words.map((word) => word.trim()).filter((word) => word !== "").join(". ")
    .replaceAll(/([.!?:])\. /g, "$1 ");
  return text.length > limit ? `${text.slice(0, limit).replace(/\s\S*$/, "")} …` : text;
}

// What a message says, in a line.
export const wordsOf = (message, limit) =>
  message.doc ? docWords(message.doc, limit) : String(message.text ?? "").slice(0, limit ?? 240);

// A person's text with the mentioned names marked; everything stays text.
function textElement(message, { me, nameOf }) {
  const mentions = (message.mentions ?? [])
    .map((account) => ({ account, name: nameOf(account) }))
    .filter(({ name }) => name !== "");
  const words = make("div", { class: "words", dir: "auto" });
  let rest = String(message.text ?? "");
  while (rest !== "") {
    const found = mentions
      .map((mention) => ({ mention, at: rest.indexOf(`@${mention.name}`) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.mention.name.length - a.mention.name.length)[0];
    if (!found) {
      words.append(rest);
      break;
    }
    words.append(rest.slice(0, found.at), make("bdi", {
      class: found.mention.account === me.account ? "mention me" : "mention",
    }, `@${found.mention.name}`));
    rest = rest.slice(found.at + found.mention.name.length + 1);
  }
  return words;
}

function replyElement(message, context) {
  const answered = context.find(message.reply);
  const quoted = answered
    ? [nameElement(answered.from.name), `: ${wordsOf(answered, 80)}`]
    : [say("reply.earlier")];
  return make("button", {
    type: "button",
    class: "answers",
    tabindex: "-1",
    "aria-label": say("reply.answers", {
      name: answered ? answered.from.name : say("reply.earlier"),
    }),
    onclick: () => context.goTo(message.reply),
  }, make("span", { "aria-hidden": "true" }, "↩ "), ...quoted);
}

export function reactionsElement(message, context) {
  const all = Object.entries(message.reactions ?? {}).filter(([, who]) => who.length > 0);
  if (all.length === 0) {
    return null;
  }
  return make("div", { class: "reactions", role: "group", "aria-label": say("reactions") },
    all.map(([emoji, who]) => {
      const mine = who.includes(context.me.account);
      const names = who.map((account) => context.nameOf(account)).join(", ");
      return make("button", {
        type: "button",
        class: "reaction",
        title: names,
        "data-key": `${message.id} ${emoji}`,
        "aria-pressed": String(mine),
        "aria-label": say("reactions.by", { emoji, names }),
        onclick: () => context.react(message, emoji, !mine),
      }, make("span", { class: "emoji" }, emoji), ` ${who.length}`);
    }));
}

// Reply and react: there is one such bar a pane, on the message that is touched.
export function toolsElement(message, context) {
  const tool = (name, label, sign, act) => make("button", {
    type: "button",
    class: "tool",
    title: label,
    "aria-label": label,
    "data-key": `${message.id} ${name}`,
    onclick: act,
  }, make("span", { "aria-hidden": "true" }, sign));
  return make("div", { class: "tools", role: "group", "aria-label": say("message") },
    tool("reply", say("reply"), "↩", () => context.reply(message)),
    tool("react", say("react"), "☺", () => context.pickReaction(message)));
}

// A colour of its own for each account, the same everywhere; only beside the name, never alone.
function hueOf(account) {
  let hash = 7;
  for (const letter of String(account)) {
    hash = (hash * 31 + letter.codePointAt(0)) % 12;
  }
  return `hue-${hash}`;
}

export function badgeElement(from) {
  return from.bot
    ? make("img", { class: "badge", src: "icon.svg", alt: "" })
    : make("span", { class: `badge ${hueOf(from.account)}`, "aria-hidden": "true" },
      Array.from(from.name.trim())[0] ?? "?");
}

// context: {me, act, find, goTo, nameOf, react, reply, pickReaction}
export function messageElement(message, context) {
  const { from } = message;
  const mine = from.account === context.me.account;
  const called = (message.mentions ?? []).includes(context.me.account);
  return make("article", {
    class: ["message", from.bot ? "house" : "person", mine ? "mine" : "", called ? "called" : "",
      message.doc?.kind === "card" ? "card-message" : ""]
      .filter(Boolean).join(" "),
    tabindex: "-1",
    "data-key": message.id,
    "data-seq": message.seq,
    "data-id": message.id,
    "data-from": from.account,
    "aria-label": `${from.name}: ${wordsOf(message, 120)}`,
  },
  badgeElement(from),
  make("header", {}, nameElement(from.name),
    message.relayed ? make("span", { class: "aside" }, say("relayed")) : null,
    timeElement(message.at, "stamp")),
  make("div", { class: "body" },
    message.reply ? replyElement(message, context) : null,
    message.doc
      ? docElement(message.doc, { ...context, room: message.room, message: message.id })
      : textElement(message, context),
    reactionsElement(message, context)));
}
