import type { Reason } from "../report.js";

/**
 * A request read as tool turns and results: all that planning sees. It names no field of any wire, so that a planner
 * cannot depend on one.
 */
export interface Transcript {
  messageCount: number;
  toolTurnCount: number;
  /** 0-based index of the last user message; -1 where there is none. */
  lastUserMessage: number;
  /** In document order. */
  results: readonly ToolResult[];
}

/** Whether the wire marks a result as an error; `unknown` where the wire has no marker. */
export type ErrorMarker = "unknown" | "no" | "yes";

/** One tool result. */
export interface ToolResult {
  /** 0-based, among the request's messages. */
  messageIndex: number;
  /** 0-based, among its message's blocks. */
  blockIndex: number;
  callId: string | undefined;
  /** Undefined for an orphan, and where the call names no tool. */
  toolName: string | undefined;
  /** 0-based tool turn of the call it answers; undefined for an orphan. */
  turnIndex: number | undefined;
  content: ResultContent;
  errorMarker: ErrorMarker;
}

/** What stands in a result: one text, a list made only of text parts, or anything else (`other`), which is left alone. */
export type ResultContent =
  | { kind: "text"; text: string }
  | {
      kind: "parts";
      /** At least one. */
      texts: readonly string[];
      /** The part that would carry the placeholder: the last with a cache marker, else the first. */
      keptPart: number;
    }
  | { kind: "other" };

/** The texts of a result; empty for `other`. */
export function textsOf(content: ResultContent): readonly string[] {
  if (content.kind === "text") return [content.text];
  return content.kind === "parts" ? content.texts : [];
}

/** Sum of `.length` of the texts. */
export function charsOf(content: ResultContent): number {
  if (content.kind === "text") return content.text.length;
  let chars = 0;
  if (content.kind === "parts") for (const text of content.texts) chars += text.length;
  return chars;
}

/** What was decided about one result, and the text that replaces its content. */
export interface ResultPlan {
  result: ToolResult;
  action: "mask" | "clip" | "keep";
  reason: Reason;
  charsBefore: number;
  charsAfter: number;
  /** Set where the action is an edit. */
  replacement?: string;
}
