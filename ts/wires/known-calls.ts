import { isRecord } from "../text/json-value.js";
import type { CallArguments, CallSite, ToolResult } from "./transcript.js";

/** A call as readers need it. */
export interface KnownCall {
  turnIndex: number;
  toolName: string | undefined;
  /** A text or an object; anything else is undefined. */
  args: CallArguments;
  /** Undefined if its arguments cannot be edited. @default undefined */
  site?: CallSite | undefined;
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
  const call = callId === undefined ? undefined : calls.get(callId);
  const { toolName, turnIndex, args, site, byProgram } = call ?? {};
  return { callId, toolName, turnIndex, args, call: site, ...(byProgram && { byProgram }) };
}
