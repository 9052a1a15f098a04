import type { ReduceOptions } from "../contract/backend.js";
import type { PipelineNote } from "../contract/pipeline-report.js";
import type { Wire } from "../contract/report.js";
import { SERVER_SIDE_EDITING_DETAIL } from "../contract/report-basis.js";
import { NO_MEMORY, type SessionMemory } from "../contract/session-facts.js";
import type { Violation } from "../contract/violations.js";
import { loadBackend } from "../load/backend.js";
import { derived } from "../policy/derived-policies.js";
import type { Policy, PolicySettings } from "../policy/policy.js";
import { violationsIn } from "../reduce/object-violations.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import { type PricedRequest, thinkingOf } from "../wires/pricing.js";
import { readSteps } from "../wires/steps.js";
import { promptCuts, readThinking } from "../wires/thinking.js";
import { type AtomicUnit, readUnits } from "./atomic-units.js";
import type { Draft } from "./draft.js";
import { MaskHistory } from "./mask-history.js";
import { obstacleOf } from "./obstacle.js";
import { compilePins } from "./pins.js";
import { foundTools, protectedResults } from "./protected-results.js";
import type { Dimension } from "./replay-cut.js";
import {
  type Measure,
  mayBeTooLarge,
  measureRequest,
  measuresOf,
  readSizes,
  remembering,
  startStepOf,
} from "./sizes.js";
import type { StageContext } from "./stage.js";
import type { SummaryWriter } from "./summary/writer.js";

/** The settings of one call of the pipeline. */
export interface ContextSettings {
  wire: Wire;
  original: Draft;
  /** The policy, with shares of a context limit resolved. */
  policy: Policy;
  options: ReduceOptions;
  signal: AbortSignal | undefined;
  writer: SummaryWriter | undefined;
  /** Whether the request as it came fits, by the plan that read it. */
  fits: boolean;
}

/** The budget of a policy without shares. Missing limits are infinite. */
export interface Limits {
  tokens: number;
  chars: number;
  /** Whether there is any limit. */
  exist: boolean;
}

export function limitsOf({ settings: { budget } }: Pick<Policy, "settings">): Limits {
  const { tokens = Number.POSITIVE_INFINITY, chars = Number.POSITIVE_INFINITY } = budget ?? {};
  const hasSize = budget?.bytes !== undefined || budget?.images !== undefined;
  return { tokens, chars, exist: hasSize || Number.isFinite(tokens) || Number.isFinite(chars) };
}

/** Of policies, what masks nothing, for reading and measuring a request. */
export const measuringPolicy = derived(({ mode, mask, arrival, cache }) => ({
  mode: mode === "off" ? "reduce" : mode,
  pin: [],
  mask: { ...mask, windowTurns: Math.max(1, mask.windowTurns), tools: { "*": { never: true } } },
  arrival: nothingOf(arrival),
  cache: { ...cache, strategy: "every-turn", thinking: "keep" },
}));

/** No kind of reduction at arrival. */
const nothingOf = (arrival: PolicySettings["arrival"]): PolicySettings["arrival"] => ({
  ...arrival,
  ...{ terminal: false, json: false, paths: false, lineNumbers: false, longLines: null, clip: null, dedupe: false },
});

/** Of policies, no limits but those of bytes and images. */
const inSize = derived(({ budget }) => {
  const { bytes, images, lowWatermark = 0.8 } = budget ?? {};
  return {
    budget: { lowWatermark, ...(bytes !== undefined && { bytes }), ...(images !== undefined && { images }) },
  };
});

/**
 * The mask stage's policy. The mask stage supports only a budget in tokens of its own counting. Under any other budget,
 * it masks whatever can be masked once the request exceeds it.
 */
export const maskPolicyOf = derived((settings) => {
  const { arrival: given, cache, budget, tokens } = settings;
  const limits = limitsOf({ settings });
  // Later stages take messages out, and what a pointer leads to might be one of them.
  const arrival = { ...given, dedupe: false as const };
  const ownCounting = tokens.method === "estimate" && !Number.isFinite(limits.chars);
  if (!limits.exist || ownCounting) return { mode: "reduce", arrival };
  return {
    ...{ mode: "reduce", arrival },
    budget: { ...budget, tokens: undefined, lowWatermark: budget?.lowWatermark ?? 0.8 },
    cache: { ...cache, strategy: cache.strategy === "off" ? "off" : "every-turn" },
  };
});

/** A conversation that thinking binds, or will once there is some. */
interface BoundConversation extends PricedRequest {
  list: readonly unknown[];
  hasThinking: boolean;
}

/** The context of one call. Each value is computed once, at its first use. */
export class CallContext implements StageContext {
  readonly wire: Wire;
  readonly definition: WireDefinition;
  readonly policy: Policy;
  readonly maskPolicy: Policy;
  readonly options: ReduceOptions;
  readonly signal: AbortSignal | undefined;
  readonly writer: SummaryWriter | undefined;
  readonly notes: PipelineNote[] = [];
  readonly limits: Limits;
  readonly #original: Draft;
  #sizeFits: boolean | undefined;
  readonly #tokens: Measure;
  readonly #chars: Measure;
  readonly #sizes = new WeakMap<Draft, { tokens?: number; chars?: number }>();
  #view: ReturnType<StageContext["view"]> | undefined;
  #bound: { conversation?: BoundConversation } | undefined;
  #replayed: MaskHistory | undefined;
  #violations: readonly Violation[] | undefined;

