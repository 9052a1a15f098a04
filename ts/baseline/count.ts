// The exact count without the addon: by gpt-tokenizer, where it is installed.
import { TamisError } from "../base/errors.js";
import { requireHere } from "../base/require-here.js";
import type { Encoding, TokenText } from "../contract/token-backend.js";

/** What is used of gpt-tokenizer. */
interface Tokenizer {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
}

const loaded: Partial<Record<Encoding, Tokenizer>> = {};
/** Text that spells a special token is ordinary text. */
const NOTHING_SPECIAL = { disallowedSpecial: new Set<string>() };

/** @throws TamisError `BACKEND_UNAVAILABLE` where gpt-tokenizer is not installed. */
export function count(text: TokenText, encoding: Encoding): number {
  if (text.length === 0) return 0;
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const string = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return tokenizerOf(encoding).countTokens(string, NOTHING_SPECIAL);
}

function tokenizerOf(encoding: Encoding): Tokenizer {
  const known = loaded[encoding];
  if (known !== undefined) return known;
  try {
    const tokenizer = requireHere(`gpt-tokenizer/encoding/${encoding}`) as Tokenizer;
    loaded[encoding] = tokenizer;
    return tokenizer;
  } catch (cause) {
    const message =
      "exact counts need the native backend, which is not in use here, or the package gpt-tokenizer: `npm install gpt-tokenizer`, or use estimateTokens";
    throw new TamisError("BACKEND_UNAVAILABLE", message, { cause });
  }
}
