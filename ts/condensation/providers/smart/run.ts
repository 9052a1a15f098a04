// The phases of the smart provider, one after the other. Each is checked; one that fails is taken back alone, also where what it
// starts from fails.

import { addTo } from "../../../base/maps.js";
import { loadTextBackend } from "../../../load/text-backend.js";
import type { TextWeight } from "../../../wires/units.js";
import type { Conversation } from "../../conversation/open.js";
import { errorText } from "../../error-text.js";
import type { ConsolidationRule } from "../../lossless/consolidation/rules.js";
import { losslessPhase, type SmallerForm } from "../../lossless/phase.js";
import { type ContentReference, isForm } from "../../lossless/references/content-reference.js";
import { expandPointers } from "../../lossless/references/expand.js";
import { writtenReferences } from "../../lossless/references/written.js";
import { resultTexts } from "../../lossless/result-text.js";
import type { Slot, TypedBlock } from "../../lossy/classification/block.js";
import { placeOf, type TypedConversation } from "../../lossy/classification/classify.js";
import { asItCame, type ConversationState, renderConversation } from "../../lossy/classification/render.js";
import { BlockCondenser } from "../../lossy/prioritization/condenser.js";
import { LossyDraft, type LossyStart } from "../../lossy/prioritization/draft.js";
import { type LossyPhase, phasesFor, UNTYPED } from "../../lossy/prioritization/plan.js";
import { type PhaseTokens, runPhase, staleRank } from "../../lossy/prioritization/run-phase.js";
import { findStale } from "../../lossy/prioritization/superseded.js";
import { type ImportanceWeights, scoreImportance } from "../../lossy/tree-scoring/score.js";
import type { CondensationSettings } from "../../settings/settings.js";
import { type PhaseChange, QUICK_CHECKS, SLOW_CHECKS, validatePhase } from "../../validation/validate-phase.js";
import type { PhaseName, Rollback } from "../base/result.js";
import { type Bounds, pinMatcher, readBounds } from "./bounds.js";
import { blockTokens, decisionTokens, rememberedWeight } from "./measure.js";

/** The settings that phases heed. */
export type SmartSettings = Pick<
  CondensationSettings,
  | "enableLosslessPhase"
  | "enableContentTypeAwareness"
  | "preservationPriority"
  | "targetReductionPercent"
  | "maxReductionPercentPerPhase"
>;

/** What else a condensation may be given. */
export interface SmartInput {
  settings: SmartSettings;
  /** Texts that are never changed. */
  pins: readonly string[];
  /** @default the rules for the tools of common agents */
  rules?: readonly ConsolidationRule[] | undefined;
  /** @default {@link scoreImportance}'s */
  weights?: ImportanceWeights | undefined;
  /** Checks a phase's work. @default {@link validatePhase} */
  validate?: ((change: PhaseChange, phase: PhaseName) => Rollback | undefined) | undefined;
  /** References that the conversation has from an earlier condensation. @default none */
  earlier?: readonly ContentReference[] | undefined;
  /** By slot: texts of a model, for what extracts leave too large. @default none */
  written?: ReadonlyMap<number, string> | undefined;
  /** Replaces the share of the tokens at which lossy phases stop. @default by `targetReductionPercent` */
  targetTokens?: number | undefined;
}

export interface PhaseOutcome {
  name: PhaseName;
  kind: "lossless" | "lossy";
  /** As the phase left it, or found it where it was taken back. */
  before: Conversation;
  after: Conversation;
  ofType?: PhaseTokens;
  range?: readonly [from: number, to: number];
  rolledBack?: Rollback;
  durationMs: number;
}

