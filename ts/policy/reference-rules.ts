import table from "./references.json" with { type: "json" };
import type { PolicySettings } from "./settings-types.js";

/** Texts of some tools' answers that refer to an earlier result. */
export interface ReferenceRule {
  /** Globs over whole tool names. */
  tools: readonly string[];
  /** Literal texts, ASCII case-insensitive, anywhere in an answer. */
  texts: readonly string[];
}

/**
 * Which answers refer to an earlier result: the installed rules, and the policy's own. None where the policy wants none.
 */
export function referenceRules({ mask }: Pick<PolicySettings, "mask">): ReferenceRule[] {
  if (mask.references === null) return [];
  const own = mask.references.map(({ tools, text }) => ({ tools, texts: [text] }));
  return [...table.map(({ tools, texts }) => ({ tools, texts })), ...own];
}
