import { compileGlob } from "../../../text/glob.js";
import { isRecord } from "../../../text/json-value.js";
import table from "./rules.json" with { type: "json" };

/** Which results belong together, and how they are merged. */
export interface ConsolidationRule {
  /** Name of the tool: `*` and `?` stand for any chars, and for one. */
  tool: string;
  /** The argument that must be the same, such as a directory, a pattern or a command. Null: no argument counts. */
  keyArgument: string | null;
  /**
   * `contained`: an older result whose lines are all in the newest one, in order, becomes a pointer to them.
   * `similar`: of at least three small results, an older one becomes a pointer with the lines that differ.
   */
  merge: "contained" | "similar";
}

/** The rules for the tools of common agents. The first rule that fits a tool counts. */
export const CONSOLIDATION_RULES = table as readonly ConsolidationRule[];

/** The rules that fit a call, each with a key that equal calls share. */
export type RuleFinder = (
  tool: string,
  args: string,
) => readonly { rule: ConsolidationRule; key: string; label: string }[];

/** Compiles rules. Of those with the same merge, the first that fits counts. */
export function compileRules(rules: readonly ConsolidationRule[]): RuleFinder {
  const compiled = rules.map((rule) => ({ rule, matches: compileGlob(rule.tool) }));
  return (tool, args) => {
    const found = new Map<ConsolidationRule["merge"], { rule: ConsolidationRule; key: string; label: string }>();
    for (const { rule, matches } of compiled) {
      if (found.has(rule.merge) || !matches(tool)) continue;
      const value = rule.keyArgument === null ? "" : argumentOf(args, rule.keyArgument);
      found.set(rule.merge, { rule, key: JSON.stringify([rule.merge, tool, value]), label: labelOf(tool, value) });
    }
    return [...found.values()];
  };
}

function argumentOf(args: string, name: string): string {
  try {
    const value: unknown = JSON.parse(args);
    const member: unknown = isRecord(value) && Object.hasOwn(value, name) ? value[name] : "";
    return typeof member === "string" ? member : JSON.stringify(member);
  } catch {
    return args;
  }
}

const MAX_LABEL_CHARS = 60;

/** One line without chars that JSON escapes. */
function labelOf(tool: string, value: string): string {
  const one = (text: string) =>
    text
      .replace(/[^\p{L}\p{N}\p{P}\p{S} ]|["\\⟨⟩]/gu, " ")
      .slice(0, MAX_LABEL_CHARS)
      .trim();
  return value === "" ? one(tool) : `${one(tool)} ${one(value)}`;
}
