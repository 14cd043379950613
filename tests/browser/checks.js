// Checks that run inside the page. Each gives a list of what is wrong, empty when all is well.

const visible = (element) => element.getClientRects().length > 0 &&
  element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
const nameOf = (element) => `${element.tagName.toLowerCase()}#${element.id}.${element.className} ` +
  (element.innerText ?? "").slice(0, 30);
const all = (css) => Array.from(document.querySelectorAll(css)).filter(visible);

// The innermost open dialog is all there is while it is open.
const inFront = (element) => !document.querySelector("dialog[open]") ||
  element.closest("dialog[open]") !== null;

function accessibleName(element) {
  const labelled = (element.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const labels = Array.from(element.labels ?? [], (label) => label.textContent).join(" ");
  return (element.getAttribute("aria-label") || labelled || labels || element.textContent ||
    element.getAttribute("title") || "").trim();
}

function namelessControls() {
  return all("button, a[href], input, textarea, select, dialog[open], nav, main, aside, " +
    "[role=log], [role=listbox], [role=tablist], [role=tabpanel]")
    .filter((element) => accessibleName(element) === "").map(nameOf);
}

function wrongReferences() {
  const wrong = [];
  for (const attribute of ["aria-labelledby", "aria-controls", "aria-describedby", "for"]) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const ids = element.getAttribute(attribute).split(" ");
      if (visible(element) && ids.some((id) => !document.getElementById(id))) {
        wrong.push(`${nameOf(element)}: ${attribute}=${ids}`);
      }
    }
  }
  const ids = Array.from(document.querySelectorAll("[id]"), (element) => element.id);
  return wrong.concat(ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two of #${id}`));
}

// Colours are drawn to be read: color-mix() and the like come out as bytes.
const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
const ink = canvas.getContext("2d", { willReadFrequently: true });

function bytes(colour) {
  ink.clearRect(0, 0, 1, 1);
  ink.fillStyle = colour;
  ink.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = ink.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}

const over = (top, under) => [0, 1, 2].map((at) => top[at] * top[3] + under[at] * (1 - top[3]));

function paperUnder(element) {
  const sheets = [];
  for (let at = element; at; at = at.parentElement) {
    sheets.push(bytes(getComputedStyle(at).backgroundColor));
    if (sheets.at(-1)[3] === 1) {
      break;
    }
  }
  return sheets.reverse().reduce((under, sheet) => over(sheet, under), [255, 255, 255]);
}

function luminance(colour) {
  const [r, g, b] = colour.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function lowContrast() {
  const wrong = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === "" || !visible(element) || !inFront(element) ||
        !/[\p{L}\p{N}]/u.test(node.data) || element.closest("[aria-busy=true]")) {
      continue;
    }
    const paper = paperUnder(element);
    const ratio = contrast(over(bytes(getComputedStyle(element).color), paper), paper);
    if (ratio < 4.5) {
      wrong.push(`${ratio.toFixed(2)}: ${nameOf(element)}`);
    }
  }
  return wrong;
}

// Whatever takes the focus by keyboard shows it: an outline of 2 pixels or more, 3:1 to its paper.
function invisibleFocus() {
  const before = document.activeElement;
  const wrong = all("button, a[href], input, textarea, select").filter(inFront)
    .filter((element) => {
      element.focus({ focusVisible: true, preventScroll: true });
      if (document.activeElement !== element) {
        return false;
      }
      const style = getComputedStyle(element);
      const paper = paperUnder(element.parentElement);
      return style.outlineStyle === "none" || Number.parseFloat(style.outlineWidth) < 2 ||
        contrast(over(bytes(style.outlineColor), paper), paper) < 3;
    }).map(nameOf);
  before?.focus?.({ preventScroll: true });
  return wrong;
}

function tooWide() {
  const width = document.documentElement.clientWidth;
  const scrolled = document.documentElement.scrollWidth > width ? ["the whole page"] : [];
  return scrolled.concat(all("#house *")
    .filter((element) => !element.closest(".picture, #table-tabs, .wide, .unseen, .skip"))
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return box.right > width + 1 || box.left < -1;
    }).map(nameOf));
}

// Fingers need room: what is pressed often is at least 40 by 32 pixels.
function tooSmall() {
  return all("#house :is(.choice, #views button, .send, #rail-open)").filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width < 40 || box.height < 32;
  }).map(nameOf);
}

// Whatever is pressed or written into is whole: within the window, or within what scrolls beside it
// in its own box; and none of its words is cut off, but where three dots say so.
function cutControls() {
  const width = document.documentElement.clientWidth;
  const wrong = document.documentElement.scrollWidth > width ? ["the page scrolls sideways"] : [];
  const scrolls = (element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX) &&
          at.scrollWidth > at.clientWidth && at.matches("#table-tabs, .wide, .picture")) {
        return true;
      }
    }
    return false;
  };
  const dots = (element) => [element, ...element.querySelectorAll("*")]
    .some((one) => getComputedStyle(one).textOverflow === "ellipsis");
  const controls = all("button, a[href], input:not([type=hidden]), select, textarea, .radio, " +
    ".face, .chair").filter(inFront).filter((one) => !one.matches(".skip, .unseen, .tool"));
  for (const one of controls) {
    const box = one.getBoundingClientRect();
    if ((box.right > width + 1 || box.left < -1) && !scrolls(one)) {
      wrong.push(`out of the window, ${Math.round(box.left)} to ${Math.round(box.right)}: ${
        nameOf(one)}`);
    }
    const isField = one.matches("input, select, textarea");
    if (!isField && !dots(one) && (one.scrollWidth > one.clientWidth + 2 ||
        one.scrollHeight > one.clientHeight + 2)) {
      wrong.push(`cut, ${one.scrollWidth}×${one.scrollHeight} in ${one.clientWidth}×${
        one.clientHeight}: ${nameOf(one)}`);
    }
  }
  for (const box of all("#dock-inside, #table, #games, dialog[open], .log")) {
    if (box.scrollWidth > box.clientWidth + 1) {
      wrong.push(`scrolls sideways, ${box.scrollWidth} in ${box.clientWidth}: ${nameOf(box)}`);
    }
  }
  return wrong;
}
