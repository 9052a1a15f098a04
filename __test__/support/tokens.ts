import type { TokenBackend } from "../../ts/contract/token-backend.js";
import { createNativeTokens } from "../../ts/native/tokens.js";
import { native } from "./native.js";
import type { Random } from "./random.js";
import { wasm } from "./wasm.js";

/** Every implementation of tokens that runs here. */
export const tokenBackends: readonly [name: string, backend: TokenBackend][] = [
  ...("addon" in native ? [["native", createNativeTokens(native.addon)] as [string, TokenBackend]] : []),
  ...("addon" in wasm ? [["WebAssembly", createNativeTokens(wasm.addon, "wasm")] as [string, TokenBackend]] : []),
];

export const ENCODINGS = ["o200k_base", "cl100k_base"] as const;

const PIECES = [
  "the ",
  "function ",
  "camelCaseName",
  "\n    ",
  "\t",
  "\r\n",
  '{"key": [1, 2.5]}',
  "12345",
  "====",
  "// ",
  "é",
  "语言模型",
  "ひらがな",
  "한국어 ",
  "Привет ",
  "😀",
  "👩‍👩‍👧",
  "\u0301",
  "\ud83d",
  "\ude00",
  "\0",
  "<|endoftext|>",
  "'s",
  "ÀÉ",
  "ǅ",
  "²½",
  "\u3000",
  "\u00a0",
] as const;

/** Random Unicode: pieces that tokenizers split in their own ways, and chars from anywhere, lone surrogates too. */
export function makeUnicode(random: Random, pieces: number): string {
  let text = "";
  for (let made = 0; made < pieces; made++) {
    const kind = random.below(10);
    if (kind < 5) text += random.pick(PIECES);
    else if (kind < 7) text += String.fromCharCode(32 + random.below(95));
    else if (kind < 9) text += String.fromCharCode(random.below(0x10000));
    else text += String.fromCodePoint(0x10000 + random.below(0x100000));
  }
  return text;
}

/** Random bytes: of anywhere, of ASCII, or UTF-8 with one byte broken. */
export function makeBytes(random: Random): Buffer {
  const kind = random.below(3);
  if (kind === 2) {
    const bytes = Buffer.from(makeUnicode(random, random.below(40)));
    if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
    return bytes;
  }
  return Buffer.from(Array.from({ length: random.below(300) }, () => random.below(kind === 0 ? 256 : 128)));
}
