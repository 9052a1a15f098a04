// Every key of a policy, and which of its values edit less than the user's own. A key that is not here counts from no
// workspace; a test fails until it is judged.
import type { PolicySettings } from "../policy/policy.js";
import { coversAll } from "./globs.js";
import {
  atLeast,
  type Compare,
  counts,
  cutsLess,
  isSame,
  type Judgement,
  keepsMore,
  NEVER,
  narrower,
  only,
  onlyOf,
  ranked,
  same,
  showsMore,
  type Verdict,
  wider,
} from "./judgement.js";
import { keepErrors, windowTurns } from "./tool-rules.js";

type Digest = PolicySettings["mask"]["digest"];
type Args = PolicySettings["args"];
type Budget = NonNullable<PolicySettings["budget"]>;

const fewerTools = narrower(coversAll);
/** Tools that something is kept for. */
const moreTools = narrower((own: string[], wanted: string[]) => coversAll(wanted, own));

/** What a marker says of what is gone; null: nothing. */
const digest: Compare = (own, wanted) => {
  const [before, asked] = [own as Digest, wanted as Digest];
  if (before === null || isSame(own, wanted)) return counts(wanted);
  const isMore = asked !== null && asked.maxChars >= before.maxChars && asked.ratio >= before.ratio;
  return isMore ? counts(wanted) : { verdict: "other", value: own };
};

/** No table, and one for no tool, leave arguments whole. */
const args: Compare = (own, wanted) => {
  const [before, asked] = [own as Args, wanted as Args];
  if (asked === null || asked.tools.length === 0) return counts(before === null ? null : wanted);
  if (before === null || before.tools.length === 0) return wider(own);
  const parts: Readonly<Record<string, Compare>> = {
    maxChars: atLeast,
    tools: fewerTools,
    digest,
  };
  const judged = Object.entries(parts).map(
    ([key, compare]) => [key, compare(Reflect.get(before, key), Reflect.get(asked, key))] as const,
  );
  return {
    verdict: worst(judged.map(([, { verdict }]) => verdict)),
    value: Object.fromEntries(judged.map(([key, { value }]) => [key, value])),
  };
};

const worst = (verdicts: readonly Verdict[]): Verdict =>
  (["never", "wider", "other"] as const).find((one) => verdicts.includes(one)) ?? "counts";

/** Above a budget more is masked at once: none is the least, and a larger one of the same kind less. */
const budget: Compare = narrower((own: Budget | undefined, wanted: Budget | undefined) => {
  if (wanted === undefined || own === undefined) return wanted === undefined;
  const { tokens, bytes, images, chars, fraction, lowWatermark, ...rest } = own;
  const { tokens: t, bytes: b, images: i, chars: c, fraction: f, lowWatermark: l, ...more } = wanted;
  const pairs = [
    [tokens, t],
    [bytes, b],
    [images, i],
    [chars, c],
    [fraction, f],
  ] as const;
  const isLarger = ([before, asked]: readonly [number | undefined, number | undefined]) =>
    asked === undefined || (before !== undefined && asked >= before);
  return pairs.every(isLarger) && l >= lowWatermark && isSame(rest, more);
});

/** Which results are masked at a moment: all that may be, those that pay, or none. */
const strategy: Compare = (own, wanted) => {
  if (own === "every-turn" || isSame(own, wanted)) return counts(wanted);
  return onlyOf("off")(own, wanted);
};

/** By dotted key; a key above others judges all of them. */
export const POLICY_JUDGEMENTS: Readonly<Record<string, Judgement>> = {
  version: same,
  mode: ranked(["off", "observe", "reduce"]),
  budget,
  "mask.windowTurns": windowTurns,
  "mask.minChars": atLeast,
  "mask.keepErrors": keepErrors,
  "mask.keepErrorsMaxChars": atLeast,
  "mask.keepLastKPerTool": keepsMore,
  "mask.maxObservationChars": showsMore,
  "mask.media": only("keep"),
  "mask.keepImages": showsMore,
  "mask.roles": only(true),
  "mask.workingSetFiles": atLeast,
  // A name can be taken out of what stays.
  roles: NEVER,
  "mask.digest": digest,
  // Its text becomes part of prompts, so a repository could speak to the model.
  "mask.placeholder": NEVER,
  "dispatch.enabled": only(true),
  "dispatch.maxChars": atLeast,
  "dispatch.tools": moreTools,
  "arrival.terminal": only(false),
  "arrival.json": only(false),
  "arrival.paths": only(false),
  "arrival.lineNumbers": ranked([false, "padding", "tenth"]),
  "arrival.longLines": cutsLess,
  "arrival.clip": cutsLess,
  "arrival.dedupe": onlyOf(false),
  "tools.schema": only(false),
  "tools.maxDescriptionChars": cutsLess,
  "tools.defer": fewerTools,
  args,
  "cache.strategy": strategy,
  "cache.prices": same,
  "cache.rent": atLeast,
  "cache.anchor": same,
  "cache.thinking": onlyOf("keep"),
  models: NEVER,
  restore: NEVER,
  pin: NEVER,
  repairSurrogates: NEVER,
  summarize: NEVER,
  "truncate.enabled": only(false),
  "truncate.keepFirst": only(true),
  "truncate.afterRefusal": only(false),
  tokens: NEVER,
};

/** Keys that are judged apart: the rules of each tool together, and a preset by the keys that it fills in. */
const JUDGED_APART: readonly string[] = ["mask.tools", "preset"];

/**
 * How a dotted key is judged: by itself, or by the nearest key above it; `never` where neither is known. `apart`: the rules
 * of tools, and the preset.
 */
export function policyJudgement(key: string): Judgement | "apart" {
  for (let at = key; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    if (JUDGED_APART.includes(at)) return "apart";
    const judgement = POLICY_JUDGEMENTS[at];
    if (judgement !== undefined) return judgement;
  }
  return NEVER;
}
