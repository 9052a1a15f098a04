// Matches results with calls as providers do: a result answers the nearest call of its id before it.
import type { Turn } from "./turn.js";

/** For each turn, the index of the turn whose call it answers; -1 if it answers none. */
export function callerOf(turns: readonly Turn[]): number[] {
  const last = new Map<string, number>();
  return turns.map(({ toolCalls = [], toolCallId }, index) => {
    for (const { id } of toolCalls) last.set(id, index);
    return toolCallId === undefined ? -1 : (last.get(toolCallId) ?? -1);
  });
}

/** The results of each call, by the calling turn's index and the call's id. If a call has several, the first counts. */
export function resultsByCall(turns: readonly Turn[]): Map<number, Map<string, Turn>> {
  const results = new Map<number, Map<string, Turn>>();
  for (const [index, caller] of callerOf(turns).entries()) {
    const turn = turns[index];
    if (caller < 0 || turn?.toolCallId === undefined) continue;
    const ofCaller = results.get(caller) ?? new Map<string, Turn>();
    if (!ofCaller.has(turn.toolCallId)) ofCaller.set(turn.toolCallId, turn);
    results.set(caller, ofCaller);
  }
  return results;
}
