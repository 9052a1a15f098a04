import { type ChatMessage, isObservation, isSystem } from "../../../../history/chat-message.js";
import type { Block } from "../block.js";
import { assistantBlocks, blockOf, type MessagePlace, plain, UserTexts } from "../raw.js";

/** The blocks of a message with a text and maybe a `pairRole`, which says whether it is a call or a result. */
export function chatMessageBlocks(place: MessagePlace): Block[] {
  const message = place.message as unknown as ChatMessage;
  const { role, content, pairId, pairRole, toolCallId } = message;
  const path = [place.messageIndex, "content"];
  const texts = plain(path, content);
  if (isSystem(message)) return [blockOf(place, 0, "SYSTEM_MESSAGE", { texts })];
  if (isObservation(message)) {
    const call = { id: toolCallId ?? pairId, name: undefined, args: undefined };
    return [blockOf(place, 0, "TOOL_RESULT", { texts, call })];
  }
  if (role === "user") return new UserTexts(place.before).read(place, 0, path, content);
  if (role !== "assistant") return [blockOf(place, 0, undefined, { texts })];
  if (pairRole === "call") {
    const call = { id: toolCallId ?? pairId, name: undefined, args: undefined };
    return [blockOf(place, 0, "TOOL_CALL", { texts, call })];
  }
  return assistantBlocks(place, 0, path, content);
}
