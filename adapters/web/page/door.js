// Who is in this tab. The browser's cookie knows one person; a tab token, kept in this tab alone,
// may be somebody else, so that four tabs can be four people. Secrets come in the part of the
// address after #, which is never sent, and leave the address at once.

import { by, make, nameElement } from "./dom.js";
import { say } from "./words.js";

const TAB = "deaddrop.tab"; // this tab's token
const CHOOSE = "deaddrop.choose"; // the door stays open although the cookie knows somebody

export const tabToken = () => sessionStorage.getItem(TAB) ?? undefined;

// Asks the server over HTTP: {ok, status, …answer}. Throws when it cannot be reached.
export async function ask(path, body = {}) {
  const headers = { "Content-Type": "application/json" };
  if (tabToken()) {
    headers.Authorization = `Bearer ${tabToken()}`;
  }
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  let answer = {};
  if ((response.headers.get("Content-Type") ?? "").startsWith("application/json")) {
    answer = JSON.parse(text);
  }
  return { ...answer, ok: response.ok, status: response.status, text };
}

// Reads #key=…, #join=…, #new and clears them from the address.
export function takeFragment() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== "") {
    history.replaceState(null, "", location.pathname);
  }
  return {
    key: fragment.get("key"), join: fragment.get("join"), isNew: fragment.has("new"),
  };
}

// The server knows this tab: true, no: false, cannot be reached: undefined.
export async function isKnown() {
  try {
    const answer = await ask("/who");
    return answer.ok || (answer.status === 403 ? false : undefined);
  } catch {
    return undefined;
  }
}

export async function leave() {
  await ask("/leave").catch(() => {});
  sessionStorage.clear();
}

// Somebody else in this tab: it forgets its token and the door opens.
export function changePerson() {
  sessionStorage.clear();
  sessionStorage.setItem(CHOOSE, "1");
  location.reload();
}

function come(answer, join) {
  if (answer.tab) {
    sessionStorage.setItem(TAB, answer.tab);
  }
  sessionStorage.removeItem(CHOOSE);
  return { you: { account: answer.account, name: answer.name }, join };
}

// Resolves with {you, join}: who this tab is, and an invitation still to be followed.
export async function enter() {
  const fragment = takeFragment();
  if (fragment.key) {
    sessionStorage.removeItem(TAB);
    const answer = await ask("/enter", { key: fragment.key });
    return answer.ok ? come(answer, fragment.join) : atTheDoor(fragment.join, {
      sorry: answer.sorry ?? say("door.stale"),
    });
  }
  const who = await ask("/who");
  if (who.code === "unreadable") { // they are known, and come in once that is mended
    return atTheDoor(fragment.join, { newcomers: false, sorry: who.sorry });
  }
  if (!who.ok) {
    sessionStorage.removeItem(TAB);
    return atTheDoor(fragment.join, { newcomers: who.newcomers });
  }
  const ownTab = tabToken() !== undefined;
  const asks = sessionStorage.getItem(CHOOSE) !== null || fragment.isNew ||
    (fragment.join && !ownTab);
  return asks
    ? atTheDoor(fragment.join, { newcomers: who.newcomers, known: who }) : come(who, fragment.join);
}

function tell(text) {
  by("door-problem").textContent = text;
  by("door-problem").hidden = text === "";
}

// known: whom the cookie knows, to come back as.
function showKnown(known, done) {
  by("door-known").hidden = !known;
  by("door-known-list").replaceChildren(...(known ? [make("button", {
    type: "button", class: "choice secondary", onclick: done,
  }, nameElement(known.name))] : []));
}

function atTheDoor(join, { newcomers, known, sorry }) {
  const form = by("door-form");
  const canMake = join !== null || newcomers !== false;
  by("house").hidden = true;
  by("splash").hidden = true;
  by("door").hidden = false;
  by("door-invited").hidden = join === null;
  form.hidden = !canMake;
  tell(sorry ?? (canMake || known ? "" : say("door.invitation")));
  return new Promise((resolve) => {
    const done = (answer, left) => {
      by("door").hidden = true;
      resolve(come(answer, left));
    };
    showKnown(known, () => done(known, join));
    form.onsubmit = (event) => {
      event.preventDefault();
      knock(join, done);
    };
    (canMake ? by("door-name") : by("door-known-list").querySelector("button"))?.focus();
  });
}

// A new person under the name that was typed.
async function knock(join, done) {
  const name = by("door-name").value.trim();
  if (name === "") {
    tell(say("door.nameless"));
    by("door-name").focus();
    return;
  }
  try {
    const answer = await ask("/new", join === null ? { name } : { name, join });
    if (answer.ok) {
      done(answer, null);
    } else {
      tell(answer.sorry ?? say("door.failed"));
    }
  } catch {
    tell(say("door.silent"));
  }
}
