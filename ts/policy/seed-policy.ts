import type { Issue } from "../base/errors.js";
import { policyInvalid, shownValue, unknownKeyMessage } from "../base/issues.js";
import { type Policy, policyOf } from "./policy.js";
import { templateFieldProblem } from "./template.js";

/** The settings of `maskOldToolResults`, after seed 004. Every key is optional and may be written in snake_case. */
export interface MaskPolicy {
  /** False: the same list comes back. @default true */
  enabled?: boolean;
  /** Newest tool turns whose results are kept. With 0 or less nothing is masked. @default 8 */
  windowTurns?: number;
  /** Keep results that look like errors. @default true */
  keepErrors?: boolean;
  /** Newest results of each tool that are kept, even outside the window; null or 0 for no such rule. @default null */
  keepLastKPerTool?: number | null;
  /** Text with `{tool_call_id}`, `{tool_name}` and `{original_chars}`. @default the seed's, in French */
  placeholderTemplate?: string;
}

/** {@link MaskPolicy} in the seed's own spelling. */
export interface SnakeCaseMaskPolicy {
  /** False: the same list comes back. @default true */
  enabled?: boolean;
  /** Newest tool turns whose results stay; 0 or less: nothing is masked. @default 8 */
  window_turns?: number;
  /** Keep results that look like errors. @default true */
  keep_errors?: boolean;
  /** Newest results of each tool that stay, 1 or more; null: no such rule. @default null */
  keep_last_k_per_tool?: number | null;
  /** Text of 1 to 500 chars with fields in braces. @default the French placeholder */
  placeholder_template?: string;
}

/** A {@link MaskPolicy} with its defaults. */
export type MaskPolicySettings = Readonly<Required<MaskPolicy>>;

/** The seed's template: French, the three names, `inconnu` for a tool without a name. */
export const SEED_TEMPLATE =
  "[Observation masquée: résultat d’outil ancien (tool_call_id={tool_call_id}, outil={tool_name}, chars={original_chars})]";

/** The seed's defaults. */
export const DEFAULT_MASK_POLICY: MaskPolicySettings = Object.freeze({
  enabled: true,
  windowTurns: 8,
  keepErrors: true,
  keepLastKPerTool: null,
  placeholderTemplate: SEED_TEMPLATE,
});

/** Both spellings of each key. */
const KEYS = new Map<string, keyof MaskPolicy>([
  ["enabled", "enabled"],
  ["window_turns", "windowTurns"],
  ["keep_errors", "keepErrors"],
  ["keep_last_k_per_tool", "keepLastKPerTool"],
  ["placeholder_template", "placeholderTemplate"],
]);

const CAMEL_KEYS = [...KEYS.values()];

/** True for a key that only a `MaskPolicy` has at top level, in either spelling. */
export const isMaskPolicyKey = (key: string): boolean => camelKey(key) !== undefined;

/**
 * Checks a `MaskPolicy` and fills in the seed's defaults.
 *
 * @throws TamisError `POLICY_INVALID`.
 */
export function resolveMaskPolicy(input: MaskPolicy | SnakeCaseMaskPolicy | undefined): MaskPolicySettings {
  if (input === undefined) return DEFAULT_MASK_POLICY;
  const checked = checkMaskPolicy(input);
  if (!checked.ok) throw policyInvalid(checked.issues);
  return checked.settings;
}

/** Works like {@link resolveMaskPolicy} and returns problems as data. */
export function checkMaskPolicy(
  input: unknown,
): { ok: true; settings: MaskPolicySettings } | { ok: false; issues: readonly Issue[] } {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { ok: false, issues: [{ path: "", message: `expected a table of settings, got ${shownValue(input)}` }] };
  }
  const issues: Issue[] = [];
  const found: Record<string, unknown> = { ...DEFAULT_MASK_POLICY };
  const seen = new Set<string>();
  for (const [key, value] of Object.entries(input)) {
    const name = camelKey(key);
    const problem = name === undefined ? unknownKeyMessage(key, CAMEL_KEYS) : problemOf(name, value);
    if (name !== undefined && seen.has(name)) issues.push({ path: key, message: "is given twice, in both spellings" });
    else if (problem !== undefined) issues.push({ path: key, message: problem });
    if (name === undefined) continue;
    seen.add(name);
    if (value !== undefined) found[name] = value;
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, settings: Object.freeze(found) as MaskPolicySettings };
}

/**
 * The library policy that masks like this `MaskPolicy`, for `reduceBody` and the command line: seed defaults, French
 * texts, no minimum length, the seed's error rule.
 *
 * @throws TamisError `POLICY_INVALID`: the library requires a template with a literal text of at least 8 chars.
 */
export function toPolicy(maskPolicy: MaskPolicy | SnakeCaseMaskPolicy): Policy {
  const settings = resolveMaskPolicy(maskPolicy);
  const own = settings.placeholderTemplate !== SEED_TEMPLATE;
  return policyOf({
    preset: "none",
    cache: { strategy: "every-turn" },
    mode: settings.enabled ? "reduce" : "off",
    dispatch: { enabled: false },
    mask: {
      windowTurns: settings.windowTurns,
      minChars: 0,
      keepErrors: settings.keepErrors ? "seed" : false,
      keepLastKPerTool: settings.keepLastKPerTool || null,
      roles: false,
      placeholder: {
        family: "conversation",
        locale: "fr",
        ...(own ? { template: settings.placeholderTemplate } : {}),
      },
    },
  });
}

function camelKey(key: string): keyof MaskPolicy | undefined {
  return KEYS.get(key) ?? CAMEL_KEYS.find((name) => name === key);
}

function problemOf(key: keyof MaskPolicy, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const expected = EXPECTED[key](value);
  return expected === undefined ? undefined : `${expected}, got ${shownValue(value)}`;
}

const flag = (value: unknown) => (typeof value === "boolean" ? undefined : "expected true or false");

const EXPECTED: Record<keyof MaskPolicy, (value: unknown) => string | undefined> = {
  enabled: flag,
  keepErrors: flag,
  windowTurns: (value) =>
    Number.isSafeInteger(value) && Number(value) <= 1_000_000
      ? undefined
      : "expected a whole number of tool turns up to 1000000",
  keepLastKPerTool: (value) =>
    value === null || (Number.isSafeInteger(value) && Number(value) >= 0)
      ? undefined
      : "expected a whole number of 0 or more, or null",
  placeholderTemplate: (value) => {
    if (typeof value !== "string" || value === "" || value.length > 500) return "expected a template of 1 to 500 chars";
    if (/\p{Surrogate}/u.test(value)) return "must be well-formed Unicode: it contains a lone surrogate";
    return templateFieldProblem(value);
  },
};
