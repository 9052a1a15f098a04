import { dedupeOf, digestOf } from "../contract/report-basis.js";
import {
  argsOf,
  earlyOf,
  handleFolderOf,
  handleKeyOf,
  mediaNotesOf,
  type Policy,
  type PolicySettings,
  pinsOfCalls,
  pinsOfResults,
  resolveToolRule,
  type ToolRuleSettings,
} from "../policy/policy.js";
import { referenceRules } from "../policy/reference-rules.js";
import { compilePatterns } from "../text/error-signs.js";
import { compileGlob, type GlobMatcher } from "../text/glob.js";
import { scaled } from "../wires/cache-facts.js";
import type { ErrorMarker } from "../wires/transcript.js";
import type { ShortenRules } from "./arguments/shorten.js";
import type { Handles } from "./handle-mark.js";
import type { NoteForm } from "./media-notes.js";
import type { PlaceholderForm, PlaceholderStyle } from "./placeholder.js";
import { chooseForm } from "./placeholder.js";

/** The mask settings of one tool. */
export interface ToolSettings {
  windowTurns: number;
  keepLastK: number | null;
  keepErrors: boolean | "seed";
  maxObservationChars: number | null;
  excluded: boolean;
  never: boolean;
  /** Whether its dispatch blocks are kept. */
  dispatch: boolean;
}

/** The rules for arguments of calls. */
export interface CompiledArgs {
  rules: ShortenRules;
  /** Whether the arguments of a tool are shortened. An unknown name is the empty string. */
  appliesTo(toolName: string | undefined): boolean;
  /** Whether those of all tools are. */
  appliesToAll: boolean;
  inOpenLoop: boolean;
  /** Messages with such a text stay as they are. */
  pins: RegExp | undefined;
}

/** Texts of some tools' answers that refer to an earlier result. */
export interface CompiledReference {
  texts: RegExp | undefined;
  isTool(toolName: string): boolean;
}

/** A policy compiled for planning. */
export interface CompiledPolicy {
  /** The settings as they were checked: what needs no compiling is read from here. */
  mask: PolicySettings["mask"];
  keepErrorsMaxChars: number;
  /** Most chars of all dispatch blocks of a result. */
  dispatchMaxChars: number;
  protectOpenLoop: boolean;
  /** Whether images and documents are masked with the texts around them, and those next to results. */
  maskMedia: boolean;
  /** Whether images and documents of the user's own are masked. */
  maskUserMedia: boolean;
  /** What may go although it is in the window. */
  early: {
    /** Images that stay, the newest ones; null: no image goes early. */
    keepImages: number | null;
    /** Whether reads that are out of date go early. */
    staleFirst: boolean;
    /** Whether repeats point back, so that a newer read of a file takes nothing from the older one. */
    pointsBack: boolean;
  };
  /** Whether any tool may have a `keepLastK`. */
  ranksNeeded: boolean;
  errorPatterns: RegExp | undefined;
  /** Texts of answers that refer to an earlier result. */
  references: readonly CompiledReference[];
  /** Results with such a text remain whole. */
  pins: RegExp | undefined;
  /** How arguments of old calls are shortened; undefined if they stay. */
  args: CompiledArgs | undefined;
  /** The limits of digests, with the ratio × 10,000; undefined if placeholders have none. */
  digest: { maxChars: number; ratio: number } | undefined;
  /** Whose values have handles, the secret that these are made with, and how they are written; undefined: there are none. */
  handles: Handles | undefined;
  /** What the notes about masked images and documents tell. */
  notes: NoteForm;
  /** True if placeholders use the observation family's own text. */
  observation: boolean;
  template: PlaceholderForm | undefined;
  formFor(marker: ErrorMarker): PlaceholderForm;
  /** Creates a resolver for one request. It looks rules up once per tool name. */
  toolResolver(): (toolName: string | undefined) => ToolSettings;
}

const compiled = new WeakMap<Policy, CompiledPolicy>();

/** Compiles a policy at its first use. */
export function compilePolicy(policy: Policy): CompiledPolicy {
  let result = compiled.get(policy);
  if (result === undefined) {
    result = compile(policy.settings);
    compiled.set(policy, result);
  }
  return result;
}

