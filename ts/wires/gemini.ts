// Gemini generateContent. Source: ai.google.dev, API reference, "Generating content"; "Function calling".
import { looksLikeErrorObject } from "../text/error-signs.js";
import { isRecord, type JsonRecord, nonEmpty, visitStrings } from "../text/json-value.js";
import type { CacheFacts } from "./cache-facts.js";
import { defineWire, type MessageRole } from "./define-wire.js";
import { callArguments, type KnownCall } from "./known-calls.js";
import type { ProviderFacts } from "./provider-facts.js";
import type { BlockPlace, ResultContent, ToolResult, Transcript } from "./transcript.js";

/** Both spellings are in use: the REST API takes either, its clients differ. */
type Spellings = readonly [camelCase: string, snakeCase: string];
const CALL: Spellings = ["functionCall", "function_call"];
const RESPONSE: Spellings = ["functionResponse", "function_response"];
const CACHED_CONTENT: Spellings = ["cachedContent", "cached_content"];

const ofText = (text: string) => ({ text });

/** Implicit caching. Source: ai.google.dev, "Context caching". Only these facts decide: live price lists feed reports. */
const CACHE: CacheFacts = {
  markerKey: undefined,
  byClient: false,
  breakpoints: () => [],
  countInFront: () => 0,
  isAutomatic: () => false,
};

/** Every path names the model. */
const PROVIDER: ProviderFacts = {
  name: "gemini",
  telemetryName: "gcp.gemini",
  endpoints: [
    {
      kind: "generate",
      end: /\/([^/:]+):(?:generateContent|streamGenerateContent)$/,
      own: /^\/v1(?:alpha|beta\d?)?\/(?:models|tunedModels)\/([^/:]+):(?:generateContent|streamGenerateContent)$/,
    },
    { kind: "count", end: /\/([^/:]+):countTokens$/ },
  ],
  images: "gemini",
  errors: "gemini",
  streamError: "data",
};

/** A result is a part with a `functionResponse`, in a content of any role but `model`. */
export const gemini = defineWire({
  key: "gemini",
  listKey: "contents",
  blocks: { key: "parts", holdResults: true, isResult, ofText },
  cache: CACHE,
  provider: PROVIDER,
  alternates: true,
  resultsAreObjects: true,
  mediumTokens: 1120,
  read,
  roleOf,
  makesCalls: ({ parts }) =>
    Array.isArray(parts) && parts.some((part) => isRecord(part) && isRecord(part[CALL[0]] ?? part[CALL[1]])),
  contentPath: (blockIndex, isSnakeCase) => ["parts", blockIndex, RESPONSE[isSnakeCase ? 1 : 0], "response"],
  isSnakeCase: (content, blockIndex) => {
    const part: unknown = isRecord(content) && Array.isArray(content.parts) ? content.parts[blockIndex] : undefined;
    return isRecord(part) && member(part, RESPONSE).key === RESPONSE[1];
  },
  isDelta: (request) => typeof member(request, CACHED_CONTENT).value === "string",
  deltaKeys: CACHED_CONTENT,
  userMessage: (texts) => ({ role: "user", parts: texts.map(ofText) }),
});

function isResult(part: unknown): boolean {
  return isRecord(part) && isRecord(part[RESPONSE[0]] ?? part[RESPONSE[1]]);
}

function roleOf({ role, parts }: JsonRecord): MessageRole {
  if (role === "model") return "assistant";
  if (role === "function") return "tool";
  if (typeof role === "string" && role !== "user") return "other";
  return Array.isArray(parts) && parts.length > 0 && parts.every(isResult) ? "tool" : "user";
}

/** A member in either spelling; where both stand, the later one, and `repeated`. */
function member(object: JsonRecord, [camel, snake]: Spellings): { key: string; value: unknown; repeated: boolean } {
  const repeated = Object.hasOwn(object, camel) && Object.hasOwn(object, snake);
  const keys = repeated ? Object.keys(object) : [];
  const isSnake = repeated ? keys.indexOf(snake) > keys.indexOf(camel) : Object.hasOwn(object, snake);
  const key = isSnake ? snake : camel;
  return { key, value: object[key], repeated };
}

function read(contents: readonly unknown[]): Transcript {
  const calls = new GeminiCalls();
  const results: ToolResult[] = [];
  contents.forEach((content, messageIndex) => {
    if (!isRecord(content) || !Array.isArray(content.parts)) return;
    const { parts } = content;
    if (content.role === "model") {
      calls.noteTurn(parts.flatMap((part, blockIndex) => readCall(part, { messageIndex, blockIndex })));
      return;
    }
    for (const [blockIndex, part] of parts.entries()) {
      const response = responseOf(part);
      if (response !== undefined) results.push(readResult(response, { messageIndex, blockIndex }, calls));
    }
  });
  return { results };
}

