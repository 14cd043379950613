// Which part of the page is in front. A wide page shows the table with the card below it, and
// beside them the chat or what is private; a narrow one shows one of the three, and the way back
// goes back.

import { by } from "./dom.js";

export const NARROW = matchMedia("(max-width: 759px)");
const WIDE = matchMedia("(min-width: 1500px)");

export class Views {
  // changed(view, isOther) is called when something else may be in front
  constructor(changed) {
    this.changed = changed;
    for (const button of document.querySelectorAll("#views button")) {
      button.addEventListener("click", () => {
        this.show(button.dataset.view);
        by(button.dataset.to).focus();
      });
    }
    addEventListener("popstate", ({ state }) => this.back(state));
    const rail = () => {
      document.body.dataset.rail = WIDE.matches ? "column" : "sheet";
    };
    WIDE.addEventListener("change", rail);
    NARROW.addEventListener("change", () => this.mark());
    rail();
  }

  get view() {
    return document.body.dataset.view;
  }

  // view: "table", "channel" or "private". On a small screen it is a step that can be gone back.
  show(view, step = NARROW.matches && view !== this.view) {
    document.body.dataset.view = view;
    if (view !== "table") {
      document.body.dataset.side = view;
    }
    if (step) {
      history.pushState({ view }, "");
    }
    this.mark();
  }

  back(state) {
    this.shutRail();
    this.show(state?.view ?? "table", false);
  }

  mark() {
    const front = NARROW.matches ? this.view : document.body.dataset.side;
    for (const button of document.querySelectorAll("#views button")) {
      button.setAttribute("aria-current", String(button.dataset.view === front));
    }
    this.changed(this.view, this.view !== this.before);
    this.before = this.view;
  }

  // What stands beside the table where there is room for it.
  showBeside(side) {
    document.body.dataset.side = side;
    this.mark();
  }

  // Can it be seen now?
  shows(view) {
    return !document.hidden && (NARROW.matches ? this.view === view
      : view === "table" || document.body.dataset.side === view);
  }

  openRail() {
    const open = document.body.classList.toggle("rail-open");
    by("rail-open").setAttribute("aria-expanded", String(open));
    if (open) {
      by("room-list").querySelector("button")?.focus();
    }
  }

  // True where it was open.
  shutRail() {
    const open = document.body.classList.contains("rail-open");
    document.body.classList.remove("rail-open");
    by("rail-open").setAttribute("aria-expanded", "false");
    if (open) {
      by("rail-open").focus();
    }
    return open;
  }
}