  constructor({ wire, original, policy, options, signal, writer, fits }: ContextSettings) {
    const definition = WIRES.of(wire);
    this.wire = wire;
    this.definition = definition;
    this.policy = policy;
    this.maskPolicy = maskPolicyOf(policy);
    this.options = { ...options, wire };
    this.signal = signal;
    this.writer = writer;
    this.limits = limitsOf(policy);
    this.#original = original;
    this.#sizeFits = fits || undefined;
    const measures = measuresOf(definition, policy.settings.tokens.method);
    [this.#tokens, this.#chars] = measures.map((one) => remembering(definition, one)) as [Measure, Measure];
  }

  get isBound(): boolean {
    return this.#boundConversation() !== undefined;
  }

  /** Whether it has such thinking and the user does not speak at its end: what is in front of thinking has to wait. */
  get isInBoundLoop(): boolean {
    const bound = this.#boundConversation();
    if (bound?.hasThinking !== true) return false;
    const { wire, list } = bound;
    return promptCuts(wire, list, readSteps(wire, list)).at(-1) !== list.length;
  }

  get sentBefore(): number {
    const bound = this.#boundConversation();
    if (bound === undefined) return 0;
    const { session } = this.options;
    const startStep = session === undefined ? this.#startStep() : session.start?.step;
    if (startStep === undefined) return bound.list.length;
    return startStep < 2 ? 0 : (readSteps(bound.wire, bound.list).cuts[startStep - 2] ?? 0);
  }

  get memory(): SessionMemory | undefined {
    if (this.options.session !== undefined || !this.isBound) return undefined;
    return { ...NO_MEMORY, startStep: this.#startStep() ?? 0 };
  }

  /** Number of the first step that a stage edits; undefined if there is none. */
  #startStep(): number | undefined {
    const bound = this.#boundConversation();
    if (bound === undefined) return undefined;
    const { tokens, chars } = this.limits;
    const limits = [
      { measure: this.#tokens, limit: tokens },
      { measure: this.#chars, limit: chars },
    ];
    return startStepOf(bound, limits);
  }

  /** The conversation if thinking binds it. */
  #boundConversation() {
    this.#bound ??= this.#readBound();
    return this.#bound.conversation;
  }

  #readBound(): { conversation?: BoundConversation } {
    const asked = this.#asked();
    const { wire, request } = asked;
    const list = request[wire.listKey];
    if (!Array.isArray(list) || this.#isServerEdited) return {};
    if (!thinkingOf(asked, this.policy.settings).checks) return {};
    const hasThinking = readThinking(wire, list).length > 0;
    return hasThinking || wire.letsThink(request) ? { conversation: { ...asked, list, hasThinking } } : {};
  }

  /** The request as it came, and where it goes. */
  #asked(): PricedRequest {
    const { request } = this.#original;
    const { host, model = request.model } = this.options;
    return { wire: this.definition, request, model: typeof model === "string" ? model : undefined, host };
  }

  /** Whether the provider is asked to clear old results. */
  get #isServerEdited(): boolean {
    return this.definition.isServerEdited(this.#original.request);
  }

  note(note: PipelineNote): void {
    this.notes.push(note);
  }

  tokensOf(draft: Draft): number {
    const known = this.#known(draft);
    known.tokens ??= measureRequest(this.definition, draft.request, this.#tokens);
    return known.tokens;
  }

  charsOf(draft: Draft): number {
    const known = this.#known(draft);
    known.chars ??= measureRequest(this.definition, draft.request, this.#chars);
    return known.chars;
  }

  #known(draft: Draft) {
    const known = this.#sizes.get(draft) ?? {};
    this.#sizes.set(draft, known);
    return known;
  }

  /** Whether the budget is one that a plan goes by: in tokens, of the estimate. */
  get countsAsPlans(): boolean {
    const { tokens } = this.policy.settings;
    return tokens.method === "estimate" && Number.isFinite(this.limits.tokens) && !Number.isFinite(this.limits.chars);
  }

  /** {@link fits} for a budget that plans go by: the core counts the request. */
  fitsByPlan(draft: Draft): boolean {
    return this.#plannedFits(draft, measuringPolicy(this.policy));
  }

  fits(draft: Draft): boolean {
    const { tokens, chars } = this.limits;
    return (
      (!Number.isFinite(tokens) || this.tokensOf(draft) <= tokens) &&
      (!Number.isFinite(chars) || this.charsOf(draft) <= chars) &&
      this.#fitsInSize(draft)
    );
  }

  /** Whether bytes and images are within the budget, or what the provider takes. No stage adds any. */
  #fitsInSize(draft: Draft): boolean {
    const isPlanned = (one: Draft) => this.#plannedFits(one, inSize(measuringPolicy(this.policy)));
    this.#sizeFits ??= !mayBeTooLarge(this.#original.json, this.policy.settings) || isPlanned(this.#original);
    return this.#sizeFits || isPlanned(draft);
  }

  #plannedFits({ json }: Draft, policy: Policy): boolean {
    const { tokens: _, explain: __, ...options } = this.options;
    return loadBackend().backend.planBody(json, policy, options).report.fits;
  }

