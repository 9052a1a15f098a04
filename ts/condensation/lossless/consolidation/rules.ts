import { headOf } from "../../../text/clip.js";
import { compileGlob } from "../../../text/glob.js";
import { isRecord } from "../../../text/json-value.js";
import table from "./rules.json" with { type: "json" };

/** Which results belong together, and how they are merged. */
export interface ConsolidationRule {
  /**
   * Name of the tool: `*` and `?` stand for any chars, and for one. `*` alone leaves reads of a file to deduplication, which keeps
   * the first.
   */
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

/** Which results belong together. */
export interface ResultGroups {
  /** By group: its name, in order of their first results. */
  labels: string[];
  /** By result: its group, if a rule of that kind fits its call. */
  of: { [merge in ConsolidationRule["merge"]]: number | undefined }[];
}

/** A call as rules see it: its tool's name, and its arguments as text. */
export interface RuledCall {
  tool: string;
  args: string;
  /** Path of the file that the call reads. */
  path: string | undefined;
}

/** Groups the results of calls. Of rules with the same merge, the first that fits counts. Linear. */
export function groupResults(calls: readonly RuledCall[], rules: readonly ConsolidationRule[]): ResultGroups {
  const labels: string[] = [];
  const groups = new Map<string, number>();
  const find = rulesByTool(rules);
  const groupOf = ({ tool, args, path }: RuledCall, rule: ConsolidationRule | undefined) => {
    if (rule === undefined || (rule.tool === "*" && path !== undefined)) return undefined;
    const value = rule.keyArgument === null ? "" : argumentOf(args, rule.keyArgument);
    // No merge has a line feed in it; the size of the tool's name says where the value begins.
    const key = `${rule.merge}\n${tool.length}\n${tool}${value}`;
    const known = groups.get(key);
    if (known !== undefined) return known;
    groups.set(key, labels.length);
    return labels.push(labelOf(tool, value)) - 1;
  };
  const of = calls.map((call) => {
    const { contained, similar } = find(call.tool);
    return { contained: groupOf(call, contained), similar: groupOf(call, similar) };
  });
  return { labels, of };
}

type RulesOfTool = { [merge in ConsolidationRule["merge"]]: ConsolidationRule | undefined };

/** The first rules that fit a tool, looked for once a tool. */
function rulesByTool(rules: readonly ConsolidationRule[]): (tool: string) => RulesOfTool {
  const compiled = rules.map((rule) => ({ rule, matches: compileGlob(rule.tool) }));
  const known = new Map<string, RulesOfTool>();
  return (tool) => {
    let own = known.get(tool);
    if (own === undefined) {
      const first = (merge: ConsolidationRule["merge"]) =>
        compiled.find(({ rule, matches }) => rule.merge === merge && matches(tool))?.rule;
      own = { contained: first("contained"), similar: first("similar") };
      known.set(tool, own);
    }
    return own;
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
  const one = (text: string) => headOf(text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]|["\\⟨⟩]/gu, " "), MAX_LABEL_CHARS).trim();
  return value === "" ? one(tool) : `${one(tool)} ${one(value)}`;
}
