/** A token family: `o200k_base` for gpt-4o and later, `cl100k_base` for gpt-4 and gpt-3.5. */
export type Encoding = "o200k_base" | "cl100k_base";

/** Text to be counted: a string, or UTF-8 bytes, which are borrowed and never kept. */
export type TokenText = string | Uint8Array;

/** What is asked of a text. */
export interface TokenMethod {
  encoding: Encoding;
  /** The exact count instead of the estimate. */
  exact: boolean;
}

/** What counts the strings of a request. */
export interface TokenReader {
  /** The tokens of each text, into `out`, which is as long as the list. */
  tokensOfEach(texts: readonly TokenText[], method: TokenMethod, out: Uint32Array): void;
  /**
   * A JSON body in which each string value of at least `minChars` is U+FDD0 and a number, and three words
   * for each of them: where it begins and ends in the body, without its quotes, and its chars. Undefined for a body that
   * is no JSON text.
   */
  outline?(body: Uint8Array, minChars: number): { json: Uint8Array; strings: Uint32Array } | undefined;
  /** Tokens of the strings that `spans`, pairs of begin and end, name in a body, into `out`. */
  tokensOfSpans?(body: Uint8Array, spans: Uint32Array, method: TokenMethod, out: Uint32Array): void;
}

/** What the core offers for tokens. Texts are strings, or bytes that no other thread writes to. */
export interface TokenBackend extends TokenReader {
  readonly name: "native" | "wasm";
  tokens(text: TokenText, method: TokenMethod): number;
  /** The estimate of a string before it is rounded, in 1/1024 token. */
  weigh(text: string, encoding: Encoding): number;
}