  isSmaller(draft: Draft, than: Draft): boolean {
    if (this.tokensOf(draft) >= this.tokensOf(than)) return false;
    const [bytes, bytesBefore] = [draft.jsonBytes, than.jsonBytes];
    return bytes === undefined || bytesBefore === undefined || bytes < bytesBefore;
  }

  view(): ReturnType<StageContext["view"]> {
    this.#view ??= this.#readView();
    return this.#view;
  }

  #readView(): ReturnType<StageContext["view"]> {
    if (this.#isServerEdited) return { reason: "server_side_editing", detail: SERVER_SIDE_EDITING_DETAIL };
    const history = this.#history();
    if (this.definition.isDelta(history.request)) {
      return { reason: "delta", detail: "the list continues a conversation that the provider keeps" };
    }
    const doubt = this.#originalViolations().find(({ rule }) => DOUBTS.has(rule));
    if (doubt !== undefined) return { reason: "unreadable", detail: doubt.message };
    const { list } = history;
    if (list.length === 0) return { reason: "unreadable", detail: "there are no messages" };
    const kept = protectedResults(this.definition.read(list), this.policy);
    for (const message of foundTools(list)) kept.set(message, Number.POSITIVE_INFINITY);
    const units = readUnits(this.definition, list, history.steps, this.policy.settings.pin, kept);
    const { clearAtLeast = 0 } = this.policy.settings.budget ?? {};
    return {
      wire: this.wire,
      history,
      units,
      dimensions: this.#dimensions(history, units),
      clearAtLeast,
    };
  }

  #history(): MaskHistory {
    this.#replayed ??= new MaskHistory(this.#original, this.#asked(), this.maskPolicy, this.options);
    return this.#replayed;
  }

  #dimensions(history: MaskHistory, units: readonly AtomicUnit[]): Dimension[] {
    const mixed = units.flatMap((unit) => unit.mixed ?? []);
    const { lowWatermark = 0.8 } = this.policy.settings.budget ?? {};
    const of = (measure: Measure, limit: number): Dimension => {
      const low = Number.isFinite(limit) ? Math.floor((limit * Math.round(lowWatermark * 10_000)) / 10_000) : limit;
      return { sizes: readSizes(history, measure, mixed), limit, low, reserve: 0 };
    };
    const tokens = of(this.#tokens, this.limits.tokens);
    return Number.isFinite(this.limits.chars) ? [tokens, of(this.#chars, this.limits.chars)] : [tokens];
  }

  /** Messages of the user and pinned messages outside `dropped`. */
  countPreserved(dropped: ReadonlySet<number> = new Set()): { userMessages: number; pinned: number } {
    if (this.#isServerEdited) return { userMessages: 0, pinned: 0 };
    const history = this.#history();
    const isPinned = compilePins(this.policy.settings.pin);
    const { roles } = history.steps;
    const kept = history.list.map((message, index) => ({ message, role: roles[index] ?? "other", index }));
    const there = kept.filter(({ index }) => !dropped.has(index));
    return {
      userMessages: there.filter(({ role }) => role === "user").length,
      pinned: there.filter(({ message, role }) => isPinned(message, role)).length,
    };
  }

  /** Why the budget cannot be met, whatever is dropped; undefined if it can. */
  obstacle(): string | undefined {
    const view = this.view();
    return "reason" in view ? undefined : obstacleOf(view);
  }

  newViolation(draft: Draft): string | undefined {
    const found = this.#violationsOf(draft);
    if (found.length === 0) return undefined;
    const known = new Map<string, number>();
    for (const { rule, message } of this.#originalViolations()) count(known, `${rule} ${message}`, 1);
    const isNew = ({ rule, message }: Violation) => count(known, `${rule} ${message}`, -1) < 0;
    const first = found.find(isNew);
    return first === undefined ? undefined : `${first.rule} at ${first.path || "the request"}`;
  }

  #originalViolations(): readonly Violation[] {
    this.#violations ??= this.#violationsOf(this.#original);
    return this.#violations;
  }

  #violationsOf({ written }: Draft): Violation[] {
    const { wire, model } = this.options;
    const asked = { ...(wire && { wire }), ...(model !== undefined && { model }) };
    return violationsIn(loadBackend().backend, written, asked);
  }
}

/** Rules whose violation makes the structure itself ambiguous. */
const DOUBTS: ReadonlySet<string> = new Set(["duplicate-key", "message-not-object", "block-not-object"]);

function count(counts: Map<string, number>, key: string, by: number): number {
  const next = (counts.get(key) ?? 0) + by;
  counts.set(key, next);
  return next;
}
