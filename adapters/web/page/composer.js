// Where one writes: text, slash commands and mentions with completion, a reply's quotation.
// The suggestions follow the ARIA combobox pattern: the focus stays in the text.

import { announce, make } from "./dom.js";
import { wordsOf } from "./message.js";
import { pieces, say } from "./words.js";

const SUGGESTIONS_MAX = 8;

// Letters as people see them, counted no further than limit + 1.
function lettersOf(text, limit) {
  if (text.length <= limit || !Intl.Segmenter) {
    return text.length;
  }
  let count = 0;
  for (const letter of new Intl.Segmenter().segment(text)) {
    count += letter.segment.length > 0 ? 1 : 0;
    if (count > limit) {
      break;
    }
  }
  return count;
}

const choiceOf = (choice) => (typeof choice === "object"
  ? { value: String(choice.value ?? choice.name), help: choice.label ?? choice.help ?? "" }
  : { value: String(choice), help: "" });

// The command a line starts with: the longest name that fits, so that "table join" beats "table".
export function commandOf(line, commands) {
  const typed = line.slice(1).toLowerCase();
  return commands
    .filter(({ name }) => typed === name || typed.startsWith(`${name} `) ||
      typed.startsWith(`${name}\n`))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

// "documents: word tea money: ends_punct ?" → {documents: "word tea", money: "ends_punct ?"}. What
// is not named goes to the first arguments that are free, a word each, the rest to the last.
export function argsOf(text, args) {
  const values = {};
  const names = args.map(({ name }) => name).sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[^\w]/g, "\\$&"));
  const pieces = names.length
    ? text.split(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "u")) : [text];
  for (let at = 1; at < pieces.length; at += 2) {
    values[pieces[at]] = pieces[at + 1].trim();
  }
  let rest = pieces[0].trim();
  const free = args.filter(({ name }) => values[name] === undefined);
  free.forEach(({ name }, number) => {
    const cut = number === free.length - 1 ? -1 : rest.search(/\s/);
    const value = cut < 0 ? rest : rest.slice(0, cut);
    rest = cut < 0 ? "" : rest.slice(cut).trim();
    if (value !== "") {
      values[name] = value;
    }
  });
  return values;
}

export class Composer {
  // Who is silent in a room reads it and cannot write there.
  silence(silent) {
    this.text.readOnly = silent;
    this.text.placeholder = silent ? say("say.silent") : this.placeholder;
    this.form.classList.toggle("silent", silent);
  }

  // options: {room(): room, commands(): list, people(): list, textMax(): letters,
  // act(op, typed), takeBack(room): a text that waited and now does not, sorry(text)}
  constructor(form, options) {
    this.form = form;
    this.text = form.querySelector("textarea");
    this.box = form.querySelector(".suggestions");
    this.answering = form.querySelector(".answering");
    this.options = options;
    this.placeholder = this.text.placeholder;
    this.drafts = new Map();
    this.offered = [];
    this.active = -1;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.text.addEventListener("input", () => this.changed());
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.text.addEventListener("paste", (event) => this.pasted(event));
    this.text.addEventListener("blur", () => this.close());
    this.text.addEventListener("selectionchange", () => this.offered.length && this.suggest());
  }

  // Another room is in front: its own draft, its own reply.
  switchTo(from, to) {
    this.drafts.set(from, { text: this.text.value, reply: this.reply });
    const draft = this.drafts.get(to) ?? { text: "", reply: undefined };
    this.text.value = draft.text;
    this.answer(draft.reply);
    this.grow();
    this.close();
  }

  fill(text) {
    this.text.value = text;
    this.text.focus();
    this.text.setSelectionRange(text.length, text.length);
    this.changed();
  }

  answer(message) {
    this.reply = message;
    this.answering.hidden = !message;
    if (message) {
      this.answering.replaceChildren(
        make("span", { class: "quoted" }, pieces("reply.to", {
          name: make("bdi", {}, message.from.name), words: wordsOf(message, 60),
        })),
        make("button", {
          type: "button", class: "quiet", "aria-label": say("reply.not"),
          onclick: () => {
            this.answer(undefined);
            this.text.focus();
          },
        }, "×"));
    }
  }

  pasted(event) {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (this.isTooLong(pasted)) {
      event.preventDefault();
    }
  }

  // Says so when it is.
  isTooLong(text) {
    const most = this.options.textMax();
    const isLong = lettersOf(text, most) > most;
    if (isLong) {
      this.options.sorry(say("say.long", { count: most.toLocaleString() }));
    }
    return isLong;
  }

