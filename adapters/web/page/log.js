// A pane of messages in their order: the channel, or what is private to me. Follows the newest line
// as long as the reader is at the end, and asks for older ones when the reader goes up.

import { keepFocus, make } from "./dom.js";
import { boardLine, Tables } from "./tables.js";
import { messageElement, toolsElement } from "./message.js";
import { cardsOf, inOrder, isLive, isSpent, isTakenBack } from "./rooms.js";
import { say } from "./words.js";

const NEAR = 60; // pixels from an end that count as being there
const SLOW_MS = 600;
const SAME_SPEAKER_MS = 5 * 60 * 1000;

export class Log {
  // options: {context, more(room), showBoard(room, message), empty, docked(): the card that stands
  // elsewhere, follows: news comes into view also while a long message is shown from its beginning}
  constructor(pane, options) {
    this.box = pane.querySelector(".log");
    this.list = pane.querySelector(".messages");
    this.live = this.list.getAttribute("aria-live");
    this.older = pane.querySelector(".older");
    this.newer = pane.querySelector(".newer");
    this.waiting = pane.querySelector(".unsent");
    this.options = options;
    this.room = null;
    this.atEnd = true;
    this.box.addEventListener("scroll", () => this.scrolled());
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("focusin", (event) => this.touch(event.target));
    this.list.addEventListener("pointerover", (event) => this.pointed(event.target));
    this.older.addEventListener("click", () => this.wantMore());
    this.newer.addEventListener("click", () => this.toEnd(true));
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(this.box);
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(this.list);
  }

  show(room) {
    this.room = room;
    this.asked = false;
    this.fresh();
    this.toEnd();
  }

  // All that is loaded, anew; the reader stays where they are.
  fresh() {
    const { room, box } = this;
    const height = box.scrollHeight;
    keepFocus(box.parentElement, () => this.quietly(() => {
      this.list.replaceChildren(...inOrder(room)
        .filter((message) => this.isShown(message))
        .map((message) => this.element(message)));
      this.group();
    }));
    this.rest();
    if (this.atEnd) {
      this.toEnd();
    } else {
      box.scrollTop += box.scrollHeight - height;
    }
  }

  isShown(message) {
    return message.seq >= this.room.first;
  }

  // Changes that are no news are not read out.
  quietly(change) {
    this.list.setAttribute("aria-live", "off");
    change();
    requestAnimationFrame(() => this.list.setAttribute("aria-live", this.live));
  }

  element(message) {
    const { options, room } = this;
    if (room.private || !Tables.isBoard(message)) {
      return messageElement(message, options.context);
    }
    const element = make("article", {
      class: "message board-line",
      "data-seq": message.seq,
      "data-id": message.id,
      tabindex: "-1",
    }, boardLine(message, () => options.showBoard(room, message)));
    return element;
  }

  // Words on their way: shown when they take long, gone with the answer.
  unsent(text) {
    const waits = say("log.waits");
    const element = make("p", { class: "words", dir: "auto", "data-waits": waits }, text);
    const timer = setTimeout(() => {
      this.waiting.append(element);
      this.toEnd();
    }, SLOW_MS);
    return () => {
      clearTimeout(timer);
      element.remove();
    };
  }

  find(seq) {
    return this.list.querySelector(`:scope > [data-seq="${seq}"]`);
  }

  // Puts a message at its place; what is already there is replaced.
  put(message, news) {
    if (!this.isShown(message)) {
      return;
    }
    const here = this.find(message.seq);
    const element = this.element(message);
    const change = () => {
      if (here) {
        here.replaceWith(element);
        if (here.classList.contains("touched")) {
          this.touch(element);
        }
        return;
      }
      const next = Array.from(this.list.children)
        .findLast((other) => Number(other.dataset.seq) < message.seq);
      if (next) {
        next.after(element);
      } else {
        this.list.prepend(element);
      }
    };
    if (here) {
      keepFocus(this.box.parentElement, () => this.quietly(change));
    } else if (news) {
      change();
      element.classList.add("fresh");
    } else {
      const height = this.box.scrollHeight;
      this.quietly(change);
      this.box.scrollTop += this.atEnd ? 0 : this.box.scrollHeight - height;
    }
    this.group();
    this.rest();
    this.atEnd ||= Boolean(this.options.follows && news && !here && this.isAsPlaced());
    if (this.atEnd && news && element.offsetHeight > this.box.clientHeight) {
      this.box.scrollTop = element.offsetTop; // a long one is read from its beginning
      this.placed = this.box.scrollTop;
      this.atEnd = false;
    } else if (this.atEnd) {
      this.toEnd();
    } else if (news && !here) {
      this.newer.hidden = false;
    }
  }

  // Does a long message still stand as it was put, with nothing scrolled by hand?
  isAsPlaced() {
    return this.placed !== undefined && Math.abs(this.box.scrollTop - this.placed) < 2;
  }

