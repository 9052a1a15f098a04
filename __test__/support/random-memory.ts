import type { SessionMemory } from "../../ts/contract/session-facts.js";
import type { Random } from "./random.js";

/** What a session may know where its client has taken out thinking; half of the time nothing. */
export function randomMoves(random: Random): Pick<SessionMemory, "moves" | "knownStep" | "startBinds"> {
  const startBinds = random.chance(0.3);
  if (random.chance(0.5)) return { moves: [], knownStep: 0, startBinds };
  const steps = Array.from({ length: 14 }, (_, at) => at + 1).filter(() => random.chance(0.2));
  const moves = steps.map((step) => ({ step, bound: random.pick([0, 0, step]) }));
  return { moves, knownStep: (steps.at(-1) ?? 0) + random.below(5), startBinds };
}
