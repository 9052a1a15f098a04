import type { UnitTable } from "./unit-table.js";

/**
 * A request as a provider reads it that leaves out reasoning before the user's newest message. What is left out becomes
 * nothing, so that places stay; the same list where there is none. Linear.
 */
export function withoutOldReasoning(ids: readonly number[], units: UnitTable): readonly number[] {
  const end = ids.findLastIndex((id) => units.roles[id] === "user");
  const isOld = (id: number, place: number) => place < end && units.roles[id] === "reasoning";
  return ids.some(isOld) ? ids.map((id, place) => (isOld(id, place) ? units.nothing : id)) : ids;
}
