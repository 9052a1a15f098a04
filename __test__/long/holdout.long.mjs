// Whether `why --holdout` finds a loss, and none where there is none, with a look every day: 1,000 simulated comparisons of each
// kind. Runs on the build (`npm run build`).
import { bundleInside } from "../support/bundle-inside.mjs";
import { callsOf, shareFound } from "../support/simulated-holdout.mjs";

export const name = "holdout";

const RUNS = { runs: 1_000, sessions: 200, perDay: 20 };
/** Sessions of 10 edits, all alike; and others that differ much. */
const SHAPES = {
  "10 edits": { edits: [10, 10], spread: 1 },
  "10 to 20 edits, a third of the sessions fail more": { edits: [10, 20], spread: 3 },
  "10 to 40 edits, a fifth of the sessions fail more": { edits: [10, 40], spread: 5 },
};
const CASES = [
  { reduced: 0.1, heldOut: 0.05, least: 0.9 },
  { reduced: 0.05, heldOut: 0.05, most: 0.05 },
  { reduced: 0.2, heldOut: 0.2, most: 0.05 },
  { reduced: 0.02, heldOut: 0.05, most: 0.05 },
];

export async function run({ log, root }) {
  const { inside, remove } = await bundleInside(root, ["ledger/compare"]);
  const { compareHoldout } = inside;
  const record = {};
  let failed = 0;
  const check = (title, share, { least = 0, most = 1 }) => {
    const isRight = share >= least && share <= most;
    if (!isRight) failed++;
    record[title] = share;
    log(`${isRight ? "ok" : "WRONG"}  ${title}: a loss seen in ${(100 * share).toFixed(1)} %`);
  };
  try {
    for (const [shape, made] of Object.entries(SHAPES))
      for (const { reduced, heldOut, ...limits } of CASES) {
        const title = `${100 * heldOut} → ${100 * reduced} %, ${shape}`;
        check(title, shareFound(compareHoldout, RUNS, { ...made, reduced, heldOut }), limits);
      }
    check("what the sentence says would have shown", saidAndSeen(compareHoldout), { least: 0.9 });
    return { passed: Object.keys(record).length - failed, failed, record: { ...RUNS, shares: record } };
  } finally {
    remove();
  }
}

/** How often an increase is seen with 84 sessions that comparisons of so many call the smallest that would have shown, in the mean. */
function saidAndSeen(compare) {
  const made = { edits: [10, 20], spread: 1, heldOut: 0.05, reduced: 0.05 };
  const said = Array.from({ length: 100 }, (_, at) => {
    const { rows } = compare({ requests: [], calls: callsOf(5_003 + at, 84, made) });
    return rows[0].smallest;
  });
  const smallest = said.reduce((sum, one) => sum + one, 0) / said.length;
  const looks = { runs: RUNS.runs, sessions: 84, perDay: 7 };
  return shareFound(compare, looks, { ...made, reduced: made.heldOut + smallest });
}
