import type { UnitTable } from "./unit-table.js";

/**
 * A request as read by a provider that leaves out reasoning before the user's newest message. Each omitted piece
 * becomes an empty unit, so that the places of the others do not change. Returns the same list if there is none.
 * Linear.
 */
export function withoutOldReasoning(ids: readonly number[], units: UnitTable): readonly number[] {
  const end = ids.findLastIndex((id) => units.roles[id] === "user");
  const isOld = (id: number, place: number) => place < end && units.roles[id] === "reasoning";
  return ids.some(isOld) ? ids.map((id, place) => (isOld(id, place) ? units.nothing : id)) : ids;
}
