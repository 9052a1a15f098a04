// Calls of sessions that chance has divided, in which edits fail as often as is said, and how often a comparison finds that.

/** Numbers from 0 to below 1, the same for the same seed: the mulberry32 generator. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * How sessions are made: the shares of edits that fail in both groups, the fewest and most edits of a session, and how much
 * sessions differ. One of `spread` sessions has half of all failures; 1: they are alike.
 *
 * @typedef {{ reduced: number, heldOut: number, edits: readonly [number, number], spread: number }} Made
 */

/** One session's entry. */
function sessionWith(at, next, { reduced, heldOut, edits: [least, most], spread }) {
  const mode = next() < 0.5 ? "reduce" : "holdout";
  const edits = least + Math.floor(next() * (most - least + 1));
  const isBad = next() < 1 / spread;
  const factor = spread === 1 ? 1 : isBad ? spread / 2 : spread / (2 * (spread - 1));
  const share = (mode === "reduce" ? reduced : heldOut) * factor;
  const failedEdits = Array.from({ length: edits }, next).filter((one) => one < share).length;
  const facts = { run: `run ${at}`, session: `s ${at}`, agent: "claude", surface: "gateway", drawn: true };
  const counts = { calls: 2 * edits, repeats: 0, rereads: 0, retries: 0, prompts: 1, edits, failedEdits };
  return { ...facts, mode, at, conversation: "c", ...counts };
}

/** The calls of so many sessions. @param {Made} made */
export function callsOf(seed, sessions, made) {
  const next = random(seed * 7_919);
  return Array.from({ length: sessions }, (_, at) => sessionWith(at, next, made));
}

/**
 * In how many of so many comparisons of `sessions` sessions a look finds a loss. A look every `perDay` sessions.
 *
 * @param {(entries: { requests: [], calls: any[] }) => { loss: string }} compare
 * @param {{ runs: number, sessions: number, perDay: number }} looks
 * @param {Made} made
 */
export function shareFound(compare, { runs, sessions, perDay }, made) {
  let found = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const all = callsOf(seed, sessions, made);
    let isFound = false;
    for (let count = perDay; count <= sessions && !isFound; count += perDay)
      isFound = compare({ requests: [], calls: all.slice(0, count) }).loss === "seen";
    if (isFound) found++;
  }
  return found / runs;
}
