import type { ArrivedText } from "../arrival/chain.js";
import type { ArrivalSettings } from "../arrival/settings.js";
import type { Rank } from "../digest/rank.js";

/** What the native implementation reads of single texts, for replays, which read very many. */
export interface TextBackend {
  /**
   * Calls `visit` with every word that has a rank, in order: once where a digest may name it first, and once before that if
   * it is a secret there. Linear.
   */
  visitRanked(text: string, visit: (word: string, rank: Rank, isSecret: boolean) => void): void;
  /**
   * The smaller form of a text, as `shortenText` finds it; undefined if there is none, `"unknown"` if it depends on more than
   * the text. Linear.
   */
  formOf(text: string, isFile: boolean, settings: ArrivalSettings): ArrivedText | "unknown" | undefined;
}
