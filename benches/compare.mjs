// node benches/compare.mjs A.json B.json: the targets of two records (or `--json` files) side by side.
import { readFileSync } from "node:fs";

const [earlier, later] = process.argv.slice(2);
if (later === undefined) {
  console.error("usage: node benches/compare.mjs EARLIER.json LATER.json");
  process.exit(2);
}

/** The measured value of each target. */
function reachedIn(file) {
  const { parts } = JSON.parse(readFileSync(file, "utf8"));
  const targets = Object.values(parts).flatMap((part) => part.targets);
  return new Map(targets.map((target) => [target.what, target]));
}

const show = (target) =>
  target === undefined ? "–" : `${target.reached.toPrecision(3)} ${target.unit}${target.met ? "" : " missed"}`;

const [before, after] = [reachedIn(earlier), reachedIn(later)];
for (const what of new Set([...before.keys(), ...after.keys()])) {
  console.log(`${what.padEnd(52)} ${show(before.get(what)).padStart(18)} ${show(after.get(what)).padStart(18)}`);
}
