/** Rank of a word that a model may need again; the lowest is named first. */
export type Rank = 0 | 1 | 2;

export interface DigestLimits {
  maxWords: number;
  /** Chars of the digest, separators included. */
  maxChars: number;
}

/** Lines of a file, 1-based. */
export interface LineRange {
  /** The first line; 0 where lines are counted from the file's end. */
  first: number;
  /** The last line, inclusive. @default up to the file's end */
  last?: number;
}

/** What a call's result shows. */
export interface ShownByCall {
  /** `read`: a file; `edit`: the place of an edit; `search`: hits; `shell`: the output of a command. */
  kind: "read" | "edit" | "search" | "shell" | "other";
  /** Of `read` and `edit`: the path, if the call names exactly one; else undefined. */
  path: string | undefined;
  /** Of `read`: the lines, if the call names some; else undefined. */
  lines: LineRange | undefined;
  /** Whether it is text that agents edit by exact match: of files, edits and diffs. */
  isFileText: boolean;
  /** Whether it is hits of a search. */
  isHits: boolean;
}

/** Words that are known. */
export interface KnownWords {
  has(word: string): boolean;
  /** Whether a part of a text may be one of them: sure where it says no. @default it may */
  mayHave?(text: string, start: number, length: number): boolean;
}

/** What the core says of single texts and calls. */
export interface TextBackend {
  /**
   * Calls `visit` with every word that has a rank, in order: once where a digest may name it first, and once before that if
   * it is a secret there. Linear.
   *
   * @param among Default: all words. Else some of those that it has not are left out.
   */
  visitRanked(text: string, visit: (word: string, rank: Rank, isSecret: boolean) => void, among?: KnownWords): void;
  /**
   * The words of a text that a model may need again, joined by `, `: paths and names of files first, then compound
   * identifiers, then numbers and other words; of equals the earliest. Empty if there are none. Linear.
   *
   * @param seen The words that the model has from elsewhere.
   */
  digest(text: string, seen: KnownWords, limits: DigestLimits): string;
  /**
   * What the result of a call shows. Linear.
   *
   * @param tool The tool's name; a server's name in front of it (`mcp__files__read_file`) is ignored.
   * @param args The arguments as JSON, or the input of a tool that takes plain text.
   */
  shownByCall(tool: string, args: string): ShownByCall;
  /**
   * The hash that a pointer has of the text that it replaces: xxh3-128 of its UTF-8, 32 hex digits. Half a surrogate pair
   * has the three bytes that its code point would have. Linear.
   */
  hash(text: string): string;
}
