import type { ArrivalSettings } from "../arrival/settings.js";
import type { TextBackend } from "../contract/text-backend.js";
import type { Rank } from "../digest/rank.js";
import { isWellFormed } from "../text/surrogates.js";
import type { Addon } from "./addon.js";
import {
  ARRIVAL_FILE,
  ARRIVAL_JSON,
  ARRIVAL_KINDS,
  ARRIVAL_PADDING,
  ARRIVAL_PATHS,
  ARRIVAL_REPEATS,
  ARRIVAL_SIMILAR,
  ARRIVAL_TENTH,
  ARRIVAL_TERMINAL,
  FORM_COUNT,
  FORM_KIND,
  FORM_STATUS,
  FORM_UNKNOWN,
  WORD_CHARS,
  WORD_RANK,
  WORD_RANK_SHIFT,
  WORD_SECRET,
} from "./protocol.js";
import { unitsOf } from "./tokens.js";

/** Numbers of the words of a text that most texts do not have more of. */
const USUAL_NUMBERS = 1 << 13;

/** Reads texts by the addon. */
export function createNativeTexts(addon: Addon): TextBackend {
  let found = new Uint32Array(USUAL_NUMBERS);
  const form = new Uint32Array(FORM_COUNT);
  return {
    visitRanked(text, visit) {
      let count = addon.rankedWords(unitsOf(text), found);
      if (count > found.length) {
        found = new Uint32Array(count);
        count = addon.rankedWords(unitsOf(text), found);
      }
      for (let at = 0; at < count; at += 2) {
        const [start, about] = [found[at] ?? 0, found[at + 1] ?? 0];
        const word = text.slice(start, start + (about & WORD_CHARS));
        visit(word, ((about & WORD_RANK) >> WORD_RANK_SHIFT) as Rank, (about & WORD_SECRET) !== 0);
      }
    },
    formOf(text, isFile, settings) {
      const { longLines, clip } = settings;
      const shorter = addon.arrivedForm(unitsOf(text), kindsOf(settings, isFile), longLines ?? 0, clip ?? 0, form);
      if (form[FORM_STATUS] === FORM_UNKNOWN) return "unknown";
      const kind = ARRIVAL_KINDS[form[FORM_KIND] ?? 0];
      // The addon reads half a surrogate pair as another char.
      if (shorter === null || kind === undefined || !isWellFormed(text)) return undefined;
      return { text: shorter, kind };
    },
  };
}

function kindsOf({ terminal, json, paths, repeats, similar, lineNumbers }: ArrivalSettings, isFile: boolean): number {
  return (
    (terminal ? ARRIVAL_TERMINAL : 0) |
    (json ? ARRIVAL_JSON : 0) |
    (paths ? ARRIVAL_PATHS : 0) |
    (repeats ? ARRIVAL_REPEATS : 0) |
    (similar ? ARRIVAL_SIMILAR : 0) |
    (lineNumbers === "padding" ? ARRIVAL_PADDING : 0) |
    (lineNumbers === "tenth" ? ARRIVAL_TENTH : 0) |
    (isFile ? ARRIVAL_FILE : 0)
  );
}
