// What the cache decision adds to masking and estimating at 1 MB: the default strategy against every turn with a budget that
// no request reaches, which has to weigh all of a request too, but replays nothing. In turns. Then what remembered weights
// save: the default policy on conversations that have not been seen, and on one seen a moment ago.
import { generateWireBody } from "../../__test__/support/generate-wire.js";
import type { Wire } from "../../ts/index.js";
import { generatedInputs, INPUT_GROUPS, type Input } from "../inputs.js";
import { type Comparison, compare, letMemoryGo, median } from "../measure.js";
import { type BuiltPackage, loadPackage } from "../package-under-test.js";
import { bytes, duration, type Part, type Target } from "../part.js";
import type { BuiltTable } from "../table.js";

const MB = 1_000_000;
const TARGET_RATIO = 1.15;
/** More than any request of 1 MB. */
const UNREACHED_TOKENS = 100_000_000;

interface Row {
  wire: string;
  inputBytes: number;
  comparison: Comparison;
  /** Time of the decision's policy by the other's. */
  ratio: number;
}

export const measureDecision: Part = async ({ wires, seconds }) => {
  const { index } = await loadPackage();
  const mask = { keepErrors: false, minChars: 0 };
  const estimated = index.definePolicy({
    mask,
    cache: { strategy: "every-turn" },
    budget: { tokens: UNREACHED_TOKENS },
  });
  const decided = index.definePolicy({ mask, cache: { strategy: "rent" } });
  const rows: Row[] = [];
  for (const wire of wires) {
    const { body } = inputOf(wire);
    for (const [policy, moved] of [
      [estimated, false],
      [decided, true],
    ] as const) {
      const { changed, report } = index.reduceBody(body, policy);
      if (!changed || (report.cache?.moves !== undefined) !== moved)
        throw new Error(`${wire}: not what is to be compared`);
    }
    const comparison = await compare(
      [
        { name: "mask and estimate", run: (input) => index.reduceBody(input, estimated) },
        { name: "with the decision", run: (input) => index.reduceBody(input, decided) },
      ],
      [body],
      { seconds, inARow: 4 },
    );
    rows.push({ wire, inputBytes: body.length, comparison, ratio: comparison.ratioOfMedians });
  }
  const seen = await measureSeen(index, seconds);
  return { tables: [tableOf(rows), seenTable(seen)], targets: rows.map(targetOf), data: { rows, seen } };
};

interface Seen {
  inputBytes: number;
  /** Microseconds a call, medians. */
  micros: { unknown: number; grown: number; same: number };
}

/** New in each round. */
const CONVERSATIONS = 10;

/**
 * In turns: a request of another conversation each time; the same a turn longer; the same once more.
 */
async function measureSeen({ reduceBody }: BuiltPackage["index"], seconds: number): Promise<Seen> {
  const sizes = [0.99 * MB, MB];
  const converse = (round: number) =>
    Array.from({ length: CONVERSATIONS }, (_, index) => {
      const seed = round * CONVERSATIONS + index + 1;
      return sizes.map((targetBytes) => generateWireBody("openai-chat", { seed, targetBytes }));
    });
  const times = { unknown: [] as number[], grown: [] as number[], same: [] as number[] };
  const timed = (body: Buffer) => {
    const startedAt = performance.now();
    reduceBody(body);
    return (performance.now() - startedAt) * 1000;
  };
  const startedAt = performance.now();
  for (let round = 0; round < 3 || performance.now() - startedAt < seconds * 1000; round++) {
    for (const [before, after] of converse(round)) {
      if (before === undefined || after === undefined) continue;
      times.unknown.push(timed(before));
      times.grown.push(timed(after));
      times.same.push(timed(after));
    }
    await letMemoryGo();
  }
  const [unknown, grown, same] = [times.unknown, times.grown, times.same].map(median);
  return { inputBytes: MB, micros: { unknown: unknown ?? 0, grown: grown ?? 0, same: same ?? 0 } };
}

function seenTable({ inputBytes, micros }: Seen): BuiltTable {
  return {
    title: "The default policy, weights of parts being remembered, in turns over new conversations",
    head: ["input", "not seen before", "seen, a turn longer", "the same again"],
    rows: [[bytes(inputBytes), ...[micros.unknown, micros.grown, micros.same].map(duration)]],
  };
}

function inputOf(wire: Wire): Input {
  const group = INPUT_GROUPS.find(({ label }) => label === "1 MB");
  const [input] = group === undefined ? [] : generatedInputs(group, wire);
  if (input === undefined) throw new Error("the generator makes no request of 1 MB");
  return wire === "anthropic" ? cached(input) : input;
}

/** As clients that cache send it: without a breakpoint there is nothing to decide. */
function cached({ name, body }: Input): Input {
  const request = JSON.parse(body.toString());
  request.system = [{ type: "text", text: "You are a coding agent.", cache_control: { type: "ephemeral" } }];
  return { name, body: Buffer.from(JSON.stringify(request)) };
}

const targetOf = ({ wire, ratio }: Row): Target => ({
  what: `the cache decision beside mask and estimate at 1 MB, ${wire}`,
  reached: ratio,
  limit: TARGET_RATIO,
  good: "at most",
  unit: "×",
});

function tableOf(rows: readonly Row[]): BuiltTable {
  const medians = ({ comparison }: Row) => Object.values(comparison.timesMicros).map(({ p50 }) => duration(p50));
  return {
    title: "The cache decision: every turn, weighed for a budget, against rent, in turns",
    head: ["wire", "input", "mask and estimate", "with the decision", "ratio"],
    rows: rows.map((row) => [row.wire, bytes(row.inputBytes), ...medians(row), `${row.ratio.toFixed(2)} ×`]),
  };
}
