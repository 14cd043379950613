// How this browser calls me when I look elsewhere: each way is off until it is chosen here. And
// what I choose for all tables, wherever I play: the house keeps that.

import { by, make } from "./dom.js";
import { PRIVATE } from "./rooms.js";
import { say } from "./words.js";

const waysToCall = () => [
  ["notices", say("settings.notices")],
  ["sounds", say("settings.sounds")],
  ["shaking", say("settings.shaking")],
];

function wayElement([name, words], attention) {
  const now = attention.choices[name];
  const box = make("input", {
    type: "checkbox", name, checked: now === true, disabled: now === null,
  });
  const problem = make("span", { class: "aside" }, now === null ? say("settings.cannot") : "");
  box.addEventListener("change", async () => {
    const choices = await attention.choose(name, box.checked);
    box.checked = choices[name] === true;
    problem.textContent = choices[name] === null ? say("settings.cannot") : "";
  });
  return make("div", { class: "field" },
    make("label", { class: "radio" }, box, make("span", {}, words)), problem);
}

const nudgeWords = () => ({
  all: say("settings.nudges.all"),
  once: say("settings.nudges.once"),
  off: say("settings.nudges.off"),
});

// Tells the house one of my choices; resolves with what is wrong, or "".
async function choose(own, name, value, act) {
  const answer = await act({
    op: "slash", room: PRIVATE, command: name, args: { to: value },
  });
  if (answer.op === "sorry") {
    return answer.text;
  }
  own[name] = value;
  return "";
}

function nudgesElement(own, act) {
  const now = own.nudges ?? "all";
  const select = make("select", { id: "nudges" }, Object.entries(nudgeWords())
    .map(([value, words]) => make("option", { value, selected: value === now }, words)));
  select.addEventListener("change", () => choose(own, "nudges", select.value, act));
  return make("div", { class: "field" },
    make("label", { for: "nudges" }, say("settings.nudges")), select);
}

const timeInput = (words, value) => make("input", { type: "time", "aria-label": words, value });

// From when to when; both empty: no quiet hours. The zone is this browser's.
function quietElement(own, act) {
  const [start = "", end = ""] = /^\d/u.test(own.quiet ?? "") ? own.quiet.split("-") : [];
  const from = timeInput(say("settings.quiet.from"), start);
  const to = timeInput(say("settings.quiet.to"), end);
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const change = async () => {
    if ((from.value === "") !== (to.value === "")) {
      return; // the other one comes still
    }
    if (from.value !== "" && own.zone !== timeZone) {
      await choose(own, "zone", timeZone, act);
    }
    const value = from.value === "" ? "off" : `${from.value}-${to.value}`;
    problem.textContent = await choose(own, "quiet", value, act);
    problem.hidden = problem.textContent === "";
  };
  from.addEventListener("change", change);
  to.addEventListener("change", change);
  return make("fieldset", { class: "field" }, make("legend", {}, say("settings.quiet")),
    make("p", { class: "aside" }, say("settings.quiet.about", { zone: own.zone ?? timeZone })),
    make("div", { class: "times" }, from, " – ", to), problem);
}

// All that I can choose is answered beside my card. Where I live is first said for me, as a guess.
async function everything(own, act) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!own.zone && timeZone) {
    await choose(own, "zone", timeZone, act);
  }
  await act({ op: "slash", room: PRIVATE, command: "settings", args: {} });
}

// own: {zone, quiet, nudges} as the house has them; act sends.
export function showSettings(attention, own, act) {
  const dialog = by("form-dialog");
  dialog.replaceChildren(make("form", { method: "dialog" },
    make("h2", { id: "form-title" }, say("settings")),
    waysToCall().map((way) => wayElement(way, attention)),
    nudgesElement(own, act), quietElement(own, act),
    make("div", { class: "ends" },
      make("button", {
        type: "submit", class: "choice secondary", onclick: () => everything(own, act),
      }, say("settings.all")),
      make("button", { type: "submit", class: "choice primary" }, say("done")))));
  dialog.onclose = () => dialog.open || dialog.replaceChildren();
  dialog.showModal();
}
