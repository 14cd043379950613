// The one WebSocket: it comes back by itself, and every action goes out again under its own id
// until the server has answered it; "not just now" is answered by trying again. One action is on
// its way at a time, so that they arrive in their order. What was not answered outlives a reload of
// the tab.

import { randomId } from "./dom.js";

const RETRY_MS = [400, 1000, 2000, 4000, 8000];
const PING_MS = 20000;
const SILENCE_MS = 45000;
const AGAIN_MS = [500, 1000, 2000, 4000]; // after "not just now"
const REPLACED = 4000; // close code
const KEPT = "deaddrop.unanswered";

export class Socket extends EventTarget {
  // hello() makes the greeting; known() says whether the server still knows us: true, false, or
  // undefined when it cannot be reached.
  constructor(hello, known) {
    super();
    this.hello = hello;
    this.known = known;
    this.waiting = new Map(); // id → {op, resolve, refused}, in their order
    this.flying = null; // the id that is on its way
    this.tries = 0;
    this.closed = false;
    addEventListener("online", () => this.retryNow());
    addEventListener("focus", () => this.retryNow());
    document.addEventListener("visibilitychange", () => !document.hidden && this.retryNow());
    this.heart = setInterval(() => this.beat(), PING_MS);
  }

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const wire = new WebSocket(`${scheme}//${location.host}/socket`, "deaddrop");
    this.wire = wire;
    this.heardAt = Date.now();
    wire.addEventListener("open", () => this.put(this.hello()));
    wire.addEventListener("message", (event) => wire === this.wire && this.heard(event.data));
    wire.addEventListener("close", (event) => wire === this.wire && this.lost(event.code));
  }

  close() {
    this.closed = true;
    clearInterval(this.heart);
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
      this.put(first.op);
    }
  }

  heard(data) {
    this.heardAt = Date.now();
    const op = JSON.parse(data);
    if (op.op === "welcome") {
      this.welcomed = true;
      this.tries = 0;
      if (this.account === undefined) {
        this.account = op.you.account;
        this.restore();
      }
      this.resend();
      this.dispatchEvent(new CustomEvent("state", { detail: "open" }));
    }
    this.dispatchEvent(new CustomEvent("op", { detail: op }));
    if (op.op === "done" || op.op === "sorry") {
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

  async lost(code) {
    this.welcomed = false;
    if (this.closed) {
      return;
    }
    this.dispatchEvent(new CustomEvent("state", { detail: "lost" }));
    if (code === REPLACED) {
      return; // too many pages are open: this one comes back when it is looked at
    }
    if ((await this.known()) === false) {
      this.close();
      this.dispatchEvent(new CustomEvent("state", { detail: "stranger" }));
      return;
    }
    const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  retryNow() {
    if (!this.closed && this.wire?.readyState === WebSocket.CLOSED) {
      this.tries = 0;
      this.open();
    }
  }

  // A wire that has been silent for long is dead even when nobody said so.
  beat() {
    if (this.wire?.readyState !== WebSocket.OPEN) {
      return;
    }
    if (Date.now() - this.heardAt > SILENCE_MS) {
      const wire = this.wire;
      this.wire = { readyState: WebSocket.CLOSED, close() {} };
      wire.close();
      this.lost();
      return;
    }
    this.put({ op: "ping" });
  }
}
