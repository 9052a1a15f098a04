// The contestants. A contestant turns request bytes into smaller ones. Before any of them is timed, their answers to
// that input are compared.
import type { Policy, Reduction } from "../ts/index.js";
import { loadPackage } from "./package-under-test.js";

/** Policies by the name that tables and records use. */
export const POLICY_NAMES = ["mask-only", "default"] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/** Bytes in, bytes out. */
export interface Contestant {
  name: string;
  /** A description for people. */
  description: string;
  reduce(body: Uint8Array, policy: Policy): Reduction<Uint8Array>;
}

export interface Field {
  contestants: readonly [native: Contestant, baseline: Contestant];
  policies: Record<PolicyName, Policy>;
}

/** @throws Error if the native backend does not load, because there is nothing to compare then. */
export async function loadContestants(): Promise<Field> {
  const { index, baseline } = await loadPackage();
  if (index.backend.name !== "native") {
    throw new Error(`the native backend is not in use: ${index.backend.reason ?? "TAMIS_BACKEND says so"}`);
  }
  const native: Contestant = {
    name: "native",
    description: `reduceBody of the built package, ${index.backend.cpu}`,
    reduce: (body, policy) => index.reduceBody(body, policy),
  };
  const rival: Contestant = {
    name: "baseline",
    description: "JSON.parse, mask, JSON.stringify, to bytes; without the baseline's check that this loses nothing",
    reduce: (body, policy) => baseline.reduceParsedBody(body, policy, {}, { checkRoundTrip: false }),
  };
  const policies = {
    // Every old result, whatever its size or content; dedupe and digest are off by default.
    "mask-only": index.definePolicy({
      preset: "none",
      cache: { strategy: "every-turn" },
      mask: { keepErrors: false, minChars: 0 },
    }),
    default: index.definePolicy({}),
  };
  return { contestants: [native, rival], policies };
}

/** The answer to one body, on which all contestants agree. */
export interface Answer {
  outputBytes: number;
  messageCount: number;
  maskedCount: number;
}

/**
 * Runs every contestant once and compares the resulting bodies: the same JSON value, in the same key order.
 *
 * @throws Error if one skips the body, or two differ.
 */
export function assertSameAnswers(
  contestants: readonly Contestant[],
  body: Uint8Array,
  policy: Policy,
  inputName: string,
): Answer {
  const answers = contestants.map((contestant) => answerOf(contestant, body, policy, inputName));
  const [first, ...others] = answers;
  if (first === undefined) throw new Error("there are no contestants");
  for (const other of others) {
    const same = other.json === first.json && other.maskedCount === first.maskedCount;
    if (same) continue;
    throw new Error(`${inputName}: different answers, so nothing was timed\n${describeDifference(first, other)}`);
  }
  const { outputBytes, messageCount, maskedCount } = first;
  return { outputBytes, messageCount, maskedCount };
}

interface NamedAnswer extends Answer {
  name: string;
  json: string;
}

function describeDifference(a: NamedAnswer, b: NamedAnswer): string {
  const isSame = (length: number) => a.json.slice(0, length) === b.json.slice(0, length);
  let [same, different] = [0, Math.max(a.json.length, b.json.length) + 1];
  while (different - same > 1) {
    const middle = (same + different) >> 1;
    if (isSame(middle)) same = middle;
    else different = middle;
  }
  const around = ({ name, json, maskedCount }: NamedAnswer) =>
    `  ${name}: ${maskedCount} masked, …${json.slice(Math.max(0, same - 100), same + 20)}…`;
  return `${around(a)}\n${around(b)}`;
}

function answerOf({ name, reduce }: Contestant, body: Uint8Array, policy: Policy, inputName: string): NamedAnswer {
  const { body: smaller, report } = reduce(body, policy);
  if (report.skipped !== undefined) throw new Error(`${inputName}: ${name} skipped it: ${report.skippedDetail}`);
  // Contestants may differ in white space and escapes, because only one of them serialises again.
  const json = JSON.stringify(JSON.parse(Buffer.from(smaller).toString("utf8")));
  const { messageCount, maskedCount } = report;
  return { name, json, outputBytes: smaller.length, messageCount, maskedCount };
}
