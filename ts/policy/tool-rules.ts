import { getOrInsert } from "../base/maps.js";
import { compileGlob } from "../text/glob.js";
import { type Policy, resolveToolRule } from "./policy.js";

/** What a policy says of one tool. */
export type ToolRules = ReturnType<typeof resolveToolRule>;

/** What a policy says of tools, by name; an unknown name is matched as the empty string. Looks each name up once. */
export function toolRules({ settings: { mask } }: Policy): (toolName: string | undefined) => ToolRules {
  const rules = Object.entries(mask.tools).map(([glob, rule]) => ({ matches: compileGlob(glob), rule }));
  const known = new Map<string, ToolRules>();
  return (toolName = "") => {
    return getOrInsert(known, toolName, () =>
      resolveToolRule(mask, rules.find(({ matches }) => matches(toolName))?.rule),
    );
  };
}
