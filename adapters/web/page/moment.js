// What stops the table ("Interceptor!", an accusation): its words large over the board for a
// moment, in everybody's sight. Nothing under it is covered against a press, and the log says it
// too.

import { by } from "./dom.js";
import { blockElements } from "./message.js";

const MOMENT_MS = 4000;
const TABLES_MAX = 20;

const stopped = new Map(); // table → {id, count} of the newest line that stopped it
let passing = 0;

function show(block, me) {
  const box = by("moment");
  box.replaceChildren(...blockElements([block], me));
  box.hidden = false;
  clearTimeout(passing);
  passing = setTimeout(hideMoment, MOMENT_MS);
}

export function hideMoment() {
  clearTimeout(passing);
  by("moment").hidden = true;
}

// line: the newest public line of the table in front. What stood there when it was first seen has
// been stopped already.
export function noteMoment(line, table, me) {
  const stops = (line?.doc.blocks ?? []).filter((block) => block.stops);
  const before = stopped.get(table);
  stopped.delete(table);
  stopped.set(table, { id: line?.id, count: stops.length });
  if (stopped.size > TABLES_MAX) {
    stopped.delete(stopped.keys().next().value);
  }
  const known = before?.id === line?.id ? before?.count ?? 0 : 0;
  if (before && stops.length > known) {
    show(stops.at(-1), me);
  }
}
