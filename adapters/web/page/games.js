// The games to choose from, drawn from the list that the server sends: what each is, for how many,
// and a table or a practice round of it at one press.

import { by, make } from "./dom.js";
import { say } from "./words.js";

const gamesOf = (commands) => commands.filter((command) => command.game)
  .map((command) => ({ id: command.name, ...command.game }));

export const gameOf = (commands, id) => gamesOf(commands).find((game) => game.id === id);

// A picture of the game, or its first letter where it has none.
function pictureOf({ name, picture }) {
  if (!picture) {
    return make("span", { class: "game-letter", "aria-hidden": "true" },
      Array.from(name)[0] ?? "?");
  }
  const url = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  return make("img", {
    class: "game-picture", src: url, alt: "", width: 96, height: 72,
    onload: () => URL.revokeObjectURL(url),
  });
}

function playersOf({ seats_min: min, seats_max: max }) {
  return max > min ? say("games.players", { min, max }) : say("games.players.exactly", { min });
}

// One game: what it is; with begin, also its buttons.
function gameElement(game, begin) {
  const { id, name, pitch, minutes } = game;
  const button = (act, style, words) => {
    const element = make("button", { type: "button", class: `choice ${style}` }, words);
    element.dataset[act] = id;
    element.addEventListener("click", () => begin({ [act]: id }));
    return element;
  };
  return make("li", { class: "game" },
    pictureOf(game),
    make("div", { class: "game-words" },
      make("h3", {}, name),
      pitch ? make("p", {}, pitch) : null,
      make("p", { class: "aside" }, playersOf(game),
        minutes ? ` · ${say("games.minutes", { minutes })}` : "")),
    begin ? make("div", { class: "game-ways" },
      button("open", "primary", say(game.plan ? "games.plan" : "games.play", { game: name })),
      game.lesson ? button("practice", "secondary", say("games.practise", { game: name })) : null)
      : null);
}

// Draws the games of the room; begin({open}) or begin({practice}) takes a game's id.
export function showGames(commands, begin) {
  by("games-list").replaceChildren(...gamesOf(commands).map((game) => gameElement(game, begin)));
}

// At the door they are only looked at.
export function showGamesAtDoor(commands) {
  by("door-games").replaceChildren(...gamesOf(commands).map((game) => gameElement(game)));
}
