// The headline: calls a second, native and its rival, in one benny suite a size. Percentiles, ratios and recordings are
// in parts/size.ts, which takes turns between the contestants; benny runs one after the other.
import { add, suite } from "benny";
import type { Policy } from "../ts/index.js";
import type { Contestant } from "./contestants.js";
import type { Input } from "./inputs.js";

/** One line of the suite. */
export interface SuiteRow {
  contestant: string;
  opsPerSecond: number;
  /** Relative margin of error, in percent. */
  marginPercent: number;
  samples: number;
}

/** @param seconds Longest time for each contestant. */
export async function runSizeSuite(
  { name, body }: Input,
  contestants: readonly Contestant[],
  policy: Policy,
  seconds: number,
): Promise<SuiteRow[]> {
  const options = { maxTime: seconds, minSamples: 5 };
  const cases = contestants.map((contestant) =>
    add(
      contestant.name,
      () => {
        contestant.reduce(body, policy);
      },
      options,
    ),
  );
  const summary = await suite(name, ...cases);
  return summary.results.map((result) => ({
    contestant: result.name,
    opsPerSecond: result.ops,
    marginPercent: result.margin,
    samples: result.samples,
  }));
}
