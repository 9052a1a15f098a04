// What each kind of reduction would remove from a request, alone.

import { addNumbers } from "../../../base/sums.js";
import { type Policy, policyOf, type SettingsInput } from "../../../policy/policy.js";
import { reduceBody } from "../../../reduce/reduce.js";

type ArrivalSettings = NonNullable<SettingsInput["arrival"]>;

/** What one kind would remove, without the others. */
export interface KindStats {
  /** A key of the policy's `arrival`, or of `tools` with `tools.` before it. */
  kind: keyof ArrivalSettings | "tools.schema" | "tools.maxDescriptionChars";
  /** Whether the model would no longer see something. */
  isLossy: boolean;
  /** Results, or definitions of tools, that would be shorter. */
  results: number;
  /** Bytes of the body that would go. */
  bytes: number;
  /** Estimated tokens that would go. */
  tokens: number;
}

const NONE: ArrivalSettings = {
  ...{ terminal: false, json: false, paths: false, lineNumbers: false, dedupe: false, longLines: null, clip: null },
};
const LOSSLESS = {
  terminal: true,
  json: true,
  paths: true,
  lineNumbers: "padding",
  dedupe: "first",
} as const;
/** Where cutting is on: lines as in the preset `strong`, results as in the default. */
const LOSSY = { longLines: 2000, clip: 4000 } as const;

const rowsOf = (settings: Partial<ArrivalSettings>, isLossy: boolean) =>
  (Object.keys(settings) as (keyof ArrivalSettings)[]).map((kind) => {
    const changes: SettingsInput = { arrival: { ...NONE, [kind]: settings[kind] } };
    return { kind, isLossy, changes };
  });

const TOOLS = [
  { kind: "tools.schema", isLossy: false, changes: { arrival: NONE, tools: { schema: true } } },
  { kind: "tools.maxDescriptionChars", isLossy: true, changes: { arrival: NONE, tools: { maxDescriptionChars: 500 } } },
] as const satisfies readonly { kind: KindStats["kind"]; isLossy: boolean; changes: SettingsInput }[];

let policies: readonly { kind: KindStats["kind"]; isLossy: boolean; policy: Policy }[] | undefined;

/** One policy a kind, made when they are first needed. */
function policiesByKind() {
  policies ??= [...rowsOf(LOSSLESS, false), ...rowsOf(LOSSY, true), ...TOOLS].map(({ changes, ...row }) => ({
    ...row,
    policy: policyOf({ preset: "none", cache: { strategy: "off" }, ...changes }),
  }));
  return policies;
}

/** What each kind would remove from a body. Linear in it. */
export function kindsOf(body: Uint8Array): KindStats[] {
  return policiesByKind().map(({ kind, isLossy, policy }) => {
    const { report } = reduceBody(body, policy, { tokens: true });
    const removed = ({ before, after }: { before: number; after: number } = { before: 0, after: 0 }) => before - after;
    const { shortenedCount = 0, dedupedCount = 0, shortenedToolsCount = 0 } = report;
    const results = shortenedCount + dedupedCount + shortenedToolsCount;
    return { kind, isLossy, results, bytes: removed(report.bytes), tokens: removed(report.tokens) };
  });
}

/** The sums of many requests, by kind. */
export function addKinds(parts: readonly (readonly KindStats[])[]): KindStats[] {
  const [first = [], ...rest] = parts;
  return first.map((one, at) => {
    const sum = { ...one };
    for (const same of rest.flatMap((kinds) => kinds[at] ?? [])) addNumbers(sum, same);
    return sum;
  });
}
