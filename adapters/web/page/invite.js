// The invitation: a link and a QR code for friends, a tab for a friend beside you, and one's own
// link for another device.

import { announce, by, copyText, make } from "./dom.js";
import { freeSlot } from "./door.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

async function qrImage(text) {
  const response = await fetch("/qr", { method: "POST", body: text });
  if (!response.ok) {
    throw new Error("no code");
  }
  const url = URL.createObjectURL(await response.blob());
  return make("img", { class: "qr", src: url, alt: "The same link as a QR code" });
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

// options: {room, secret, ownKey(): promise of the key or undefined}
export function showInvite({ room, secret, ownKey }) {
  const dialog = by("invite-dialog");
  const link = `${location.origin}/#join=${secret}`;
  const code = make("div", { class: "link-code" });
  qrImage(link).then((image) => code.replaceChildren(image), () => code.remove());
  const slot = freeSlot();
  dialog.replaceChildren(make("div", { class: "sheet" },
    make("h2", { id: "invite-title" }, "Invite friends to ", make("bdi", {}, `#${room.name}`)),
    make("p", {}, "Whoever opens this link picks a name and is in."),
    linkRow(link, "Invitation link"),
    code,
    LOOPBACK.includes(location.hostname) ? make("p", { class: "note" },
      "This address works on this computer only. For phones, let the server listen on your " +
      "network (web.listen in its configuration).") : null,
    make("h3", {}, "Beside you?"),
    slot === undefined
      ? make("p", {}, "This browser holds ten people already; one of them has to leave first.")
      : make("a", {
        class: "choice secondary",
        href: `/#slot=${slot}&join=${encodeURIComponent(secret)}`,
        target: "_blank",
        rel: "noopener",
      }, "Add a friend in this browser"),
    ownLink(ownKey),
    make("div", { class: "ends" }, make("button", {
      type: "button", class: "choice primary", onclick: () => dialog.close(),
    }, "Done"))));
  dialog.showModal();
}

function ownLink(ownKey) {
  const box = make("div", {});
  const button = make("button", {
    type: "button",
    class: "quiet",
    onclick: async () => {
      const key = await ownKey();
      if (key === undefined) {
        return;
      }
      const link = `${location.origin}/#key=${key}`;
      const code = make("div", { class: "link-code" });
      qrImage(link).then((image) => code.replaceChildren(image), () => code.remove());
      box.replaceChildren(
        make("p", { class: "note" }, "Keep it to yourself: whoever has this link is you."),
        linkRow(link, "Your own secret link"), code);
      box.querySelector("input").focus();
    },
  }, "Show my own link");
  box.append(button);
  return make("section", {}, make("h3", {}, "Your other devices"), box);
}
