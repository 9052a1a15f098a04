import type { TokenText } from "../contract/token-backend.js";

/** The rule of thumb of four chars a token: ⌈chars / 4⌉, where chars is the `.length` of the decoded text. */
export function chars4(text: TokenText): number {
  const { length } = typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
  return Math.ceil(length / 4);
}
