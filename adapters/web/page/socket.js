// The one WebSocket: it comes back by itself, and every action goes out again under its own id
// until the server has answered it; "not just now" is answered by trying again. One action is on
// its way at a time, so that they arrive in their order. What was not answered outlives a reload of
// the tab.
//
// Beats tell whether the line holds: one that is not answered within a second is said at once
// (state "lost"), and a line that stays silent is given up for a new one.

import { Commands } from "./commands.js";
import { randomId } from "./dom.js";
import { keepDrafts, restoreDrafts } from "./drafts.js";
import { pageVersion } from "./words.js";

const RETRY_MS = [400, 1000, 2000, 4000, 8000];
const BEAT_MS = 5000; // of a page that somebody sees
const HIDDEN_BEAT_MS = 60000; // of one that nobody does: phones sleep
const DOUBT_MS = 1000; // an answer takes no longer, or it is said
const SILENCE_MS = 5000; // after which the line is given up
const OPEN_MS = 10000; // for a new line, greeting included
const KNOWN_MS = 4000; // for asking whether we are known
const AGAIN_MS = [500, 1000, 2000, 4000]; // after "not just now"
const REPLACED = 4000; // close code
const KEPT = "deaddrop.unanswered";
const RELOADED = "deaddrop.reloaded"; // the version that this tab has loaded itself for

export class Socket extends EventTarget {
  // hello() makes the greeting; known() says whether the server still knows us: true, false, or
  // undefined when it cannot be reached.
  constructor(hello, known, commands = new Commands()) {
    super();
    this.hello = hello;
    this.known = known;
    this.waiting = new Map(); // id → {op, resolve, refused}, in their order
    this.flying = null; // the id that is on its way
    this.tries = 0;
    this.closed = false;
    this.commands = commands;
    this.held = null; // what came while the list of commands was fetched
    addEventListener("offline", () => this.doubt());
    addEventListener("online", () => this.look());
    addEventListener("focus", () => this.look());
    addEventListener("pageshow", () => this.look());
    document.addEventListener("visibilitychange", () => this.look());
  }

  open() {
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const wire = new WebSocket(`${scheme}//${location.host}/socket`, "deaddrop");
    this.wire = wire;
    this.commands.begin();
    this.silence = setTimeout(() => this.giveUp(), OPEN_MS);
    wire.addEventListener("open", () => this.put(this.hello()));
    wire.addEventListener("message", (event) => wire === this.wire && this.heard(event.data));
    wire.addEventListener("close", (event) => wire === this.wire && this.lost(event.code));
  }

  close() {
    this.closed = true;
    this.rest();
    clearTimeout(this.timer);
    sessionStorage.removeItem(KEPT);
    this.wire?.close();
  }

  get isOpen() {
    return this.wire?.readyState === WebSocket.OPEN && this.welcomed;
  }

  put(op) {
    if (this.wire?.readyState === WebSocket.OPEN) {
      this.wire.send(JSON.stringify(op));
    }
  }

  // Sends an action; resolves with the server's answer: {op: "done"} or {op: "sorry", text, again}.
  act(op, id = randomId()) {
    const whole = { ...op, id };
    return new Promise((resolve) => {
      this.waiting.set(id, { op: whole, resolve, refused: 0 });
      this.keep();
      this.next();
    });
  }

  next() {
    const first = this.waiting.values().next().value;
    if (this.flying === null && first && this.isOpen) {
      this.flying = first.op.id;
      first.sent = true;
      this.put(first.op);
      if (Date.now() - this.heardAt > DOUBT_MS) {
        this.beat(); // a line that has died meanwhile is noticed now
      }
    }
  }

  // The newest act that fits and has never been on the wire is not sent. Null: there is none.
  takeBack(fits) {
    const [id, waiting] = Array.from(this.waiting)
      .findLast(([, { op, sent }]) => !sent && fits(op)) ?? [];
    if (id === undefined) {
      return null;
    }
    this.waiting.delete(id);
    this.keep();
    waiting.resolve({ op: "back", id });
    return waiting.op;
  }

  heard(data) {
    this.certain();
    const op = JSON.parse(data);
    if (op.op === "welcome") {
      this.greeted(op, this.wire);
    } else if (this.held) {
      this.held.push(op);
    } else {
      this.take(op);
    }
  }

  // A greeting counts once the list of commands is here; what came behind it waits for that.
  async greeted(op, wire) {
    const first = this.account === undefined;
    this.held = [];
    const commands = await this.commands.of(op.commands);
    if (wire !== this.wire) {
      return; // a newer line has greeted, or will
    }
    const { held } = this;
    this.held = null;
    this.take({ ...op, commands });
    held.forEach((later) => this.take(later));
    if (first) {
      restoreDrafts();
    }
    this.renew(op.version);
  }

