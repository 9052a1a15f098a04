// The sessions of opencode: `opencode.db`, an SQLite file with the tables `session`, `message` and `part`, whose column
// `data` is JSON. One answer can be several requests, each between `step-start` and `step-finish`.
import { isRecord, type JsonRecord, nonEmpty, parseJson } from "../../text/json-value.js";
import { toolCall, toolResult } from "./chat-items.js";
import {
  billOfTokens,
  count,
  emptyWindow,
  type LoggedAnswer,
  type LogWindow,
  readTime,
  windowAfter,
} from "./window.js";

export type Query = (sql: string, args: readonly string[]) => Promise<ArrayLike<Record<string, unknown>>>;

/** The sessions of a database, one after the other, so that one is in memory at a time. */
export async function* readOpencode(query: Query): AsyncGenerator<LogWindow[]> {
  const sessions = await query("SELECT id, directory, parent_id FROM session ORDER BY time_created, id", []);
  for (const { id, directory, parent_id: parent } of Array.from(sessions)) {
    const about = { sessionId: nonEmpty(id), project: nonEmpty(directory), isSubAgent: nonEmpty(parent) !== undefined };
    const reader = new SessionReader(emptyWindow("openai-chat", about));
    const messages = await query("SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id", [
      String(id),
    ]);
    for (const message of Array.from(messages)) {
      const parts = await query("SELECT data FROM part WHERE message_id = ? ORDER BY id", [String(message.id)]);
      reader.read(
        parse(message.data),
        Array.from(parts, ({ data }) => parse(data)),
      );
    }
    yield reader.windows;
  }
}

function parse(data: unknown): JsonRecord {
  const value = typeof data === "string" ? parseJson(data) : data;
  return isRecord(value) ? value : {};
}

class SessionReader {
  readonly windows: LogWindow[];

  constructor(window: LogWindow) {
    this.windows = [window];
  }

  get #window(): LogWindow {
    return this.windows.at(-1) ?? emptyWindow("openai-chat");
  }

  read(message: JsonRecord, parts: readonly JsonRecord[]): void {
    if (message.role === "user") this.#window.list.push({ role: "user", content: textsOf(parts) });
    if (message.role !== "assistant") return;
    const steps = stepsOf(parts);
    for (const step of steps) this.#readStep(message, step, steps.length);
    if (message.summary === true) this.#startAfterSummary(textsOf(parts));
  }

  #readStep(message: JsonRecord, parts: readonly JsonRecord[], steps: number): void {
    const window = this.#window;
    const { list, answers } = window;
    const finish = parts.find(({ type }) => type === "step-finish");
    const model = nonEmpty(message.modelID) ?? window.model;
    window.model = model;
    const bill = readBill(isRecord(finish?.tokens) ? finish.tokens : steps === 1 ? message.tokens : undefined);
    answers.push({ index: list.length, time: timeOfParts(message, parts), model, ...bill });
    const tools = parts.filter(({ type }) => type === "tool");
    const thinking = textsOf(parts, "reasoning");
    list.push({
      role: "assistant",
      content: textsOf(parts),
      ...(thinking === "" ? {} : { reasoning_content: thinking }),
      ...(tools.length > 0 ? { tool_calls: tools.map(readCall) } : {}),
    });
    list.push(...tools.map(readResult));
  }

  #startAfterSummary(summary: string): void {
    const window = windowAfter(this.#window);
    window.list.push({ role: "user", content: summary });
    this.windows.push(window);
  }
}

const textsOf = (parts: readonly JsonRecord[], kind = "text"): string =>
  parts.flatMap(({ type, text }) => (type === kind && typeof text === "string" ? [text] : [])).join("\n");

/** The parts of each request: a step starts one. */
function stepsOf(parts: readonly JsonRecord[]): JsonRecord[][] {
  const steps: JsonRecord[][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start" && (steps.at(-1)?.length ?? 0) > 0) steps.push([]);
    steps.at(-1)?.push(part);
  }
  return steps.filter((step) => step.length > 0);
}

function timeOfParts({ time }: JsonRecord, parts: readonly JsonRecord[]): number {
  const times = parts.map((part) => (isRecord(part.time) ? readTime(part.time.start) : Number.NaN));
  return times.find(Number.isFinite) ?? (isRecord(time) ? readTime(time.created) : Number.NaN);
}

const stateOf = ({ state }: JsonRecord): JsonRecord => (isRecord(state) ? state : {});

const readCall = (part: JsonRecord) => toolCall(part.callID, part.tool, stateOf(part).input);

const readResult = (part: JsonRecord) => toolResult(part.callID, stateOf(part).output ?? stateOf(part).error ?? "");

/** The input counts nothing of the cache; reasoning is output. */
function readBill(tokens: unknown): Pick<LoggedAnswer, "billed" | "tokens"> {
  const none = { billed: undefined, tokens: undefined };
  if (!isRecord(tokens)) return none;
  const { read, write } = isRecord(tokens.cache) ? tokens.cache : ({} as JsonRecord);
  const [fresh, cacheRead, cacheWrite] = [count(tokens.input), count(read), count(write)];
  if (fresh + cacheRead + cacheWrite === 0) return none;
  return billOfTokens({ fresh, cacheRead, cacheWrite, output: count(tokens.output) + count(tokens.reasoning) });
}
