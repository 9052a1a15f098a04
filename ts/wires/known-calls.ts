import { isRecord } from "../text/json-value.js";
import type { BlockPlace, CallArguments, ToolResult } from "./transcript.js";

/** A call as readers need it. */
export interface KnownCall {
  turnIndex: number;
  toolName: string | undefined;
  /** A text or an object; anything else is undefined. */
  args: CallArguments;
  place: BlockPlace;
  /** Whether a program made it. @default false */
  byProgram?: boolean;
}

/** The first of the values that can be arguments. */
export function callArguments(...values: readonly unknown[]): CallArguments {
  for (const value of values) if (typeof value === "string" || isRecord(value)) return value;
  return undefined;
}

/** What a result has of the call that it answers; nothing of it where it is an orphan. */
export function answerTo(
  callId: string | undefined,
  calls: ReadonlyMap<string, KnownCall>,
): Pick<ToolResult, "callId" | "toolName" | "turnIndex" | "args" | "call" | "byProgram"> {
  const known = callId === undefined ? undefined : calls.get(callId);
  const { toolName, turnIndex, args, place, byProgram } = known ?? {};
  return { callId, toolName, turnIndex, args, call: place, ...(byProgram && { byProgram }) };
}
