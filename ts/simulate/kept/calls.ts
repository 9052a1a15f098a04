// The calls of a session, by the step whose request they answer.
import { sortedJson } from "../../text/json-value.js";
import type { ToolResult } from "../../wires/transcript.js";
import { parsedArguments } from "../said-texts.js";
import type { Session } from "../trace.js";

export interface SessionCall {
  readonly result: ToolResult;
  /** From 0: the step whose request it answers. */
  readonly step: number;
  /** Its arguments; a text that is JSON is parsed. */
  readonly args: unknown;
  /** Equal for calls of the same tool with the same arguments. */
  readonly key: string;
}

/** The calls with a result, in order. */
export function callsIn({ transcript, steps, list }: Session): SessionCall[] {
  let step = 0;
  return transcript.results.flatMap((result) => {
    if (result.turnIndex === undefined) return [];
    const start = steps.turnStarts[result.turnIndex] ?? 0;
    while (step < steps.cuts.length - 1 && start >= (steps.cuts[step + 1] ?? list.length)) step++;
    if (start < (steps.cuts[step] ?? 0) || start >= list.length) return [];
    const args = parsedArguments(result.args);
    return [{ result, step, args, key: `${result.toolName ?? ""} ${sortedJson(args)}` }];
  });
}