export interface SmartOutcome {
  typed: TypedConversation;
  conversation: Conversation;
  /** Decision tokens of the conversation, and of the one that came. */
  tokens: number;
  tokensBefore: number;
  /** Those at which phases stop. */
  targetTokens: number;
  state: ConversationState;
  /** Of pointers in document order, then of smaller forms. */
  references: ContentReference[];
  phases: PhaseOutcome[];
  counts: { consolidations: number; deduplications: number };
  /** Whether nothing may be changed before the user speaks. */
  isBlocked: boolean;
  /** Whether a text stays as it is because its type may lose no more in one phase. */
  isCapped: boolean;
  /** By lossy phase that ran: the slots that it may change. */
  open: ReadonlyMap<PhaseName, readonly Slot[]>;
  /** Messages that were dropped because a phase failed; `state` has their texts still. */
  droppedCount: number;
}

/**
 * Condenses a conversation. The same conversation and settings always give the same messages. Linear, but for sorting.
 *
 * @throws TamisError `BACKEND_UNAVAILABLE` where the core is not loaded.
 */
export function runSmart(typed: TypedConversation, input: SmartInput): SmartOutcome {
  const weight = rememberedWeight();
  const run = (validate: SmartInput["validate"]) => new SmartRun(typed, { ...input, validate }, weight).run();
  if (input.validate !== undefined) return run(input.validate);
  // What is slow to check is checked of all work together; phase by phase only where that finds something.
  const outcome = run((change) => validatePhase(change, QUICK_CHECKS));
  const before = { conversation: typed.conversation, tokens: outcome.tokensBefore };
  const { pins } = input;
  const { references } = outcome;
  const isSound = validatePhase({ said: typed, before, after: outcome, references, pins }, SLOW_CHECKS) === undefined;
  return isSound ? outcome : run((change) => validatePhase(change));
}

/** Where phases start: with what the pointers of an earlier condensation stand for. */
function startOf(typed: TypedConversation, earlier: readonly ContentReference[]): LossyStart {
  const state = asItCame(typed);
  if (earlier.length === 0) return { state, references: [], sources: new Map(), whole: state.texts };
  const { texts, references } = expandPointers(typed, earlier);
  const slotAt = new Map(typed.slots.map((slot) => [placeOf(slot), slot.index]));
  const sources = new Map<number, number[]>();
  for (const { place, source } of references) {
    const [at, from] = [slotAt.get(place), slotAt.get(source)];
    if (at !== undefined && from !== undefined) addTo(sources, at, from);
  }
  return { state, references, sources, whole: texts };
}

/** What all lossy phases need to know. */
interface LossyBasis {
  condenser: BlockCondenser;
  /** By block: its rank; low ranks go first. */
  ranks: ReadonlyMap<TypedBlock, number>;
  isProtected(block: TypedBlock): boolean;
}

class SmartRun {
  readonly #typed: TypedConversation;
  readonly #input: SmartInput;
  readonly #bounds: Bounds;
  readonly #isPinned: (block: TypedBlock) => boolean;
  readonly #phases: PhaseOutcome[] = [];
  #isBlocked: boolean;
  #isCapped = false;
  readonly #tokensBefore: number;
  #tokens: number;
  #conversation: Conversation;
  #start: LossyStart;
  #counts = { consolidations: 0, deduplications: 0 };
  #forms: readonly SmallerForm[] = [];
  #basis: LossyBasis | undefined;
  readonly #open = new Map<PhaseName, readonly Slot[]>();

  constructor(
    typed: TypedConversation,
    input: SmartInput,
    readonly weight: TextWeight,
  ) {
    // Without the core every phase would fail, and messages be dropped: another provider can do better.
    loadTextBackend();
    this.#typed = typed;
    this.#input = input;
    this.#bounds = readBounds(typed);
    this.#isPinned = pinMatcher(input.pins);
    this.#isBlocked = this.#bounds.isBound && this.#bounds.from >= typed.conversation.messages.length;
    this.#conversation = typed.conversation;
    this.#tokensBefore = decisionTokens(typed.conversation, weight);
    this.#tokens = this.#tokensBefore;
    this.#start = startOf(typed, input.earlier ?? []);
  }

