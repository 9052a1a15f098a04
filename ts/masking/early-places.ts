import type { ToolResult, Transcript } from "../wires/transcript.js";

/** By place: the index of the message from which on a result, or images in none, may go although it is in the window. */
export type Early = ReadonlyMap<string, number>;

/** No result may go while it is in the window. */
export const NONE_EARLY: Early = new Map();

/** The key of a place. `isLoose`: of images in no result. */
export const placeOf = (
  { messageIndex, blockIndex }: Pick<ToolResult, "messageIndex" | "blockIndex">,
  isLoose = false,
): string => `${isLoose ? "media " : ""}${messageIndex} ${blockIndex}`;

/** The index of the message from which on a result may go early; infinite if there is none. */
export const earlyMessage = (result: ToolResult, early: Early = NONE_EARLY): number =>
  early.get(placeOf(result, result.content.kind === "loose")) ?? Number.POSITIVE_INFINITY;

/** Whether a result may go early in this request. */
export const goesEarly = (result: ToolResult, early: Early, { messageCount }: Pick<Transcript, "messageCount">) =>
  earlyMessage(result, early) < messageCount;
