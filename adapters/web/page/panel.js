// What can be done under a document: buttons, and forms, in the document or as a modal dialog. A
// press or an answer goes out with the control the button carries; what it means is the house's
// business.

import { announce, by, make } from "./dom.js";
import { fieldOf, valuesOf } from "./fields.js";
import { say } from "./words.js";

const FORMS = "deaddrop.forms";
const DRAFTS_MAX = 20;

// control → values: nothing is typed twice, refused or loaded anew
const drafts = new Map(JSON.parse(sessionStorage.getItem(FORMS) ?? "[]"));

function keepDraft(control, values) {
  drafts.delete(control); // the newest stand last
  drafts.set(control, values);
  try {
    sessionStorage.setItem(FORMS, JSON.stringify(Array.from(drafts).slice(-DRAFTS_MAX)));
  } catch {
    // a full storage: they last as long as this page
  }
}

const STYLES = ["primary", "secondary", "danger"];

const HEARD_MS = 1200;

// The act a choice stands for, as the document says it.
export const actOf = (choice) => choice.act ?? choice.control.split(".")[2] ?? "";

// It has arrived, though nothing else may show it: an option was set to what it was.
function showHeard(control) {
  for (const button of document.querySelectorAll(`[data-control="${CSS.escape(control)}"]`)) {
    button.classList.add("heard");
    setTimeout(() => button.classList.remove("heard"), HEARD_MS);
  }
}

const isBusy = (element) => element.getAttribute("aria-busy") === "true";

export async function press(button, choice, context) {
  if (isBusy(button)) {
    return undefined;
  }
  button.setAttribute("aria-busy", "true");
  const answer = await context.act({
    op: "press",
    room: context.room,
    message: context.message,
    control: choice.control,
    values: [],
  });
  button.removeAttribute("aria-busy");
  if (answer.op === "done") {
    showHeard(choice.control);
  }
  return answer;
}

// "Documents…": more is asked for.
const labelOf = (choice, asks) =>
  (asks && !/[.…]$/u.test(choice.label) ? `${choice.label}…` : choice.label);

// A choice as a button: it acts, or opens its form. look: classes, words of its own.
export function choiceButton(choice, context, look = {}) {
  const style = STYLES.includes(look.style ?? choice.style) ? look.style ?? choice.style
    : "secondary";
  const button = make("button", {
    type: "button",
    class: `choice ${style} ${look.class ?? ""}`.trim(),
    "data-control": choice.control,
    "data-key": choice.control,
    "data-owed": choice.owed ? "" : undefined,
    "aria-haspopup": choice.form ? "dialog" : undefined,
    onclick: () => (choice.form ? openForm(choice, context) : press(button, choice, context)),
  },
  look.words ?? [choice.symbol
    ? make("span", { class: "emoji", "aria-hidden": "true" }, `${choice.symbol} `) : null,
  labelOf(choice, choice.form)]);
  return button;
}

// A page that the house serves beside this one, in a tab of its own.
const pageLink = (choice) => make("a", {
  class: "choice secondary", href: choice.value, target: "_blank", rel: "noopener",
}, choice.label);

const isPage = (choice) =>
  actOf(choice) === "page" && /^transcript\/[\w-]+$/u.test(choice.value ?? "");

export function panelElement(doc, context, choices = doc.panel) {
  if (!choices?.length) {
    return null;
  }
  return make("div", {
    class: "panel", role: "group", "aria-label": say("panel"), "data-table": doc.table,
  }, choices.map((choice) =>
    (isPage(choice) ? pageLink(choice) : choiceButton(choice, context))));
}

async function sendForm(form, fields, choice, context) {
  if (isBusy(form)) {
    return false;
  }
  const args = valuesOf(fields);
  keepDraft(choice.control, args);
  form.setAttribute("aria-busy", "true");
  const answer = await context.act({
    op: "form",
    room: context.room,
    message: context.message,
    control: choice.control,
    args,
  });
  form.removeAttribute("aria-busy");
  const problem = form.querySelector(".problem");
  problem.hidden = answer.op !== "sorry";
  problem.textContent = answer.op === "sorry" ? answer.text : "";
  if (answer.op === "sorry") {
    return false;
  }
  context.sent?.(context.message);
  showHeard(choice.control);
  announce(say("form.heard"));
  return true;
}

// What was typed stays, whatever becomes of the form; Ctrl+Enter sends it from a long field too.
function formBox(attributes, fields, choices, send, ...children) {
  const form = make("form", {
    ...attributes,
    oninput: () => choices.forEach(({ control }) => keepDraft(control, valuesOf(fields))),
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        form.requestSubmit(form.querySelector("[type=submit]"));
      }
    },
    onsubmit: (event) => {
      event.preventDefault();
      send(form, event.submitter);
    },
  }, ...children, make("p", { class: "problem", role: "alert", hidden: true }));
  return form;
}

