// What a trim keeps. The session turns are the user's and the assistant's; other entries go with their neighbours.
// System and metadata entries remain, and a call and its results are never separated.
//
//   system │ u a │ u a u a u a u a │ u a u a u a u a u a        keepFirst 2, keepLast 10 of 20
//    kept  │ kept│ one marker      │ kept
import { callerOf } from "./pairs.js";
import { isMarker, isSessionTurn, type Turn } from "./turn.js";

export interface TrimPlan {
  /** The remaining turns, with the marker. */
  turns: Turn[];
  /** Session turns to drop. 0 changes nothing. */
  droppedTurns: number;
  /** Entries kept only to keep a call with its result. */
  widened: number;
}

/** Plans a trim. Linear in the turns. */
export function planTrim(turns: readonly Turn[], keepFirst: number, keepLast: number, now: string): TrimPlan {
  const places = turns.flatMap((turn, index) => (isSessionTurn(turn) ? [index] : []));
  // A message without an answer is kept in addition.
  const pending = turns[places.at(-1) ?? -1]?.role === "user" ? 1 : 0;
  if (places.length <= keepFirst + keepLast + pending) return { turns: [...turns], droppedTurns: 0, widened: 0 };
  const headEnd = keepFirst === 0 ? -1 : (places[keepFirst - 1] ?? -1);
  const tailStart = places[places.length - keepLast - pending] ?? turns.length;
  const isInRange = (index: number) => index <= headEnd || index >= tailStart;
  const kept = turns.map((turn, index) => isInRange(index) || turn.role === "system");
  const widened = keepPairs(turns, kept);
  const droppedTurns = turns.filter((turn, index) => !kept[index] && isSessionTurn(turn)).length;
  if (droppedTurns === 0) return { turns: [...turns], droppedTurns, widened };
  return { turns: withMarker(turns, kept, droppedTurns, now), droppedTurns, widened };
}

/** Keeps the calls of kept results and the results of kept calls. Returns how many entries that adds. */
function keepPairs(turns: readonly Turn[], kept: boolean[]): number {
  const callers = callerOf(turns);
  let added = 0;
  const keep = (index: number) => {
    if (kept[index]) return;
    kept[index] = true;
    added++;
  };
  for (const [index, caller] of callers.entries()) if (caller >= 0 && kept[index]) keep(caller);
  for (const [index, caller] of callers.entries()) if (caller >= 0 && kept[caller]) keep(index);
  return added;
}

function withMarker(turns: readonly Turn[], kept: readonly boolean[], dropped: number, now: string): Turn[] {
  const before = turns.reduce((sum, { trimmedTurns = 0 }) => sum + trimmedTurns, 0);
  const marker = makeMarker(before + dropped, now);
  const left: Turn[] = [];
  let isPlaced = false;
  for (const [index, turn] of turns.entries()) {
    // The marker replaces the first dropped turn. Of an earlier marker only its number remains.
    if (!isPlaced && (isMarker(turn) || !kept[index])) {
      left.push(marker);
      isPlaced = true;
    }
    if (kept[index] && !isMarker(turn)) left.push(turn);
  }
  return left;
}

function makeMarker(trimmedTurns: number, timestamp: string): Turn {
  const content = `[${trimmedTurns} earlier ${trimmedTurns === 1 ? "turn" : "turns"} trimmed]`;
  return { role: "system", content, timestamp, trimmedTurns };
}
