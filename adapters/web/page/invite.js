// The invitation: a link and a QR code for friends, a tab for a friend beside you, and one's own
// link for another device.

import { announce, by, copyText, make } from "./dom.js";
import { ask } from "./door.js";
import { endWatchLinks, watchLink } from "./watch.js";
import { pieces, say } from "./words.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

// The link as a QR code, below; nothing when the server draws none.
function codeElement(link) {
  const box = make("div", { class: "link-code" });
  ask("/qr", { text: link }).then((answer) => {
    if (answer.ok) {
      const url = URL.createObjectURL(new Blob([answer.text], { type: "image/svg+xml" }));
      box.append(make("img", {
        class: "qr", src: url, alt: say("link.code"),
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
      copy.textContent = copied ? say("link.copied") : say("link.press");
      announce(copied ? say("link.copied.said") : say("link.selected"));
      setTimeout(() => {
        copy.textContent = say("link.copy");
      }, 2000);
    },
  }, say("link.copy"));
  return make("div", { class: "link-row" }, field, copy);
}

// Opens the panel for a room; sorry(text) says why there is none.
export async function showInvite(room, sorry) {
  const dialog = by("invite-dialog");
  const answer = await ask("/invite", { room: room.room }).catch(() => ({}));
  if (!answer.ok) {
    sorry(answer.sorry ?? say("server.silent"));
    return;
  }
  const { link } = answer;
  const friend = new URL(link);
  dialog.replaceChildren(make("div", { class: "sheet" },
    make("h2", { id: "invite-title" },
      pieces("invite.title", { room: make("bdi", {}, `#${room.name}`) })),
    make("p", {}, say("invite.link")),
    linkRow(link, say("invite.field")),
    codeElement(link),
    LOOPBACK.includes(friend.hostname) ? make("p", { class: "note" },
      say("invite.loopback")) : null,
    make("h3", {}, say("invite.beside")),
    make("a", {
      class: "choice secondary friend",
      href: `/${friend.hash}&new`,
      target: "_blank",
      rel: "noopener",
    }, say("invite.friend")),
    wallLink(room),
    ownLink(),
    make("div", { class: "ends" }, make("button", {
      type: "button", class: "choice primary", onclick: () => dialog.close(),
    }, say("done")))));
  dialog.showModal();
}

// Asks for a link at a press, and shows it in its place.
function linkOnPress(title, words, bring, note, field) {
  const box = make("div", {});
  box.append(make("button", {
    type: "button",
    class: "quiet",
    onclick: async () => {
      const answer = await bring().catch(() => ({}));
      if (!answer.ok) {
        box.append(make("p", { class: "problem", role: "alert" },
          answer.sorry ?? say("server.silent")));
        return;
      }
      box.replaceChildren(
        make("p", { class: "note" }, note), linkRow(answer.link, field),
        codeElement(answer.link));
      box.querySelector("input").focus();
    },
  }, words));
  return make("section", {}, make("h3", {}, title), box);
}

// For a wall, and for who only looks on.
function wallLink(room) {
  const section = linkOnPress(say("watch.title"), say("watch.show"),
    () => watchLink(room.room), say("watch.note"), say("watch.field"));
  const end = make("button", {
    type: "button",
    class: "quiet",
    onclick: async () => {
      const { ok, sorry } = await endWatchLinks(room.room);
      end.textContent = ok ? say("watch.over") : sorry ?? say("server.silent");
    },
  }, say("watch.end"));
  section.append(end);
  return section;
}

const ownLink = () => linkOnPress(say("own.title"), say("own.show"), () => ask("/key"),
  say("own.note"), say("own.field"));
