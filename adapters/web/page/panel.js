// Panels under a document: buttons, and forms as a modal dialog. A press or an answer goes out with
// the control the button carries; what it means is the house's business.

import { by, make } from "./dom.js";

const drafts = new Map(); // control → values: a refused answer is not typed twice

const STYLES = ["primary", "secondary", "danger"];

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
    button.classList.add("heard");
    setTimeout(() => button.classList.remove("heard"), 1200);
  }
}

export function panelElement(doc, context) {
  if (!doc.panel?.length) {
    return null;
  }
  return make("div", {
    class: "panel", role: "group", "aria-label": "What you can do", "data-table": doc.table,
  }, doc.panel.map((choice) => {
      const style = STYLES.includes(choice.style) ? choice.style : "secondary";
      const button = make("button", {
        type: "button",
        class: `choice ${style}`,
        "data-control": choice.control,
        "data-key": choice.control,
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
    required ? null : make("span", { class: "aside" }, " (may stay empty)"));
  const choices = field.choices ?? [];
  if (field.kind === "choice" && choices.length <= 4 && choices.length > 0) {
    return radioField(field, id, required, earlier);
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

function radioField(field, id, required, earlier) {
  const group = make("fieldset", { class: "field", id },
    make("legend", {}, field.label,
      required ? null : make("span", { class: "aside" }, " (may stay empty)")),
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
}

const SWITCH = { name: "", kind: "bool", choices: [{ value: "on", label: "on" },
  { value: "off", label: "off" }] };

// The options of the game whose table this form belongs to, as its slash command has them.
function optionsOf(fields, context) {
  const named = fields.find(({ name }) => name === "option")?.choices?.map(({ value }) => value);
  return named && fields.some(({ name }) => name === "value") && context.commands?.()
    .find(({ args }) => args.length > 3 &&
      args.every(({ name, kind }) => kind === "seat" || named.includes(name)))?.args;
}

// What an option may be, as a field of its own kind, with a sentence on what it changes.
function valueField(field, number, option) {
  const { kind, choices = [], min, max } = option;
  const element = fieldOf({
    ...field,
    kind: ["term", "bool"].includes(kind) ? "choice" : kind === "number" ? "number" : "text",
    choices: choices.map((choice) => (typeof choice === "object"
      ? choice : { value: choice, label: choice })),
    min,
    max: kind === "number" ? max : field.max,
  }, number);
  const also = kind === "text" && choices.length
    ? ` It may also be ${choices.map((choice) => choice.value ?? choice).join(", ")}.` : "";
  if (option.help || also) {
    element.element.append(make("p", { class: "note" }, `${option.help ?? ""}${also}`));
  }
  return element;
}

// The value of a lobby's option follows the option that is chosen.
function followOption(fields, choice, context) {
  const options = optionsOf(choice.form.fields, context);
  const select = fields.find(([name]) => name === "option")?.[1].element.querySelector("select");
  const at = fields.findIndex(([name]) => name === "value");
  if (!options || !select || at < 0) {
    return;
  }
  const show = () => {
    const option = select.value === "start_when_full"
      ? SWITCH : options.find(({ name }) => name === select.value);
    const before = fields[at][1].element;
    const wanted = choice.form.fields[at];
    fields[at][1] = option ? valueField(wanted, at, option) : fieldOf(wanted, at);
    before.replaceWith(fields[at][1].element);
  };
  select.addEventListener("change", show);
  show();
}

// Opens the form of a choice. The browser keeps the focus inside and gives it back at the end.
export function openForm(choice, context) {
  const dialog = by("form-dialog");
  const earlier = drafts.get(choice.control) ?? {};
  const fields = choice.form.fields.map((field, number) =>
    [field.name, fieldOf(field, number, earlier[field.name])]);
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
    make("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"),
    make("button", {
      type: "submit",
      class: `choice ${choice.style === "danger" ? "danger" : "primary"}`,
    }, optionsOf(choice.form.fields, context) ? "Set" : choice.label.replace(/[.…]+$/u, ""))));
  followOption(fields, choice, context);
  const opener = choice.control;
  const room = document.activeElement?.closest("[data-pane]");
  dialog.replaceChildren(form);
  dialog.onclose = () => {
    dialog.replaceChildren();
    if (document.activeElement === document.body) {
      room?.querySelector(`[data-control="${CSS.escape(opener)}"]`)?.focus();
    }
  };
  dialog.showModal();
  form.querySelector("input, textarea, select")?.focus();
}
