import type { ConversationContext } from "../../condensation/index.js";
import type { Wire } from "../../contract/report.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";

/** A conversation, and a way to write it as it came. */
export interface CondenseInput {
  context: ConversationContext;
  /** The same request, or list, with other messages. */
  withMessages(messages: readonly object[]): object;
}

const LISTS = ["messages", "contents", "input"] as const;
const SYSTEMS = ["system", "systemInstruction", "system_instruction", "instructions"] as const;

/** @throws CliFailure for a text that has no conversation. */
export function readConversation(text: string, flags: { wire?: Wire; model?: string; mode?: string }): CondenseInput {
  const request = parse(text);
  const shared = {
    ...(flags.wire === undefined ? {} : { wire: flags.wire }),
    ...(flags.mode === undefined ? {} : { mode: flags.mode }),
  };
  if (Array.isArray(request)) {
    const model = flags.model === undefined ? {} : { model: flags.model };
    return { context: { messages: request, ...shared, ...model }, withMessages: (messages) => [...messages] };
  }
  const key = LISTS.find((name) => Array.isArray(request[name]));
  if (key === undefined) throw new CliFailure(WRONG_USAGE, "the input has no list of messages, contents or input");
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

function parse(text: string): Record<string, unknown> | object[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliFailure(WRONG_USAGE, `the input is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof value === "object" && value !== null) return value as Record<string, unknown> | object[];
  throw new CliFailure(WRONG_USAGE, "the input is no request and no list of messages");
}
