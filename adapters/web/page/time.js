// Times in the reader's zone, and how long until then. One timer keeps all of them true.

import { say } from "./words.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let ahead = 0; // the server's clock minus ours

export function setServerNow(ms) {
  if (Number.isFinite(ms)) {
    ahead = ms - Date.now();
  }
}

export const now = () => Date.now() + ahead;

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

const dayOf = (ms) => new Date(ms).toDateString();

export function absolute(ms, at = now()) {
  if (dayOf(ms) === dayOf(at)) {
    return clock.format(ms);
  }
  const day = Math.abs(ms - at) < 6 * DAY ? weekday.format(ms) : date.format(ms);
  return `${day} ${clock.format(ms)}`;
}

function span(ms) {
  if (ms < MINUTE) {
    return say("time.seconds", { seconds: Math.max(0, Math.ceil(ms / SECOND)) });
  }
  if (ms < 5 * MINUTE) {
    const seconds = String(Math.floor((ms % MINUTE) / SECOND)).padStart(2, "0");
    return say("time.both", { minutes: Math.floor(ms / MINUTE), seconds });
  }
  if (ms < HOUR) {
    return say("time.minutes", { minutes: Math.round(ms / MINUTE) });
  }
  return ms < 2 * DAY ? say("time.hours", { hours: Math.round(ms / HOUR) })
    : say("time.days", { days: Math.round(ms / DAY) });
}

export function relative(ms, at = now()) {
  return ms >= at ? say("time.in", { span: span(ms - at) })
    : say("time.ago", { span: span(at - ms) });
}

// The same as elements show it, for who hears it.
export const timeWords = (ms) => `${absolute(ms)} (${relative(ms)})`;

const shapes = {
  stamp: (ms) => absolute(ms),
  both: timeWords,
  countdown: (ms) => `${absolute(ms)} (${ms > now() ? relative(ms) : say("time.up")})`,
};

function refresh(element) {
  const ms = Number(element.dataset.ms);
  const text = shapes[element.dataset.shape](ms);
  if (element.textContent !== text) {
    element.textContent = text;
  }
  if (element.dataset.shape === "countdown") {
    element.classList.toggle("soon", ms - now() < MINUTE);
  }
}

// shape: "stamp" (when), "both" (when and how long until then), "countdown" (a deadline, behind a
// label such as "Time until")
export function timeElement(ms, shape) {
  const element = document.createElement("time");
  element.dateTime = new Date(ms).toISOString();
  element.title = full.format(ms);
  element.dataset.ms = ms;
  element.dataset.shape = shape;
  refresh(element);
  return element;
}

setInterval(() => {
  for (const element of document.querySelectorAll("time[data-ms]")) {
    refresh(element);
  }
}, SECOND);
