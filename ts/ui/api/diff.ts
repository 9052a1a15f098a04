/** What became of a block or a span. */
export type ChangeKind =
  | "kept"
  /** A result became a placeholder. */
  | "masked"
  /** A repeat became a pointer. */
  | "deduplicated"
  /** Several results became one. */
  | "consolidated"
  /** Its text became a summary or an extract. */
  | "summarised"
  /** It went. */
  | "dropped"
  /** A long text was cut in its middle. */
  | "clipped"
  /** It is sent in a smaller form that says the same. */
  | "shortened"
  /** Long strings in a call's arguments were shortened. */
  | "arguments"
  /** It is new: a summary, a placeholder's message. */
  | "added"
  /** Half of a surrogate pair became U+FFFD, or a cache marker moved. */
  | "repaired";

/** One message before and after. */
export interface DiffMessage {
  /** 0-based in the request as it came; -1 for one that is new. */
  index: number;
  role: string;
  /** `kept` if all its blocks are. */
  change: ChangeKind;
  blocks: DiffBlock[];
}

/** The blocks of a request that were changed, with their whole texts. */
export interface ChangedRequest {
  /** From 1 on, over the launch. */
  number: number;
  bytes: { before: number; after: number };
  /** Those with a change; of their blocks those that have one. */
  messages: DiffMessage[];
}

export interface DiffBlock {
  /** 0-based in its message. */
  index: number;
  type: "text" | "thinking" | "call" | "result" | "media" | "other";
  toolName?: string;
  callId?: string;
  change: ChangeKind;
  /** The reason in a sentence; absent where it is kept without one. */
  why?: string;
  charsBefore: number;
  charsAfter: number;
  /** The block's text before and after, in order. */
  spans: DiffSpan[];
}

/** A run of text: in both, only before, or only after. */
export interface DiffSpan {
  side: "both" | "before" | "after";
  kind: ChangeKind;
  /** At most 2,000 chars, unless the whole block was asked for. */
  text: string;
  /** Chars that were left out at the end of `text`; absent for none. */
  rest?: number;
  /** Of a pointer: ask for its original with this. */
  pointer?: string;
}

/** What a pointer replaced. */
export interface OriginalAnswer {
  text: string;
  /** Where the original is. */
  messageIndex: number;
  path?: string;
  /** Whether its hash is that of the pointer. */
  isVerified: boolean;
}
