import type { TokenBackend, TokenMethod } from "../contract/token-backend.js";
import type { Addon } from "./addon.js";
import { ENCODINGS, METHOD_EXACT } from "./protocol.js";

/** UTF-16 units from which on a string is written to kept memory; the addon would make new memory for each. */
const LONG = 1 << 14;
/** Units of kept memory: 2 MB, made for the first long string. */
const KEPT = 1 << 20;
let kept: Buffer | undefined;

/** The units of a string: in memory that the next call reuses, unless it is very long. */
export function unitsOf(text: string): Uint16Array {
  let memory: Buffer;
  if (text.length > KEPT) memory = Buffer.allocUnsafeSlow(2 * text.length);
  else {
    kept ??= Buffer.allocUnsafeSlow(2 * KEPT);
    memory = kept;
  }
  memory.write(text, "utf16le");
  return new Uint16Array(memory.buffer, memory.byteOffset, text.length);
}

export function createNativeTokens(addon: Addon, name: "native" | "wasm" = "native"): TokenBackend {
  return {
    name,
    tokens: (text, method) => {
      const code = codeOf(method);
      if (typeof text !== "string") return addon.tokensOfBytes(text, code);
      return text.length > LONG ? addon.tokensOfUnits(unitsOf(text), code) : addon.tokensOfString(text, code);
    },
    weigh: (text, encoding) => {
      const code = codeOf({ encoding, exact: false });
      return text.length > LONG ? addon.weighUnits(unitsOf(text), code) : addon.weighString(text, code);
    },
    tokensOfEach: (texts, method, out) => addon.tokensOfTexts(texts, codeOf(method), out),
    outline: (body, minChars) => addon.outlineBody(body, minChars) ?? undefined,
    tokensOfSpans: (body, spans, method, out) => addon.tokensOfSpans(body, spans, codeOf(method), out),
  };
}

const codeOf = ({ encoding, exact }: TokenMethod): number =>
  (encoding === ENCODINGS[0] ? 0 : 1) + (exact ? METHOD_EXACT : 0);
