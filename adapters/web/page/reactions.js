// The picker for a reaction: often used ones as buttons, and a field for any other.

import { by, make } from "./dom.js";
import { say } from "./words.js";

const OFTEN = ("👍 👎 😀 😂 😉 🤔 😮 😴 😢 😡 🎉 🔥 👀 🙏 👏 🤝 ❤️ ⭐ ✅ ❌ ❓ ❗ 📄 💰 🕵️ 🤫 🗝️ 📎 " +
  "☕ 🍀").split(" ");

// Resolves with an emoji, or null when the reader thought better of it.
export function pickEmoji() {
  const dialog = by("emoji-dialog");
  return new Promise((resolve) => {
    let picked = null;
    const pick = (emoji) => {
      picked = emoji;
      dialog.close();
    };
    const field = make("input", {
      type: "text", id: "emoji-any", maxlength: "16", autocomplete: "off", size: "6",
    });
    dialog.replaceChildren(make("form", {
      method: "dialog",
      onsubmit: (event) => {
        event.preventDefault();
        pick(field.value.trim() || null);
      },
    },
    make("h2", { id: "emoji-title" }, say("react.with")),
    make("div", { class: "emoji-grid" }, OFTEN.map((emoji) => make("button", {
      type: "button", class: "emoji", onclick: () => pick(emoji),
    }, emoji))),
    make("div", { class: "field row" },
      make("label", { for: "emoji-any" }, say("react.another")), field,
      make("button", { type: "submit", class: "choice primary" }, say("react"))),
    make("div", { class: "ends" }, make("button", {
      type: "button", class: "quiet", onclick: () => dialog.close(),
    }, say("cancel")))));
    dialog.onclose = () => {
      dialog.replaceChildren();
      resolve(picked);
    };
    dialog.showModal();
    dialog.querySelector(".emoji")?.focus();
  });
}
