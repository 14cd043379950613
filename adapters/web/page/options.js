// All that may be agreed on before a table begins: each option with what it means, what it is now,
// and what it can be. A change goes out at once; what a value is called comes from the house.

import { announce, by, make } from "./dom.js";
import { say } from "./words.js";

const asChoice = (choice) => (typeof choice === "object"
  ? { value: String(choice.value), label: choice.label ?? String(choice.value) }
  : { value: String(choice), label: String(choice) });

// What it is when nobody says otherwise, which may go by the pace.
const usualOf = ({ usual, live, choices }) => (live && live !== usual
  ? say("option.usual.paces", { usual, live })
  : say("option.usual", { usual: usual ?? asChoice(choices[0]).label }));

// What a list of values looks like as a field; now: the value that stands, where it is known.
function optionInput(arg, id, now) {
  if (arg.choices?.length && arg.kind !== "text") { // a text may be one of these, or another
    const choices = arg.choices.map(asChoice);
    return make("select", { id, name: arg.name },
      now === undefined ? make("option", { value: "" }, usualOf(arg)) : null,
      choices.map(({ value, label }) => make("option", {
        value, selected: now !== undefined && [value, label].includes(now),
      }, label)));
  }
  const common = { id, name: arg.name, value: now, placeholder: usualOf(arg) };
  return arg.kind === "number"
    ? make("input", { ...common, type: "number", min: arg.min, max: arg.max, step: "1" })
    : make("input", {
      ...common, type: "text", autocomplete: "off",
      list: arg.choices?.length ? `${id}-list` : undefined,
    });
}

const datalistOf = (arg, id) => (arg.kind === "text" && arg.choices?.length
  ? make("datalist", { id: `${id}-list` }, arg.choices.map(asChoice).map(({ value, label }) =>
    make("option", { value, label }))) : null);

// An option that the command does not describe: the house asks for its value by a form of its own.
function askRow(name, label, ask) {
  return make("div", { class: "option" }, make("button", {
    type: "button", class: "choice secondary", onclick: () => ask(name),
  }, `${label}…`));
}

// One option as a row; send(name, value) resolves with what is wrong, or "".
function rowOf(arg, label, now, send) {
  const id = `option-${arg.name}`;
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  const input = optionInput(arg, id, now);
  input.addEventListener("change", async () => {
    if (input.value === "" || !input.reportValidity()) {
      return;
    }
    input.setAttribute("aria-busy", "true");
    problem.textContent = await send(arg.name, input.value);
    input.removeAttribute("aria-busy");
    problem.hidden = problem.textContent === "";
    if (problem.hidden) {
      announce(say("form.heard"));
      input.classList.add("heard");
    }
  });
  return make("div", { class: "option" },
    make("label", { for: id }, label),
    make("p", { class: "aside" }, arg.help ?? "",
      arg.kind === "number" && arg.max > arg.min ? ` ${say("field.range", arg)}` : ""),
    input, datalistOf(arg, id), problem);
}

// Opens the list of all options. choice: the document's way to set one; args: what the game's
// command says of each; now: those that differ.
export function openOptions(choice, args, now, context) {
  const dialog = by("form-dialog");
  const field = choice.form?.fields.find(({ name }) => name === "option");
  const send = async (option, value) => {
    const answer = await context.act({
      op: "form", room: context.room, message: context.message, control: choice.control,
      args: { option, value },
    });
    return answer.op === "sorry" ? answer.text : "";
  };
  // of more than a menu holds the command knows the names; "full" is said when a table is opened
  const all = field?.choices ?? args.filter(({ name }) => name !== "full")
    .map(({ name }) => ({ value: name, label: name }));
  const rows = all.map(({ value, label }) => {
    const arg = args.find(({ name }) => name === value);
    if (!arg) {
      return askRow(value, label, (option) => {
        dialog.close();
        send(option);
      });
    }
    return rowOf(arg, label, now.find(({ name }) => name === value)?.value, send);
  });
  dialog.replaceChildren(make("div", { class: "all-options" },
    make("h2", { id: "form-title" }, choice.form?.title ?? choice.label),
    make("p", { class: "aside" }, say("options.about")),
    rows,
    make("div", { class: "ends" }, make("button", {
      type: "button", class: "choice primary", onclick: () => dialog.close(),
    }, say("done")))));
  dialog.onclose = () => dialog.replaceChildren();
  dialog.showModal();
}
