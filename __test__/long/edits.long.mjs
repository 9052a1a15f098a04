// A hundred edits of recordings: of those for which the default policy changed or took out something that had their text. Each is
// judged by reading what stands in its request and what the session does then; benches/record/edits.json has the seed, and of each
// edit its id, verdict and reason. One without a verdict is printed in its context and fails. Harmful is an edit that the model
// would fail at or fetch something for, and would not in the direct run; doubtful one whose lines are hard to put together.
// Runs on the build (`npm run build`).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleInside } from "../support/bundle-inside.mjs";
import { changedEdits } from "../support/changed-edits.mjs";

export const name = "edits";

const COUNT = 100;
const MOST_HARMFUL = 3;
const VERDICTS = ["harmless", "doubtful", "harmful"];

export async function run({ log, root, shared }) {
  if (shared === undefined) {
    log("skipped: TAMIS_SHARED names no folder of recordings");
    return { passed: 1, failed: 0, record: { skipped: "no recordings" } };
  }
  const judged = JSON.parse(readFileSync(join(root, "benches/record/edits.json"), "utf8"));
  const { inside, remove } = await bundleInside(root, [
    ...[
      "simulate/policies",
      "simulate/trace",
      "simulate/cache-rule",
      "simulate/kept/needs",
      "simulate/kept/line-finder",
    ],
  ]);
  try {
    const all = recordingsIn(join(shared, "traces")).flatMap((trace) => changedEdits(inside, trace));
    const picked = pick(all, COUNT, judged.seed);
    const unjudged = picked.filter(({ id, lost }) => !isJudged(judged.edits[id], lost));
    for (const edit of unjudged) log(inContext(edit));
    const [, doubtful, harmful] = VERDICTS.map(
      (verdict) => picked.filter(({ id }) => judged.edits[id]?.verdict === verdict).length,
    );
    const lost = all.filter((edit) => edit.lost > 0).length;
    const record = { seed: judged.seed, changed: all.length, lost, doubtful, harmful };
    log(`${all.length} edits whose text changed; of ${picked.length} picked ${harmful} are harmful`);
    const checks = [unjudged.length === 0, harmful <= MOST_HARMFUL];
    return { passed: checks.filter(Boolean).length, failed: checks.filter((ok) => !ok).length, record };
  } finally {
    remove();
  }
}

/** A verdict is for one state of the request: so many lines that it does not have. */
const isJudged = (one, lost) => VERDICTS.includes(one?.verdict) && one.reason?.length > 0 && one.lost === lost;

function* recordings(folder) {
  for (const { file } of JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")))
    yield { name: file, request: JSON.parse(readFileSync(join(folder, file), "utf8")) };
}
const recordingsIn = (folder) => [...recordings(folder)];

/** The first of the edits in an order that the seed alone gives. */
function pick(edits, count, seed) {
  const places = edits.map((edit) => ({ edit, place: placeOf(`${seed} ${edit.id}`) }));
  places.sort((a, b) => a.place - b.place);
  return places.slice(0, count).map(({ edit }) => edit);
}

function placeOf(text) {
  let number = 0x811c9dc5;
  for (const char of text) number = Math.imul(number ^ char.codePointAt(0), 0x01000193) >>> 0;
  // Ids differ in their last chars, which have to reach all bits.
  number = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 0;
  return (number ^ (number >>> 12)) >>> 0;
}

function inContext({ id, wire, path, lines, lost, sources }) {
  const marked = lines.map(({ text, isThere }) => `  ${isThere ? " " : "-"} ${text}`);
  const from = sources.map(
    ({ what, age, before, after, head }) =>
      `  from ${what}, ${age} steps before: ${before} chars, now ${after}: ${head}`,
  );
  return [`${id} · ${wire} · ${path} · ${lost} of ${lines.length} lines are gone`, ...marked, ...from].join("\n");
}
