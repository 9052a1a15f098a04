import type { SessionMemory } from "../contract/session-facts.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { readSteps } from "../wires/steps.js";
import type { Thinking } from "./plain-plan.js";

/** A conversation, as far as it tells what was sent before. */
interface Sent {
  readonly wire: WireDefinition;
  readonly list: readonly unknown[];
  /** Undefined if there is none that decisions look at. */
  readonly thinking: Thinking | undefined;
}

/** Index of the first message that this session's rules hold for: those before it were sent as they came. */
export function sentBefore(
  { wire, list, thinking }: Sent,
  { startStep, startMoves, startBinds }: SessionMemory,
): number {
  if (startStep < 2) return 0;
  const { cuts } = readSteps(wire, list);
  const [before = 0, start = 0] = cuts.slice(startStep - 2, startStep);
  // Thinking that was made later was made over what the start edited.
  const isBound =
    startBinds || (thinking?.rule.checks === true && thinking.blocks.some(({ messageIndex }) => messageIndex < start));
  return startMoves && !isBound ? 0 : before;
}
