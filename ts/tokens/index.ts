import { isUint8Array } from "node:util/types";
import { TamisError } from "../base/errors.js";
import { inPlainMemory } from "../base/memory.js";
import type { TokenBackend, TokenMethod, TokenText } from "../contract/token-backend.js";
import { loadTokenBackend } from "../load/token-backend.js";
import { methodOf, type TokenOptions } from "./options.js";
import { type LedgerStats, withRecentTexts } from "./recent-texts.js";
import { GrowingRequests } from "./request/growing.js";
import { measureRequest, type RequestTokenOptions } from "./request/index.js";
import type { RequestTokens } from "./request/types.js";

// `tamis/tokens` exports this file: tokens of texts and requests, estimated or exact. These lines add the rest of the room.
export type { Encoding, TokenText } from "../contract/token-backend.js";
export {
  type CalibratedModel,
  type Calibration,
  type CalibrationState,
  createCalibration,
  type Observation,
} from "./calibration.js";
export { encodingForModel, type ModelEncoding } from "./models.js";
export type { TokenOptions } from "./options.js";
export type { LedgerStats } from "./recent-texts.js";
export type { RequestTokenOptions } from "./request/index.js";
export type {
  Approximation,
  BlockKind,
  BlockTokens,
  MessageTokens,
  RequestTokens,
  ToolDefinitionTokens,
} from "./request/types.js";
export { parseUsage, type TokenUsage } from "./usage.js";

/**
 * About how many tokens a text is, from its bytes: 1–2 % off for whole conversations, more for single texts; linear,
 * some GB/s. The same number on every machine and backend. 0 for no text, else at least 1.
 *
 * @param text A string, or UTF-8 bytes, which are borrowed, not copied. What is not UTF-8 is counted, too.
 * @throws TamisError `MODEL_UNKNOWN`, `OPTION_INVALID`.
 */
export function estimateTokens(text: TokenText, options: TokenOptions = {}): number {
  return loadTokenBackend().tokens(checkText(text), methodOf(options, false));
}

/**
 * How many tokens a text is in OpenAI's encodings. Special tokens' names (`<|endoftext|>`) are ordinary text; lone
 * surrogates and bytes that are not UTF-8 count as U+FFFD. The vocabulary is unpacked at the first call. For a model
 * with a tokenizer of its own (Claude, Gemini) this is the count of `o200k_base`: a stand-in.
 *
 * @throws TamisError as {@link estimateTokens}; `BACKEND_UNAVAILABLE` on the baseline without gpt-tokenizer.
 */
export function countTokens(text: TokenText, options: TokenOptions = {}): number {
  return loadTokenBackend().tokens(checkText(text), methodOf(options, true));
}

/** {@link estimateTokens} of each text, in one call of the backend. */
export function estimateTokensBatch(texts: readonly TokenText[], options: TokenOptions = {}): Uint32Array {
  return ofEach(loadTokenBackend(), texts, methodOf(options, false));
}

/** {@link countTokens} of each text, in one call of the backend. */
export function countTokensBatch(texts: readonly TokenText[], options: TokenOptions = {}): Uint32Array {
  return ofEach(loadTokenBackend(), texts, methodOf(options, true));
}

/** The rule of thumb of four chars a token: ⌈chars / 4⌉, chars being the `.length` of the decoded text. */
export function chars4(text: TokenText): number {
  const { length } = typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
  return Math.ceil(length / 4);
}

/** Tokens by content: what was counted once is not counted again. */
export interface TokenLedger {
  /** Tokens of each text, exactly; only new contents are counted. Errors as {@link countTokens}. */
  count(texts: readonly TokenText[], options?: TokenOptions): Uint32Array;
  /** The estimate of each text; only new contents are read, where the texts are strings of a list that grew. */
  estimate(texts: readonly TokenText[], options?: TokenOptions): Uint32Array;
  /**
   * As `countRequest`, counting only what is new; of a request that grew, only what is new is read. The rows of
   * messages are frozen, as answers share them. A string counted in a body of bytes is not known as a text.
   */
  countRequest(bodyOrRequest: Uint8Array | object, options?: RequestTokenOptions): RequestTokens;
  /** As `estimateRequest`, in the same way. */
  estimateRequest(bodyOrRequest: Uint8Array | object, options?: RequestTokenOptions): RequestTokens;
  stats(): LedgerStats;
  /** Forgets everything. */
  clear(): void;
}

const DEFAULT_MAX_ENTRIES = 65_536;
const MOST_ENTRIES = 16_777_216;

/** How much a ledger may hold. */
export interface TokenLedgerOptions {
  /** Most contents whose hashes are held, 1 to 16,777,216. @default 65,536 */
  maxEntries?: number;
  /**
   * Most chars of strings that are referenced, half of them in lists, half in requests that are objects, so that what
   * comes back longer is known without being read; 0: none is, only hashes are held. They are the caller's own strings,
   * not copies. @default 33,554,432
   */
  maxHeldChars?: number;
}

const DEFAULT_HELD_CHARS = 33_554_432;