/** A compiled policy for one request of a tenant. */
export function compileFor(policy: Policy, tenant: string | undefined): CompiledPolicy {
  const key = handleKeyOf(policy.settings);
  const compiled = compilePolicy(policy);
  if (key === undefined) return compiled;
  const handles = { key, tenant, folder: handleFolderOf(policy.settings) };
  const { notes } = compiled;
  return { ...compiled, handles, notes: notes.hasSize ? { ...notes, handles } : notes };
}

function compile(settings: PolicySettings): CompiledPolicy {
  const { mask, dispatch } = settings;
  const rules = Object.entries(mask.tools).map(([glob, rule]) => ({ matches: compileGlob(glob), rule }));
  const excluded = mask.excludeTools.map(compileGlob);
  const dispatched = dispatch.enabled ? dispatch.tools.map(compileGlob) : [];
  const style: PlaceholderStyle = mask.placeholder;
  const digest = digestOf({ settings });
  const forms = new Map((["unknown", "no", "yes"] as const).map((marker) => [marker, chooseForm(style, marker)]));
  return {
    mask,
    keepErrorsMaxChars: mask.keepErrorsMaxChars,
    dispatchMaxChars: dispatch.maxChars,
    protectOpenLoop: mask.protectOpenLoop,
    maskMedia: mask.media === "mask",
    maskUserMedia: mask.userMedia === "mask",
    early: { ...earlyOf(settings), pointsBack: dedupeOf({ settings }) !== undefined },
    ranksNeeded: mask.keepLastKPerTool !== null || rules.some(({ rule }) => rule.keepLastK != null),
    errorPatterns: compilePatterns(mask.errorPatterns),
    references: referenceRules(settings).map(({ tools, texts }) => {
      const globs = tools.map(compileGlob);
      return { texts: compilePatterns(texts), isTool: (toolName) => globs.some((matches) => matches(toolName)) };
    }),
    pins: compilePatterns(pinsOfResults(settings)),
    args: compileArgs(settings),
    digest: digest && { maxChars: digest.maxChars, ratio: scaled(digest.ratio) },
    handles: undefined,
    notes: { hasSize: mediaNotesOf(settings) === "full", handles: undefined },
    observation: style.family === "observation" && style.template === undefined,
    template: style.template === undefined ? undefined : chooseForm(style, "unknown"),
    formFor: (marker) => forms.get(marker) ?? chooseForm(style, marker),
    toolResolver: () => createToolResolver(mask, rules, { excluded, dispatched }),
  };
}

function compileArgs(settings: PolicySettings): CompiledArgs | undefined {
  const args = argsOf(settings) ?? undefined;
  if (args === undefined) return undefined;
  const globs = args.tools.map(compileGlob);
  return {
    rules: { maxChars: args.maxChars, digest: args.digest ?? undefined },
    appliesTo: (toolName = "") => globs.some((matches) => matches(toolName)),
    appliesToAll: args.tools.includes("*"),
    inOpenLoop: args.inOpenLoop,
    pins: compilePatterns(pinsOfCalls(settings)),
  };
}

function createToolResolver(
  mask: PolicySettings["mask"],
  rules: readonly { matches: GlobMatcher; rule: ToolRuleSettings }[],
  globs: { excluded: readonly GlobMatcher[]; dispatched: readonly GlobMatcher[] },
): (toolName: string | undefined) => ToolSettings {
  const known = new Map<string, ToolSettings>();
  return (toolName) => {
    // An unknown name is matched as the empty string, so only patterns such as `*` match it.
    const name = toolName ?? "";
    let settings = known.get(name);
    if (settings === undefined) {
      const rule = rules.find(({ matches }) => matches(name))?.rule;
      const isIn = (list: readonly GlobMatcher[]) => list.some((matches) => matches(name));
      settings = {
        ...resolveToolRule(mask, rule),
        excluded: isIn(globs.excluded),
        dispatch: isIn(globs.dispatched),
      };
      known.set(name, settings);
    }
    return settings;
  };
}
