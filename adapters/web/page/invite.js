// The invitation: a link and a QR code for friends, a tab for a friend beside you, and one's own
// link for another device.

import { announce, by, copyText, make } from "./dom.js";
import { ask } from "./door.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

// The link as a QR code, below; nothing when the server draws none.
function codeElement(link) {
  const box = make("div", { class: "link-code" });
  ask("/qr", { text: link }).then((answer) => {
    if (answer.ok) {
      const url = URL.createObjectURL(new Blob([answer.text], { type: "image/svg+xml" }));
      box.append(make("img", {
        class: "qr", src: url, alt: "The same link as a QR code",
        onload: () => URL.revokeObjectURL(url),
      }));
    }
  }, () => box.remove());
  return box;
}

function linkRow(link, label) {
  const field = make("input", {
    type: "text", readonly: true, value: link, "aria-label": label, class: "link",
    onfocus: (event) => event.target.select(),
  });
  const copy = make("button", {
    type: "button",
    class: "choice primary",
    onclick: async () => {
      const copied = await copyText(link, field);
      copy.textContent = copied ? "Copied" : "Press Ctrl+C";
      announce(copied ? "The link is copied." : "The link is selected; copy it by keyboard.");
      setTimeout(() => {
        copy.textContent = "Copy";
      }, 2000);
    },
  }, "Copy");
  return make("div", { class: "link-row" }, field, copy);
}

// Opens the panel for a room; sorry(text) says why there is none.
export async function showInvite(room, sorry) {
  const dialog = by("invite-dialog");
  const answer = await ask("/invite", { room: room.room }).catch(() => ({}));
  if (!answer.ok) {
    sorry(answer.sorry ?? "The server does not answer; try again in a moment.");
    return;
  }
  const { link } = answer;
  const friend = new URL(link);
  dialog.replaceChildren(make("div", { class: "sheet" },
    make("h2", { id: "invite-title" }, "Invite friends to ", make("bdi", {}, `#${room.name}`)),
    make("p", {}, "Whoever opens this link picks a name and is in."),
    linkRow(link, "Invitation link"),
    codeElement(link),
    LOOPBACK.includes(friend.hostname) ? make("p", { class: "note" },
      "This address works on this computer only. For phones, let the server listen on your " +
      "network: web.address in its configuration.") : null,
    make("h3", {}, "Beside you?"),
    make("a", {
      class: "choice secondary friend",
      href: `/${friend.hash}&new`,
      target: "_blank",
      rel: "noopener",
    }, "Add a friend in this browser"),
    ownLink(),
    make("div", { class: "ends" }, make("button", {
      type: "button", class: "choice primary", onclick: () => dialog.close(),
    }, "Done"))));
  dialog.showModal();
}

function ownLink() {
  const box = make("div", {});
  box.append(make("button", {
    type: "button",
    class: "quiet",
    onclick: async () => {
      const answer = await ask("/key").catch(() => ({}));
      if (!answer.ok) {
        box.append(make("p", { class: "problem", role: "alert" },
          answer.sorry ?? "The server does not answer; try again in a moment."));
        return;
      }
      box.replaceChildren(
        make("p", { class: "note" }, "Keep it to yourself: whoever has this link is you."),
        linkRow(answer.link, "Your own secret link"), codeElement(answer.link));
      box.querySelector("input").focus();
    },
  }, "Show my own link"));
  return make("section", {}, make("h3", {}, "Your other devices"), box);
}
