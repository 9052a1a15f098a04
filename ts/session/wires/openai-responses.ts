import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { isMarker, type Turn, type TurnCall, type TurnInput } from "../turn.js";
import {
  originalIn,
  recordsIn,
  splitSystem,
  textAt,
  textOfParts,
  unknownRole,
  type WireRules,
  withOriginal,
} from "./wire.js";

/** OpenAI Responses: consecutive items of the assistant (reasoning, message, calls) form one turn. */
export const openAiResponses: WireRules = {
  keys: ["instructions", "input"],
  toRequest(turns) {
    const [system, rest] = splitSystem(turns);
    const isPlain = system.every((turn) => originalIn(turn, "openai-responses") === undefined);
    if (!isPlain || system.length === 0) return { input: turns.flatMap(itemsOf) };
    const instructions = system.map(({ content }) => content).join("\n\n");
    return { instructions, input: rest.flatMap(itemsOf) };
  },
  fromRequest({ instructions, input }) {
    const first: TurnInput[] = typeof instructions === "string" ? [{ role: "system", content: instructions }] : [];
    const items = typeof input === "string" ? [{ role: "user", content: input }] : recordsIn(input, "input");
    return [...first, ...groupsOf(items).map(({ items: group, at }) => fromItems(group, `input[${at}]`))];
  },
};

function itemsOf(turn: Turn): readonly unknown[] {
  const original = originalIn(turn, "openai-responses");
  return Array.isArray(original) ? original : plainItems(turn);
}

function plainItems(turn: Turn): JsonRecord[] {
  const { role, content, toolCalls = [], toolCallId } = turn;
  if (role === "tool") return [{ type: "function_call_output", call_id: toolCallId, output: content }];
  const said = content === "" && toolCalls.length > 0 ? [] : [{ role: isMarker(turn) ? "user" : role, content }];
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({
    type: "function_call",
    call_id: id,
    name,
    arguments: args,
  }));
  return [...said, ...calls];
}

const isMessage = ({ type, role }: JsonRecord) => type === "message" || (type === undefined && role !== undefined);
const isOutput = ({ type }: JsonRecord) => typeof type === "string" && type.endsWith("_output");

/** Whether the model produced the item. */
const isProduced = (item: JsonRecord) => (isMessage(item) ? item.role === "assistant" : !isOutput(item));

/** Groups items into turns: the model's items up to its next message form one, every other item is its own. */
function groupsOf(items: readonly JsonRecord[]): { items: JsonRecord[]; at: number }[] {
  const groups: { items: JsonRecord[]; at: number; isOpen: boolean; hasCalls: boolean }[] = [];
  for (const [at, item] of items.entries()) {
    const last = groups.at(-1);
    const joins = isProduced(item) && last?.isOpen === true && !(isMessage(item) && last.hasCalls);
    if (joins) last.items.push(item);
    else groups.push({ items: [item], at, isOpen: isProduced(item), hasCalls: false });
    const current = groups.at(-1);
    if (current !== undefined) current.hasCalls ||= item.type === "function_call" || isMessage(item);
  }
  return groups;
}

function fromItems(items: readonly JsonRecord[], path: string): TurnInput {
  return withOriginal(readItems(items, path), "openai-responses", items, plainItems);
}

function readItems(items: readonly JsonRecord[], path: string): TurnInput {
  const [first = {}] = items;
  if (isOutput(first)) {
    const toolCallId = textAt(first, "call_id", path);
    return { role: "tool", toolCallId, content: textOfParts(first.output, `${path}.output`) };
  }
  if (isMessage(first) && first.role !== "assistant") return { role: roleOf(first, path), content: said(items, path) };
  const toolCalls = items.flatMap((item): TurnCall[] => {
    if (typeof item.type !== "string" || !item.type.endsWith("_call") || typeof item.call_id !== "string") return [];
    return [{ id: item.call_id, name: typeof item.name === "string" ? item.name : item.type, arguments: argsOf(item) }];
  });
  const calls = toolCalls.length > 0 ? { toolCalls } : {};
  return { role: "assistant", content: said(items, path), ...calls };
}

/** The arguments of a call as the JSON of an object. A custom tool's input is a text alone. */
function argsOf({ arguments: args, input, action }: JsonRecord): string {
  if (typeof args === "string") return args;
  const given = input ?? action ?? {};
  return JSON.stringify(isRecord(given) ? given : { input: given });
}

function said(items: readonly JsonRecord[], path: string): string {
  const messages = items.filter((item) => isMessage(item) && isRecord(item));
  return messages.map(({ content }) => textOfParts(content, `${path}.content`)).join("\n");
}

function roleOf({ role }: JsonRecord, path: string): "system" | "user" {
  if (role === "developer" || role === "system") return "system";
  if (role === "user") return role;
  throw unknownRole(role, path, "system, developer, user, assistant");
}
