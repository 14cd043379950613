// Who is in this tab. A browser may hold several people, a cookie each; a tab keeps the number of
// its cookie (its slot), so that four tabs can be four people. Secrets come in the part of the
// address after #, which is never sent, and leave the address at once.

import { by, make, nameElement } from "./dom.js";

const SLOTS = 10;
const SLOT = "deaddrop.slot"; // this tab
const PEOPLE = "deaddrop.people"; // this browser: [{slot, name}]

export function knownPeople() {
  try {
    const people = JSON.parse(localStorage.getItem(PEOPLE));
    return Array.isArray(people) ? people : [];
  } catch {
    return [];
  }
}

export function remember(slot, name) {
  const people = knownPeople().filter((person) => person.slot !== slot);
  if (name !== null) {
    people.push({ slot, name });
  }
  localStorage.setItem(PEOPLE, JSON.stringify(people.sort((a, b) => a.slot - b.slot)));
}

export function freeSlot() {
  const taken = new Set(knownPeople().map(({ slot }) => slot));
  return Array.from({ length: SLOTS }, (_, slot) => slot).find((slot) => !taken.has(slot));
}

const setSlot = (slot) => sessionStorage.setItem(SLOT, String(slot));

// Reads #key=…, #join=…, #slot=… and clears them.
export function takeFragment() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== "") {
    history.replaceState(null, "", location.pathname);
  }
  const slot = Number.parseInt(fragment.get("slot"), 10);
  return {
    key: fragment.get("key"),
    join: fragment.get("join"),
    slot: slot >= 0 && slot < SLOTS ? slot : undefined,
  };
}

async function ask(path, slot, body) {
  const response = await fetch(`${path}?slot=${slot}`, body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  let answer = {};
  try {
    answer = JSON.parse(text);
  } catch {
    answer = {};
  }
  return { ok: response.ok, ...answer };
}

export const whoAmI = (slot) => ask("/me", slot);

export async function leave(slot) {
  await ask("/leave", slot, {});
  remember(slot, null);
  sessionStorage.removeItem(SLOT);
}

// Somebody else in this tab: it forgets its slot and asks again.
export function changePerson() {
  sessionStorage.removeItem(SLOT);
  sessionStorage.setItem("deaddrop.choose", "1");
  location.reload();
}

function slotOfTab(fragment) {
  if (fragment.slot !== undefined) {
    return fragment.slot;
  }
  const kept = sessionStorage.getItem(SLOT);
  if (kept !== null) {
    return Number(kept);
  }
  const people = knownPeople();
  const choose = sessionStorage.getItem("deaddrop.choose") !== null;
  sessionStorage.removeItem("deaddrop.choose");
  if (choose || people.length > 1 || (people.length === 1 && fragment.join)) {
    return undefined;
  }
  return people[0]?.slot ?? 0;
}

// Resolves with {slot, you, join}: who this tab is, and an invitation still to be followed.
export async function enter() {
  const fragment = takeFragment();
  if (fragment.key) {
    const slot = fragment.slot ?? freeSlot() ?? 0;
    const answer = await ask("/enter", slot, { key: fragment.key });
    const me = answer.ok ? await whoAmI(slot) : {};
    if (me.you) {
      return come(slot, me.you, fragment.join);
    }
    return atTheDoor(freeSlot(), fragment.join, {
      newcomers: true,
      text: answer.text ?? "That link opens nothing any more. Ask who sent it for a fresh one.",
    });
  }
  const slot = slotOfTab(fragment);
  const me = await whoAmI(slot ?? freeSlot() ?? 0);
  if (slot !== undefined && me.you) {
    return come(slot, me.you, fragment.join);
  }
  if (slot !== undefined) {
    remember(slot, null);
  }
  return atTheDoor(slot ?? freeSlot(), fragment.join, me);
}

function come(slot, you, join) {
  setSlot(slot);
  remember(slot, you.name);
  return { slot, you, join };
}

function atTheDoor(slot, join, state) {
  const door = by("door");
  const problem = by("door-problem");
  const say = (text) => {
    problem.textContent = text;
    problem.hidden = text === "";
  };
  const canMake = slot !== undefined && (join !== null || state.newcomers !== false);
  by("house").hidden = true;
  door.hidden = false;
  by("door-invited").hidden = join === null;
  by("door-form").hidden = !canMake;
  say(state.text ?? (canMake || knownPeople().length
    ? "" : "You need an invitation here: ask a friend inside for a link."));
  return new Promise((resolve) => {
    const done = (who) => {
      door.hidden = true;
      resolve(who);
    };
    showKnown(join, done, say);
    by("door-form").onsubmit = async (event) => {
      event.preventDefault();
      const name = by("door-name").value.trim();
      if (name === "") {
        say("Type the name your friends know you by.");
        by("door-name").focus();
        return;
      }
      const answer = await ask("/new", slot, { name, join: join ?? undefined })
        .catch(() => ({ text: "The server does not answer. Is it running? Try again." }));
      if (!answer.ok) {
        say(answer.text ?? "That did not work. Try another name.");
        return;
      }
      done(come(slot, { account: answer.account, name: answer.name ?? name }, null));
    };
    (canMake ? by("door-name") : by("door-known").querySelector("button"))?.focus();
  });
}

// People of this browser, to come back as one of them.
function showKnown(join, done, say) {
  const people = knownPeople();
  by("door-known").hidden = people.length === 0;
  by("door-known-list").replaceChildren(...people.map(({ slot, name }) => make("li", {},
    make("button", {
      type: "button",
      class: "choice secondary",
      onclick: async () => {
        const me = await whoAmI(slot);
        if (me.you) {
          done(come(slot, me.you, join));
        } else {
          remember(slot, null);
          showKnown(join, done, say);
          say(`This browser has lost the way back to ${name}. Their own link still opens it.`);
        }
      },
    }, nameElement(name)))));
}
