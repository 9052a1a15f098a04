import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { invalidTurn, type Turn, type TurnCall, type TurnInput } from "../turn.js";
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

/** Gemini: responses answer calls by place and name. This file invents the call ids, and only the session sees them. */
export const gemini: WireRules = {
  keys: ["systemInstruction", "system_instruction", "contents"],
  toRequest(turns) {
    const [system, rest] = splitSystem(turns);
    const names = new Map<string, string>();
    const parts = system.flatMap((turn) => partsOf(turn, names));
    const contents = bySide(rest, (turn) => partsOf(turn, names)).map(({ isUser, pieces }) => ({
      role: isUser ? "user" : "model",
      parts: pieces,
    }));
    return parts.length === 0 ? { contents } : { systemInstruction: { parts }, contents };
  },
  fromRequest(request) {
    const system = request.systemInstruction ?? request.system_instruction;
    const open: TurnCall[] = [];
    const turns = recordsIn(request.contents, "contents").flatMap((content, at) => fromContent(content, at, open));
    if (!isRecord(system)) return turns;
    const parts = recordsIn(system.parts, "systemInstruction.parts");
    const first = { role: "system", content: textOfParts(parts, "systemInstruction.parts") } as const;
    return [withOriginal(first, "gemini", parts, (turn) => plainParts(turn, "")), ...turns];
  },
};

/** @param names The tool of each call so far, by call id. */
function partsOf(turn: Turn, names: Map<string, string>): readonly unknown[] {
  for (const { id, name } of turn.toolCalls ?? []) names.set(id, name);
  const original = originalIn(turn, "gemini");
  return Array.isArray(original) ? original : plainParts(turn, names.get(turn.toolCallId ?? "") ?? "unknown");
}

function plainParts(turn: Turn, toolName: string): JsonRecord[] {
  const { role, content, toolCalls = [], isError } = turn;
  if (role === "tool") {
    return [{ functionResponse: { name: toolName, response: { [isError ? "error" : "output"]: content } } }];
  }
  const text = content === "" ? [] : [{ text: content }];
  const calls = toolCalls.map((call) => ({ functionCall: { name: call.name, args: argumentsObject(call) } }));
  return [...text, ...calls];
}

/** @param open Unanswered calls, in order. */
function fromContent(content: JsonRecord, at: number, open: TurnCall[]): TurnInput[] {
  const path = `contents[${at}]`;
  const { role = "user" } = content;
  if (role !== "user" && role !== "model" && role !== "function") throw unknownRole(role, path, "user or model");
  const parts = recordsIn(content.parts, `${path}.parts`);
  if (role === "model") return [fromModel(parts, at, open)];
  const results = parts.filter(isResponse).map((part) => fromResponse(part, path, open));
  const said = parts.filter((part) => !isResponse(part));
  if (said.length === 0 && results.length > 0) return results;
  const user: TurnInput = { role: "user", content: textOfParts(said.map(toTextPart), path) };
  return [...results, withOriginal(user, "gemini", said, (turn) => plainParts(turn, ""))];
}

const responseOf = (part: JsonRecord) => part.functionResponse ?? part.function_response;
const callOf = (part: JsonRecord) => part.functionCall ?? part.function_call;
const isResponse = (part: JsonRecord) => isRecord(responseOf(part));

/** Names a part without text by its key. */
const toTextPart = (part: JsonRecord) => (typeof part.text === "string" ? part : { type: Object.keys(part)[0] });

function fromModel(parts: readonly JsonRecord[], at: number, open: TurnCall[]): TurnInput {
  const calls = parts.flatMap((part, index): TurnCall[] => {
    const call = callOf(part);
    if (!isRecord(call)) return [];
    const name = textAt(call, "name", `contents[${at}].parts[${index}]`);
    const id = typeof call.id === "string" && call.id !== "" ? call.id : `call_${at}_${index}`;
    return [{ id, name, arguments: JSON.stringify(call.args ?? {}) }];
  });
  open.splice(0, open.length, ...calls);
  const said = parts.filter((part) => !isRecord(callOf(part)) && part.thought !== true);
  const content = textOfParts(said.map(toTextPart), `contents[${at}].parts`);
  const turn: TurnInput = { role: "assistant", content, ...(calls.length > 0 ? { toolCalls: calls } : {}) };
  return withOriginal(turn, "gemini", parts, (plain) => plainParts(plain, ""));
}

function fromResponse(part: JsonRecord, path: string, open: TurnCall[]): TurnInput {
  const answer = responseOf(part) as JsonRecord;
  const name = textAt(answer, "name", path);
  const place = open.findIndex((call) => (typeof answer.id === "string" ? call.id === answer.id : call.name === name));
  const [call] = place < 0 ? [] : open.splice(place, 1);
  if (call === undefined) throw invalidTurn(path, `a response of ${JSON.stringify(name)} answers no call before it`);
  const response = isRecord(answer.response) ? answer.response : {};
  const { output, error } = response;
  const isError = typeof error === "string";
  const content = isError ? error : typeof output === "string" ? output : JSON.stringify(response);
  const turn: TurnInput = { role: "tool", toolCallId: call.id, content, ...(isError ? { isError } : {}) };
  return withOriginal(turn, "gemini", [part], (plain) => plainParts(plain, name));
}
