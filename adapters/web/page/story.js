// How a game went, as this browser saw it: a picture of the board whenever a step of it ended, of
// which three tell the story at the end. It outlives a reload and the night; somebody who came late
// has fewer.

const STORY = "deaddrop.story."; // and the table: what is kept of it
const STEPS_MAX = 9; // of one table: every other one goes when there are more
const STORIES_MAX = 4; // tables that are kept
const TOLD = 3;

const stories = new Map(); // table → [{title, picture}], in their order

const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(STORY));

function readSteps(table) {
  try {
    return JSON.parse(localStorage.getItem(STORY + table) ?? "[]");
  } catch {
    return [];
  }
}

function forgetOthers(key, most) {
  const others = keys().filter((other) => other !== key)
    .sort((a, b) => Number(a.slice(STORY.length)) - Number(b.slice(STORY.length)));
  others.slice(0, Math.max(others.length + 1 - most, 0))
    .forEach((other) => localStorage.removeItem(other));
}

// Where there is no room for it, the tab alone knows.
function keepSteps(table, steps) {
  try {
    forgetOthers(STORY + table, STORIES_MAX);
    localStorage.setItem(STORY + table, JSON.stringify(steps));
  } catch {
    forgetOthers("", 1);
  }
}

function stepsOf(table) {
  if (!stories.has(table)) {
    stories.set(table, readSteps(table));
  }
  return stories.get(table);
}

const titleIn = (doc) => (doc.blocks.find(({ t }) => t === "heading")?.runs ?? [])
  .map(({ s }) => s ?? "").join("");

// A board as it stands: kept as the last one of its step ("round 3").
export function noteStep(doc) {
  if (doc.phase === "lobby") {
    keepSteps(String(doc.table), []); // another table had its number, if any
    stories.delete(String(doc.table));
    return;
  }
  const picture = doc.blocks.find(({ t, svg }) => t === "picture" && svg);
  if (!picture) {
    return;
  }
  const table = String(doc.table);
  const steps = stepsOf(table);
  const title = titleIn(doc);
  const last = steps.at(-1);
  if (last?.title === title && last.picture.svg === picture.svg) {
    return; // shown once more
  }
  if (last?.title === title) {
    steps.pop();
  }
  if (steps.length >= STEPS_MAX) {
    steps.splice(0, steps.length, ...steps.filter((_, at) => at % 2 === 0));
  }
  steps.push({ title, picture });
  keepSteps(table, steps);
}

// Nobody who comes to this browser next shall find them.
export function forgetStories() {
  stories.clear();
  keys().forEach((key) => localStorage.removeItem(key));
}

// Up to three steps of a table, early, later and last but the end itself.
export function storyOf(table) {
  const steps = stepsOf(String(table)).slice(0, -1);
  const wanted = Math.min(TOLD, steps.length);
  return Array.from({ length: wanted }, (_, at) =>
    steps[Math.round((at * (steps.length - 1)) / Math.max(wanted - 1, 1))]);
}
