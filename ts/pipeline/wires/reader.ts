// What the pipeline needs of each wire, and what its readers share.
import type { ChatMessage } from "../../history/chat-message.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { Steps } from "../../wires/steps.js";

/** Pairs of message indexes, the lower first. */
export type Links = readonly (readonly [number, number])[];

/** The pipeline's reader of one wire. */
export interface PipelineReader {
  /** The messages that cannot exist without each other. */
  link(list: readonly unknown[], roles: Steps["roles"]): Links;
  /** The texts of a message that a summary uses, in order. */
  textsOf(message: JsonRecord): ChatMessage[];
}

export const said = (role: string, content: string): ChatMessage => ({ role, content });
export const called = (name: unknown, args: unknown): ChatMessage => {
  const shown = typeof args === "string" ? args : JSON.stringify(args ?? {});
  return { role: "assistant", content: `${String(name ?? "")} ${shown}`, pairRole: "call" };
};
export const answered = (content: string): ChatMessage => ({ role: "tool", content, pairRole: "result" });

/** A string, or the texts of a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (isRecord(part) && typeof part.text === "string" ? [part.text] : [])).join("\n");
}
