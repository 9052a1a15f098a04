import { isUint8Array } from "node:util/types";
import { TamisError } from "../base/errors.js";
import { inPlainMemory } from "../base/memory.js";
import type { TokenBackend, TokenMethod, TokenText } from "../contract/token-backend.js";
import { loadTokenBackend } from "../load/token-backend.js";
import { methodOf, type TokenOptions } from "./options.js";
import { measureRequest, type RequestTokenOptions } from "./request/index.js";
import type { RequestTokens } from "./request/types.js";

// `tamis/tokens` exports this file: tokens of texts and requests, estimated or exact. These lines add the rest of the room.
export type { Encoding, TokenText } from "../contract/token-backend.js";
export { useVocabulary } from "../wasm/vocabulary.js";
export {
  type CalibratedModel,
  type Calibration,
  type CalibrationState,
  createCalibration,
  type Observation,
} from "./calibration.js";
export { chars4 } from "./chars4.js";
export { encodingForModel, type ModelEncoding } from "./models.js";
export type { TokenOptions } from "./options.js";
export type { RequestTokenOptions } from "./request/index.js";
export type {
  Approximation,
  BlockKind,
  BlockTokens,
  MessageTokens,
  RequestTokens,
  ToolDefinitionTokens,
} from "./request/types.js";
export { parseUsage, type TokenUsage, usageProblem } from "./usage.js";

/**
 * Estimates the tokens of a text from its bytes. The error is 1–2 % for whole conversations, more for single texts.
 * Linear, some GB/s. Gives the same number on every machine and backend: 0 for no text, else at least 1.
 *
 * @param text A string, or UTF-8 bytes, which are borrowed, not copied. Bytes that are not UTF-8 count too.
 * @throws TamisError `MODEL_UNKNOWN`, `OPTION_INVALID`.
 */
export function estimateTokens(text: TokenText, options: TokenOptions = {}): number {
  return loadTokenBackend().tokens(checkText(text), methodOf(options, false));
}

/**
 * Counts the tokens of a text in OpenAI's encodings. Special tokens' names (`<|endoftext|>`) are ordinary text. Lone
 * surrogates and bytes that are not UTF-8 count as U+FFFD. The first call unpacks the vocabulary. For a model with
 * another tokenizer (Claude, Gemini) the result is the count of `o200k_base`, as an approximation.
 *
 * @throws TamisError like {@link estimateTokens}; `BACKEND_UNAVAILABLE` where neither the addon nor the vocabularies can be loaded.
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

/**
 * Estimates the tokens of a request, in all four wires: its messages, block by block, its system prompt, its tools, and
 * the wire's overhead. Images and documents count by the formulas that providers document; `approximated` lists what
 * has no documented formula. What the model does not read counts nothing: messages in front of the newest compaction, and
 * results that a program alone gets. The numbers are the same for bytes and for the parsed request, on both backends.
 *
 * @param bodyOrRequest The body's bytes, which are borrowed, or the request as an object.
 * @throws TamisError `OPTION_INVALID` for a value that is no request; `MODEL_UNKNOWN` for an unknown `options.model`.
 */
export function estimateRequest(bodyOrRequest: Uint8Array | object, options: RequestTokenOptions = {}): RequestTokens {
  return measureRequest(bodyOrRequest, options, false, loadTokenBackend());
}

/**
 * Works like {@link estimateRequest}, with all texts counted exactly.
 *
 * @throws TamisError like {@link estimateRequest}; `MODEL_UNKNOWN` also for an unknown model in the request, unless
 * `encoding` or `allowUnknown` is given; `BACKEND_UNAVAILABLE` where neither the addon nor the vocabularies can be loaded.
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

/** Returns a plain list of plain texts, so that no code of the caller can run while the backend reads it. */
function checkTexts(texts: readonly TokenText[]): TokenText[] {
  if (!Array.isArray(texts)) throw new TamisError("OPTION_INVALID", "texts: expected a list of strings or Uint8Arrays");
  const checked = new Array<TokenText>(texts.length);
  for (let at = 0; at < checked.length; at++) checked[at] = checkText(texts[at], at);
  return checked;
}

/** Copies memory that another thread may write to, or that may shrink, before native code reads it. */
function checkText(text: TokenText | undefined, at?: number): TokenText {
  if (typeof text === "string") return text;
  if (!isUint8Array(text)) {
    const [path, got] = [at === undefined ? "text" : `texts[${at}]`, text === null ? "null" : typeof text];
    throw new TamisError("OPTION_INVALID", `${path}: expected a string or a Uint8Array, got ${got}`);
  }
  return inPlainMemory(text);
}