function readCall(part: unknown, place: BlockPlace): Omit<GeminiCall, "turnIndex">[] {
  if (!isRecord(part)) return [];
  const { value, repeated } = member(part, CALL);
  if (!isRecord(value)) return [];
  const toolName = typeof value.name === "string" ? value.name : undefined;
  return [{ id: nonEmpty(value.id), toolName, args: callArguments(value.args), ambiguous: repeated, place }];
}

interface Response {
  value: JsonRecord;
  repeated: boolean;
}

function responseOf(part: unknown): Response | undefined {
  if (!isRecord(part)) return undefined;
  const { value, repeated } = member(part, RESPONSE);
  return isRecord(value) ? { value, repeated } : undefined;
}

function readResult({ value, repeated }: Response, place: BlockPlace, calls: GeminiCalls): ToolResult {
  const callId = nonEmpty(value.id);
  const call = calls.answer(callId, value.name);
  return {
    ...place,
    callId,
    toolName: call?.toolName,
    turnIndex: call?.turnIndex,
    args: call?.args,
    call: call?.place,
    content: readResponse(value),
    errorMarker: looksLikeErrorObject(value.response) ? "yes" : "no",
    ambiguous: repeated || call?.ambiguous === true,
  };
}

function readResponse({ response, parts }: JsonRecord): ResultContent {
  if (!isRecord(response)) return { kind: "other" };
  const texts: string[] = [];
  visitStrings(response, (text) => texts.push(text));
  const hasFiles = Array.isArray(parts) && parts.length > 0 && parts.every(isFile);
  return hasFiles ? { kind: "response", texts } : { kind: "object", value: response, texts };
}

const FILE_KEYS = ["inlineData", "inline_data", "fileData", "file_data"] as const;

/** Whether a part has the data of one image or other file, or says where they are. */
const isFile = (part: unknown): boolean =>
  isRecord(part) && FILE_KEYS.filter((key) => isRecord(part[key])).length === 1;

/** A call, which may go without an id. */
interface GeminiCall extends KnownCall {
  id: string | undefined;
  ambiguous: boolean;
}

/** Calls of one tool in one turn, oldest first. */
interface Waiting {
  calls: GeminiCall[];
  /** Those before were answered when they were last looked at. */
  from: number;
}

/**
 * Which call a response answers: the nearest preceding one with its id, else the first unanswered one of its tool in the
 * last turn. An id that only one of the two has does not part them. Linear over a whole request.
 */
class GeminiCalls {
  turnCount = 0;
  readonly #byId = new Map<string, GeminiCall>();
  readonly #answered = new Set<GeminiCall>();
  /** Calls of the last turn by tool, and those of them that have no id. */
  #last = new Map<string, Waiting>();
  #lastWithoutId = new Map<string, Waiting>();

  /** Takes note of the calls of one content; without any it is no turn. */
  noteTurn(found: readonly Omit<GeminiCall, "turnIndex">[]): void {
    if (found.length === 0) return;
    const calls = found.map((call) => ({ ...call, turnIndex: this.turnCount }));
    this.turnCount++;
    for (const call of calls) if (call.id !== undefined) this.#byId.set(call.id, call);
    this.#last = byTool(calls);
    this.#lastWithoutId = byTool(calls.filter(({ id }) => id === undefined));
  }

  /** The call that a response answers; undefined for an orphan. A response answers one call only. */
  answer(id: string | undefined, toolName: unknown): GeminiCall | undefined {
    const call = (id === undefined ? undefined : this.#byId.get(id)) ?? this.#next(id, toolName);
    if (call !== undefined) this.#answered.add(call);
    return call;
  }

  #next(id: string | undefined, toolName: unknown): GeminiCall | undefined {
    if (typeof toolName !== "string") return undefined;
    // Two ids that differ part a response from a call of the same name.
    const waiting = (id === undefined ? this.#last : this.#lastWithoutId).get(toolName);
    if (waiting === undefined) return undefined;
    for (; waiting.from < waiting.calls.length; waiting.from++) {
      const call = waiting.calls[waiting.from];
      if (call !== undefined && !this.#answered.has(call)) return call;
    }
    return undefined;
  }
}

function byTool(calls: readonly GeminiCall[]): Map<string, Waiting> {
  const tools = new Map<string, Waiting>();
  for (const call of calls) {
    if (call.toolName === undefined) continue;
    const waiting = tools.get(call.toolName);
    if (waiting === undefined) tools.set(call.toolName, { calls: [call], from: 0 });
    else waiting.calls.push(call);
  }
  return tools;
}
