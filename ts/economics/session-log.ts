// Session logs of coding agents, as the tools write them: JSON Lines with times, and with the tokens that were billed.
//
//   Claude Code    one line a block of an answer, all with the answer's id; a line a message of the user or of results
//   Codex          one line an item of the Responses API; after each answer a line with what was billed
import { isRecord, type JsonRecord } from "../baseline/value.js";
import type { Billed } from "./cache.js";
import type { Trace } from "./session.js";

/** One context window of a log: its last billed request, and how the tokens of each of its requests were billed. */
export interface LoggedSession {
  trace: Trace;
  /** By step. */
  billed: Billed[];
}

/**
 * The context windows of a log: a summary or a rollback starts a new one. Lines that are no JSON are left out; a window
 * without a billed answer is none.
 */
export function readSessionLog(name: string, text: string): LoggedSession[] {
  const lines = text.split("\n").flatMap((line): JsonRecord[] => toList(parseLine(line)));
  const isCodex = lines.some(({ type }) => type === "response_item");
  const windows = (isCodex ? codexWindows : claudeWindows)(lines).flatMap((window) => toSession(name, window) ?? []);
  return windows.map((window, index) =>
    windows.length === 1 ? window : { ...window, trace: { ...window.trace, name: `${name} (${index + 1})` } },
  );
}

const toList = (line: JsonRecord | undefined): JsonRecord[] => (line === undefined ? [] : [line]);

function parseLine(line: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A request whose answer stands in the list at `index`. */
interface Answer {
  index: number;
  time: number;
  billed: Billed;
  /** Whether it was written to Anthropic's 1-hour cache. */
  isForHour: boolean;
}

interface Window {
  model: string | undefined;
  list: unknown[];
  key: "messages" | "input";
  answers: Answer[];
}

/** The window up to its last billed request. */
function toSession(name: string, { model, list, key, answers }: Window): LoggedSession | undefined {
  const [first, last] = [answers[0], answers.at(-1)];
  if (first === undefined || last === undefined || last.index === 0) return undefined;
  return {
    trace: {
      name,
      request: { ...(model === undefined ? {} : { model }), [key]: list.slice(0, last.index) },
      cuts: answers.map(({ index }) => index),
      times: answers.map(({ time }) => time),
      firstRequest: {
        tokens: totalOf(first.billed),
        cachedTokens: first.billed.read,
      },
      longLived: answers.some(({ isForHour }) => isForHour),
    },
    billed: answers.map(({ billed }) => billed),
  };
}

function claudeWindows(lines: readonly JsonRecord[]): Window[] {
  const windows: Window[] = [];
  let current: Window = { model: undefined, list: [], key: "messages", answers: [] };
  let open: { id: unknown; blocks: unknown[]; place: number } | undefined;
  for (const line of lines) {
    const { type, message } = line;
    if (line.isSidechain === true || !isRecord(message)) continue;
    if (line.isCompactSummary === true) {
      windows.push(current);
      current = { ...current, list: [], answers: [] };
      open = undefined;
    }
    if (type === "assistant") {
      const blocks = Array.isArray(message.content) ? message.content.map(withoutSignature) : [];
      if (open !== undefined && open.id === message.id) {
        open.blocks.push(...blocks);
        continue;
      }
      open = { id: message.id, blocks, place: current.list.length };
      if (typeof message.model === "string" && message.model.startsWith("claude")) current.model = message.model;
      if (isRecord(message.usage)) {
        current.answers.push({ index: open.place, time: timeOf(line), ...claudeUsage(message.usage) });
      }
      current.list.push({ role: "assistant", content: open.blocks });
    } else if (type === "user") {
      current.list.push({ role: "user", content: message.content });
    }
  }
  return [...windows, current].map((window) => ({ ...window, answers: window.answers.filter(isBilled) }));
}

/** A signature proves a thought to the provider; it is no text that a model reads. */
function withoutSignature(block: unknown): unknown {
  if (!isRecord(block) || typeof block.signature !== "string") return block;
  const { signature: _, ...rest } = block;
  return rest;
}

function claudeUsage(usage: JsonRecord): Pick<Answer, "billed" | "isForHour"> {
  const created = isRecord(usage.cache_creation) ? usage.cache_creation : {};
  const billed = {
    fresh: count(usage.input_tokens),
    read: count(usage.cache_read_input_tokens),
    written: count(usage.cache_creation_input_tokens),
  };
  return { billed, isForHour: count(created.ephemeral_1h_input_tokens) > 0 };
}

function codexWindows(lines: readonly JsonRecord[]): Window[] {
  const windows: Window[] = [];
  let current: Window = { model: undefined, list: [], key: "input", answers: [] };
  /** Where the answer began whose bill is awaited. */
  let answerAt: { index: number; time: number } | undefined;
  for (const line of lines) {
    const { payload } = line;
    if (!isRecord(payload)) continue;
    if (line.type === "turn_context" && typeof payload.model === "string") current.model = payload.model;
    if (line.type === "compacted" || payload.type === "thread_rolled_back") {
      windows.push(current);
      current = { ...current, list: [], answers: [] };
      answerAt = undefined;
    }
    if (line.type === "response_item") {
      if (answerAt === undefined && isAnswer(payload)) answerAt = { index: current.list.length, time: timeOf(line) };
      current.list.push(readItem(payload));
    }
    const billed = payload.type === "token_count" ? codexUsage(payload) : undefined;
    if (billed !== undefined && answerAt !== undefined) {
      current.answers.push({ ...answerAt, billed, isForHour: false });
      answerAt = undefined;
    }
  }
  return [...windows, current].map((window) => ({ ...window, answers: window.answers.filter(isBilled) }));
}

/** An item of the model's. */
function isAnswer({ type, role }: JsonRecord): boolean {
  if (type === "message") return role === "assistant";
  return typeof type === "string" && (type === "reasoning" || type.endsWith("_call"));
}

/** The item as it is sent again: without the log's own notes, and without what only the provider can read. */
function readItem({
  internal_chat_message_metadata_passthrough: _,
  encrypted_content: __,
  ...item
}: JsonRecord): JsonRecord {
  return item;
}

function codexUsage({ info }: JsonRecord): Billed | undefined {
  const usage = isRecord(info) ? info.last_token_usage : undefined;
  if (!isRecord(usage)) return undefined;
  const read = count(usage.cached_input_tokens);
  return { fresh: 0, read, written: count(usage.input_tokens) - read };
}

const totalOf = ({ fresh, read, written }: Billed): number => fresh + read + written;

const isBilled = ({ index, billed }: Answer): boolean => index > 0 && totalOf(billed) > 0;

const count = (value: unknown): number => (typeof value === "number" && value > 0 ? value : 0);

function timeOf({ timestamp }: JsonRecord): number {
  return typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
}
