// A condensation repeats itself: from the history alone it follows at which steps it was made, and what was sent since.
//
//   step 1 … 8   as it came
//   step 9       over the limit: condensed  ┐ each request since then begins with these bytes
//   step 10 …    that, and what came since  ┘ until it is over the limit again

import type { Hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { check, isCount } from "../../base/option-check.js";
import type { JsonRecord } from "../../text/json-value.js";
import { checkedBlocks } from "../../validate/prefix/bound.js";
import { readSteps } from "../../wires/steps.js";
import { promptCuts, readThinking } from "../../wires/thinking.js";
import { unitsOf, unitTokens } from "../../wires/units.js";
import { type Conversation, openConversation, reopen } from "../conversation/open.js";
import { requestOf } from "../conversation/request.js";
import { type CondensationEvent, emit } from "../events.js";
import type { ContentReference } from "../lossless/references/content-reference.js";
import { checkArguments, usedPins } from "../providers/base/check-arguments.js";
import type { ConversationContext } from "../providers/base/context.js";
import { promptOf } from "../providers/base/make-result.js";
import type { CondensationOptions } from "../providers/base/options.js";
import { chooseHandler } from "../providers/native/handlers.js";
import { decisionTokens, decisionWeight } from "../providers/smart/measure.js";
import { settingsOfCall } from "../settings/resolve.js";
import { type CondensedStep, condenseStep, type StepInput } from "./condense-step.js";
import type { ReplayMemory } from "./memory.js";

/** When a history is condensed, and how: the keys of the settings, pinned texts, and who writes where a store keeps it. */
export interface ReplayOptions
  extends Pick<
    CondensationOptions,
    "settings" | "pin" | "apiHandler" | "condensingApiHandler" | "handlers" | "summaryStore"
  > {
  /** Tokens of a request, as they are estimated for decisions, from which it is condensed. At least 1. */
  limitTokens: number;
  /** Keeps condensations, to save the time of making them again. @default none */
  memory?: ReplayMemory | undefined;
}

/** A history as it is sent. */
export interface ReplayedHistory {
  /** The messages of the newest request. */
  messages: readonly object[];
  /** References in them. */
  references: readonly ContentReference[];
  /** Number of messages of the history at each step at which it was condensed, in order. */
  moves: readonly number[];
  /**
   * Share of the newest request's tokens that the provider would have read from its cache without a condensation at this very
   * step, and now writes again, 0 to 1; undefined where none was made at this step.
   */
  lostShare: number | undefined;
  /**
   * What the newest condensation tells of itself; undefined where there is none, or it was made before: at an earlier step, or
   * as far as the memory knows.
   */
  event: CondensationEvent | undefined;
  /** The same of the newest condensation, whenever it was made; undefined where there is none. */
  newest: CondensationEvent | undefined;
}

/** A conversation that could not be made much smaller is condensed again only once it has grown by so much. */
const GROWTH_PERCENT = 120;

/**
 * Repeats all condensations of a conversation and gives the newest request's messages. A history with more messages at its
 * end gives the same messages, and more, or a new condensation of them; so every process that has the history, and the
 * texts of the store, sends the same bytes. A model is asked only where a store keeps what it writes. Where the model of the
 * conversation checks its thinking, a condensation waits until the user speaks, and takes all thinking before. Of plug-ins
 * nothing is known that would make them repeat themselves: native takes their place. Linear in the history for each
 * condensation.
 *
 * @throws TamisError `OPTION_INVALID` for messages that cannot be read, or a wrong limit.
 */
export async function replayCondensation(
  context: ConversationContext,
  options: ReplayOptions,
): Promise<ReplayedHistory> {
  checkArguments(context, options);
  check("limitTokens", options.limitTokens, isCount(1), "a whole number of 1 or more");
  const replay = new Replay(context, options);
  const history = await replay.run();
  if (history.event !== undefined) tell(context, history.event, options);
  return history;
}

class Replay {
  readonly #conversation: Conversation;
  readonly #input: StepInput;
  readonly #options: ReplayOptions;
  readonly #size: (message: JsonRecord) => number;
  readonly #waits: (cut: number, since: number) => boolean;
  readonly #keyAt: (cut: number) => string;
  readonly #cuts: readonly number[];

  constructor(context: ConversationContext, options: ReplayOptions) {
    this.#conversation = openConversation(context);
    this.#options = options;
    const { settings } = settingsOfCall(context, { settings: options.settings });
    const { handler } = chooseHandler(options, settings);
    const { summaryStore: store, pin, limitTokens } = options;
    const pins = usedPins(pin);
    const model = handler === undefined || store === undefined ? undefined : { handler, store };
    this.#input = { settings, pins, earlier: [], model };
    this.#size = messageSizes(this.#conversation);
    const { wire, messages } = this.#conversation;
    const steps = readSteps(wire, messages);
    this.#cuts = steps.cuts;
    this.#waits = waiting(this.#conversation, new Set(promptCuts(wire, messages, steps)));
    const { context: given } = this.#conversation;
    this.#keyAt = historyKeys(
      [limitTokens, settings, pins, model?.handler.getModel().id, wire.key, given.model, given.system, given.tools],
      messages,
    );
  }

  async run(): Promise<ReplayedHistory> {
    const { messages } = this.#conversation;
    const { limitTokens, memory } = this.#options;
    let sent: readonly JsonRecord[] = [];
    let references: readonly ContentReference[] = [];
    let [taken, tokens, least] = [0, decisionTokens(reopen(this.#conversation, [])), limitTokens];
    const base = tokens;
    let [event, newest]: (CondensationEvent | undefined)[] = [];
    let lostShare: number | undefined;
    const moves: number[] = [];
    for (const cut of this.#cuts) {
      const added = messages.slice(taken, cut);
      sent = [...sent, ...added];
      taken = cut;
      for (const message of added) tokens += this.#size(message);
      if (tokens < least || this.#waits(cut, moves.at(-1) ?? 0)) continue;
      let isNew = false;
      const [now, earlier] = [sent, references];
      const make = () => {
        isNew = true;
        return condenseStep(reopen(this.#conversation, now), { ...this.#input, earlier });
      };
      const made = await (memory === undefined ? make() : memory.recall(this.#keyAt(cut), make));
      const grown = Math.ceil(((made?.tokens ?? tokens) * GROWTH_PERCENT) / 100);
      least = Math.max(limitTokens, grown);
      if (made === undefined) continue;
      sent = made.conversation.messages;
      ({ references, tokens } = made);
      moves.push(cut);
      newest = made.event;
      event = isNew && this.#isFirst(cut) ? newest : undefined;
      if (cut === messages.length) lostShare = this.#lostShare(now, made, { base, added });
    }
    return { messages: moves.length === 0 ? messages : sent, references, moves, lostShare, event, newest };
  }

  /** What was sent before, less what the condensed request begins with as well. */
  #lostShare(
    before: readonly JsonRecord[],
    { conversation, tokens }: CondensedStep,
    { base, added }: { base: number; added: readonly JsonRecord[] },
  ): number {
    const after = conversation.messages;
    const differing = after.findIndex((message, at) => !isDeepStrictEqual(message, before[at]));
    const same = after.slice(0, differing < 0 ? after.length : differing);
    const stays = [...same, ...added].reduce((sum, message) => sum + this.#size(message), base);
    return tokens === 0 ? 0 : Math.max(0, 1 - stays / tokens);
  }

  /** Whether nothing was told of this condensation. Markers of caches move from message to message and do not count. */
  #isFirst(cut: number): boolean {
    const { messages, context } = this.#conversation;
    const { memory } = this.#options;
    if (memory === undefined) return cut === messages.length;
    return memory.isFirst(historyKeys([context.taskId], messages, withoutMarkers)(cut));
  }
}

/**
 * Whether a condensation has to wait: there is thinking that the model checks, since the last one, and the user has not yet
 * spoken. Cuts must ascend.
 */
function waiting(conversation: Conversation, prompts: ReadonlySet<number>): (cut: number, since: number) => boolean {
  const { wire, messages, context } = conversation;
  const { request, wire: name } = requestOf(conversation);
  if (checkedBlocks(request, name, context.model) === "none") return () => false;
  const thinking = readThinking(wire, messages).map(({ messageIndex }) => messageIndex);
  let next = 0;
  return (cut, since) => {
    for (let index = thinking[next]; index !== undefined && index < cut; index = thinking[next]) next++;
    return !prompts.has(cut) && (thinking[next - 1] ?? -1) >= since;
  };
}

const withoutMarkers = (key: string, value: unknown): unknown => (key === "cache_control" ? undefined : value);

/** Tokens of a message, each counted once. */
function messageSizes({ wire }: Conversation): (message: JsonRecord) => number {
  return (message) => unitsOf(wire, message).reduce((sum: number, unit) => sum + unitTokens(unit, decisionWeight), 0);
}

function tell(context: ConversationContext, event: CondensationEvent, options: ReplayOptions): void {
  const { settings } = settingsOfCall(context, { settings: options.settings });
  const usedCustomPrompt = promptOf(settings) !== undefined && event.provider === "native";
  emit("Context Condensed", {
    ...{ taskId: context.taskId ?? "", isAutomaticTrigger: true, usedCustomPrompt },
    usedCustomApiHandler: options.condensingApiHandler !== undefined,
  });
  if (event.phases.includes("truncation")) emit("Sliding Window Truncation", { taskId: context.taskId ?? "" });
  emit("condensation", event);
}

/**
 * Gives the key of a history up to a number of messages: the same for the same beginning and the same basis. Cuts must
 * ascend. Each message is read once, and none beyond the last cut.
 *
 * @param replacer That of `JSON.stringify`. Default: everything counts.
 */
function historyKeys(
  basis: readonly unknown[],
  messages: readonly object[],
  replacer?: (key: string, value: unknown) => unknown,
): (cut: number) => string {
  let hash: Hash | undefined;
  let taken = 0;
  return (cut) => {
    // Loaded at the first condensation, because loading it is as slow as loading this package.
    hash ??= process.getBuiltinModule("node:crypto").createHash("sha256").update(JSON.stringify(basis));
    for (const message of messages.slice(taken, cut)) hash.update(`\n${JSON.stringify(message, replacer)}`);
    taken = Math.max(taken, cut);
    return hash.copy().digest("base64");
  };
}
