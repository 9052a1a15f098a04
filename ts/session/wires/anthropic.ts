import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { Turn, TurnCall, TurnInput } from "../turn.js";
import {
  argumentsObject,
  bySide,
  originalIn,
  recordsIn,
  splitSystem,
  textAt,
  textOfParts,
  unknownRole,
  type WireRules,
  withOriginal,
} from "./wire.js";

/** Anthropic Messages: consecutive turns of one side form one message, with results first. */
export const anthropic: WireRules = {
  keys: ["system", "messages"],
  toRequest(turns) {
    const [system, rest] = splitSystem(turns);
    const blocks = system.flatMap(blocksOf);
    const messages = bySide(rest, blocksOf).map(({ isUser, pieces }) => ({
      role: isUser ? "user" : "assistant",
      content: toContent(pieces),
    }));
    return blocks.length === 0 ? { messages } : { system: toContent(blocks), messages };
  },
  fromRequest({ system, messages }) {
    const list = recordsIn(messages, "messages");
    const turns = list.flatMap((message, at) => fromMessage(message, `messages[${at}]`));
    if (system === undefined || system === null) return turns;
    const first = { role: "system", content: textOfParts(system, "system") } as const;
    return [withOriginal(first, "anthropic", toBlocks(system), blocksOf), ...turns];
  },
};

/** Renders a single plain text as a string. */
function toContent(blocks: readonly unknown[]): unknown {
  const [only] = blocks;
  const isPlain = blocks.length === 1 && isRecord(only) && only.type === "text" && Object.keys(only).length === 2;
  return isPlain ? only.text : blocks;
}

const toBlocks = (content: unknown): unknown =>
  typeof content === "string" ? (content === "" ? [] : [{ type: "text", text: content }]) : content;

function blocksOf(turn: Turn): readonly unknown[] {
  const original = originalIn(turn, "anthropic");
  return Array.isArray(original) ? original : plainBlocks(turn);
}

function plainBlocks({ role, content, toolCalls = [], toolCallId, isError }: Turn): JsonRecord[] {
  if (role === "tool") {
    const error = isError ? { is_error: true } : {};
    return [{ type: "tool_result", tool_use_id: toolCallId, content, ...error }];
  }
  const text = content.trim() === "" ? [] : [{ type: "text", text: content }];
  const calls = toolCalls.map((call) => ({
    type: "tool_use",
    id: call.id,
    name: call.name,
    input: argumentsObject(call),
  }));
  return [...text, ...calls];
}

/** Each result becomes a turn. The rest of a user's message, before or after results, becomes user turns. */
function fromMessage({ role, content }: JsonRecord, path: string): TurnInput[] {
  if (role !== "user" && role !== "assistant" && role !== "system")
    throw unknownRole(role, path, "user, assistant or system");
  if (role === "system") return [{ role, content: textOfParts(content, `${path}.content`) }];
  const blocks = recordsIn(toBlocks(content ?? ""), `${path}.content`);
  if (role === "assistant") return [fromAssistant(blocks, path)];
  const isResult = (block: JsonRecord) => block.type === "tool_result";
  const results = blocks.filter(isResult).map((block) => fromResult(block, path));
  const said = blocks.filter((block) => !isResult(block));
  if (said.length === 0 && results.length > 0) return results;
  const user: TurnInput = { role, content: textOfParts(said, `${path}.content`) };
  return [...results, withOriginal(user, "anthropic", said, plainBlocks)];
}

function fromAssistant(blocks: readonly JsonRecord[], path: string): TurnInput {
  const isHidden = ({ type }: JsonRecord) => type === "thinking" || type === "redacted_thinking" || type === "tool_use";
  const calls = blocks.flatMap((block, at): TurnCall[] => {
    if (block.type !== "tool_use") return [];
    const where = `${path}.content[${at}]`;
    const input = JSON.stringify(block.input ?? {});
    return [{ id: textAt(block, "id", where), name: textAt(block, "name", where), arguments: input }];
  });
  const said = blocks.filter((block) => !isHidden(block));
  const content = textOfParts(said, `${path}.content`);
  const turn: TurnInput = { role: "assistant", content, ...(calls.length > 0 ? { toolCalls: calls } : {}) };
  return withOriginal(turn, "anthropic", blocks, plainBlocks);
}

function fromResult(block: JsonRecord, path: string): TurnInput {
  const content = textOfParts(block.content, `${path}.content`);
  const toolCallId = textAt(block, "tool_use_id", path);
  const turn: TurnInput = { role: "tool", toolCallId, content, ...(block.is_error === true ? { isError: true } : {}) };
  return withOriginal(turn, "anthropic", [block], plainBlocks);
}
