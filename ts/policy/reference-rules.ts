import table from "./references.json" with { type: "json" };

/** Texts of some tools' answers that refer to an earlier result. */
export interface ReferenceRule {
  /** Globs over whole tool names. */
  tools: readonly string[];
  /** Literal texts, ASCII case-insensitive, anywhere in an answer. */
  texts: readonly string[];
}

/** Which answers refer to an earlier result. */
export const REFERENCE_RULES: readonly ReferenceRule[] = table.map(({ tools, texts }) => ({ tools, texts }));
