import { isRecord, type JsonRecord } from "../text/json-value.js";

/** Prices of a token relative to a fresh one, × 10,000. */
export interface CachePrices {
  read: number;
  write: number;
}

/** How a provider's cache finds and keeps entries; missing fields are those of an ideal cache of prefixes. */
export interface CacheBehaviour {
  name: string;
  finding?: "look-back" | "exact";
  /** Prefixes with fewer tokens are not cached. */
  minimumTokens: number;
  /** A found length is a multiple of `stepTokens`, less `stepOffset`. */
  stepTokens?: number;
  stepOffset?: number;
  /** Time until an unused entry expires, in milliseconds. */
  lifeMs?: number;
  /** Whether the model no longer reads the reasoning before the user's newest message. */
  forgetsReasoning?: boolean;
}

/** Where our own breakpoints can be: on a result's block, on a text part of it, or nowhere. */
export type AnchorPlace = "block" | "part" | "nowhere";

/** A cache marker on a block of a message, or on a part of a tool result in it. */
export interface Breakpoint {
  /** 0-based, in the request's list of messages. */
  messageIndex: number;
  /** 0-based; 0 where a message is one result. */
  blockIndex: number;
  /** 0-based part of the tool result; undefined for the block itself. */
  partIndex: number | undefined;
  /** The client wants the entry kept for an hour. */
  hourly: boolean;
  /** The value is null: the member exists, but it is no breakpoint. */
  isNull: boolean;
}

/** The prompt cache of a wire's provider. `model` is `""` where the request does not name it. */
export interface CacheFacts {
  /** Key of the member that makes a block or a part a breakpoint; undefined where there are no breakpoints. */
  readonly markerKey: string | undefined;
  /**
   * Whether the client decides alone: without a breakpoint of its own nothing is cached, and each breakpoint says how
   * long its entry lives.
   */
  readonly byClient: boolean;
  /** Matches the own names (`ownName`) of the models whose cache and prices are known. */
  readonly models: RegExp;
  /** Whether only breakpoints make the provider cache. */
  needsBreakpoint(model: string): boolean;
  /** Where a request can have our breakpoints. */
  anchorPlace(model: string): AnchorPlace;
  /** The value of our own breakpoint. */
  marker(hourly: boolean): JsonRecord;
  /** The breakpoints of one message. */
  breakpoints(message: JsonRecord, messageIndex: number): Breakpoint[];
  /** Number of breakpoints before the messages: on tools and on the system prompt. */
  countInFront(request: JsonRecord): number;
  /** The breakpoint that the provider itself sets after the newest message; undefined where it sets none. */
  automatic(request: JsonRecord): { hourly: boolean } | undefined;
  /** @param longLived Whether a breakpoint on a message wants an hour. */
  prices(model: string, longLived: boolean): CachePrices;
  behaviour(model: string, longLived: boolean): CacheBehaviour;
}

/** Whether a marker wants its entry kept for an hour. */
export const isHourly = (marker: unknown): boolean => isRecord(marker) && marker.ttl === "1h";

/** The breakpoints on the parts of a list. */
export function partBreakpoints(list: unknown, key: string, messageIndex: number, blockIndex: number): Breakpoint[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((part: unknown, partIndex) =>
    isRecord(part) ? breakpointOf(part[key], messageIndex, blockIndex, partIndex) : [],
  );
}

/** The breakpoint of a marker; none where there is no such member. */
export function breakpointOf(
  marker: unknown,
  messageIndex: number,
  blockIndex: number,
  partIndex: number | undefined,
): Breakpoint[] {
  if (marker === undefined) return [];
  return [{ messageIndex, blockIndex, partIndex, hourly: isHourly(marker), isNull: marker === null }];
}
