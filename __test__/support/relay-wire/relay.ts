// A wire that no provider speaks. What Chat calls messages, role, content, tool calls and their ids has other names here:
//
//   { turns: [
//     { by: "human", says: "go" },
//     { by: "machine", asks: [{ ticket: "a", use: { name: "read_file", arguments: "{}" } }] },
//     { by: "reply", ticket: "a", says: "text of the file" } ] }
import type { Wire } from "../../../ts/contract/report.js";
import { isRecord, type JsonRecord, nonEmpty, stringChars } from "../../../ts/text/json-value.js";
import { defineWire, type MessageRole } from "../../../ts/wires/define-wire.js";
import { answerTo, callArguments, type KnownCall } from "../../../ts/wires/known-calls.js";
import { contentChars, type PartRules, readContent } from "../../../ts/wires/read-content.js";
import type { ToolResult, Transcript } from "../../../ts/wires/transcript.js";

const PARTS: PartRules = { texts: new Set(["text"]), markers: ["cache_control"], mediaKind: () => undefined };
const ROLES: Readonly<Record<string, MessageRole>> = { human: "user", machine: "assistant", reply: "tool" };
const roleOf = ({ by }: JsonRecord): MessageRole =>
  typeof by === "string" && Object.hasOwn(ROLES, by) ? (ROLES[by] ?? "other") : "other";
const callsOf = ({ asks }: JsonRecord): JsonRecord[] =>
  Array.isArray(asks) ? asks.filter(isRecord).filter(({ ticket }) => nonEmpty(ticket) !== undefined) : [];

/** The wire's one definition. Its name is no {@link Wire}: a wire of the package's own would be in `WIRE_NAMES`. */
export const relay = defineWire({
  key: "relay" as Wire,
  listKey: "turns",
  blocks: {
    key: "says",
    holdResults: false,
    textType: "text",
    isResult: () => false,
    ofText: (text) => ({ type: "text", text }),
  },
  cache: {
    markerKey: undefined,
    byClient: false,
    needsBreakpoint: () => false,
    anchorPlace: () => "nowhere",
    marker: () => ({}),
    breakpoints: () => [],
    countInFront: () => 0,
    automatic: () => undefined,
    prices: () => ({ read: 1000, write: 10_000 }),
  },
  provider: {
    name: "openai",
    telemetryName: "relay",
    endpoints: [],
    images: "openai",
    errors: "openai",
    streamError: "data",
  },
  read,
  measure: (turns) => turns.reduce<number>((chars, turn) => chars + (isRecord(turn) ? charsOf(turn) : 0), 0),
  roleOf,
  makesCalls: (turn) => callsOf(turn).length > 0,
  contentPath: () => ["says"],
  userMessage: (texts) => ({ by: "human", says: texts.join("\n") }),
});

function read(turns: readonly unknown[]): Transcript {
  const calls = new Map<string, KnownCall>();
  const results: ToolResult[] = [];
  let [toolTurnCount, lastUserMessage] = [0, -1];
  turns.forEach((turn, messageIndex) => {
    const role = isRecord(turn) ? roleOf(turn) : "other";
    if (!isRecord(turn)) return;
    if (role === "user") lastUserMessage = messageIndex;
    if (role === "tool") results.push(readResult(turn, messageIndex, calls));
    const made = role === "assistant" ? callsOf(turn) : [];
    for (const call of made)
      calls.set(String(call.ticket), {
        turnIndex: toolTurnCount,
        toolName: nameOf(call),
        args: callArguments(call.with),
      });
    if (made.length > 0) toolTurnCount++;
  });
  return { messageCount: turns.length, toolTurnCount, lastUserMessage, results };
}

function readResult(turn: JsonRecord, messageIndex: number, calls: ReadonlyMap<string, KnownCall>): ToolResult {
  const call = answerTo(nonEmpty(turn.ticket), calls);
  return { messageIndex, blockIndex: 0, ...call, content: readContent(turn.says, PARTS), errorMarker: "unknown" };
}

function nameOf({ use }: JsonRecord): string | undefined {
  return isRecord(use) && typeof use.name === "string" ? use.name : undefined;
}

function charsOf(turn: JsonRecord): number {
  const inCalls = callsOf(turn).map(({ use }) => (isRecord(use) ? stringChars(use.arguments) : 0));
  return contentChars(turn.says) + inCalls.reduce((sum, chars) => sum + chars, 0);
}
