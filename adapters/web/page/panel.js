// Panels under a document: buttons, and forms as a modal dialog. A press or an answer goes out with
// the control the button carries; what it means is the house's business.

import { announce, by, make } from "./dom.js";
import { say } from "./words.js";

const drafts = new Map(); // control → values: a refused answer is not typed twice

const STYLES = ["primary", "secondary", "danger"];

const HEARD_MS = 1200;

// It has arrived, though nothing else may show it: an option was set to what it was.
function showHeard(control) {
  for (const button of document.querySelectorAll(`[data-control="${CSS.escape(control)}"]`)) {
    button.classList.add("heard");
    setTimeout(() => button.classList.remove("heard"), HEARD_MS);
  }
}

async function press(button, choice, context) {
  if (button.getAttribute("aria-busy") === "true") {
    return;
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
}

export function panelElement(doc, context) {
  if (!doc.panel?.length) {
    return null;
  }
  return make("div", {
    class: "panel", role: "group", "aria-label": say("panel"), "data-table": doc.table,
  }, doc.panel.map((choice) => {
      const style = STYLES.includes(choice.style) ? choice.style : "secondary";
      const button = make("button", {
        type: "button",
        class: `choice ${style}`,
        "data-control": choice.control,
        "data-key": choice.control,
        "data-owed": choice.owed ? "" : undefined,
        "aria-haspopup": choice.form ? "dialog" : undefined,
        onclick: () => (choice.form
          ? openForm(choice, context) : press(button, choice, context)),
      },
      choice.symbol
        ? make("span", { class: "emoji", "aria-hidden": "true" }, `${choice.symbol} `) : null,
      choice.form && !/[.…]$/u.test(choice.label) ? `${choice.label}…` : choice.label);
      return button;
    }));
}

// One field: {element, value(), focus target}
function fieldOf(field, number, earlier) {
  const id = `field-${number}`;
  const required = !field.optional;
  const common = { id, name: field.name, required };
  const label = make("label", { for: id, id: `${id}-label` }, field.label,
    field.kind === "number" && field.max > field.min
      ? make("span", { class: "aside" }, " ", say("field.range", field)) : null,
    required ? null : make("span", { class: "aside" }, " ", say("field.optional")));
  const choices = field.choices ?? [];
  if (field.kind === "choice" && choices.length <= 4 && choices.length > 0) {
    return radioField(field, id, required, earlier);
  }
  if (field.kind === "several") {
    return severalField(field, id, earlier);
  }
  let input;
  if (field.kind === "choice") {
    input = make("select", common,
      required ? null : make("option", { value: "" }, "–"),
      choices.map((choice) => make("option", { value: choice.value }, choice.label)));
  } else if (field.kind === "number") {
    input = make("input", {
      ...common, type: "number", inputmode: "numeric", step: "1", min: field.min, max: field.max,
    });
  } else {
    const limits = { maxlength: field.max > 0 ? field.max : undefined, dir: "auto" };
    input = field.kind === "long"
      ? make("textarea", { ...common, ...limits, rows: "3" })
      : make("input", { ...common, ...limits, type: "text", autocomplete: "off" });
  }
  if (earlier !== undefined) {
    input.value = earlier;
  }
  return { element: make("div", { class: "field" }, label, input), value: () => input.value };
}

// Several of what there is: as many marks as min and max allow, sent with commas between.
function severalField(field, id, earlier) {
  const { min = 0, max = field.choices.length } = field;
  const asked = min === max ? say("several.exactly", { min }) : say("several.range", { min, max });
  const before = (earlier ?? "").split(",");
  const boxes = field.choices.map(({ value }) => make("input", {
    type: "checkbox", name: field.name, value, checked: before.includes(value),
  }));
  const chosen = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
  const check = () => {
    const count = chosen().length;
    const fits = (count >= min && count <= max) || (count === 0 && field.optional);
    boxes[0]?.setCustomValidity(fits ? "" : say("several.wrong", { asked }));
  };
  const group = make("fieldset", { class: "field", id, onchange: check },
    make("legend", {}, field.label, make("span", { class: "aside" }, ` (${asked})`)),
    make("div", { class: "radios" }, field.choices.map(({ label }, at) =>
      make("label", { class: "radio" }, boxes[at], make("span", {}, label)))));
  check();
  return { element: group, value: () => chosen().join(",") };
}

function radioField(field, id, required, earlier) {
  const group = make("fieldset", { class: "field", id },
    make("legend", {}, field.label,
      required ? null : make("span", { class: "aside" }, " ", say("field.optional"))),
    make("div", { class: "radios" }, field.choices.map((choice) => make("label", {
      class: "radio",
    }, make("input", {
      type: "radio",
      name: field.name,
      value: choice.value,
      required,
      checked: choice.value === earlier,
    }), make("span", {}, choice.label)))));
  return {
    element: group,
    value: () => group.querySelector("input:checked")?.value ?? "",
  };
}

function valuesOf(fields) {
  const args = {};
  for (const [name, field] of fields) {
    const value = field.value();
    if (value !== "") {
      args[name] = value;
    }
  }
  return args;
}

async function sendForm(form, fields, choice, context) {
  if (form.getAttribute("aria-busy") === "true") {
    return;
  }
  const args = valuesOf(fields);
  drafts.set(choice.control, args);
  form.setAttribute("aria-busy", "true");
  const answer = await context.act({
    op: "form",
    room: context.room,
    message: context.message,
    control: choice.control,
    args,
  });
  form.removeAttribute("aria-busy");
  if (answer.op === "sorry") {
    const problem = form.querySelector(".problem");
    problem.hidden = false;
    problem.textContent = answer.text;
    return;
  }
  by("form-dialog").close();
  context.sent?.(context.message);
  showHeard(choice.control);
  announce(say("form.heard"));
}

// Opens the form of a choice. The browser keeps the focus inside and gives it back at the end.
export function openForm(choice, context) {
  const dialog = by("form-dialog");
  const earlier = drafts.get(choice.control) ?? {};
  const fields = choice.form.fields.map((field, number) =>
    [field.name, fieldOf(field, number, earlier[field.name] ?? field.value)]);
  const form = make("form", {
    method: "dialog",
    onsubmit: (event) => {
      event.preventDefault();
      sendForm(form, fields, choice, context);
    },
  },
  make("h2", { id: "form-title" }, choice.form.title ?? choice.label),
  fields.map(([, field]) => field.element),
  make("p", { class: "problem", role: "alert", hidden: true }),
  make("div", { class: "ends" },
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
      room?.querySelector(`[data-control="${CSS.escape(opener)}"]`)?.focus();
    }
  };
  dialog.showModal();
  form.querySelector("input, textarea, select")?.focus();
}
