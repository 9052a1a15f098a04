import type { AtomicUnit } from "./atomic-units.js";
import type { Dimension } from "./replay-cut.js";
import type { ConversationView } from "./stage.js";

/**
 * Why no cut can meet a budget, in a few words with sizes; undefined if one can.
 * Counts what is never dropped: everything outside the messages, messages that are kept, the user's first and last, and
 * the newest turn. Linear in the units.
 */
export function obstacleOf({ units, dimensions }: ConversationView): string | undefined {
  const names = ["tokens", "chars"];
  for (const [index, dimension] of dimensions.entries()) {
    const parts = partsOf(units, dimension);
    const least = parts.reduce((sum, { size }) => sum + size, 0);
    if (least <= dimension.limit) continue;
    const listed = parts.filter(({ size }) => size > 0).sort((a, b) => b.size - a.size);
    const list = listed.map(({ name, size }) => `${name} ${Math.round(size)}`).join(", ");
    return `${dimension.limit} ${names[index] ?? ""} cannot hold what is never dropped: ${list}`;
  }
  return undefined;
}

interface Part {
  name: string;
  size: number;
}

function partsOf(units: readonly AtomicUnit[], { sizes }: Dimension): Part[] {
  const sizeOf = ({ start, end }: AtomicUnit) => (sizes.sums[end] ?? 0) - (sizes.sums[start] ?? 0);
  const newest = units.at(-1);
  const users = units.filter(({ kind, restOf }) => kind === "user" && restOf === undefined);
  const asked = new Set([users.at(0), users.at(-1)].filter((unit) => unit !== undefined && unit !== newest));
  const sum = (list: Iterable<AtomicUnit | undefined>) =>
    [...list].reduce<number>((total, unit) => total + (unit === undefined ? 0 : sizeOf(unit)), 0);
  return [
    { name: "tools and settings", size: sizes.rest },
    { name: "newest turn", size: sum([newest]) },
    { name: "system and protected messages", size: sum(units.filter((one) => one.kind === "kept" && one !== newest)) },
    { name: "the user's first and last message", size: sum(asked) },
  ];
}
