// The rules of the validator: the native build writes the table from crates/core/src/validate.
import table from "./rule-texts.json" with { type: "json" };

/**
 * Every rule that {@link validateRequest} knows, in the order of their numbers. The text says what is wrong, then what the
 * provider answers; `{id}` is the call id, role or type at fault, `{count}` a number. Sources: `docs/validation.md`.
 */
export const VALIDATION_RULES = table.rules;

/** The stable name of a rule. */
export type RuleId = keyof typeof VALIDATION_RULES;

/** Rules by their number. */
export const RULE_IDS = Object.keys(VALIDATION_RULES) as readonly RuleId[];

/** What a text must look like: how it begins, what it consists of, fewest and most characters (0: no limit). */
export interface Form {
  prefix: string;
  chars: "any" | "alphanumeric" | "underscored" | "word" | "dotted" | "json-object";
  length: readonly [least: number, most: number];
}

/** The forms that rules ask for, by the vendor or type for which they hold. */
export const RULE_FORMS = table.forms as unknown as Partial<Record<RuleId, Readonly<Record<string, Form>>>>;

/** How the names of vendors' models begin; the first that matches counts. */
export const MODEL_VENDORS = table.vendors as unknown as readonly (readonly [prefix: string, vendor: string])[];
