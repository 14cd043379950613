// Looking on in a room by a link (#watch=…), without an account: what the page needs for it. The
// secret leaves the address at once and stays with the tab, so that a reload still looks on.

import { ask } from "./door.js";

const WATCH = "deaddrop.watch";

// The secret of the link that this tab looks on by; undefined: it does not. Another kind of link
// ends it.
export function watchSecret() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const secret = fragment.get("watch");
  if (secret) {
    sessionStorage.setItem(WATCH, secret);
    history.replaceState(null, "", location.pathname);
  } else if (location.hash.length > 1) {
    stopWatching();
  }
  return sessionStorage.getItem(WATCH) ?? undefined;
}

// The tab does not look on any more: it stands before the door at its next load.
export function stopWatching() {
  sessionStorage.removeItem(WATCH);
}

// A link to a room for a wall or for friends who look on: {ok, link} or {sorry}.
export const watchLink = (room) => ask("/watch", { room }).catch(() => ({}));

// Such links of the room end: a moderator's act all of them, anybody else's their own.
export const endWatchLinks = (room) => ask("/unwatch", { room }).catch(() => ({}));
