// Condenses conversations that near their limit, before they are reduced. What was condensed once is found again in the
// history of every later request, so that no state has to be shared for it.
import {
  type ApiHandler,
  type CondensationEvent,
  loadCondensationSettings,
  ReplayMemory,
  replayCondensation,
  toApiHandler,
} from "../../condensation/index.js";
import type { Wire } from "../../contract/report.js";
import type { SummaryModel } from "../../llm/index.js";
import { MemorySummaryStore, type SummaryStore } from "../../pipeline/summary/store.js";
import { contextLimitOf } from "../../pricing/prices.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { estimateRequest } from "../../tokens/index.js";
import { WIRES } from "../../wires/index.js";
import { parseBodyText } from "../../wires/parse-body.js";
import { findRoundTripLoss } from "../../wires/round-trip.js";
import type { GatewayCondensation } from "./section.js";

/** What the caller of a gateway gives for its condensations. */
export interface CondensationParts {
  /** Writes texts, in place of a model at an upstream. @default none: extracts, or the summarizer of the configuration */
  apiHandler?: ApiHandler | undefined;
  /**
   * Keeps what it writes. Replicas that share it send the same bytes; so it must be one store for all of them.
   *
   * @default the Redis of `[shared]`, else one in the memory of this process
   */
  summaryStore?: SummaryStore | undefined;
}

/** A request that may be condensed. */
export interface Condensable {
  /** The body, decoded. */
  body: Uint8Array;
  wire: Wire;
  /** The model, if the path names it. */
  model: string | undefined;
  /** The agent's mode. */
  mode: string | undefined;
  /** The client's name for the conversation. */
  taskId: string | undefined;
}

export interface CondensedRequest {
  body: Buffer;
  /** Estimated tokens of the request as it came. */
  tokensBefore: number;
  /** Estimated tokens of the condensed request. */
  tokensAfter: number;
  /**
   * Share of the condensed request that the provider writes to its cache again because of a condensation at this step, 0 to 1;
   * undefined where an earlier one was repeated.
   */
  lostShare: number | undefined;
  /** What a condensation at this step tells of itself; undefined where an earlier one was repeated. */
  event: CondensationEvent | undefined;
  /** The same of the newest condensation, whenever it was made. */
  newest: CondensationEvent | undefined;
}

/** What gateways share, as far as texts go. */
interface SharedTexts {
  /** A store of its own for a purpose; `memory` is asked where it has none. */
  summaries(purpose: string, memory: SummaryStore): SummaryStore;
}

/** A request has at least this many bytes for each of its tokens, but for images behind a short address. */
const LEAST_BYTES_PER_TOKEN = 0.25;

/** Condenses the requests of one gateway. */
export class RequestCondenser {
  readonly #memory = new ReplayMemory();
  readonly #store: SummaryStore;

  /** @param shared Keeps texts for all gateways. @default none */
  constructor(
    readonly parts: CondensationParts = {},
    shared?: SharedTexts,
  ) {
    const memory = new MemorySummaryStore();
    this.#store = parts.summaryStore ?? shared?.summaries("condensation", memory) ?? memory;
  }

  /**
   * The request with its conversation condensed; undefined where nothing is to be done, or the body cannot be read and
   * written again without loss. Linear in the body.
   *
   * @param model Writes texts, unless the caller's own handler does.
   */
  async condense(
    request: Condensable,
    condensation: GatewayCondensation,
    model: ApiHandler | undefined,
  ): Promise<CondensedRequest | undefined> {
    const { body, wire, mode, taskId } = request;
    const { settings } = loadCondensationSettings(condensation.settings, mode);
    const limit = limitOf(condensation, settings.autoCondenseContextPercent);
    const least = limit(undefined) ?? 1;
    if (!settings.autoCondenseContext || body.length < least * LEAST_BYTES_PER_TOKEN) return undefined;
    const parsed = parseBodyText(body);
    if (!parsed.ok || !isRecord(parsed.value)) return undefined;
    const whole = parsed.value;
    const { listKey } = WIRES.of(wire);
    const messages = whole[listKey];
    const name = request.model ?? (typeof whole.model === "string" ? whole.model : undefined);
    const limitTokens = limit(name);
    if (limitTokens === undefined || !Array.isArray(messages)) return undefined;
    const apiHandler = this.parts.apiHandler ?? model;
    const context = { messages, wire, model: name, mode, taskId, ...surroundingsOf(whole) };
    const replayed = await replayCondensation(context, {
      ...{ settings: condensation.settings, limitTokens, memory: this.#memory },
      ...(apiHandler === undefined ? {} : { apiHandler, summaryStore: this.#store }),
    });
    if (replayed.moves.length === 0 || findRoundTripLoss(parsed.text) !== undefined) return undefined;
    const condensed = { ...whole, [listKey]: replayed.messages };
    return {
      body: Buffer.from(JSON.stringify(condensed)),
      tokensBefore: estimateRequest(whole, { wire }).totalTokens,
      tokensAfter: estimateRequest(condensed, { wire }).totalTokens,
      lostShare: replayed.lostShare,
      event: replayed.event,
      newest: replayed.newest,
    };
  }
}

/** How the requests of a configuration are condensed; undefined where they are not. What fails, leaves a request as it is. */
export function condenseBy(
  condenser: RequestCondenser,
  condensation: GatewayCondensation,
  model: SummaryModel | undefined,
  onFailure: (error: unknown) => void,
): ((request: Condensable) => Promise<CondensedRequest | undefined>) | undefined {
  if (!condensation.enabled) return undefined;
  const handler = model === undefined ? undefined : toApiHandler(model);
  return async (request) => {
    try {
      return await condenser.condense(request, condensation, handler);
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  };
}

/** Tokens from which a model's conversation is condensed; undefined where its limit is not known. */
function limitOf({ contextTokens }: GatewayCondensation, percent: number): (model?: string) => number | undefined {
  return (model) => {
    const limit = contextTokens ?? contextLimitOf(model);
    return limit === undefined ? undefined : Math.max(1, Math.floor((limit * percent) / 100));
  };
}

const SYSTEMS = ["system", "systemInstruction", "system_instruction", "instructions"] as const;

/** The parts of a request that count as tokens beside the messages. */
function surroundingsOf(whole: JsonRecord): { system?: unknown; tools?: readonly unknown[] } {
  const system = SYSTEMS.map((name) => whole[name]).find((value) => value !== undefined);
  const { tools } = whole;
  return { ...(system === undefined ? {} : { system }), ...(Array.isArray(tools) ? { tools } : {}) };
}
