// How this browser calls me when I look elsewhere. Each way is off until it is chosen here.

import { by, make } from "./dom.js";
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

export function showSettings(attention) {
  const dialog = by("form-dialog");
  dialog.replaceChildren(make("form", { method: "dialog" },
    make("h2", { id: "form-title" }, say("settings")),
    waysToCall().map((way) => wayElement(way, attention)),
    make("div", { class: "ends" },
      make("button", { type: "submit", class: "choice primary" }, say("done")))));
  dialog.onclose = () => dialog.open || dialog.replaceChildren();
  dialog.showModal();
}
