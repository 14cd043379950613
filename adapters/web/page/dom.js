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

// Runs change, which replaces elements, and puts the focus back on the one with the same key.
export function keepFocus(root, change) {
  const focused = document.activeElement;
  const key = root.contains(focused) ? focused.dataset.key : undefined;
  change();
  if (key !== undefined && !root.contains(document.activeElement)) {
    root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
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