  run(): SmartOutcome {
    const { settings } = this.#input;
    if (!this.#isBlocked) {
      if (settings.enableLosslessPhase) this.#lossless();
      const isChanged = this.#conversation !== this.#typed.conversation;
      if (isChanged || this.#tokens > this.#targetTokens) this.#withoutBound();
      if (this.#tokens > this.#targetTokens && !this.#isBlocked) this.#lossy();
    }
    return {
      typed: this.#typed,
      conversation: this.#conversation,
      tokens: this.#tokens,
      tokensBefore: this.#tokensBefore,
      targetTokens: this.#targetTokens,
      state: this.#start.state,
      references: this.#written(),
      phases: this.#phases,
      counts: this.#counts,
      isBlocked: this.#isBlocked,
      isCapped: this.#isCapped,
      open: this.#open,
      droppedCount: 0,
    };
  }

  #written(): ContentReference[] {
    const earlier = (this.#input.earlier ?? []).filter(isForm);
    return writtenReferences(this.#typed, this.#conversation, this.#start, { forms: this.#forms, earlier });
  }

  get #targetTokens(): number {
    const { targetTokens, settings } = this.#input;
    return targetTokens ?? Math.floor((this.#tokensBefore * (100 - settings.targetReductionPercent)) / 100);
  }

  #lossless(): void {
    const started = performance.now();
    let found: ReturnType<typeof losslessPhase> | undefined;
    const { sources, references } = this.#start;
    // What points somewhere since an earlier condensation stays, and so does what it points to.
    const settled = new Set([...sources].flatMap(([slot, others]) => [slot, ...others]));
    const make = () => {
      found = losslessPhase(this.#typed, this.#start.state, {
        isPinned: ({ block, index }) => this.#isFixed(block) || settled.has(index),
        rules: this.#input.rules,
      });
      const whole = found.whole.map((text, slot) => (sources.has(slot) ? (this.#start.whole[slot] ?? text) : text));
      const start = {
        ...{ whole, state: found.state },
        references: [...references, ...found.references],
        sources: new Map([...sources, ...found.sources]),
      };
      return { start };
    };
    const isTaken = this.#take({ name: "lossless", kind: "lossless" }, make, started);
    if (!isTaken || found === undefined) return;
    this.#counts = found.counts;
    this.#forms = found.forms;
  }

  #lossy(): void {
    const { settings } = this.#input;
    const phases: readonly (Pick<LossyPhase, "name" | "types"> & Partial<LossyPhase>)[] =
      settings.enableContentTypeAwareness ? phasesFor(settings.preservationPriority) : [UNTYPED];
    for (const phase of phases) {
      if (this.#tokens <= this.#targetTokens) return;
      const started = performance.now();
      const make = () => {
        this.#basis ??= this.#findBasis();
        const { condenser, ranks, isProtected } = this.#basis;
        this.#open.set(
          phase.name,
          this.#typed.slots.filter(({ block }) => phase.types.includes(block.type) && !isProtected(block)),
        );
        const draft = new LossyDraft(this.#typed, this.#start, this.#tokens, this.weight);
        const removable = this.#bounds.removable.filter((block) => !this.#start.state.removed.has(block));
        const { isCapped, ...ofType } = runPhase(phase, {
          ...{ draft, condenser, isProtected, removable },
          targetTokens: this.#targetTokens,
          maxPercent: settings.maxReductionPercentPerPhase,
          written: this.#input.written,
          rankOf: (block) => ranks.get(block) ?? 0,
          removableTokens: (block) => blockTokens(this.#typed.conversation, block, this.weight),
        });
        const { state, references, sources } = draft;
        this.#isCapped ||= isCapped;
        return { start: { ...this.#start, state, references, sources }, ofType };
      };
      const { name, range } = phase;
      this.#take({ name, kind: "lossy", ...(range === undefined ? {} : { range }) }, make, started);
    }
  }

  #findBasis(): LossyBasis {
    const typed = this.#typed;
    const scores = scoreImportance(typed, this.#input.weights);
    const results = resultTexts(typed);
    const stale = findStale(results);
    const staleRanks = staleRank(results, stale);
    const isTyped = this.#input.settings.enableContentTypeAwareness;
    const ranks = isTyped
      ? new Map(scores.map(({ block, score }) => [block, staleRanks.get(block) ?? score]))
      : new Map(typed.blocks.map((block, index) => [block, index]));
    const critical = new Set(scores.filter(({ isCritical }) => isCritical).map(({ block }) => block));
    const newest = typed.conversation.roles.lastIndexOf("assistant");
    const isProtected = (block: TypedBlock) =>
      this.#isFixed(block) ||
      critical.has(block) ||
      (block.type === "TOOL_RESULT" && block.messageIndex > newest) ||
      (block.type === "TOOL_CALL" && block.messageIndex >= this.#bounds.openFrom);
    return { condenser: new BlockCondenser(typed, results, stale), ranks, isProtected };
  }

  /** Whether a block must stay as it is in every phase. */
  #isFixed(block: TypedBlock): boolean {
    return block.messageIndex < this.#bounds.from || this.#isPinned(block);
  }

  /** Thinking that is bound goes with the first change: a phase of its own, which takes back all that it cannot follow. */
  #withoutBound(): void {
    const { isBound, removable, from } = this.#bounds;
    if (!isBound || from !== 0 || removable.length === 0) return;
    const started = performance.now();
    const make = () => ({
      start: { ...this.#start, state: { ...this.#start.state, removed: new Set(removable) } },
    });
    if (this.#take({ name: "bound_thinking", kind: "lossy" }, make, started)) return;
    const rolledBack = this.#phases.at(-1)?.rolledBack;
    const { conversation } = this.#typed;
    for (const phase of this.#phases) Object.assign(phase, { before: conversation, after: conversation, rolledBack });
    this.#isBlocked = true;
    [this.#conversation, this.#tokens] = [conversation, this.#tokensBefore];
    this.#start = startOf(this.#typed, this.#input.earlier ?? []);
    [this.#counts, this.#forms] = [{ consolidations: 0, deduplications: 0 }, []];
  }

  /** Takes a phase's work, or leaves it where a check fails or the phase throws. */
  #take(
    phase: Pick<PhaseOutcome, "name" | "kind" | "range">,
    make: () => { start: LossyStart; ofType?: PhaseTokens },
    started: number,
  ): boolean {
    const before = this.#conversation;
    let rolledBack: Rollback | undefined;
    let after = before;
    let ofType: PhaseTokens | undefined;
    try {
      const made = make();
      ofType = made.ofType;
      const conversation = renderConversation(this.#typed, made.start.state);
      const tokens = conversation === before ? this.#tokens : decisionTokens(conversation, this.weight);
      rolledBack = this.#check(phase.name, conversation, tokens, made.start.references);
      if (rolledBack === undefined) {
        after = conversation;
        this.#conversation = conversation;
        this.#tokens = tokens;
        this.#start = made.start;
      }
    } catch (error) {
      rolledBack = { check: "error", message: errorText(error) };
    }
    const durationMs = performance.now() - started;
    this.#phases.push({
      ...{ ...phase, before, after, durationMs },
      ...(ofType === undefined ? {} : { ofType }),
      ...(rolledBack === undefined ? {} : { rolledBack }),
    });
    return rolledBack === undefined;
  }

  #check(name: PhaseName, after: Conversation, tokens: number, references: readonly ContentReference[]) {
    const { validate = (change: PhaseChange) => validatePhase(change), pins } = this.#input;
    const before = { conversation: this.#conversation, tokens: this.#tokens };
    if (after === before.conversation) return undefined;
    return validate({ said: this.#typed, before, after: { conversation: after, tokens }, references, pins }, name);
  }
}
