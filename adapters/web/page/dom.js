// Elements made by hand. Strings always become text nodes: nothing here, or anywhere in the page,
// parses HTML from a string.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const by = (id) => document.getElementById(id);

// A random id for an action. crypto.randomUUID is missing on plain http addresses of a home
// network, getRandomValues is there everywhere.
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Names are people's: they get a direction of their own, so that one cannot turn a line around.
export function nameElement(name, className = "name") {
  return make("bdi", { class: className }, name);
}

// Says something to screen readers; how is "polite" or "urgent".
export function announce(text, how = "polite") {
  const region = by(how);
  // an equal text twice in a row is a new announcement, so it is a new node
  region.replaceChildren(make("span", {}, text));
}

// What an element is, before and after it was made anew: its key, or its place in the form it
// belongs to.
function keyOf(element) {
  const form = element.closest("form");
  const control = form?.querySelector("[type=submit][data-control]")?.dataset.control;
  if (element.dataset.key !== undefined || control === undefined) {
    return element.dataset.key;
  }
  const fields = Array.from(form.elements);
  return `${control} ${fields.indexOf(element)}/${fields.length}`;
}

const FOCUSED = "a[href], button, input, select, textarea, [tabindex]";

// Runs change, which replaces elements, and puts the focus back on the one that is the same, with
// what was selected there; on root, where there is none any more.
export function keepFocus(root, change) {
  const focused = document.activeElement;
  if (!root.contains(focused)) {
    change();
    return;
  }
  const key = keyOf(focused);
  const { selectionStart: from, selectionEnd: to } = focused;
  change();
  if (root.contains(document.activeElement) && document.activeElement.checkVisibility()) {
    return; // what is hidden now loses it a moment later
  }
  const same = key === undefined ? undefined
    : Array.from(root.querySelectorAll(FOCUSED))
      .find((element) => keyOf(element) === key && element.checkVisibility());
  (same ?? root).focus({ preventScroll: true });
  if (document.activeElement === same && typeof from === "number") {
    same.setSelectionRange(from, to);
  } else if (document.activeElement === document.body) {
    root.closest("[tabindex]")?.focus({ preventScroll: true });
  }
}

export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
