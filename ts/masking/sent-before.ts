import type { SessionMemory } from "../contract/session-facts.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { readSteps } from "../wires/steps.js";

/** Index of the first message that this session's rules hold for: those before it were sent as they came. */
export function sentBefore(
  { wire, list }: { readonly wire: WireDefinition; readonly list: readonly unknown[] },
  { startStep, startMoves }: SessionMemory,
  isBound: boolean,
): number {
  if (startStep < 2 || (startMoves && !isBound)) return 0;
  return readSteps(wire, list).cuts[startStep - 2] ?? 0;
}
