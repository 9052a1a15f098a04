import { type Conversation, openConversation } from "../../condensation/conversation/open.js";
import type { Wire } from "../../contract/report.js";
import { type JsonRecord, parseRecord } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";
import { detectObjectWire } from "../../wires/wire-of.js";

/** A body as JSON; undefined for what is none. */
export function parsedBody(body: Uint8Array): JsonRecord | undefined {
  return parseRecord(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"));
}

/** A body as a conversation; undefined for what is none. @param wire By its form where it is not given */
export function parsedConversation(body: Uint8Array, wire?: Wire): Conversation | undefined {
  const request = parsedBody(body);
  return request === undefined ? undefined : conversationOf(request, wire);
}

/** A request as a conversation; undefined for what is none. */
export function conversationOf(request: JsonRecord, wire?: Wire): Conversation | undefined {
  const key = wire ?? detectObjectWire(request);
  if (key === undefined) return undefined;
  const messages = request[WIRES.of(key).listKey];
  if (!Array.isArray(messages)) return undefined;
  try {
    return openConversation({ messages, wire: key });
  } catch {
    return undefined;
  }
}