  take(op) {
    if (op.op === "welcome") {
      this.welcomed = true;
      this.tries = 0;
      if (this.account === undefined) {
        this.account = op.you?.account ?? ""; // nobody's: who looks on
        this.restore();
      }
      this.resend();
      this.doubted = false;
      this.tell("open");
    }
    this.dispatchEvent(new CustomEvent("op", { detail: op }));
    if (op.code === "watch") {
      this.close(); // the link to look on shows nothing any more
      this.tell("ended");
    } else if (op.op === "done" || op.op === "sorry") {
      // a frame that could not be read has no id: it was the one on its way
      const nameless = op.id === undefined && ["big", "shape"].includes(op.code);
      this.answered(nameless ? { ...op, id: this.flying } : op);
    }
  }

  answered(op) {
    const waiting = this.waiting.get(op.id);
    if (!waiting || op.id !== this.flying) {
      return; // of another tab of the same person
    }
    if (op.again && waiting.refused < AGAIN_MS.length) {
      setTimeout(() => this.resend(), AGAIN_MS[waiting.refused++]);
      return;
    }
    this.flying = null;
    this.waiting.delete(op.id);
    this.keep();
    waiting.resolve(op);
    this.next();
  }

  resend() {
    this.flying = null;
    this.next();
  }

  keep() {
    const ops = Array.from(this.waiting.values(), ({ op }) => op);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ account: this.account, ops }));
    } catch {
      // a full storage costs only the resending after a reload
    }
  }

  restore() {
    let kept;
    try {
      kept = JSON.parse(sessionStorage.getItem(KEPT));
    } catch {
      kept = null;
    }
    if (kept?.account !== this.account) {
      return;
    }
    const earlier = kept.ops.filter((op) => !this.waiting.has(op.id));
    const later = Array.from(this.waiting);
    const anew = earlier.map((op) => [op.id, { op, resolve: () => {}, refused: 0 }]);
    this.waiting = new Map([...anew, ...later]);
  }

  // The server has another page than this one: it loads itself anew, once, and not while somebody
  // is in a dialog.
  renew(now) {
    if (now === undefined || now === pageVersion || sessionStorage.getItem(RELOADED) === now) {
      return;
    }
    const dialog = document.querySelector("dialog[open]");
    if (dialog) {
      dialog.addEventListener("close", () => this.renew(now), { once: true });
      return;
    }
    sessionStorage.setItem(RELOADED, now);
    keepDrafts();
    location.reload();
  }

  async lost(code) {
    this.welcomed = false;
    this.held = null;
    this.rest();
    if (this.closed) {
      return;
    }
    this.tell("lost");
    if (code === REPLACED) {
      return; // too many pages are open: this one comes back when it is looked at
    }
    const { wire } = this;
    const late = new Promise((resolve) => {
      setTimeout(resolve, KNOWN_MS);
    });
    const known = await Promise.race([this.known(), late]);
    if (wire !== this.wire || this.closed) {
      return; // another one is being opened
    }
    if (known === false) {
      this.close();
      this.tell("stranger");
      return;
    }
    const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  tell(state) {
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  // Something may have changed: the line is tried at once.
  look() {
    if (this.closed || document.hidden) {
      return;
    }
    if (this.wire?.readyState === WebSocket.CLOSED) {
      this.tries = 0;
      this.open();
    } else {
      this.beat();
    }
  }

  beat() {
    clearTimeout(this.heart);
    if (this.wire?.readyState !== WebSocket.OPEN) {
      return;
    }
    this.put({ op: "ping" });
    this.waits ??= setTimeout(() => this.doubt(), DOUBT_MS);
    this.silence ??= setTimeout(() => this.giveUp(), SILENCE_MS);
  }

  // No answer: the line may be down. What is done now waits for it to come back.
  doubt() {
    if (!this.closed && !this.doubted) {
      this.doubted = true;
      this.tell("lost");
      this.beat();
    }
  }

  // Something was heard: the line holds.
  certain() {
    this.rest();
    this.heardAt = Date.now();
    this.heart = setTimeout(() => this.beat(), document.hidden ? HIDDEN_BEAT_MS : BEAT_MS);
    if (this.doubted) {
      this.doubted = false;
      if (this.isOpen) {
        this.tell("open");
      }
    }
  }

  rest() {
    clearTimeout(this.heart);
    clearTimeout(this.waits);
    clearTimeout(this.silence);
    this.waits = undefined;
    this.silence = undefined;
  }

  // A line that has been silent for long is dead even when nobody said so.
  giveUp() {
    const { wire } = this;
    this.wire = { readyState: WebSocket.CLOSED, close() {} };
    wire.close();
    this.lost();
  }
}