const fieldsOf = (choice, faceOf) => {
  const earlier = drafts.get(choice.control) ?? {};
  const { fields } = choice.form;
  return fields.map((field) => fieldOf(field, {
    earlier: earlier[field.name], alone: fields.length === 1, faceOf,
  }));
};

// A form in its place: the fields of these choices once (they are the same for all of them), and
// a button for each. place(fields) puts the fields where they belong; faceOf as for fields;
// wordsOf(choice): the inside of the card that is its button.
export function inlineForm(choices, context, { place, faceOf, wordsOf } = {}) {
  const fields = fieldsOf(choices[0], faceOf);
  const labels = choices.map((choice) => choice.label);
  const title = choices.length > 1 ? commonLabel(labels) : choices[0].form.title ?? labels[0];
  return formBox({
    class: "inline-form", "aria-label": title,
  }, fields, choices, (form, submitter) => {
    const choice = choices.find(({ control }) => control === submitter?.dataset.control) ??
      choices[0];
    sendForm(form, fields, choice, context);
  }, place?.(fields) ?? fields.map(({ element }) => element),
  make("div", { class: "panel" }, choices.map((choice) => submitButton(choice, wordsOf))));
}

function submitButton(choice, wordsOf) {
  const words = wordsOf?.(choice);
  const style = STYLES.includes(choice.style) ? choice.style : "primary";
  return make("button", {
    type: "submit",
    class: words ? "choice face" : `choice ${style}`,
    "data-control": choice.control,
    "data-key": choice.control,
    "data-owed": choice.owed ? "" : undefined,
  }, words ?? [choice.symbol
    ? make("span", { class: "emoji", "aria-hidden": "true" }, `${choice.symbol} `) : null,
  choice.label.replace(/[.…]+$/u, "")]);
}

// Opens the form of a choice. The browser keeps the focus inside and gives it back at the end.
export function openForm(choice, context) {
  const dialog = by("form-dialog");
  const fields = fieldsOf(choice);
  const form = formBox({ method: "dialog" }, fields, [choice], async (sent) => {
    if (await sendForm(sent, fields, choice, context)) {
      dialog.close();
    }
  },
  make("h2", { id: "form-title" }, choice.form.title ?? choice.label),
  fields.map(({ element }) => element));
  form.append(make("div", { class: "ends" },
    make("button", {
      type: "button", class: "quiet", onclick: () => dialog.close(),
    }, say("cancel")),
    make("button", {
      type: "submit",
      class: `choice ${choice.style === "danger" ? "danger" : "primary"}`,
    }, choice.label.replace(/[.…]+$/u, ""))));
  const opener = choice.control;
  const room = document.activeElement?.closest("[data-pane]");
  dialog.replaceChildren(form);
  dialog.onclose = () => {
    if (dialog.open) {
      return; // the next one has opened before this was told
    }
    dialog.replaceChildren();
    if (document.activeElement === document.body) {
      (room?.querySelector(`[data-control="${CSS.escape(opener)}"]`) ?? room)?.focus();
    }
  };
  dialog.showModal();
  form.querySelector("input:not([type=hidden]), textarea, select")?.focus();
}

// What several labels have in common: "Put … up for vote".
function commonLabel(labels) {
  const [first] = labels;
  let before = 0;
  while (labels.every((label) => label[before] === first[before]) && before < first.length) {
    before++;
  }
  let behind = 0;
  const room = Math.min(...labels.map(({ length }) => length)) - before;
  const ends = (label) => label.at(-1 - behind) === first.at(-1 - behind);
  while (behind < room && labels.every(ends)) {
    behind++;
  }
  return `${first.slice(0, before)}…${first.slice(first.length - behind)}`;
}

// Many choices of one act (whom?) as one button, which opens them.
export function gatheredButton(choices, context) {
  const label = commonLabel(choices.map((choice) => choice.label));
  return make("button", {
    type: "button", class: "choice secondary", "data-key": `all ${actOf(choices[0])}`,
    "data-gathers": actOf(choices[0]), "aria-haspopup": "dialog",
    onclick: () => {
      const dialog = by("form-dialog");
      dialog.replaceChildren(make("div", { onclick: ({ target }) => target.closest(".choice") &&
        dialog.close() },
      make("h2", { id: "form-title" }, label),
      make("div", { class: "panel" }, choices.map((choice) => choiceButton(choice, context))),
      make("div", { class: "ends" }, make("button", {
        type: "button", class: "quiet", onclick: () => dialog.close(),
      }, say("cancel")))));
      dialog.onclose = () => dialog.open || dialog.replaceChildren();
      dialog.showModal();
    },
  }, label);
}

// Choices that ask for the same: one form for all of them.
export function grouped(choices) {
  const groups = new Map();
  for (const choice of choices) {
    const key = choice.form ? `${actOf(choice)} ${JSON.stringify(choice.form.fields)}` : "";
    groups.set(key, [...groups.get(key) ?? [], choice]);
  }
  return groups;
}
