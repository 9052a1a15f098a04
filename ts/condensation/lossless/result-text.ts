import type { ShownByCall } from "../../contract/text-backend.js";
import { loadTextBackend } from "../../load/text-backend.js";
import { hasErrorLine, isJudgedByLines, looksLikeError } from "../../text/error-signs.js";
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
  /** What the call shows. */
  shown: ShownByCall;
  /** Path of the file that the call reads. */
  path: string | undefined;
  /** Whether the call failed; `lines`: if a line near an end of the slot's text says so ({@link hasFailed}). */
  failed: "yes" | "no" | "lines";
  /** Whether the text is the whole of its result, and of its string. Only such texts point, or are pointed at. */
  isWhole: boolean;
}

/** Whether the call of a result failed. Linear in the lines near the ends of its text. */
export const hasFailed = ({ failed, slot }: ResultText): boolean =>
  failed === "lines" ? hasErrorLine(slot.text) : failed === "yes";

/** The texts of all results in document order. Linear. */
export function resultTexts({ slots }: TypedConversation): ResultText[] {
  const found: ResultText[] = [];
  const core = loadTextBackend();
  slots.forEach((slot, index) => {
    const { block } = slot;
    if (block.type !== "TOOL_RESULT") return;
    const { toolName, args = "" } = block.call ?? {};
    const tool = wellFormed(toolName ?? "shell");
    const spelled = typeof args === "string" ? args : JSON.stringify(args);
    const shown = core.shownByCall(tool, spelled);
    found.push({
      slot,
      tool,
      args: spelled,
      shown,
      path: shown.kind === "read" ? shown.path : undefined,
      failed: failureOf(slot),
      isWhole: block.texts.length === 1 && isOther(slots[index - 1], slot) && isOther(slots[index + 1], slot),
    });
  });
  return found;
}

/** Lines are left to those who need them, because to read them takes longer than everything else here. */
function failureOf({ block, text }: Slot): ResultText["failed"] {
  if (block.isError === true) return "yes";
  if (block.texts.length !== 1) return "no";
  if (isJudgedByLines(text)) return "lines";
  return looksLikeError(text) ? "yes" : "no";
}

const isOther = (slot: Slot | undefined, own: Slot): boolean => slot === undefined || !isSamePlace(slot, own);