  // Lines of one speaker in a row show the name once.
  group() {
    let before = null;
    for (const element of this.list.children) {
      const message = this.room.messages.get(Number(element.dataset.seq));
      const follows = before && before.from.account === message.from.account &&
        message.at - before.at < SAME_SPEAKER_MS && !message.reply &&
        !Tables.isBoard(message) && !Tables.isBoard(before);
      element.classList.toggle("follows", Boolean(follows));
      before = message;
    }
    this.panels();
  }

  // Only what is true now is offered: a table's card, and what was answered since it asked. Of
  // equal buttons the card's is shown, or the last one. The card in the dock is not shown here.
  panels() {
    const cards = this.room.private ? cardsOf(this.room) : new Map();
    const docked = this.options.docked?.();
    const offered = new Set((docked?.doc.panel ?? []).map(({ control }) => control));
    for (const element of this.list.children) { // of an older card or form nothing is left
      const message = this.room.messages.get(Number(element.dataset.seq));
      element.hidden = message === docked || isSpent(this.room, message, cards) ||
        (message?.doc?.kind === "card" && !isLive(message, cards));
    }
    const last = (panel) => panel.closest(".message").classList.contains("card-message");
    const panels = Array.from(this.list.querySelectorAll(".panel")).reverse();
    for (const panel of [...panels.filter(last), ...panels.filter((one) => !last(one))]) {
      this.panel(panel, cards, offered);
    }
  }

  panel(panel, cards, offered) {
    const element = panel.closest(".message");
    const message = this.room.messages.get(Number(element.dataset.seq));
    const live = !element.hidden && isLive(message, cards);
    const isForm = message.doc.kind === "form"; // it was just asked for
    for (const button of panel.children) {
      const { control } = button.dataset;
      button.hidden = !live || isTakenBack(message, control, cards) ||
        (offered.has(control) && !isForm);
      if (live) {
        offered.add(control);
      }
    }
    panel.hidden = Array.from(panel.children).every((button) => button.hidden);
    element.classList.toggle("settled", !live);
  }

  rest() {
    const { room } = this;
    this.older.hidden = room.end || room.messages.size === 0;
    this.list.querySelector(":scope > .touched") ?? this.touch(this.list.lastElementChild);
    const { empty } = this.options;
    if (empty) {
      const before = empty.hidden;
      empty.hidden = room.messages.size > 0 &&
        Array.from(room.messages.values()).some((message) => !message.from.bot || message.doc);
      this.atEnd ||= empty.hidden && !before; // whoever read how to begin reads on
    }
  }

  // Behind another pane it had no height, and messages came; the newest are what is looked for.
  shown() {
    if (this.atEnd) {
      this.toEnd();
    }
  }

  scrolled() {
    const { box } = this;
    if (box.clientHeight === 0) {
      return;
    }
    this.atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    if (this.atEnd) {
      this.newer.hidden = true;
    }
    if (box.scrollTop < NEAR && !this.room?.end && !this.older.hidden) {
      this.wantMore();
    }
  }

  wantMore() {
    if (!this.asked && this.room && this.room.first !== Infinity) {
      this.asked = true;
      this.options.more(this.room);
    }
  }

  hadMore() {
    this.asked = false;
    this.fresh();
  }

  toEnd(byReader = false) {
    const begins = this.options.empty?.hidden === false; // read from its top
    this.box.scrollTop = begins ? 0 : this.box.scrollHeight;
    this.placed = undefined;
    this.atEnd = true;
    this.newer.hidden = true;
    if (byReader) {
      this.list.lastElementChild?.focus({ preventScroll: true });
    }
  }

  goTo(id) {
    const element = this.list.querySelector(`:scope > [data-id="${CSS.escape(String(id))}"]`);
    element?.scrollIntoView({ block: "center" });
    element?.focus({ preventScroll: true });
  }

  // One message of the log is in the tab order, with its tools; arrows go to the others.
  touch(target) {
    const element = target?.closest?.(".message");
    const before = this.list.querySelector(":scope > .touched");
    if (!element || element === before) {
      return;
    }
    before?.classList.remove("touched");
    before?.setAttribute("tabindex", "-1");
    before?.querySelector(":scope > .tools")?.remove();
    element.classList.add("touched");
    element.setAttribute("tabindex", "0");
    const message = this.room.messages.get(Number(element.dataset.seq));
    if (!this.room.private && !element.classList.contains("board-line")) {
      this.quietly(() => element.append(toolsElement(message, this.options.context)));
    }
  }

  // The pointer takes the tools along, unless the keyboard is using them.
  pointed(target) {
    if (!this.list.querySelector(".tools")?.contains(document.activeElement)) {
      this.touch(target);
    }
  }

  key(event) {
    const element = event.target;
    if (!element.classList.contains("message")) {
      return;
    }
    const to = {
      ArrowUp: element.previousElementSibling,
      ArrowDown: element.nextElementSibling,
      Home: this.list.firstElementChild,
      End: this.list.lastElementChild,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      to?.focus();
    }
  }
}
