// A provider that speaks the Anthropic Messages wire and does what its pages say: it checks thinking, bills its cache and
// clears context. Nothing leaves the process; time is the caller's.

import { quickWeight } from "../../../ts/load/quick-weight.js";
import { factsOf } from "../../../ts/models/facts.js";
import type { ModelRow } from "../../../ts/models/rows.js";
import { unitTokens } from "../../../ts/wires/units.js";
import { Bindings } from "./bindings.js";
import { costOf, PromptCache, type PromptPart } from "./cache.js";
import { applyContextManagement, mapBlocks } from "./context-management.js";
import {
  type Block,
  blocksOf,
  isObject,
  isThinking,
  type Json,
  type MessagesRequest,
  Refused,
  type Usage,
} from "./types.js";

export const BINDING_BETA = "thinking-binding-controls-2026-08-01";

export interface ProviderOptions {
  /** The blocks of an answer; thinking without signature. `turn` counts the answers in the request. */
  answer: (turn: number, request: MessagesRequest) => Block[];
  /** In milliseconds. @default always the same */
  now?: () => number;
  /** Accounts from before the check get blocks dropped, except on the newest models. @default false */
  isOldAccount?: boolean;
}

/** An answer of the provider. */
export interface Exchange {
  status: number;
  body: Json;
  /** In fresh input tokens. 0 for a refusal. */
  cost: number;
  /** The request as the model read it; undefined for a refusal. */
  prompt?: MessagesRequest;
}

/** Models whose refusals old accounts get, too. */
const STRICT_ROWS: ReadonlySet<string> = new Set(["claude-fable-5-2"]);

export class SimulatedProvider {
  readonly exchanges: Exchange[] = [];
  readonly #options: ProviderOptions;
  readonly #bindings = new Bindings();
  readonly #caches = new Map<string, PromptCache>();

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  /** Answers a request. `betas` are those of its `anthropic-beta` header. */
  handle(request: MessagesRequest, betas: readonly string[] = []): Exchange {
    const exchange = this.#exchange(request, betas);
    this.exchanges.push(exchange);
    return exchange;
  }

  #exchange(request: MessagesRequest, betas: readonly string[]): Exchange {
    try {
      return this.#answer(request, betas);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const body = { type: "error", error: { type: "invalid_request_error", message: error.message } };
      return { status: error.status, body, cost: 0 };
    }
  }

  #answer(request: MessagesRequest, betas: readonly string[]): Exchange {
    const { row } = factsOf({ model: request.model, wire: "anthropic" });
    // What was sent is checked, and what the check leaves is cleared.
    const checked = this.#checkThinking(request, row, betas);
    requireLoopThinking(checked, row);
    const edited = applyContextManagement(checked, betas, countTokens);
    const prompt = row.thinking.history === "dropped" ? withoutOldThinking(edited.request) : edited.request;
    const usage = this.#cacheOf(request.model, row).bill(partsOf(prompt), this.#options.now?.() ?? 0);
    const turn = request.messages.filter(({ role }) => role === "assistant").length;
    const content = this.#bindings.sign(checked, this.#options.answer(turn, request));
    const whole: Usage = { ...usage, output_tokens: content.reduce((sum, block) => sum + tokensOf(block), 0) };
    const body = {
      id: `msg_${this.exchanges.length}`,
      type: "message",
      role: "assistant",
      model: request.model,
      content,
      stop_reason: content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
      usage: whole,
      ...(isObject(request.context_management) ? { context_management: { applied_edits: edited.applied } } : {}),
    };
    return { status: 200, body, cost: costOf(whole, row), prompt };
  }

  #cacheOf(model: string, row: ModelRow): PromptCache {
    const cache = this.#caches.get(model) ?? new PromptCache(row);
    this.#caches.set(model, cache);
    return cache;
  }

  /** The request without the thinking that does not count. @throws Refused */
  #checkThinking(request: MessagesRequest, row: ModelRow, betas: readonly string[]): MessagesRequest {
    const binding = request.thinking?.block_binding;
    if (binding !== undefined && !betas.includes(BINDING_BETA)) {
      throw new Refused("thinking.block_binding: Extra inputs are not permitted");
    }
    if (row.thinking.history !== "bound" || request.thinking?.type === "disabled") return request;
    const problems = this.#bindings.problems(request);
    const first = problems.findIndex((problem) => problem !== undefined);
    if (first < 0) return request;
    const drops = isObject(binding) && binding.prefix_mismatch_behavior === "drop_block";
    const isLenient = this.#options.isOldAccount === true && !STRICT_ROWS.has(row.id);
    if (!drops && !isLenient) throw new Refused(problems[first]);
    let at = 0;
    return mapBlocks(request, (block) => (isThinking(block) && at++ >= first ? undefined : block));
  }
}

/** An open loop of a model with `thinking: enabled` begins with its thinking. @throws Refused */
function requireLoopThinking({ thinking, messages }: MessagesRequest, row: ModelRow): void {
  if (thinking?.type !== "enabled" || row.thinking.openLoop !== "required") return;
  const opened = messages[lastPrompt(messages) + 1];
  if (opened?.role !== "assistant" || isThinking(blocksOf(opened.content)[0])) return;
  throw new Refused("Expected `thinking` or `redacted_thinking`, but found another block");
}

/** Index of the user's newest message that is not of results alone. */
const lastPrompt = (messages: MessagesRequest["messages"]): number =>
  messages.findLastIndex(
    ({ role, content }) => role === "user" && !blocksOf(content).every(({ type }) => type === "tool_result"),
  );

/** As models before Opus 4.5 read it: without thinking of earlier turns. */
function withoutOldThinking(request: MessagesRequest): MessagesRequest {
  const end = lastPrompt(request.messages);
  return mapBlocks(request, (block, at) => (at < end && isThinking(block) ? undefined : block));
}

const tokensOf = (value: unknown): number => unitTokens(value, quickWeight);
const countTokens = (request: MessagesRequest): number => partsOf(request).reduce((sum, { tokens }) => sum + tokens, 0);

/** A request as the parts of a prompt: tools, system, then each message's frame and blocks. */
function partsOf({ tools = [], system, messages, cache_control: automatic }: MessagesRequest): PromptPart[] {
  const parts = [
    ...tools.map((tool) => partOf(tool, true)),
    ...blocksOf(system).map((block) => partOf(block, true)),
    ...messages.flatMap(({ role, content }) => [
      partOf({ role, content: [] }, false),
      ...blocksOf(content).map((block) => partOf(block, true)),
    ]),
  ];
  const last = parts.at(-1);
  if (automatic != null && last !== undefined) last.marker ??= automatic;
  return parts;
}

function partOf(value: Json, isBlock: boolean): PromptPart {
  const { cache_control: marker, ...rest } = value;
  return { text: JSON.stringify(rest), tokens: tokensOf(rest), isBlock, marker };
}
