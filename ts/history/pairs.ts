// A pair is a tool call with its results: all messages of one `pairId`. It is kept or dropped as a whole, so that every
// call keeps its result and every result its call.

import { addTo } from "../base/maps.js";
import type { ChatMessage } from "./chat-message.js";

/**
 * The messages of each pair: indexes in order, by `pairId`. A message without `pairId` or `pairRole` belongs to no
 * pair. Linear.
 */
export function collectPairGroups(messages: readonly ChatMessage[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  messages.forEach(({ pairId, pairRole }, index) => {
    if (pairId && pairRole) addTo(groups, pairId, index);
  });
  return groups;
}

/**
 * Adds every message to `keepIndices` whose pair has a kept message. One look at each group is enough, because a
 * message belongs to one pair only. Linear.
 *
 * @returns `keepIndices` itself.
 */
export function includePairMates(
  keepIndices: Set<number>,
  pairGroups: ReadonlyMap<string, readonly number[]>,
): Set<number> {
  for (const group of pairGroups.values()) {
    if (!group.some((index) => keepIndices.has(index))) continue;
    for (const index of group) keepIndices.add(index);
  }
  return keepIndices;
}

/**
 * Does the same as {@link includePairMates} with all groups of `messages`, without building the groups. Few messages
 * are kept, so it collects only their ids. Linear.
 */
export function includeMatesOfKept(keepIndices: Set<number>, messages: readonly ChatMessage[]): Set<number> {
  const kept = new Set<string>();
  for (const index of keepIndices) {
    const { pairId, pairRole } = messages[index] ?? {};
    if (pairId && pairRole) kept.add(pairId);
  }
  if (kept.size === 0) return keepIndices;
  messages.forEach(({ pairId, pairRole }, index) => {
    if (pairId && pairRole && kept.has(pairId)) keepIndices.add(index);
  });
  return keepIndices;
}

/**
 * True if a call has no result or a result no call. With `before`, pairs that were broken there already do not count:
 * histories that were cut elsewhere are common, and no stage can repair them. Linear.
 */
export function hasPairInvariantViolation(
  messages: readonly ChatMessage[],
  before: readonly ChatMessage[] = [],
): boolean {
  // Masking leaves the pairs alone, so this common case breaks nothing.
  if (haveSamePairs(messages, before)) return false;
  const broken = brokenPairs(messages);
  if (broken.size === 0) return false;
  const known = brokenPairs(before);
  for (const pairId of broken) if (!known.has(pairId)) return true;
  return false;
}

function haveSamePairs(a: readonly ChatMessage[], b: readonly ChatMessage[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((one, index) => {
    const other = b[index];
    // Most are the same object and need no comparison.
    return one === other || (one.pairId === other?.pairId && one.pairRole === other?.pairRole);
  });
}

function brokenPairs(messages: readonly ChatMessage[]): Set<string> {
  const calls = new Set<string>();
  const results = new Set<string>();
  for (const { pairId, pairRole } of messages) {
    if (!pairId) continue;
    if (pairRole === "call") calls.add(pairId);
    if (pairRole === "result") results.add(pairId);
  }
  const broken = new Set<string>();
  for (const pairId of calls) if (!results.has(pairId)) broken.add(pairId);
  for (const pairId of results) if (!calls.has(pairId)) broken.add(pairId);
  return broken;
}
