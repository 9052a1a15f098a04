import { shownByCall, showsFileText } from "../../arrival/file-tools.js";
import { looksLikeError } from "../../text/error-signs.js";
import { wellFormed } from "../../text/surrogates.js";
import type { Slot } from "../lossy/classification/block.js";
import { isSamePlace, type TypedConversation } from "../lossy/classification/classify.js";

/** A text of a tool's result, with what is known of the call. */
export interface ResultText {
  slot: Slot;
  /** Name of the tool; a shell's call has none on some wires. */
  tool: string;
  /** The call's arguments as text. */
  args: string;
  /** Path of the file that the call reads. */
  path: string | undefined;
  /** Whether it shows text that agents edit by exact match. */
  isFile: boolean;
  isError: boolean;
  /** Whether the text is the whole of its result, and of its string. Only such texts point, or are pointed at. */
  isWhole: boolean;
}

/** The texts of all results in document order. Linear. */
export function resultTexts({ slots }: TypedConversation): ResultText[] {
  const found: ResultText[] = [];
  slots.forEach((slot, index) => {
    const { block } = slot;
    if (block.type !== "TOOL_RESULT") return;
    const { toolName, args = "" } = block.call ?? {};
    const tool = wellFormed(toolName ?? "shell");
    const spelled = typeof args === "string" ? args : JSON.stringify(args);
    const shown = shownByCall(tool, spelled);
    found.push({
      slot,
      tool,
      args: spelled,
      path: shown.kind === "read" ? shown.path : undefined,
      isFile: showsFileText(shown),
      isError: block.isError === true || (block.texts.length === 1 && looksLikeError(slot.text)),
      isWhole: block.texts.length === 1 && isOther(slots[index - 1], slot) && isOther(slots[index + 1], slot),
    });
  });
  return found;
}

const isOther = (slot: Slot | undefined, own: Slot): boolean => slot === undefined || !isSamePlace(slot, own);
