// A request's tokens: its strings are found, counted in one call, and summed.
import { isUint8Array } from "node:util/types";
import { TamisError } from "../../base/errors.js";
import { checkKeys } from "../../base/option-check.js";
import type { Wire } from "../../contract/report.js";
import type { TokenMethod, TokenReader } from "../../contract/token-backend.js";
import { WIRE_NAMES } from "../../contract/wires.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";
import { detectObjectWire } from "../../wires/wire-of.js";
import { wireTable } from "../../wires/wire-table.js";
import { findEncoding } from "../models.js";
import { methodOf, type TokenOptions } from "../options.js";
import { readAnthropic } from "./anthropic.js";
import { readChat } from "./chat.js";
import { readGemini } from "./gemini.js";
import { readResponses } from "./responses.js";
import { Sheet } from "./sheet.js";
import { type RequestSource, sourceOfBody, sourceOfObject } from "./source.js";
import { sumUp } from "./sum-up.js";
import type { RequestTokens } from "./types.js";

/** A caller's options for measuring a request. */
export interface RequestTokenOptions extends TokenOptions {
  /** The request's wire. @default detected by shape */
  wire?: Wire;
}

const KEYS = ["wire", "model", "encoding", "allowUnknown"];

const READERS = wireTable<(request: JsonRecord, sheet: Sheet) => void>({
  "openai-chat": readChat,
  "openai-responses": readResponses,
  anthropic: readAnthropic,
  gemini: readGemini,
});

/** Measures a request. `reader` counts the strings. */
export function measureRequest(
  bodyOrRequest: Uint8Array | object,
  options: RequestTokenOptions,
  exact: boolean,
  reader: TokenReader,
): RequestTokens {
  checkKeys(options, KEYS);
  if (options.wire !== undefined && !WIRE_NAMES.includes(options.wire)) {
    throw new TamisError("OPTION_INVALID", `options.wire: expected one of ${WIRE_NAMES.join(", ")}`);
  }
  const method: TokenMethod = { encoding: "o200k_base", exact };
  const source = sourceOf(bodyOrRequest, reader, method);
  const { request } = source;
  const wire = isRecord(request) ? (options.wire ?? detectObjectWire(request)) : undefined;
  if (!isRecord(request) || wire === undefined) {
    const message = "expected a request of a supported wire, with a list of messages, contents or input";
    throw new TamisError("OPTION_INVALID", `request: ${message}; options.wire names the wire where it is not clear`);
  }
  const own = typeof request.model === "string" ? source.textOf(request.model) : undefined;
  Object.assign(method, requestMethod(options, own, exact));
  const model = options.model ?? own;
  const { listKey, unreadMessages } = WIRES.of(wire);
  const list = request[listKey];
  // Behind a first element that is none, a compaction has something in front of it in any case.
  const found = Array.isArray(list) ? unreadMessages([undefined, ...list]) : 0;
  const sheet = new Sheet(wire, model, source, Math.max(0, found - 1));
  if (model !== undefined && findEncoding(model)?.isOwn !== true) sheet.approximate("encoding");
  READERS.of(wire)(request, sheet);
  return sumUp(sheet, method);
}

function sourceOf(bodyOrRequest: Uint8Array | object, reader: TokenReader, method: TokenMethod): RequestSource {
  if (isUint8Array(bodyOrRequest)) return sourceOfBody(bodyOrRequest, reader, method);
  return sourceOfObject(bodyOrRequest, reader, method);
}

/** The model in a request is no demand of the caller: an unknown one is estimated by `o200k_base`. */
function requestMethod(options: RequestTokenOptions, own: string | undefined, exact: boolean): TokenMethod {
  if (options.model !== undefined || own === undefined) return methodOf(options, exact);
  return methodOf(exact ? { ...options, model: own } : { ...options, model: own, allowUnknown: true }, exact);
}
