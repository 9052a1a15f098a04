/** One pointer: what it replaced, and where that is. */
export interface ContentReference {
  /** `file`: a file that was read before; `tool_result`: any other whole result; `output`: some lines of a result. */
  type: "file" | "tool_result" | "output";
  /** 0-based index of the message with the original. */
  originalIndex: number;
  /** Path of the file that the original is from. @default it is from none */
  path?: string;
  /** Name of the tool that the original is from. @default it is unknown */
  operation?: string;
  /** xxh3-128 of the replaced text in UTF-8, 32 hex digits. */
  hash: string;
  /** 0-based index of the result with the original, in the list of results. */
  source: number;
  /** The lines that the pointer replaces. @default the whole result */
  lines?: ReferenceLines;
}

/** Lines of two results as they are sent, 0-based. */
export interface ReferenceLines {
  /** The line with the pointer. */
  at: number;
  /** The first line in the source. */
  from: number;
  /** Lines that the pointer replaces. */
  count: number;
  /**
   * Present if the lines differ in the numbers before them. The line before the pointer then has the number before the
   * first of them.
   */
  isRenumbered?: true;
}
