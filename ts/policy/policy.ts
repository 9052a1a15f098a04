import { variable } from "../base/environment.js";
import type { Issue } from "../base/errors.js";
import { policyInvalid } from "../base/issues.js";
import { camelCase } from "../shape/spelling.js";
import { LOSSLESS_ARRIVAL } from "./arrival.js";
import { definitionIssues, type KeyStyle, settingsIssues } from "./check.js";
import { EXPERIMENTAL } from "./groups.js";
import { HANDLE_KEY_VARIABLE } from "./named-checks.js";
import type { PolicyInput, PolicySettings } from "./settings-types.js";

/** Policies that are kept, newest last, and the longest text of one. */
const MOST_KEPT = 64;
const MOST_CHARS = 4_096;
const MOST_DEPTH = 8;

/** Values by the text of the settings that they were made of. */
export class BySettings<T> {
  readonly #values = new Map<string, T>();

  /** The value of equal settings, else that of `make`; settings that are no plain data are not remembered. */
  of(settings: unknown, make: () => T): T {
    const text = textOf(settings, 0);
    if (text === undefined || text.length > MOST_CHARS) return make();
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    const made = make();
    const [oldest] = this.#values.size >= MOST_KEPT ? this.#values.keys() : [];
    if (oldest !== undefined) this.#values.delete(oldest);
    this.#values.set(text, made);
    return made;
  }
}

/** The same text for the same data alone: strings are quoted, numbers and words are not. Undefined for what is no plain data. */
function textOf(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "boolean":
    case "undefined":
      return String(value);
    case "object":
      return value === null ? "null" : textOfObject(value, depth);
    default:
      return undefined;
  }
}

function textOfObject(value: object, depth: number): string | undefined {
  const isList = Array.isArray(value);
  if (depth > MOST_DEPTH || (!isList && Object.getPrototypeOf(value) !== Object.prototype)) return undefined;
  let text = isList ? `[${value.length}` : "{";
  for (const key of Object.keys(value)) {
    const child = textOf((value as Record<string, unknown>)[key], depth + 1);
    if (child === undefined || text.length > MOST_CHARS) return undefined;
    text += `${JSON.stringify(key)}:${child},`;
  }
  return `${text}}`;
}

export type { PolicyInput, PolicySettings } from "./settings-types.js";

/** A rule of `mask.tools`. Omitted settings come from `mask`. */
export type ToolRuleSettings = PolicySettings["mask"]["tools"][string];

/**
 * The default settings, those of the preset `balanced`: what measurement argues for by bill and grounding. They are a
 * constant, so that the default policy loads no schema; a test compares both.
 */
const DEFAULT_SETTINGS: PolicySettings = deepFreeze({
  version: 1,
  mode: "reduce",
  mask: {
    windowTurns: 2,
    minChars: 256,
    keepErrors: true,
    keepErrorsMaxChars: 4000,
    keepLastKPerTool: null,
    tools: {},
    maxObservationChars: null,
    media: "keep",
    keepImages: null,
    digest: { maxChars: 1600, ratio: 0.15 },
    roles: true,
    workingSetFiles: 32,
    placeholder: { family: "brief", locale: "en" },
  },
  roles: {},
  dispatch: { enabled: true, maxChars: 4000, tools: ["*"] },
  arrival: { ...LOSSLESS_ARRIVAL, lineNumbers: "tenth", clip: 4000, dedupe: "first" },
  tools: { schema: false, maxDescriptionChars: null, defer: [] },
  args: { maxChars: 200, tools: ["*"], digest: { maxChars: 400, ratio: 0.1 } },
  cache: {
    strategy: "auto",
    prices: "auto",
    rent: 1,
    anchor: true,
    thinking: "auto",
  },
  models: [],
  restore: { handles: false },
  pin: [],
  repairSurrogates: false,
  summarize: { enabled: false, maxChars: 1400, maxCalls: 8, timeoutMs: 30_000 },
  truncate: { enabled: true, keepFirst: true, afterRefusal: false },
  tokens: { method: "estimate" },
});

/** A checked policy. Created by {@link definePolicy}; its settings never change. */
export class Policy {
  /** Every setting, with defaults filled in, frozen. */
  readonly settings: PolicySettings;
  readonly #checked = true;

  /** @internal Use {@link definePolicy}: it checks. */
  constructor(settings: PolicySettings) {
    this.settings = settings;
  }

  /** True for a policy of {@link definePolicy}. */
  static isPolicy(value: unknown): value is Policy {
    return typeof value === "object" && value !== null && #checked in value;
  }
}

/** The policy of a call that gives none. */
export const DEFAULT_POLICY: Policy = new Policy(DEFAULT_SETTINGS);

