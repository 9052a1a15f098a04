/** A tool result whose text may repeat others. */
export interface Repeatable {
  /** The decoded text, as it would be sent. */
  text: string;
  /** 0-based index of its message in the request being sent. */
  messageIndex: number;
  /** Id of the call that it answers; undefined where it names none. */
  callId: string | undefined;
  /** Name of the called tool; undefined if it is unknown. */
  toolName: string | undefined;
  /** Path of the file that the call reads. @default it reads none */
  path?: string | undefined;
  /** Whether the text must stay: kept errors, pinned texts, excluded tools. It can still be a source. @default false */
  isFixed?: boolean | undefined;
}

/** Which of several equal contents stays: the first, or the newest for callers without a prompt cache. */
export type Keep = "first" | "newest";
