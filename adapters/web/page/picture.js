// A board as a picture with its text twin, which is always there for who hears the page. Wide and
// narrow pictures come together; the style shows the one that fits.

import { by, make } from "./dom.js";
import { say } from "./words.js";

const SHAPE = "deaddrop.boards"; // "picture" or "text"

const wantedShape = () => localStorage.getItem(SHAPE) ?? "picture";

// SVG goes through <img>: it cannot run anything or fetch anything there.
function svgImage(svg, shape) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/u.exec(svg) ?? [];
  const image = make("img", { // its place is kept until it is there
    class: `drawing ${shape}`, alt: "", src: url, width, height,
  });
  const done = () => URL.revokeObjectURL(url);
  image.addEventListener("load", done, { once: true });
  image.addEventListener("error", done, { once: true });
  return image;
}

export function pictureElement({ svg, portrait }, twin) {
  return make("figure", {
    class: portrait ? "picture both" : "picture", "data-shape": svg ? wantedShape() : "text",
  }, svg ? svgImage(svg, "landscape") : null, portrait ? svgImage(portrait, "portrait") : null,
  make("div", { class: "twin" }, twin));
}

// Says what the button would show, or hides it where there is no picture.
export function showShape() {
  by("tables-shape").hidden = !by("table").querySelector("figure.picture > img");
  by("tables-shape").textContent = wantedShape() === "text"
    ? say("board.picture") : say("board.text");
}

// Picture or text, for every board there is.
export function switchShape() {
  const shape = wantedShape() === "text" ? "picture" : "text";
  localStorage.setItem(SHAPE, shape);
  for (const figure of document.querySelectorAll("figure.picture:has(> img)")) {
    figure.dataset.shape = shape;
  }
  showShape();
}
