// What can be shared of a finished game: a line that spoils nothing, which its button holds, and a
// picture of the same. A telephone hands them to whatever it shares with; elsewhere the line is
// copied and the picture kept, as files are.

import { announce, copyText, make } from "./dom.js";
import { choiceButton } from "./panel.js";
import { pictureElement } from "./picture.js";
import { say } from "./words.js";

const COPIED_MS = 2000;
const NAME = "deaddrop.png";

// False when whoever was asked where to has thought better of it.
async function handOver(what) {
  try {
    await navigator.share(what);
    return true;
  } catch {
    return false;
  }
}

async function copyFrom(button, field) {
  const copied = await copyText(field.value, field);
  button.textContent = say(copied ? "link.copied" : "link.press");
  announce(say(copied ? "share.copied" : "share.selected"));
  setTimeout(() => {
    button.textContent = say("share");
  }, COPIED_MS);
}

// A drawing as a file that any program can show.
async function fileOf(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  const canvas = make("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const png = await new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
  return new File([png], NAME, { type: "image/png" });
}

async function keep(file) {
  const files = [file];
  if (navigator.canShare?.({ files })) {
    await handOver({ files });
    return;
  }
  const href = URL.createObjectURL(file);
  make("a", { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), COPIED_MS);
}

// A text that comes as a file: its button has the file's name.
export function fileElement(block) {
  const name = (block.runs ?? []).map((run) => run.s ?? "").join("");
  return make("button", {
    type: "button", class: "choice secondary small", "data-key": name,
    onclick: () => keep(new File([block.text ?? ""], name)),
  }, name);
}

// A picture that is there to be passed on.
export const attachedElement = (block, twin) => make("div", {},
  pictureElement(block, twin),
  block.svg ? make("button", {
    type: "button", class: "choice secondary small", "data-key": "keep",
    onclick: async () => keep(await fileOf(block.svg)),
  }, say("share.keep")) : null);

// choice: the board's own, whose value is the text; null where there is none.
export function shareElement(choice, context) {
  if (!choice?.value) {
    return null;
  }
  const field = make("input", {
    type: "text", readonly: true, value: choice.value, "aria-label": say("share.field"),
    class: "link", onfocus: (event) => event.target.select(),
  });
  const button = make("button", {
    type: "button",
    class: "choice secondary",
    "data-key": "share",
    onclick: () => (navigator.share ? handOver({ text: choice.value }) : copyFrom(button, field)),
  }, say("share"));
  return make("div", { class: "link-row" }, field, button,
    choiceButton(choice, context, { words: [say("board.picture")] }));
}
