// A board as a picture with its text twin, which is always there for who hears the page. Wide and
// narrow pictures come together; the style shows the one that fits.

import { by, make } from "./dom.js";
import { say } from "./words.js";

const SHAPE = "deaddrop.boards"; // "picture" or "text"

// The faces of a reveal, in their order, turn over one after the other.
const TURNING = "@media (prefers-reduced-motion: no-preference) {" +
  "@keyframes turn { from { transform: scaleX(0); } }" +
  [1, 2, 3, 4, 5, 6].map((face) => `.r${face} { transform-box: fill-box; ` +
    `transform-origin: center; animation: turn 400ms ${face * 350}ms both; }`).join("") + "}";

const wantedShape = () => localStorage.getItem(SHAPE) ?? "picture";

// What a picture reveals, to tell one reveal from the next; "": nothing.
export const revealIn = ({ svg } = {}) =>
  ((svg ?? "").match(/<g class="r\d">.*?<\/g>/gsu) ?? []).join("");

// SVG goes through <img>: it cannot run anything or fetch anything there.
function svgImage(drawing, shape, turns) {
  const svg = turns
    ? drawing.replace(/<\/svg>\s*$/u, `<style>${TURNING}</style></svg>`) : drawing;
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

// turns: its reveal is new.
export function pictureElement({ svg, portrait, turns }, twin) {
  return make("figure", {
    class: portrait ? "picture both" : "picture", "data-shape": svg ? wantedShape() : "text",
  }, svg ? svgImage(svg, "landscape", turns) : null,
  portrait ? svgImage(portrait, "portrait", turns) : null,
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
