import type { JsonRecord } from "../text/json-value.js";

/** A place in a request for one more edit of the provider's context management. */
export interface ClearingPlace {
  /** Path from the request to what is added or replaced. */
  path: readonly (string | number)[];
  /** What is there afterwards. */
  valueOf(edit: JsonRecord): unknown;
  /** JSON text in front of the edit's, and behind it. */
  around: readonly [before: string, after: string];
}

/** A call of the model, as the provider counts them. */
export interface ToolUse {
  /** 0-based tool turn. */
  turnIndex: number;
  /** Undefined if it names no tool. */
  toolName: string | undefined;
}

/** How a wire's provider clears old tool results itself. */
export interface ClearingFacts {
  /** The vendor whose models can. */
  readonly vendor: string;
  /** The member of a request that holds the client's list of edits. */
  readonly key: string;
  readonly listKey: string;
  /** Names that the header must have, by the header. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the client's own edits leave none. */
  placeIn(request: JsonRecord): ClearingPlace | undefined;
  /** In document order. */
  toolUses(list: readonly unknown[]): ToolUse[];
  /**
   * The edit that keeps so many of the newest tool uses, and all of some tools.
   *
   * @param inputs Whose arguments go with their results: of all tools, of none, or of these.
   */
  edit(kept: number, inputs: boolean | readonly string[], excluded: readonly string[]): JsonRecord;
  /** A result's block as the model reads it after clearing. */
  cleared(callId: string): JsonRecord;
  /** A call's block as the model reads it, where its arguments go, too. */
  clearedCall(call: JsonRecord): JsonRecord;
}
