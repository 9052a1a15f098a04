// Puts pointers in the place of what results repeat of others. The repeats are found once; the pointers follow from them
// and from what is masked, so that a request repeats those of the request before it until a move masks more.

import type { KnownForms } from "../arrival/chain.js";
import type { PlacedReference } from "../contract/report.js";
import { dedupeOf } from "../contract/report-basis.js";
import type { SessionMemory } from "../contract/session-facts.js";
import { type RenderedRepeat, Repeats } from "../dedupe/render.js";
import type { Keep, Repeatable } from "../dedupe/repeatable.js";
import type { KnownLines } from "../dedupe/sources.js";
import type { Policy } from "../policy/policy.js";
import { wellFormed } from "../text/surrogates.js";
import { charsOf, type ResultContent, type ResultPlan, type ToolResult, textsOf } from "../wires/transcript.js";
import { mapTexts, shownBy } from "./arrive.js";
import { willBind } from "./cache/binding.js";
import { BESIDE_RESULTS } from "./candidates.js";
import type { CompiledPolicy, ToolSettings } from "./compile-policy.js";
import type { PlainPlan } from "./plain-plan.js";
import { isErrorText, isOwn, keepResult, withoutMedia } from "./plan-results.js";
import { sentBefore } from "./sent-before.js";

/** Plans with pointers in some of the results that stay. */
export interface PointedPlans {
  plans: readonly ResultPlan[];
  references: readonly PlacedReference[];
}

/** The visible results of a conversation step by step, each with its plan if it has pointers. */
export interface GrowingPlans {
  at(step: number, end: number): Iterable<{ result: ToolResult; plan: ResultPlan | undefined }>;
}

/** A conversation whose results may repeat each other. */
export type DedupeBasis = Pick<
  PlainPlan,
  "wire" | "request" | "list" | "model" | "host" | "plans" | "thinking" | "isFrozen"
>;

/** What the results of a conversation have in common. */
export class Duplicates {
  readonly #results: readonly ToolResult[];
  readonly #repeats: Repeats;
  readonly #keep: Keep;
  /** By result: its form with pointers if nothing is masked. */
  readonly first: readonly (RenderedRepeat | undefined)[];

  constructor(results: readonly ToolResult[], repeats: Repeats, keep: Keep) {
    this.#results = results;
    this.#repeats = repeats;
    this.#keep = keep;
    this.first = repeats.render(undefined, keep);
  }

