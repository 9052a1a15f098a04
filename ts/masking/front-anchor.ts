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

/** Units in front of an edit among which a block is looked for. */
const MOST_UNITS = 20;

/**
 * The last block in front of an edit that may have a breakpoint; undefined if a breakpoint is between them already.
 *
 * @param isMarked Whether a block has a breakpoint.
 */
export function frontAnchor(
  { isFree }: CacheFacts,
  contents: (messageIndex: number) => unknown,
  { messageIndex, blockIndex }: AnchoredBlock,
  isMarked: (place: AnchoredBlock) => boolean,
): AnchoredBlock | undefined {
  if (isFree === undefined) return undefined;
  let place = { messageIndex, blockIndex };
  for (let left = MOST_UNITS; left > 0; left--) {
    // The message itself is a unit in front of its blocks.
    if (place.blockIndex < 0) place = lastOf(place.messageIndex - 1, contents);
    else place = { ...place, blockIndex: place.blockIndex - 1 };
    if (place.messageIndex < 0) return undefined;
    if (place.blockIndex < 0) continue;
    if (isMarked(place)) return undefined;
    const list = contents(place.messageIndex);
    const block: unknown = Array.isArray(list) ? list[place.blockIndex] : undefined;
    if (isRecord(block) && isFree(block)) return place;
  }
  return undefined;
}

/** The last unit of a message: a block, or the message itself, which is number -1. */
function lastOf(messageIndex: number, contents: (messageIndex: number) => unknown): AnchoredBlock {
  const list = contents(messageIndex);
  return { messageIndex, blockIndex: Array.isArray(list) ? list.length - 1 : -1 };
}
