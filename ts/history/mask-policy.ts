import { TamisError } from "../base/errors.js";
import {
  type MaskPolicy,
  type MaskPolicySettings,
  resolveMaskPolicy,
  type SnakeCaseMaskPolicy,
} from "../policy/seed-policy.js";
import { looksLikeSeedError } from "../text/error-signs.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { placeholderOf } from "./placeholders.js";

/** The function of a tool call in an OpenAI Chat message. */
export interface ToolCallFunction {
  /** The tool's name. */
  name: string;
  /** JSON text. */
  arguments: string;
}

/** A tool call of an assistant message. */
export interface ToolCall {
  /** Id by which a tool message answers the call. */
  id: string;
  /** `function` for every call that is read here. */
  type: string;
  /** The tool and its arguments. */
  function: ToolCallFunction;
}

/** A message of an OpenAI Chat request. Other keys are kept unchanged. */
export interface OpenAiMessage {
  /** `system`, `user`, `assistant`, `tool` … */
  role: string;
  /** A text, a list of parts, or null. */
  content?: unknown;
  /** Calls of an assistant message. */
  tool_calls?: readonly ToolCall[] | null | undefined;
  /** The call that a message with the role `tool` answers. */
  tool_call_id?: string | null | undefined;
}

/** Choices that seed 004 leaves to the caller. */
export interface MaskOptions {
  /** Leave results alone if the placeholder would not make them shorter, in chars and in bytes. @default false */
  onlyIfShorter?: boolean;
}

/**
 * Masks old tool results as seed 004 specifies. Results of all but the newest `windowTurns` tool turns become a
 * placeholder. Errors, orphans, the newest results of each tool (`keepLastKPerTool`) and contents that are no strings
 * remain. A call id that occurs twice means its last call. Linear in the messages.
 *
 * @param messages OpenAI Chat messages; never changed.
 * @param policy Settings in camelCase or snake_case; default: the seed's.
 * @returns The same array if the policy is disabled or its window is 0 or less, else a new one of shallow copies.
 * @throws TamisError `POLICY_INVALID`; `OPTION_INVALID` if `messages` is no array.
 */
export function maskOldToolResults<M extends OpenAiMessage>(
  messages: readonly M[],
  policy?: MaskPolicy | SnakeCaseMaskPolicy,
  options: MaskOptions = {},
): M[] {
  if (!Array.isArray(messages)) {
    throw new TamisError("OPTION_INVALID", "messages: expected an array of OpenAI Chat messages");
  }
  const settings = resolveMaskPolicy(policy);
  // The seed returns its argument. The readonly type only says that this function does not change it.
  if (!settings.enabled || settings.windowTurns <= 0) return messages as M[];
  const calls = readCalls(messages);
  const keptIds = newestOfEachTool(messages, calls, settings.keepLastKPerTool);
  const keepFrom = calls.turnCount - settings.windowTurns;
  const render = placeholderOf(settings.placeholderTemplate, "inconnu");
  return messages.map((message, messageIndex) => {
    const id = resultId(message);
    const turn = id === undefined ? undefined : calls.turnOf.get(id);
    if (id === undefined || turn === undefined || turn >= keepFrom || keptIds.has(id)) return copyOf(message);
    const { content } = message;
    if (typeof content !== "string" || staysAsError(content, settings)) return copyOf(message);
    const text = render({ callId: id, toolName: calls.nameOf.get(id), messageIndex, text: content });
    return options.onlyIfShorter && !isShorter(text, content) ? copyOf(message) : { ...message, content: text };
  });
}

interface Calls {
  turnCount: number;
  turnOf: ReadonlyMap<string, number>;
  nameOf: ReadonlyMap<string, string>;
}

function readCalls(messages: readonly unknown[]): Calls {
  const turnOf = new Map<string, number>();
  const nameOf = new Map<string, string>();
  let turnCount = 0;
  for (const message of messages) {
    if (!isRecord(message) || message.role !== "assistant" || !Array.isArray(message.tool_calls)) continue;
    const calls = message.tool_calls.filter(hasId);
    for (const call of calls) {
      turnOf.set(call.id, turnCount);
      const name = isRecord(call.function) ? call.function.name : undefined;
      if (typeof name === "string") nameOf.set(call.id, name);
    }
    if (calls.length > 0) turnCount++;
  }
  return { turnCount, turnOf, nameOf };
}

function hasId(call: unknown): call is JsonRecord & { id: string } {
  return isRecord(call) && typeof call.id === "string";
}

/** The call id of a tool result; undefined for other messages, and for a result that names no call. */
function resultId(message: unknown): string | undefined {
  if (!isRecord(message) || message.role !== "tool") return undefined;
  const id = message.tool_call_id;
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** Ids of the newest `k` results of each tool, among all results with a call. */
function newestOfEachTool(messages: readonly unknown[], calls: Calls, k: number | null): Set<string> {
  const kept = new Set<string>();
  if (k === null) return kept;
  const counts = new Map<string | undefined, number>();
  for (let index = messages.length - 1; index >= 0; index--) {
    const id = resultId(messages[index]);
    if (id === undefined || !calls.turnOf.has(id)) continue;
    const name = calls.nameOf.get(id);
    const count = counts.get(name) ?? 0;
    if (count < k) kept.add(id);
    counts.set(name, count + 1);
  }
  return kept;
}

function staysAsError(content: string, settings: MaskPolicySettings): boolean {
  return settings.keepErrors && looksLikeSeedError(content);
}

function isShorter(text: string, content: string): boolean {
  return text.length < content.length && Buffer.byteLength(text) < Buffer.byteLength(content);
}

/** A shallow copy of an object; any other value itself. */
function copyOf<M>(message: M): M {
  return isRecord(message) ? { ...message } : message;
}
