// How likely a word is needed again. The native twin is `crates/core/src/digest/rank.rs`.
//
//   src/a.ts  a.ts  /etc/x  ~/b      0: paths and names of files
//   parseBody  max_chars  os.path  feature/x  left-pad      1: compound identifiers
//   4096  1.24.3  sha256             2: numbers of at least 3 digits, and words with digits
//   the  value  HTTP  12  5.25s      undefined: plain words, which recorded calls hardly ever take from results
//   9f86d081884c7d65  AKIAx7Fq2…     undefined: hashes, keys, ids

import { changesOf, isKey } from "./secrets.js";

/** Rank of a word; the lowest is named first. */
export type Rank = 0 | 1 | 2;

const FILE_ENDINGS = new Set(
  (
    "bash c cc cfg cjs conf cpp cs css csv cts cxx dart diff env erl ex exs gif go gradle graphql h hpp hs htm html ini " +
    "ipynb java jl jpg js json jsonl jsx kt less lock log lua m md mdx mjs mm mts nix patch pdf php png proto ps1 py pyi r " +
    "rb rs scala scss sh sql svelte svg swift tf toml ts tsv tsx txt vue xml yaml yml zig zsh"
  ).split(" "),
);

/** A number and its unit. */
const AMOUNT = /^[0-9][0-9.]*[a-z]{1,2}$/;

/** Longer words name nothing that a model would spell again. */
const MAX_CHARS: Record<Rank, number> = { 0: 80, 1: 40, 2: 40 };

/** The rank of a word of `wordsOf`; undefined for one that no digest names. */
export function rankOf(word: string): Rank | undefined {
  const rank = kindOf(word);
  return rank === undefined || word.length > MAX_CHARS[rank] || isRandom(word) ? undefined : rank;
}

function kindOf(word: string): Rank | undefined {
  const { letters, digits, signs, slashes, isHumped } = countsOf(word);
  if (letters === 0) return digits >= 3 && /^[0-9.]+$/.test(word) ? 2 : undefined;
  if (digits + signs === 0) return isHumped ? 1 : undefined;
  if (digits > 0 && AMOUNT.test(word)) return undefined;
  if (slashes > 0) return isPath(word) ? 0 : 1;
  const dot = word.lastIndexOf(".");
  if (dot > 0 && FILE_ENDINGS.has(word.slice(dot + 1))) return 0;
  if (isHumped || /[_.-]/.test(word)) return 1;
  return digits > 0 && word.length >= 3 ? 2 : undefined;
}

/** What a word is made of, in one pass: most words of a text are ranked, and hardly any named. */
function countsOf(word: string) {
  let [letters, digits, slashes] = [0, 0, 0];
  let [isHumped, wasSmall] = [false, false];
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    const isSmall = code >= 0x61 && code <= 0x7a;
    const isCapital = code >= 0x41 && code <= 0x5a;
    if (isSmall || isCapital) letters++;
    else if (code >= 0x30 && code <= 0x39) digits++;
    else if (code === 0x2f) slashes++;
    if (isCapital && wasSmall) isHumped = true;
    wasSmall = isSmall;
  }
  return { letters, digits, slashes, signs: word.length - letters - digits, isHumped };
}

/** A word with a slash: it begins like a path, has several slashes, or its last part has an ending. */
function isPath(word: string): boolean {
  return /^[.~/]/.test(word) || word.split("/").length > 2 || word.slice(word.lastIndexOf("/")).includes(".");
}

/** Whether a word, or a part of one, looks like a hash, a key or an id. */
function isRandom(word: string): boolean {
  // No shorter part is random, and no shorter word a key.
  if (word.length < LEAST_RANDOM_CHARS) return false;
  return word.split(/[^A-Za-z0-9]/).some(isRandomPart) || isKey(word);
}

const LEAST_RANDOM_CHARS = 12;

function isRandomPart(part: string): boolean {
  if (/^[0-9]*$/.test(part)) return part.length > 12;
  if (part.length < LEAST_RANDOM_CHARS || !/[0-9]/.test(part)) return false;
  const isUpper = part.length >= 16 && !/[a-z]/.test(part);
  return isUpper || /^[0-9a-f]+$/.test(part) || changesOf(part) * 4 >= part.length;
}
