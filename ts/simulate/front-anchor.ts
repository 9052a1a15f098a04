// Where a move without an anchor of an earlier one looks for what the provider has.
//
//   earlier     user⚑ · call · result⚑                   ⚑ the client's breakpoint: here the provider has an entry
//   this move   user · call⚓ ▒▒▒▒ · call · result⚑       ⚓ Tamis's: entries are looked for at it and up to 20 blocks before
//
// Without it the provider would look for entries near the newest message alone, where everything is edited, and find no more
// than the system prompt.

import type { AnchoredBlock } from "../contract/cache-report.js";
import { isRecord } from "../text/json-value.js";
import type { CacheFacts } from "../wires/cache-facts.js";

/**
 * Units in front of an edit, and from it on, among which a block is looked for. A provider looks for entries 20 blocks in front
 * of a breakpoint, so one a little behind the edit serves as well.
 */
const IN_FRONT = 20;
const BEHIND = 8;

/**
 * The block that may have a breakpoint and is nearest to an edit: in front of it, else behind.
 */
export function frontAnchor(
  { isFree }: CacheFacts,
  contents: (messageIndex: number) => unknown,
  edit: AnchoredBlock,
): AnchoredBlock | undefined {
  if (isFree === undefined) return undefined;
  for (const place of near(edit, contents)) {
    if (place.blockIndex < 0) continue;
    const block = blocksOf(contents(place.messageIndex))[place.blockIndex];
    if (isRecord(block) && isFree(block)) return { messageIndex: place.messageIndex, blockIndex: place.blockIndex };
  }
  return undefined;
}

/** Units in front of an edit, the nearest first, and then those from it on. A message itself is block -1, before its blocks. */
function* near(
  { messageIndex, blockIndex }: AnchoredBlock,
  contents: (messageIndex: number) => unknown,
): Generator<AnchoredBlock> {
  let place = { messageIndex, blockIndex };
  for (let left = IN_FRONT; left > 0; left--) {
    if (place.blockIndex >= 0) place = { ...place, blockIndex: place.blockIndex - 1 };
    else {
      const message = place.messageIndex - 1;
      place = { messageIndex: message, blockIndex: blocksOf(contents(message)).length - 1 };
    }
    if (place.messageIndex < 0) break;
    yield place;
  }
  place = { messageIndex, blockIndex };
  for (let left = BEHIND; left > 0; left--) {
    yield place;
    const isLast = place.blockIndex + 1 >= blocksOf(contents(place.messageIndex)).length;
    place = isLast
      ? { messageIndex: place.messageIndex + 1, blockIndex: -1 }
      : { ...place, blockIndex: place.blockIndex + 1 };
  }
}

const blocksOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