/**
 * A ledger for conversations that grow: with each turn only what is new is counted. It holds hashes (128 bits and the
 * length) and numbers, about 100 bytes a content, and references to the strings of the newest lists; it may be shared
 * between conversations and tenants: an answer depends on the content alone. What was not used for longest goes first.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function createTokenLedger(options: TokenLedgerOptions = {}): TokenLedger {
  const { maxEntries = DEFAULT_MAX_ENTRIES, maxHeldChars = DEFAULT_HELD_CHARS } = options;
  if (!Number.isInteger(maxEntries) || maxEntries < 1 || maxEntries > MOST_ENTRIES) {
    throw new TamisError("OPTION_INVALID", `maxEntries: expected an integer from 1 to ${MOST_ENTRIES}`);
  }
  if (!Number.isSafeInteger(maxHeldChars) || maxHeldChars < 0) {
    throw new TamisError("OPTION_INVALID", "maxHeldChars: expected an integer of 0 or more");
  }
  const hashes = loadTokenBackend().createLedger(maxEntries);
  const ledger = withRecentTexts(hashes, maxHeldChars / 2);
  const requests = new GrowingRequests(hashes, maxHeldChars / 2);
  const run = (texts: readonly TokenText[], method: TokenMethod): Uint32Array => {
    const views = hashes.tokensOfBytes === undefined ? undefined : allBytes(texts);
    const checked = views ?? checkTexts(texts);
    const out = new Uint32Array(checked.length);
    if (views === undefined) ledger.tokensOfEach(checked, method, out);
    else hashes.tokensOfBytes?.(views, method, out);
    return out;
  };
  return {
    count: (texts, tokenOptions = {}) => run(texts, methodOf(tokenOptions, true)),
    estimate: (texts, tokenOptions = {}) => run(texts, methodOf(tokenOptions, false)),
    countRequest: (bodyOrRequest, requestOptions = {}) => requests.measure(bodyOrRequest, requestOptions, true),
    estimateRequest: (bodyOrRequest, requestOptions = {}) => requests.measure(bodyOrRequest, requestOptions, false),
    stats: () => {
      const stats = ledger.stats();
      return { ...stats, heldChars: stats.heldChars + requests.heldChars };
    },
    clear: () => {
      ledger.clear();
      requests.clear();
    },
  };
}

/**
 * About how many tokens a request is, in all four wires: its messages, block by block, its system prompt, its tools, and
 * what the wire adds, images and documents by the formulas that providers document (`approximated` says what is not by
 * the book). The same numbers for bytes and for the parsed request, on both backends.
 *
 * @param bodyOrRequest The body's bytes, which are borrowed, or the request as an object.
 * @throws TamisError `OPTION_INVALID` for what is no request; `MODEL_UNKNOWN` for an unknown `options.model`.
 */
export function estimateRequest(bodyOrRequest: Uint8Array | object, options: RequestTokenOptions = {}): RequestTokens {
  return measureRequest(bodyOrRequest, options, false, loadTokenBackend());
}

/**
 * {@link estimateRequest} with all texts counted exactly.
 *
 * @throws TamisError as {@link estimateRequest}; `MODEL_UNKNOWN` for a model in the request that is unknown, too, unless
 * `encoding` or `allowUnknown` is given; `BACKEND_UNAVAILABLE` on the baseline without gpt-tokenizer.
 */
export function countRequest(bodyOrRequest: Uint8Array | object, options: RequestTokenOptions = {}): RequestTokens {
  return measureRequest(bodyOrRequest, options, true, loadTokenBackend());
}

function ofEach(backend: TokenBackend, texts: readonly TokenText[], method: TokenMethod): Uint32Array {
  const checked = checkTexts(texts);
  const out = new Uint32Array(checked.length);
  backend.tokensOfEach(checked, method, out);
  return out;
}

/** A plain list of plain texts: nothing in it can run code of the caller while the backend reads it. */
function checkTexts(texts: readonly TokenText[]): TokenText[] {
  if (!Array.isArray(texts)) throw new TamisError("OPTION_INVALID", "texts: expected a list of strings or Uint8Arrays");
  const checked = new Array<TokenText>(texts.length);
  for (let at = 0; at < checked.length; at++) checked[at] = checkText(texts[at], at);
  return checked;
}

/** A list of nothing but bytes, in whatever memory; undefined for any other. */
function allBytes(texts: readonly TokenText[]): Uint8Array[] | undefined {
  if (!Array.isArray(texts) || !isUint8Array(texts[0])) return undefined;
  const views = new Array<Uint8Array>(texts.length);
  for (let at = 0; at < views.length; at++) {
    const text: unknown = texts[at];
    if (!isUint8Array(text)) return undefined;
    views[at] = text;
  }
  return views;
}

/** Memory that another thread may write to, or that may shrink, is copied before native code looks at it. */
function checkText(text: TokenText | undefined, at?: number): TokenText {
  if (typeof text === "string") return text;
  if (!isUint8Array(text)) {
    const [path, got] = [at === undefined ? "text" : `texts[${at}]`, text === null ? "null" : typeof text];
    throw new TamisError("OPTION_INVALID", `${path}: expected a string or a Uint8Array, got ${got}`);
  }
  return inPlainMemory(text);
}
