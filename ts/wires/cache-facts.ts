import { isRecord, type JsonRecord } from "../text/json-value.js";

/** Decisions use integers only: prices and rent are taken to four decimals. */
export const SCALE = 10_000;

/** A price or a rent as decisions have it. */
export const scaled = (value: number): number => Math.round(value * SCALE);

/** Prices of a token relative to a fresh one, × {@link SCALE}. */
export interface CachePrices {
  read: number;
  write: number;
}

/** Where our own breakpoints can be: on a result's block, on a text part of it, or nowhere. */
export type AnchorPlace = "block" | "part" | "nowhere";

/** A cache marker on a block of a message, or on a part of a tool result in it. */
export interface Breakpoint {
  /** 0-based, in the request's list of messages. */
  messageIndex: number;
  /** 0-based; 0 where a message is one result. */
  blockIndex: number;
  /** The client wants the entry kept for an hour. */
  hourly: boolean;
  /** The value is null: the member exists, but it is no breakpoint. */
  isNull: boolean;
}

/** The prompt cache of a wire's provider. */
export interface CacheFacts {
  /** Key of the member that makes a block or a part a breakpoint; undefined where there are no breakpoints. */
  readonly markerKey: string | undefined;
  /**
   * Whether the client decides alone: without a breakpoint of its own nothing is cached, and each breakpoint says how
   * long its entry lives.
   */
  readonly byClient: boolean;
  /** Whether a block may have a breakpoint and has no member for one. @default none may */
  readonly isFree?: (block: JsonRecord) => boolean;
  /** Whether a part of a message has a marker for the cache of another vendor than the wire's own. @default none has */
  readonly hasControls?: (message: JsonRecord) => boolean;
  breakpoints(message: JsonRecord, messageIndex: number): Breakpoint[];
  /** Number of breakpoints before the messages: on tools and on the system prompt. */
  countInFront(request: JsonRecord): number;
  /** Whether the provider itself sets a breakpoint after the newest message. */
  isAutomatic(request: JsonRecord): boolean;
}

export function partBreakpoints(list: unknown, key: string, messageIndex: number, blockIndex: number): Breakpoint[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((part: unknown) => (isRecord(part) ? breakpointOf(part[key], messageIndex, blockIndex) : []));
}

/** The breakpoint of a marker; none where there is no such member. */
export function breakpointOf(marker: unknown, messageIndex: number, blockIndex: number): Breakpoint[] {
  if (marker === undefined) return [];
  const hourly = isRecord(marker) && marker.ttl === "1h";
  return [{ messageIndex, blockIndex, hourly, isNull: marker === null }];
}