  changed() {
    this.grow();
    this.suggest();
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight + 2, 168)}px`;
  }

  key(event) {
    if (event.isComposing) {
      return;
    }
    if (this.offered.length && this.suggestionKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape" && this.reply) {
      this.answer(undefined);
    } else if (event.key === "ArrowUp" && this.text.value === "") {
      this.takeBack(event);
    }
  }

  // What waits for the line can still be written otherwise.
  takeBack(event) {
    const text = this.options.takeBack(this.options.room().room);
    if (text !== undefined) {
      event.preventDefault();
      this.fill(text);
    }
  }

  suggestionKey(event) {
    const count = this.offered.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.choose(this.active < 0 && step < 0 ? count - 1 : (this.active + step + count) % count);
      return true;
    }
    if (event.key === "Escape") {
      this.close();
      return true;
    }
    const takes = (event.key === "Tab" && !event.shiftKey) ||
      (event.key === "Enter" && !event.shiftKey && this.active >= 0);
    if (takes) {
      this.take(this.offered[Math.max(this.active, 0)]);
    }
    return takes;
  }

  send() {
    const text = this.text.value.trim();
    if (text === "") {
      return;
    }
    if (this.isTooLong(text)) {
      return;
    }
    const room = this.options.room();
    const command = text.startsWith("/") ? commandOf(text, this.options.commands()) : undefined;
    const op = text.startsWith("/")
      ? this.slashOp(text, command, room) : this.sayOp(text, room);
    this.text.value = "";
    this.answer(undefined);
    this.changed();
    this.close();
    this.options.act(op, text);
  }

  sayOp(text, room) {
    const lower = text.toLowerCase();
    const mentions = this.options.people()
      .filter(({ name }) => lower.includes(`@${name.toLowerCase()}`))
      .map(({ account }) => account);
    return {
      op: "say", room: room.room, text, mentions, reply: this.reply?.id,
    };
  }

  slashOp(text, command, room) {
    const name = command?.name ?? text.slice(1).split(/\s/, 1)[0].toLowerCase();
    const rest = text.slice(1 + name.length).trim();
    return {
      op: "slash",
      room: room.room,
      command: name,
      args: command ? argsOf(rest, command.args ?? []) : {},
    };
  }

  // What may come next at the caret: [{word, help, from, insert}]
  candidates() {
    const { value } = this.text;
    const caret = this.text.selectionStart;
    const before = value.slice(0, caret);
    const mention = /(?:^|\s)@([^\s@]*)$/u.exec(before);
    if (mention) {
      return this.peopleLike(mention[1], caret - mention[1].length - 1);
    }
    if (!value.startsWith("/") || before.includes("\n")) {
      return [];
    }
    const command = commandOf(value, this.options.commands());
    if (command && caret > command.name.length + 1) {
      return this.argsLike(command, before, caret);
    }
    const typed = before.slice(1).toLowerCase();
    const all = this.options.commands();
    const starting = all.filter(({ name }) => name.startsWith(typed));
    const within = all.filter(({ name }) => !name.startsWith(typed) && name.includes(typed));
    return [...starting, ...within].map(({ name, help }) =>
      ({ word: `/${name}`, help, from: 0, insert: `/${name} `, exact: name === typed }));
  }

  peopleLike(typed, from) {
    return this.options.people()
      .filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()))
      .map(({ name }) => ({ word: `@${name}`, help: "", from, insert: `@${name} ` }));
  }

  argsLike(command, before, caret) {
    const args = command.args ?? [];
    const named = new RegExp(
      `(?:^|\\s)(${args.map(({ name }) => name.replaceAll(/[^\w]/g, "\\$&")).join("|")}):` +
      "([^\\s]*)$", "u").exec(before);
    if (args.length && named) {
      const arg = args.find(({ name }) => name === named[1]);
      const from = caret - named[2].length;
      const choices = arg.kind === "seat"
        ? this.options.people().map(({ name }) => ({ value: name, help: "" }))
        : (arg.choices ?? []).map(choiceOf);
      return choices
        .filter(({ value }) => value.toLowerCase().startsWith(named[2].toLowerCase()))
        .map(({ value, help }) => ({
          word: value, help, from, insert: `${value} `, exact: value === named[2],
        }));
    }
    const typed = /(?:^|\s)([^\s:]*)$/u.exec(before)?.[1] ?? "";
    return args
      .filter(({ name }) => name.startsWith(typed) && !before.includes(` ${name}:`))
      .map(({ name, help, optional }) => ({
        word: `${name}:`,
        help: `${help ?? ""}${optional ? ` ${say("optional")}` : ""}`,
        from: caret - typed.length,
        insert: `${name}:`,
      }));
  }

  suggest() {
    this.offered = document.activeElement === this.text
      ? this.candidates().slice(0, SUGGESTIONS_MAX) : [];
    if (this.offered.length === 0 || (this.offered.length === 1 && this.offered[0].exact)) {
      this.close();
      return;
    }
    const id = this.box.id;
    this.box.replaceChildren(...this.offered.map((offer, number) => make("li", {
      id: `${id}-${number}`,
      role: "option",
      "aria-selected": "false",
      // mousedown would take the focus out of the text first
      onmousedown: (event) => event.preventDefault(),
      onclick: () => this.take(offer),
    }, make("bdi", { class: "word" }, offer.word),
    make("span", { class: "help" }, offer.help ?? ""))));
    this.box.hidden = false;
    this.text.setAttribute("role", "combobox");
    this.text.setAttribute("aria-expanded", "true");
    this.choose(this.offered[0].exact || this.offered[0].insert.endsWith(":") ? -1 : 0);
    if (this.wasOffered !== this.offered.length) {
      announce(say("suggestions.count", { count: this.offered.length }));
    }
    this.wasOffered = this.offered.length;
  }

  choose(number) {
    this.active = number;
    Array.from(this.box.children).forEach((option, at) => {
      option.setAttribute("aria-selected", String(at === number));
    });
    const option = this.box.children[number];
    option?.scrollIntoView({ block: "nearest" });
    if (option) {
      this.text.setAttribute("aria-activedescendant", option.id);
    } else {
      this.text.removeAttribute("aria-activedescendant");
    }
  }

  take(offer) {
    const caret = this.text.selectionStart;
    const { value } = this.text;
    this.text.value = value.slice(0, offer.from) + offer.insert + value.slice(caret).trimStart();
    const at = offer.from + offer.insert.length;
    this.text.setSelectionRange(at, at);
    this.changed();
  }

  close() {
    this.offered = [];
    this.active = -1;
    this.wasOffered = 0;
    this.box.hidden = true;
    this.box.replaceChildren();
    this.text.removeAttribute("aria-activedescendant");
    this.text.removeAttribute("aria-expanded");
    this.text.removeAttribute("role");
  }
}
