// Images and documents of a message that are in no result: next to results, or the user's own. Media directly behind a
// result belong to it, because clients put there what a result cannot hold. Behind anything else they are the user's.

import { isRecord, type JsonRecord } from "../text/json-value.js";
import { type PartRules, readMedia } from "./read-content.js";
import type { LooseMedia, Media, ToolResult } from "./transcript.js";

/** Where a message's blocks are read from, and its index. */
interface Blocks {
  messageIndex: number;
  /** Its blocks in order. */
  blocks: readonly unknown[];
  /** Whether the message is the user's: media behind anything but a result are the user's own. */
  isUsers: boolean;
}

/**
 * Reads the media among blocks that also are results.
 *
 * @param mediaOf What a block shows: `other` for a medium that stays, undefined for anything else.
 * @param results The results in this message.
 */
export function readBesideResults(
  { messageIndex, blocks, isUsers }: Blocks,
  mediaOf: (block: unknown) => Media | "other" | undefined,
  results: readonly ToolResult[],
): LooseMedia[] {
  const byBlock = new Map(results.map((result) => [result.blockIndex, result]));
  const found: LooseMedia[] = [];
  let beside: ToolResult | undefined;
  for (const [blockIndex, block] of blocks.entries()) {
    const result = byBlock.get(blockIndex);
    const medium = result === undefined ? mediaOf(block) : undefined;
    if (medium === undefined) beside = result;
    else if (medium !== "other" && (beside !== undefined || isUsers)) {
      found.push({ messageIndex, blockIndex, beside, media: [{ index: blockIndex, medium }] });
    }
  }
  return found;
}

/** Reads the media in a content of the user's, on wires where a message is a whole. */
export function readUserMedia(messageIndex: number, content: unknown, rules: PartRules): LooseMedia[] {
  if (!Array.isArray(content)) return [];
  const media = content.flatMap((part: unknown, index) => {
    const medium = isRecord(part) ? readMedium(part, rules) : undefined;
    return medium === undefined || medium === "other" ? [] : [{ index, medium }];
  });
  return media.length === 0 ? [] : [{ messageIndex, blockIndex: 0, beside: undefined, media }];
}

/** A block as an image or a document: `other` for one that stays, undefined for anything else. */
export function readMedium(part: JsonRecord, rules: PartRules): Media | "other" | undefined {
  if (rules.texts.has(part.type) && typeof part.text === "string") return undefined;
  const kind = rules.mediaKind(part);
  if (kind === undefined) return undefined;
  return rules.markers.some((key) => part[key] != null) ? "other" : readMedia(part, kind);
}
