// What a small language model can still read. It scores the piece of a call that a recorded agent really wrote next and took from
// an old result: behind the result's text, behind what the default policy sends in its place, and behind "(cleared)". Gap closed is
// (ours - cleared) / (full - cleared), in mean log-probabilities of a token. That is evidence about reading, not about task
// success. Runs on the build (`npm run build`); TAMIS_NEEDS=60 takes fewer needs than 200.
import { bundleInside } from "../support/bundle-inside.mjs";
import { gapsOf, MODULES, needsIn, pickNeeds, promptOf, sessionsIn } from "../support/reader-needs.mjs";
import { MODEL, smallModel } from "../support/small-model.mjs";

export const name = "reader";

const SEED = 61;
/** Of what is recorded, the lower end of the interval, rounded down. */
const LEAST_GAP = 0.7;
const COUNT = Math.max(1, Number(process.env.TAMIS_NEEDS ?? 200) || 200);

export async function run({ log, root, shared, before }) {
  const skip = (reason) => {
    log(`skipped: ${reason}`);
    return { passed: 1, failed: 0, record: undefined };
  };
  if (shared === undefined) return skip("TAMIS_SHARED names no folder of recordings");
  let model;
  try {
    model = await smallModel({ root, log });
  } catch (error) {
    return skip(`no model: ${error.message}`);
  }
  const { inside, remove } = await bundleInside(root, MODULES);
  try {
    const all = [];
    for await (const trace of sessionsIn(inside, shared)) all.push(...needsIn(inside, trace, SEED));
    const scored = [];
    const startedAt = performance.now();
    for (const need of pickNeeds(all, COUNT, SEED)) {
      const { front, texts, target } = promptOf(need);
      const [full, ours, cleared] = await model.score(front, texts, target);
      scored.push({ ...need, scores: { full, ours, cleared } });
      const minutes = ((performance.now() - startedAt) / scored.length / 60_000) * (COUNT - scored.length);
      if (scored.length % 10 === 0) log(`${scored.length} of ${COUNT} needs, ${Math.ceil(minutes)} minutes left`);
    }
    const gaps = gapsOf(scored, SEED);
    for (const [role, { needs, gap, interval }] of Object.entries(gaps))
      log(`${role}: ${needs} needs, gap closed ${gap} (${interval.join(" to ")})`);
    const isRead = gaps.all.full > gaps.all.cleared && gaps.all.gap >= LEAST_GAP;
    // What other forms of stand-ins close at as many tokens was tried by hand, and stays in the record.
    const record = { ...MODEL, seed: SEED, found: all.length, gaps, tried: before?.record.tried };
    return { passed: isRead ? 1 : 0, failed: isRead ? 0 : 1, record };
  } finally {
    remove();
    await model.dispose();
  }
}
