// What became of a block, by what was decided about it, else by how it looks now.
import type { Block } from "../../condensation/conversation/block.js";
import { isCondensed } from "../../condensation/lossy/prioritization/marks.js";
import type { ChangeKind } from "../api.js";

/** What is known of a block beside its texts. */
export interface BlockHint {
  /** The decision's action and reason; undefined where nothing was decided. */
  action?: string | undefined;
  reason?: string | undefined;
  /** Its pointers lead to other results, or it was merged with them. */
  pointer?: "repeat" | "consolidated" | undefined;
}

const BY_ACTION: Readonly<Record<string, ChangeKind>> = {
  mask: "masked",
  clip: "clipped",
  remove: "dropped",
  shorten: "shortened",
  trim: "arguments",
};

/** Longest text that can be a placeholder alone. */
const PLACEHOLDER_CHARS = 4_500;

export function changeOf(before: Block, after: Block, { action, reason, pointer }: BlockHint): ChangeKind {
  if (pointer === "consolidated") return "consolidated";
  if (pointer === "repeat" || reason === "dedupe") return "deduplicated";
  const decided = action === undefined ? undefined : BY_ACTION[action];
  if (decided !== undefined) return decided;
  if (before.kind === "call") return "arguments";
  if (before.text.length === after.text.length) return "repaired";
  if (before.kind !== "result") return "summarised";
  if (isCondensed(after.text)) return "shortened";
  return after.text.startsWith("[") && after.text.length <= PLACEHOLDER_CHARS && isOneLine(after.text)
    ? "masked"
    : "shortened";
}

const isOneLine = (text: string): boolean => !text.trim().includes("\n");