  /** Plans that keep every result, with the pointers of a request of which nothing is masked. */
  firstPlans(): ResultPlan[] {
    return this.#results.flatMap((result, index) => {
      const rendered = this.first[index];
      return rendered === undefined ? [] : [pointed(keepResult(result, "window"), result, rendered)];
    });
  }

  /**
   * Plans that keep the visible results, with the pointers of each step of a conversation, as
   * {@link GrowingRepeats.at} gives them.
   *
   * @param maskedAt The step from which on the result of an index is masked; infinite for never.
   */
  growing(maskedAt: (index: number) => number): GrowingPlans {
    const repeats = this.#repeats.growing(maskedAt, this.#keep);
    const results = this.#results;
    return {
      *at(step, end) {
        for (const [index, rendered] of repeats.at(step, end)) {
          const result = results[index];
          if (result !== undefined)
            yield { result, plan: rendered && pointed(keepResult(result, "window"), result, rendered) };
        }
      },
    };
  }

  /** The results that may repeat each other. */
  get results(): readonly ToolResult[] {
    return this.#results;
  }

  /** The result with that index. */
  result(index: number): ToolResult | undefined {
    return this.#results[index];
  }

  /** Whether a later masked set may turn a pointer into content, and what a move saves depends on that. */
  get givesBack(): boolean {
    return this.#keep === "first";
  }

  /** Puts pointers into the results that no plan masks. Linear. */
  point(plans: readonly ResultPlan[]): PointedPlans {
    const indexes = new Map(this.#results.map((result, index) => [placeOf(result), index]));
    const indexOf = ({ result }: ResultPlan) => (isWhole(result) ? indexes.get(placeOf(result)) : undefined);
    const masked = new Set<number>();
    for (const plan of plans) {
      const index = indexOf(plan);
      if (index !== undefined && plan.action !== "keep" && plan.action !== "shorten") masked.add(index);
    }
    const rendered = masked.size === 0 ? this.first : this.#repeats.render((index) => masked.has(index), this.#keep);
    const references = rendered.flatMap((one, index) => {
      const { messageIndex = 0, blockIndex = 0 } = this.#results[index] ?? {};
      return (one?.references ?? []).map((reference) => ({ messageIndex, blockIndex, ...reference }));
    });
    return {
      plans: plans.map((plan) => {
        const index = indexOf(plan) ?? -1;
        const [own, result] = [rendered[index], this.#results[index]];
        return own === undefined || result === undefined ? plan : pointed(plan, result, own);
      }),
      references,
    };
  }
}

/**
 * Finds what results repeat of each other; undefined if the policy leaves them, or the wire sends a part of the history.
 *
 * @param replayed What other policies found, for a replay: its references have no hashes. @default a request to send
 */
export function findDuplicates(
  plain: DedupeBasis,
  policy: Policy,
  compiled: CompiledPolicy,
  memory: SessionMemory,
  replayed?: { readonly known: KnownForms; readonly lines: KnownLines },
): Duplicates | undefined {
  const wanted = dedupeOf(policy);
  if (wanted === undefined || plain.wire.isDelta(plain.request)) return undefined;
  const known = replayed?.known;
  const keep = wanted === "newest" && willBind(plain, policy.settings) ? "first" : wanted;
  const settingsOf = compiled.toolResolver();
  const start = sentBefore(plain, memory);
  const whole = plain.plans.map(({ result }) => result).filter(isWhole);
  const results = compiled.maskMedia ? whole : whole.map(withoutMedia);
  const repeatables = results.map((result): Repeatable => {
    const { messageIndex, callId } = result;
    const toolName = result.toolName === undefined ? undefined : wellFormed(result.toolName);
    const settings = settingsOf(result.toolName);
    const text = repeatableText(result, settings, compiled);
    if (text === undefined) return { messageIndex, callId, toolName, text: "", path: undefined, isFixed: true };
    const isSent = messageIndex < start || plain.isFrozen?.(result) === true;
    const isFixed = isSent || mustStay(text, result, settings, compiled);
    return { messageIndex, callId, toolName, text, path: pathOf(result, known), isFixed };
  });
  const options = replayed === undefined ? {} : { hashes: false, known: replayed.lines };
  return new Duplicates(results, new Repeats(repeatables, options), keep);
}

/** Neither thinking, nor images beside a result, nor arguments of a call. */
const isWhole = ({ content }: ToolResult): boolean => !BESIDE_RESULTS.has(content.kind);

const placeOf = ({ messageIndex, blockIndex }: ToolResult): string => `${messageIndex}/${blockIndex}`;

/** The only text of a result that has one, and is no reduction's own. */
function repeatableText(result: ToolResult, settings: ToolSettings, compiled: CompiledPolicy): string | undefined {
  if (result.turnIndex === undefined || result.ambiguous === true || !holdsTexts(result.content)) return undefined;
  const [text, another] = textsOf(result.content).filter((one) => one !== "");
  if (text === undefined || another !== undefined || text !== wellFormed(text)) return undefined;
  return isOwn(result, settings, compiled) ? undefined : text;
}

const holdsTexts = ({ kind }: ResultContent): boolean =>
  kind === "text" || kind === "parts" || kind === "object" || kind === "fields" || kind === "media";

/** What no reduction changes stays, and can be pointed to. */
function mustStay(text: string, result: ToolResult, settings: ToolSettings, compiled: CompiledPolicy): boolean {
  if (settings.excluded || settings.never || compiled.pins?.test(text) === true) return true;
  return isErrorText(text, result, settings, compiled);
}

function pathOf(result: ToolResult, known: KnownForms | undefined): string | undefined {
  const shown = shownBy(result, known);
  return shown.kind === "read" ? shown.path : undefined;
}

/** A plan that keeps a result sends its form with pointers. */
function pointed(plan: ResultPlan, result: ToolResult, { text }: RenderedRepeat): ResultPlan {
  const { content, came = content } = result;
  const sent = mapTexts(content, (one) => (one === "" ? "" : text));
  const [charsBefore, charsAfter] = [charsOf(came), charsOf(sent)];
  return {
    ...plan,
    ...{ action: "shorten", reason: "dedupe", charsBefore, charsAfter },
    result: { ...result, content: sent, came },
  };
}
