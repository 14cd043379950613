// The fields of a form: what somebody types, or chooses of what there is. The house says what there
// is to choose; a field only finds the shape that suits it best.

import { make } from "./dom.js";
import { say } from "./words.js";

const RADIOS_MAX = 4;
const TILES_MAX = 36;
const CODE = /^\d(-\d)+$/u;

let fields = 0; // a number for each, so that ids are unique in the page

const optionalNote = (required) => (required ? null
  : make("span", { class: "aside" }, " ", say("field.optional")));

// Whether all values are codes ("3-1-4") over the same few digits: then they are tapped by digit.
const isCode = ({ choices }) => choices.length > RADIOS_MAX &&
  choices.every(({ value }) => CODE.test(value));

// face: what is drawn for it where it is a card; else it is called by its label.
function radio(name, { value, label }, more = {}, face = undefined) {
  return make("label", { class: face ? "radio face" : "radio" },
    make("input", { type: "radio", name, value, "aria-label": face ? label : undefined, ...more }),
    face ?? make("span", {}, label));
}

// One of a few, all in sight.
function radioField(field, id, required, earlier, faceOf) {
  const drawn = faceOf && field.choices.some(({ value }) => faceOf(value));
  const group = make("fieldset", { class: "field", id },
    make("legend", {}, field.label, optionalNote(required)),
    make("div", {
      class: drawn || field.choices.length <= RADIOS_MAX ? "radios" : "tiles",
    }, field.choices.map((choice) => radio(field.name, choice, {
      required, checked: choice.value === earlier,
    }, faceOf?.(choice.value)))));
  return {
    element: group,
    value: () => group.querySelector("input:checked")?.value ?? "",
    set: (value) => {
      const box = Array.from(group.querySelectorAll("input")).find((one) => one.value === value);
      if (box) {
        box.checked = true;
      }
    },
  };
}

// A code: a row of digits for each of its places. A digit that stands elsewhere changes places.
function codeField(field, id, required, earlier) {
  const codes = field.choices.map(({ value }) => value.split("-"));
  const digits = [...new Set(codes.flat())].sort();
  const kept = make("input", { type: "hidden", name: field.name, value: earlier ?? "" });
  const before = CODE.test(earlier ?? "") ? earlier.split("-") : [];
  const rows = codes[0].map((_, place) => {
    const name = `${id}-${place}`;
    return make("div", {
      class: "code-place", role: "radiogroup",
      "aria-label": say("code.place", { place: place + 1 }),
    }, make("span", { class: "code-number", "aria-hidden": "true" }, `${place + 1}`),
    digits.map((digit) => radio(name, { value: digit, label: digit }, {
      required, checked: before[place] === digit,
    })));
  });
  const chosen = (row) => row.querySelector("input:checked");
  const digitOf = (row) => chosen(row)?.value;
  let standing = rows.map(digitOf);
  const group = make("fieldset", {
    class: "field code", id,
    onchange: ({ target }) => {
      const mine = rows.find((row) => row.contains(target));
      const other = rows.find((row) => row !== mine && digitOf(row) === target.value);
      if (other) { // no digit comes twice: the two change places
        const before = standing[rows.indexOf(mine)];
        Array.from(other.querySelectorAll("input"), (box) => {
          box.checked = box.value === before;
        });
      }
      standing = rows.map(digitOf);
      kept.value = standing.map((digit) => digit ?? "").join("-");
    },
  }, make("legend", {}, field.label, optionalNote(required)), rows, kept);
  return {
    element: group,
    value: () => (CODE.test(kept.value) && kept.value.split("-").length === rows.length
      ? kept.value : ""),
  };
}

// Several of what there is: as many marks as min and max allow, sent with commas between.
function severalField(field, id, earlier, faceOf) {
  const { min = 0, max = field.choices.length } = field;
  const asked = min === max ? say("several.exactly", { min }) : say("several.range", { min, max });
  const before = (earlier ?? "").split(",");
  const faces = field.choices.map(({ value }) => faceOf?.(value));
  const boxes = field.choices.map(({ value, label }, at) => make("input", {
    type: "checkbox", name: field.name, value, checked: before.includes(value),
    "aria-label": faces[at] ? label : undefined,
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
      make("label", { class: faces[at] ? "radio face" : "radio" }, boxes[at],
        faces[at] ?? make("span", {}, label)))));
  check();
  return { element: group, value: () => chosen().join(",") };
}

function inputOf(field, common, required) {
  if (field.kind === "choice") {
    return make("select", common, required ? null : make("option", { value: "" }, "–"),
      field.choices.map((choice) => make("option", { value: choice.value }, choice.label)));
  }
  if (field.kind === "number") {
    return make("input", {
      ...common, type: "number", inputmode: "numeric", step: "1", min: field.min, max: field.max,
    });
  }
  const limits = {
    maxlength: field.max > 0 ? field.max : undefined, dir: "auto",
    placeholder: field.about ? field.label : undefined, // its label may be the card above it
  };
  return field.kind === "long"
    ? make("textarea", { ...common, ...limits, rows: "3" })
    : make("input", { ...common, ...limits, type: "text", autocomplete: "off" });
}

function inputField(field, id, required, earlier) {
  const label = make("label", { for: id }, field.label,
    field.kind === "number" && field.max > field.min
      ? make("span", { class: "aside" }, " ", say("field.range", field)) : null,
    optionalNote(required));
  const input = inputOf(field, { id, name: field.name, required }, required);
  if (earlier !== undefined) {
    input.value = earlier;
  }
  return { element: make("div", { class: "field" }, label, input), value: () => input.value };
}

// One field of a document's form: {name, about, element, value()}. earlier: what was typed there;
// alone: the form asks for nothing else, so all there is to choose may lie in sight; faceOf(value):
// how a choice that is a card of mine is drawn.
export function fieldOf(field, { earlier = field.value, alone = false, faceOf } = {}) {
  const id = `field-${++fields}`;
  const required = !field.optional;
  const isChoice = field.kind === "choice" && field.choices?.length > 0;
  const inSight = isChoice && (field.choices.length <= (alone ? TILES_MAX : RADIOS_MAX) ||
    (faceOf && field.choices.every(({ value }) => faceOf(value))));
  const shape = field.kind === "several" ? severalField(field, id, earlier, faceOf)
    : isChoice && isCode(field) ? codeField(field, id, required, earlier)
      : inSight ? radioField(field, id, required, earlier, faceOf)
        : inputField(field, id, required, earlier);
  return { name: field.name, about: field.about, ...shape };
}

// What stands in the fields, without the empty ones.
export function valuesOf(all) {
  const args = {};
  for (const { name, value } of all) {
    if (value() !== "") {
      args[name] = value();
    }
  }
  return args;
}
