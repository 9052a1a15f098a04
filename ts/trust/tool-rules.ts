// Rules for tools by glob: what counts is what each tool's results get, whatever globs the rules have.
import { type PolicySettings, resolveToolRule, type ToolRuleSettings } from "../policy/policy.js";
import { covers } from "./globs.js";
import {
  type Compare,
  counts,
  isSame,
  keepsMore,
  narrower,
  only,
  showsMore,
  type Verdict,
  wider,
} from "./judgement.js";

/** Rules by glob, in the order in which they count. */
export type ToolRules = PolicySettings["mask"]["tools"];

/** Most rules of a policy. */
const MOST_RULES = 256;

/** Newest turns that stay; 0 or less: all of them, because nothing is masked. */
export const windowTurns = narrower(
  (own: number, wanted: number) => wanted <= 0 || (own > 0 && wanted >= own),
) as Compare;

/** Any rule by which errors stay is as good as the user's own, which holds then. */
export const keepErrors: Compare = (own, wanted) => {
  if (own === false || isSame(own, wanted)) return counts(wanted);
  return wanted === false ? wider(own) : counts(own);
};

const RULE: Readonly<Record<string, Compare>> = {
  windowTurns,
  keepLastK: keepsMore,
  keepErrors,
  maxObservationChars: showsMore,
  never: only(true),
};

/** A key of a rule that does not count. */
export interface RefusedRule {
  glob: string;
  key: string;
  verdict: Verdict;
}

/**
 * The user's rules, narrowed by those of a workspace. Of several rules that match a name the first counts: so each rule of
 * the user's stays, and in front of it is a narrowed one for those of its names that a rule of the workspace matches, where a
 * glob can say which these are. Rules of the workspace alone are the last. O(rules of one × rules of the other).
 */
export function narrowToolRules(
  mask: PolicySettings["mask"],
  wanted: ToolRules,
): { rules: ToolRules; refused: RefusedRule[] } {
  const refused = new Map<string, RefusedRule>();
  const rules = new Map<string, ToolRuleSettings>();
  let isNarrowed = false;
  const add = (glob: string, own: ToolRuleSettings, [wantedGlob, rule]: [string, ToolRuleSettings]) => {
    const { rule: meet, keys } = narrowRule(mask, own, rule);
    for (const [key, verdict] of keys)
      if (verdict !== "counts") refused.set(`${wantedGlob}\n${key}`, { glob: wantedGlob, key, verdict });
    if (rules.has(glob)) return;
    rules.set(glob, meet);
    isNarrowed ||= !isSame(meet, own);
  };
  for (const [glob, own] of Object.entries(mask.tools)) {
    for (const entry of Object.entries(wanted)) {
      if (covers(glob, entry[0])) add(entry[0], own, entry);
      else if (covers(entry[0], glob)) add(glob, own, entry);
    }
    if (!rules.has(glob)) rules.set(glob, own);
  }
  for (const entry of Object.entries(wanted)) {
    const isTaken = Object.keys(mask.tools).some((glob) => covers(glob, entry[0]));
    if (!isTaken) add(entry[0], {}, entry);
  }
  const isFull = rules.size > MOST_RULES;
  if (isFull) for (const glob of Object.keys(wanted)) refused.set(glob, { glob, key: "", verdict: "other" });
  return { rules: isNarrowed && !isFull ? Object.fromEntries(rules) : mask.tools, refused: [...refused.values()] };
}

/** A rule of the user's with those keys of the workspace's that narrow what it does, and the verdict on each key. */
function narrowRule(mask: PolicySettings["mask"], own: ToolRuleSettings, wanted: ToolRuleSettings) {
  const effective: Record<string, unknown> = resolveToolRule(mask, own);
  // Where nothing is masked at all no number of turns is narrower.
  if (mask.windowTurns <= 0) effective.windowTurns = mask.windowTurns;
  const rule: Record<string, unknown> = { ...own };
  const keys: [string, Verdict][] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const compare = RULE[key];
    if (value === undefined || compare === undefined) continue;
    const judged = compare(effective[key], value);
    keys.push([key, judged.verdict]);
    if (!isSame(judged.value, effective[key])) rule[key] = judged.value;
  }
  return { rule: rule as ToolRuleSettings, keys };
}
