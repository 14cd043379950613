// What calls somebody who looks elsewhere: the sign in the title, the dot on the icon, and, each
// only once it was chosen by a press, the browser's notices, short tones, and a phone's shaking.
// Knows nothing of the page: whatever it works with is given to it.

import { say } from "./words.js";

const CHOSEN = "deaddrop.attention";
const ICONS = { calm: "icon.svg", turn: "icon-turn.svg" };
const SHAKE_MS = [90, 60, 90];
const TONES_HZ = { turn: [660, 880], line: [520] };
const TONE_S = 0.14;

// The page's title: whose turn it is before all, then what has not been read, then where.
export function signedTitle({ owed = false, unread = 0, room = null }) {
  const sign = owed ? `● ${say("turn")} · ` : unread > 0 ? `(${unread}) ` : "";
  return `${sign}${room ? `#${room} · ` : ""}deaddrop`;
}

// What the real browser has of it.
export const browserWays = () => ({
  Notice: globalThis.Notification,
  Audio: globalThis.AudioContext,
  vibrate: navigator.vibrate?.bind(navigator),
  storage: localStorage,
  hidden: () => document.hidden,
  look: () => globalThis.focus(),
  language: document.documentElement.lang,
  worker: () => workerIn(navigator.serviceWorker),
});

// The worker that shows notices where a page may not (Android), or undefined.
async function workerIn(container) {
  await container?.register("worker.js");
  return container?.ready;
}

export class Attention {
  // go(table) shows a table whose notice was pressed.
  constructor(ways = browserWays(), go = () => {}) {
    this.ways = ways;
    this.go = go;
    this.notices = new Map(); // table → what is shown of it
    this.called = new Map(); // table → its newest call
    this.chosen = { notices: false, sounds: false, shaking: false };
    try {
      Object.assign(this.chosen, JSON.parse(ways.storage.getItem(CHOSEN) ?? "{}"));
    } catch {
      // nothing was kept, or nothing can be
    }
  }

  // {notices, sounds, shaking}: true on, false off, null: this browser has it not, or forbids it.
  get choices() {
    const { Notice, Audio, vibrate } = this.ways;
    const may = Notice && Notice.permission !== "denied";
    return {
      notices: may ? this.chosen.notices && Notice.permission === "granted" : null,
      sounds: Audio ? this.chosen.sounds === true : null,
      shaking: vibrate ? this.chosen.shaking === true : null,
    };
  }

  // Only ever called by a press. Resolves with the choices as they are then.
  async choose(name, on) {
    if (name === "notices" && on && this.ways.Notice?.permission === "default") {
      await this.ways.Notice.requestPermission();
    }
    this.chosen[name] = on;
    try {
      this.ways.storage.setItem(CHOSEN, JSON.stringify(this.chosen));
    } catch {
      // it counts until the tab is closed
    }
    if (on && name === "sounds") {
      this.sound("turn");
    } else if (on && name === "shaking") {
      this.shake();
    }
    return this.choices;
  }

  // The icon in the tab: link is its <link>.
  static mark(link, owed) {
    const href = owed ? ICONS.turn : ICONS.calm;
    if (link.getAttribute("href") !== href) {
      link.setAttribute("href", href);
    }
  }

  // A table calls its player: once for each call. name: how everybody may read it ("Spyfall #2");
  // nothing of a card may stand there, since a notice shows on locked screens. call: tells one call
  // from the next, as the card's message and rev do.
  turn({ table, name, call }) {
    if (this.called.get(table) === call) {
      return;
    }
    this.called.set(table, call);
    this.sound("turn");
    this.shake();
    this.notify(table, name ? say("attention.turn", { table: name }) : say("turn"));
  }

  // Somebody named me in a room.
  mentioned() {
    this.sound("line");
  }

  // A table waits for its player no more, or the page is seen: its notice goes.
  calm(table) {
    this.notices.get(table)?.close();
    this.notices.delete(table);
  }

  // The page came into view.
  seen() {
    for (const table of Array.from(this.notices.keys())) {
      this.calm(table);
    }
  }

  notify(table, words) {
    if (!this.choices.notices || !this.ways.hidden()) {
      return;
    }
    const how = {
      tag: `deaddrop ${table}`,
      renotify: true,
      icon: "icon-192.png",
      lang: this.ways.language,
      data: { table },
    };
    try {
      const notice = new this.ways.Notice(words, how);
      notice.onclick = () => {
        this.ways.look();
        this.calm(table);
        this.go(table);
      };
      this.notices.set(table, notice);
    } catch { // Android lets only a worker do this
      this.notices.set(table, this.throughWorker(words, how));
    }
  }

  // The same through the worker, which sends the page to the table when it is pressed.
  throughWorker(words, how) {
    const shown = (async () => {
      const worker = await this.ways.worker();
      await worker.showNotification(words, how);
      return worker;
    })().catch(() => undefined); // nothing shows it: the title and the sounds remain
    return {
      close: async () => {
        const notices = await (await shown)?.getNotifications({ tag: how.tag });
        notices?.forEach((notice) => notice.close());
      },
    };
  }

  // What the worker says was pressed.
  pressed(table) {
    this.calm(table);
    this.go(table);
  }

  shake() {
    if (this.choices.shaking) {
      this.ways.vibrate(SHAKE_MS);
    }
  }

  // Two short tones; made by hand, so that nothing is fetched.
  sound(kind) {
    if (!this.choices.sounds) {
      return;
    }
    this.audio ??= new this.ways.Audio();
    this.audio.resume?.();
    TONES_HZ[kind].forEach((hertz, number) => {
      const from = this.audio.currentTime + number * TONE_S;
      const tone = this.audio.createOscillator();
      const loudness = this.audio.createGain();
      tone.frequency.value = hertz;
      loudness.gain.setValueAtTime(0.0001, from);
      loudness.gain.exponentialRampToValueAtTime(0.12, from + 0.02);
      loudness.gain.exponentialRampToValueAtTime(0.0001, from + TONE_S);
      tone.connect(loudness).connect(this.audio.destination);
      tone.start(from);
      tone.stop(from + TONE_S);
    });
  }
}