/** The mask settings of a tool with `rule`. Settings that the rule omits have the policy's value. */
export function resolveToolRule(mask: PolicySettings["mask"], rule: ToolRuleSettings = {}) {
  return {
    windowTurns: rule.windowTurns ?? mask.windowTurns,
    keepLastK: rule.keepLastK === undefined ? mask.keepLastKPerTool : rule.keepLastK,
    keepErrors: rule.keepErrors ?? mask.keepErrors,
    maxObservationChars: rule.maxObservationChars === undefined ? mask.maxObservationChars : rule.maxObservationChars,
    never: rule.never ?? false,
  };
}

/** The folder whose files have the originals, with its last separator; undefined where markers name no file. */
export function handleFolderOf({ restore: { folder } }: Pick<PolicySettings, "restore">): string | undefined {
  if (folder === undefined || /[/\\]$/.test(folder)) return folder;
  return folder + (folder.startsWith("/") ? "/" : "\\");
}

/** The secret that handles in what replaces results are made with; undefined if there are none. */
export function handleKeyOf({ restore }: Pick<PolicySettings, "restore">): string | undefined {
  return restore.handles ? (restore.key ?? variable(HANDLE_KEY_VARIABLE)) : undefined;
}

/** Texts that keep a call's arguments whole. */
export function pinsOfCalls({ pin }: Pick<PolicySettings, "pin">): string[] {
  return pin.flatMap((rule) => {
    if (typeof rule === "string") return [rule];
    return rule.role === undefined || rule.role === "assistant" ? [rule.text] : [];
  });
}

/** Texts that keep a tool result whole. */
export function pinsOfResults({ pin }: Pick<PolicySettings, "pin">): string[] {
  return pin.flatMap((rule) => {
    if (typeof rule === "string") return [rule];
    return rule.role === undefined || rule.role === "tool" ? [rule.text] : [];
  });
}

/** A policy like `policy` with other valid settings. They are not checked again. */
export function withSettings(policy: Policy, settings: Partial<PolicySettings>): Policy {
  return new Policy(deepFreeze({ ...policy.settings, ...settings }));
}

const resolved = new WeakMap<object, Policy>();

/**
 * Checks a policy once, for use in many calls.
 *
 * @param input Settings in camelCase or snake_case; every key is optional.
 * @throws TamisError `POLICY_INVALID` with one issue for each problem.
 */
export function definePolicy(input: PolicyInput): Policy {
  const checked = definitionIssues(input);
  if (!checked.ok) throw policyInvalid(checked.issues);
  return new Policy(deepFreeze(checked.settings));
}

/**
 * Resolves the policy of a call: the default for `undefined`, a policy itself, or a plain object, which is checked at
 * its first use and remembered: by identity (later changes of that object have no effect) and by what it says, so that a
 * literal in each call costs a few microseconds.
 *
 * @throws TamisError `POLICY_INVALID`.
 */
export function resolvePolicy(input: PolicyInput | Policy | undefined): Policy {
  if (input === undefined) return DEFAULT_POLICY;
  if (Policy.isPolicy(input)) return input;
  const known = typeof input === "object" && input !== null ? resolved.get(input) : undefined;
  if (known !== undefined) return known;
  // The key of handles may be the environment's, which may change.
  const policy = input?.restore?.handles ? definePolicy(input) : written.of(input, () => definePolicy(input));
  resolved.set(input, policy);
  return policy;
}

/** By what a literal says: another object at each call. */
const written = new BySettings<Policy>();

/** True for a key that a policy may have at top level, in either spelling. */
export function isPolicyKey(key: string): boolean {
  return ["budget", "preset", EXPERIMENTAL].includes(key) || Object.hasOwn(DEFAULT_SETTINGS, camelCase(key));
}

/**
 * Builds a policy from untrusted data, or returns its faults. For callers that add a file name or line to the message.
 */
export function checkPolicy(
  input: unknown,
  style?: KeyStyle,
): { ok: true; policy: Policy } | { ok: false; issues: readonly Issue[] } {
  const checked = definitionIssues(input, style);
  return checked.ok ? { ok: true, policy: new Policy(deepFreeze(checked.settings)) } : checked;
}

/**
 * A policy of settings that have each key in its own table, the experimental ones, too, as {@link Policy.settings} has
 * them; or the faults.
 */
export function checkSettings(
  input: SettingsInput,
): { ok: true; policy: Policy } | { ok: false; issues: readonly Issue[] } {
  const checked = settingsIssues(input);
  return checked.ok ? { ok: true, policy: new Policy(deepFreeze(checked.settings)) } : checked;
}

/**
 * {@link checkSettings}, or an error.
 *
 * @throws TamisError `POLICY_INVALID`.
 */
export function policyOf(input: SettingsInput): Policy {
  const checked = checkSettings(input);
  if (!checked.ok) throw policyInvalid(checked.issues);
  return checked.policy;
}

/** Settings of which any may be left out, and a preset for them. */
export type SettingsInput = PartOf<PolicySettings>;

type PartOf<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: PartOf<T[Key]> | undefined }
    : T;

/** The JSON Schema (draft 2020-12) of the input of {@link definePolicy}, with defaults and descriptions. */
export { policyJsonSchema } from "./check.js";

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
