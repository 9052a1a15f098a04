import type { Rank, ShownByCall, TextBackend } from "../contract/text-backend.js";
import type { Addon } from "./addon.js";
import {
  SHOWN_COUNT,
  SHOWN_FIRST,
  SHOWN_FLAGS,
  SHOWN_HAS_LAST,
  SHOWN_HAS_LINES,
  SHOWN_IS_FILE_TEXT,
  SHOWN_IS_HITS,
  SHOWN_KIND,
  SHOWN_KINDS,
  SHOWN_LAST,
  WORD_CHARS,
  WORD_RANK,
  WORD_RANK_SHIFT,
  WORD_SECRET,
} from "./protocol.js";
import { unitsOf } from "./tokens.js";

/** Numbers of the words of a text that most texts do not have more of. */
const USUAL_NUMBERS = 1 << 13;

export function createNativeTexts(addon: Addon): TextBackend {
  let found = new Uint32Array(USUAL_NUMBERS);
  const shown = new Uint32Array(SHOWN_COUNT);
  const visitRanked: TextBackend["visitRanked"] = (text, visit, among) => {
    let count = addon.rankedWords(unitsOf(text), found);
    if (count > found.length) {
      found = new Uint32Array(count);
      count = addon.rankedWords(unitsOf(text), found);
    }
    for (let at = 0; at < count; at += 2) {
      const [start, about] = [found[at] ?? 0, found[at + 1] ?? 0];
      const length = about & WORD_CHARS;
      if (among?.mayHave?.(text, start, length) === false) continue;
      visit(
        text.slice(start, start + length),
        ((about & WORD_RANK) >> WORD_RANK_SHIFT) as Rank,
        (about & WORD_SECRET) !== 0,
      );
    }
  };
  return {
    visitRanked,
    hash: (text) => hashOf(addon, text),
    digest(text, seen, { maxWords, maxChars }) {
      let words = "";
      visitRanked(
        text,
        (word) => {
          if (seen.has(word)) words += `${word} `;
        },
        seen,
      );
      return addon.digest(unitsOf(words + text), words.length, maxWords, maxChars);
    },
    shownByCall(tool, args) {
      const path = addon.shownByCall(unitsOf(tool + args), tool.length, shown);
      const flags = shown[SHOWN_FLAGS] ?? 0;
      return {
        kind: SHOWN_KINDS[shown[SHOWN_KIND] ?? 0] ?? "other",
        path: path ?? undefined,
        lines: (flags & SHOWN_HAS_LINES) === 0 ? undefined : linesOf(shown),
        isFileText: (flags & SHOWN_IS_FILE_TEXT) !== 0,
        isHits: (flags & SHOWN_IS_HITS) !== 0,
      };
    },
  };
}

function hashOf(addon: Addon, text: string): string {
  // In JSON halves of surrogate pairs are escapes, which UTF-8 would lose.
  const json = Buffer.from(JSON.stringify(text));
  return addon.hashTexts(json, new Uint32Array([0, json.length]));
}

function linesOf(shown: Uint32Array): ShownByCall["lines"] {
  const first = shown[SHOWN_FIRST] ?? 0;
  return ((shown[SHOWN_FLAGS] ?? 0) & SHOWN_HAS_LAST) === 0 ? { first } : { first, last: shown[SHOWN_LAST] ?? 0 };
}
