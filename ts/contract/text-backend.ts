import type { FormSource } from "../arrival/chain.js";
import type { RankedSource } from "../digest/known-words.js";

/** What the native implementation reads of single texts, for replays, which read very many. */
export interface TextBackend extends RankedSource, FormSource {}
