// The games as buttons, drawn from the commands that the server sends: those that open a table.

import { by, make } from "./dom.js";
import { say } from "./words.js";

function gamesOf(commands) {
  return commands.filter((command) => command.game)
    .map((command) => ({ id: command.name, ...command.game }));
}

function buttons(games, act, begin) {
  return games.map(({ id, name }) => {
    const button = make("button", { type: "button", class: "choice secondary" }, name);
    button.dataset[act] = id;
    button.addEventListener("click", () => begin({ [act]: id }));
    return button;
  });
}

// How many people any of the games can be played with.
export function seatsForAll(commands) {
  return Math.max(0, ...gamesOf(commands).map((game) => game.seats_min));
}

// "2 can play Infiltrators, 3 Decrypto, 4 any of the games."
function whoCanPlay(games) {
  const counts = [...new Set(games.map((game) => game.seats_min))].sort((a, b) => a - b);
  const all = counts.pop();
  const few = counts.map((count) => [count, games.filter((game) => game.seats_min === count)
    .map((game) => game.name).join(", ")]);
  const parts = few.map(([count, names], i) =>
    say(i ? "can_play.more" : "can_play.first", { count, games: names }));
  parts.push(say(parts.length ? "can_play.all" : "can_play.only", { count: all }));
  return `${parts.join(", ")}.`;
}

// Draws the buttons of an empty room anew; begin({open}) or begin({practice}) takes a game's id.
export function showGames(commands, begin) {
  const games = gamesOf(commands);
  by("step-friends-games").textContent = games.length ? whoCanPlay(games) : "";
  by("games-open").replaceChildren(...buttons(games, "open", begin));
  by("games-practice").replaceChildren(
    ...buttons(games.filter((game) => game.lesson), "practice", begin));
}
