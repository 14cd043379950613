// How a game went, as this tab saw it: a picture of the board whenever a step of it ended, of which
// three tell the story at the end. Somebody who came late has fewer.

const STEPS_MAX = 40; // of one table, and of tables
const TOLD = 3;

const stories = new Map(); // table → [{title, picture}], in their order

const titleIn = (doc) => (doc.blocks.find(({ t }) => t === "heading")?.runs ?? [])
  .map(({ s }) => s ?? "").join("");

// A board as it stands: kept as the last one of its step ("round 3").
export function noteStep(doc) {
  const picture = doc.blocks.find(({ t, svg }) => t === "picture" && svg);
  if (!picture) {
    return;
  }
  const table = String(doc.table);
  const steps = stories.get(table) ?? [];
  const title = titleIn(doc);
  if (steps.at(-1)?.title === title) {
    steps.pop();
  }
  steps.push({ title, picture });
  stories.delete(table); // the newest stand last
  stories.set(table, steps.slice(-STEPS_MAX));
  if (stories.size > STEPS_MAX) {
    stories.delete(stories.keys().next().value);
  }
}

// Up to three steps of a table, early, later and last but the end itself.
export function storyOf(table) {
  const steps = (stories.get(String(table)) ?? []).slice(0, -1);
  const wanted = Math.min(TOLD, steps.length);
  return Array.from({ length: wanted }, (_, at) =>
    steps[Math.round((at * (steps.length - 1)) / Math.max(wanted - 1, 1))]);
}
