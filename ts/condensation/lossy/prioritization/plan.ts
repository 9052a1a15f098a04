import type { MessageType } from "../../providers/base/message-type.js";
import type { PhaseName } from "../../providers/base/result.js";

/** A lossy phase: what it takes, and how much of it is to go. */
export interface LossyPhase {
  name: PhaseName;
  types: readonly MessageType[];
  /** In percent of the type's tokens. Source: requirements document 003, FR-LS-002. */
  range: readonly [from: number, to: number];
  /** Share of a text's chars that is kept, so that the reduction is within the range. */
  share: number;
  /** The share where that was not enough for the target. @default it is not condensed again */
  leastShare?: number;
}

/** The phases by the type that each takes. */
export const PHASES: Readonly<Partial<Record<MessageType, LossyPhase>>> = {
  TOOL_RESULT: { name: "tool_results", types: ["TOOL_RESULT"], range: [80, 90], share: 0.11, leastShare: 0.05 },
  TOOL_CALL: { name: "tool_calls", types: ["TOOL_CALL"], range: [50, 70], share: 0.36 },
  ASSISTANT_THINKING: { name: "thinking", types: ["ASSISTANT_THINKING"], range: [40, 60], share: 0.48 },
  ASSISTANT_MESSAGE: { name: "messages", types: ["ASSISTANT_MESSAGE"], range: [0, 20], share: 0.8 },
};

/** Types in the order of keeping. */
const DEFAULT_PRIORITY: readonly MessageType[] = [
  "USER_MESSAGE",
  "ASSISTANT_MESSAGE",
  "ASSISTANT_THINKING",
  "TOOL_CALL",
  "TOOL_RESULT",
];

/**
 * The phases in their order: what is kept longest comes last.
 *
 * @param priority Types in the order of keeping; those that are not listed follow in the default order.
 */
export function phasesFor(priority: readonly MessageType[]): LossyPhase[] {
  const rest = DEFAULT_PRIORITY.filter((type) => !priority.includes(type));
  return [...priority, ...rest].reverse().flatMap((type) => PHASES[type] ?? []);
}

/** The one phase of a condensation that does not tell types apart. */
export const UNTYPED: Pick<LossyPhase, "name" | "types"> = {
  name: "untyped",
  types: ["TOOL_RESULT", "TOOL_CALL", "ASSISTANT_THINKING", "ASSISTANT_MESSAGE"],
};
