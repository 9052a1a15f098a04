// What is believed of each model: a table of vendors and model families. Both backends read the same file.
import table from "./facts.json" with { type: "json" };

/** The cache of a family. Prices are relative to fresh input. */
export interface CacheRow {
  /**
   * How the provider finds what was sent before: at breakpoints of this request and up to 20 blocks before each
   * (`look-back`), at breakpoints of earlier requests anywhere in this one (`exact`), or the longest common beginning
   * (`prefix`).
   */
  finding: "look-back" | "exact" | "prefix";
  /** Whether a request without a marker is not cached (`needed`), is (`optional`), or there are no markers (`none`). */
  marker: "needed" | "optional" | "none";
  /** Price of a cached token. */
  read: number;
  /** Price of writing a token to the cache. */
  write: number;
  /** Price of writing for the long lifetime. @default `write` */
  writeLong?: number | undefined;
  /** Seconds after which an unused entry expires. */
  lifeSeconds: number;
  /** Seconds, where the client asks for the long lifetime. @default `lifeSeconds` */
  longLifeSeconds?: number | undefined;
  /** Beginnings with fewer tokens are not cached. */
  minimumTokens: number;
  /** Found lengths are multiples of this, less `stepOffsetTokens`. @default 1 */
  stepTokens?: number | undefined;
  /** Tokens taken off each multiple of `stepTokens`. @default 0 */
  stepOffsetTokens?: number | undefined;
  /** How many of the latest breakpoints are compared. @default all */
  matchedBreakpoints?: number | undefined;
}

/** How a family treats the thinking that comes back in a request. */
export interface ThinkingRow {
  /**
   * Thinking of earlier turns: there is none; the provider leaves it out by itself (`dropped`); it stays in the context
   * and is billed (`kept`); it also is checked against everything before it (`bound`).
   */
  history: "none" | "dropped" | "kept" | "bound";
  /** Whether an answer with calls that wait for results must begin with its thinking. */
  openLoop: "free" | "required";
  /** `refused`: a request whose thinking was removed is an error. @default allowed */
  removal?: "refused" | undefined;
}

/** One family of models. */
export interface ModelRow {
  /** The row's name, such as `claude-opus-5-5`. */
  id: string;
  /** The vendor's id. */
  vendor: string;
  /** Beginnings of names, in lower case, with `-` for `.` and `_`. */
  names: readonly string[];
  /** Whether an unlisted model of the vendor is taken for this family. @default false */
  newest?: boolean | undefined;
  /** Context limit in tokens. */
  contextTokens: number;
  /** Its prompt cache. */
  cache: CacheRow;
  /** From how many prompt tokens on a request costs how many times as much; missing where all cost the same. */
  dear?: { aboveTokens: number; times: number } | undefined;
  /** What becomes of its thinking. */
  thinking: ThinkingRow;
  /** Whether the provider can clear old tool results itself (`context_management`). */
  clearing: boolean;
  /** Where the facts are from. */
  source: string;
  /** When they were read, as `2026-11-25`. */
  date: string;
  /** For people. */
  note?: string | undefined;
}

/** Who makes models, and what their names and hosts look like. */
export interface VendorRow {
  /** The vendor's id, as rows name it. */
  id: string;
  /** The vendor's name, for people. */
  title: string;
  /** First words of its models' names. */
  names: readonly string[];
  /** Hosts of its own API. */
  hosts: readonly string[];
}

/** The installed table. `wires` names the row of a request that says too little: with and without a model's name. */
export const MODEL_TABLE = table as {
  wires: Readonly<Record<string, { named: string; unnamed: string }>>;
  vendors: readonly VendorRow[];
  models: readonly ModelRow[];
};
