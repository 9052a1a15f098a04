import { isUtf8 } from "node:buffer";
import { messageOf } from "../../base/errors.js";
import type { ConversationContext } from "../../condensation/index.js";
import type { Wire } from "../../contract/report.js";
import { withoutQuote } from "../../text/json-value.js";
import { CliFailure, FAILED } from "../shared/failure.js";

/** A conversation, and a way to write it as it came. */
export interface CondenseInput {
  context: ConversationContext;
  /** The same request, or list, with other messages. */
  withMessages(messages: readonly object[]): object;
}

const LISTS = ["messages", "contents", "input"] as const;
const SYSTEMS = ["system", "systemInstruction", "system_instruction", "instructions"] as const;

/** @throws CliFailure for bytes that have no conversation. */
export function readConversation(
  bytes: Uint8Array,
  flags: { wire?: Wire; model?: string; mode?: string },
): CondenseInput {
  const request = parse(textOf(bytes));
  const shared = {
    ...(flags.wire === undefined ? {} : { wire: flags.wire }),
    ...(flags.mode === undefined ? {} : { mode: flags.mode }),
  };
  if (Array.isArray(request)) {
    const model = flags.model === undefined ? {} : { model: flags.model };
    return { context: { messages: request, ...shared, ...model }, withMessages: (messages) => [...messages] };
  }
  const key = LISTS.find((name) => Array.isArray(request[name]));
  if (key === undefined) throw new CliFailure(FAILED, "the input has no list of messages, contents or input");
  const model = flags.model ?? (typeof request.model === "string" ? request.model : undefined);
  const system = SYSTEMS.map((name) => request[name]).find((value) => value !== undefined);
  return {
    context: {
      ...{ messages: request[key] as object[], ...shared },
      ...(model === undefined ? {} : { model }),
      ...(system === undefined ? {} : { system }),
      ...(Array.isArray(request.tools) ? { tools: request.tools } : {}),
    },
    withMessages: (messages) => ({ ...request, [key]: messages }),
  };
}

/** Read leniently, a byte that is no UTF-8 would be written as another character. */
function textOf(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new CliFailure(FAILED, "the input is not UTF-8; send the request as uncompressed UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  if (text.startsWith("\ufeff"))
    throw new CliFailure(FAILED, "the input is no JSON: byte 0 begins a byte order mark; remove it");
  return text;
}

function parse(text: string): Record<string, unknown> | object[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliFailure(FAILED, `the input is no JSON: ${withoutQuote(messageOf(error))}`);
  }
  if (typeof value === "object" && value !== null) return value as Record<string, unknown> | object[];
  throw new CliFailure(FAILED, "the input is no request and no list of messages");
}
