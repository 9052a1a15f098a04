// Logs of Claude Code as large as wanted: recorded ones again and again with names of their own, or generated ones.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TOOL_TEXTS } from "./tool-texts.js";

type Line = Record<string, unknown>;

/** Writes files of sessions until they have so many bytes, and returns how many they have. */
export function writeManySessions(folder: string, size: number, source: string | undefined): number {
  let written = 0;
  for (let copy = 0; written < size; copy++) {
    for (const { name, text } of textsOf(source)) {
      if (written >= size) break;
      const named = renamed(text, copy);
      writeFileSync(join(folder, `${copy}-${name}`), named);
      written += Buffer.byteLength(named);
    }
  }
  return written;
}

/** Writes one session of so many bytes: each message follows the one before, none begins anew. */
export function writeOneSession(folder: string, size: number, source: string | undefined): number {
  const lines: string[] = [];
  let written = 0;
  for (let copy = 0; written < size; copy++) {
    for (const { text } of textsOf(source)) {
      const chain = new Chain();
      for (const message of messagesOf(text)) {
        if (written >= size) break;
        const line = `${renamed(JSON.stringify(chain.link(message, lines.length)), copy)}\n`;
        lines.push(line);
        written += Buffer.byteLength(line);
      }
    }
  }
  writeFileSync(join(folder, "session.jsonl"), lines.join(""));
  return written;
}

/**
 * Makes each message follow the one before. Results of parallel calls hang on the lines of their calls, between which they
 * may be. An answer that a log has again, as that of a resumed session has, is another one: else what follows it would be
 * a rewind.
 */
class Chain {
  #answer: unknown;
  #number = 0;
  /** Lines of the calls of the answer at hand. */
  #calls = new Map<unknown, string>();

  link(line: Line, number: number): Line {
    const { message } = line;
    const { id, content } = message as Line;
    const blocks = (Array.isArray(content) ? content : []) as Line[];
    const uuid = `u${number}`;
    if (line.type !== "assistant") {
      const call = blocks.map(({ tool_use_id }) => this.#calls.get(tool_use_id)).find((one) => one !== undefined);
      return { ...line, uuid, parentUuid: call ?? (number === 0 ? null : `u${number - 1}`) };
    }
    if (id !== this.#answer) {
      this.#calls = new Map();
      this.#number = number;
    }
    this.#answer = id;
    for (const block of blocks) if (block.type === "tool_use") this.#calls.set(block.id, uuid);
    const own = typeof id === "string" ? { message: { ...(message as Line), id: `${id}_${this.#number}` } } : {};
    return { ...line, ...own, uuid, parentUuid: number === 0 ? null : `u${number - 1}` };
  }
}

/** Other ids of answers, requests and calls, so that no copy is passed over as one that was billed before. */
const renamed = (text: string, copy: number): string => text.replaceAll(/"(msg|req|toolu)_/g, `"$1_${copy}_`);

function textsOf(source: string | undefined): { name: string; text: string }[] {
  if (source === undefined) return [0, 1, 2, 3].map((seed) => ({ name: `${seed}.jsonl`, text: generatedLog(seed) }));
  const names = readdirSync(source).filter((name) => name.startsWith("claude-code") && name.endsWith(".jsonl"));
  return names.map((name) => ({ name, text: readFileSync(join(source, name), "utf8") }));
}

function messagesOf(text: string): Line[] {
  return text.split("\n").flatMap((line) => {
    const value = parsed(line);
    const isMessage = (value?.type === "user" || value?.type === "assistant") && value.isSidechain !== true;
    if (!isMessage || value?.message === undefined) return [];
    const { isCompactSummary: _, ...rest } = value;
    return [rest];
  });
}

function parsed(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

const TURNS = 200;

/** A session of a coding agent whose calls name what results had. */
function generatedLog(seed: number): string {
  const lines: Line[] = [{ type: "user", uuid: "u", parentUuid: null, message: { role: "user", content: "go" } }];
  let parent = "u";
  const add = (uuid: string, line: Line) => {
    lines.push({ uuid, parentUuid: parent, cwd: "/srv/app", sessionId: `s${seed}`, ...line });
    parent = uuid;
  };
  for (let turn = 0; turn < TURNS; turn++) {
    const timestamp = new Date(Date.UTC(2026, 9, 1) + 10_000 * turn).toISOString();
    const id = `${seed}_${turn}`;
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: 20_000 + 900 * turn,
      cache_creation_input_tokens: 900,
      output_tokens: 60,
    };
    const input = { file_path: `src/part-${Math.max(0, turn - 7)}.ts` };
    const content = [{ type: "tool_use", id: `toolu_${id}`, name: "Read", input }];
    const message = { id: `msg_${id}`, role: "assistant", model: "claude-opus-4-6", usage, content };
    add(`a${turn}`, { type: "assistant", timestamp, requestId: `req_${id}`, message });
    const output = TOOL_TEXTS[turn % TOOL_TEXTS.length]?.make(6000, seed * TURNS + turn) ?? "";
    const text = `src/part-${turn}.ts\n${output}`;
    const result = [{ type: "tool_result", tool_use_id: `toolu_${id}`, content: text }];
    add(`t${turn}`, { type: "user", timestamp, message: { role: "user", content: result } });
  }
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}
