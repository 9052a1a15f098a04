// What reducing loses, without asking a model: a call's arguments name things that only tool results had. Are they still
// there in the request that the call answers?
//
//   result: … src/a.ts …   (masked: … mentions: src/a.ts)   call: { path: "src/a.ts" }     named, and visible

import { noteWords } from "../digest/digest.js";
import { SaidWords } from "../masking/said-words.js";
import { WIRES } from "../wires/index.js";
import { type ResultContent, type ToolResult, textsOf } from "../wires/transcript.js";
import type { Schedule } from "./schedule.js";
import type { Session } from "./trace.js";
import { WordFinder } from "./word-finder.js";

/** Paths, identifiers and numbers in arguments of calls that only tool results had before. */
export interface Grounding {
  /** All of them, each once a call. */
  named: number;
  /** Those that are in the request that the call answers. */
  visible: number;
  /** The others, in order: at most {@link MOST_MISSED}. */
  missed: readonly MissedWord[];
}

/** A word that a call names and that its request no longer has. */
export interface MissedWord {
  /** The step, from 0, whose request the call answers. */
  step: number;
  /** The tool that was called; undefined if the log does not say. */
  tool: string | undefined;
  /** The path, identifier or number. */
  word: string;
}

/** Most words of a session that are listed. */
const MOST_MISSED = 50;

/** Counts what the calls of a session name under a schedule. Undefined if the provider makes the edits. Linear. */
export function groundingOf(session: Session, { masks, maskedAt }: Schedule): Grounding | undefined {
  const { edits, results } = masks;
  if (edits === undefined && masks.candidates.length > 0) return undefined;
  const calls = callsOf(session);
  const seen = new VisibleWords(calls);
  const arrivals = byMessage(results?.map(({ result }) => result) ?? session.transcript.results, session);
  const masked = new Map<number, number[]>();
  for (let index = 0; index < maskedAt.length; index++) push(masked, maskedAt[index] ?? -1, index);
  const missed: MissedWord[] = [];
  let [named, visible, message] = [0, 0, 0];
  for (const [step, cut] of session.steps.cuts.entries()) {
    for (; message < cut; message++) for (const { content } of arrivals.get(message) ?? []) seen.add(content, 1);
    for (const index of masked.get(step) ?? []) {
      const edit = edits?.[index];
      if (edit === undefined || edit.result.content.kind === "thinking") continue;
      seen.add(edit.result.content, -1);
      seen.add({ kind: "text", text: edit.replacement ?? "" }, 1);
    }
    for (const { tool, words } of calls.bySteps.get(step) ?? []) {
      const gone = words.filter((word) => !seen.has(word));
      named += words.length;
      visible += words.length - gone.length;
      if (missed.length < MOST_MISSED) missed.push(...gone.map((word) => ({ step, tool, word })));
    }
  }
  return { named, visible, missed: missed.slice(0, MOST_MISSED) };
}

/** How many results show each word that any call names. */
class VisibleWords {
  readonly #counts = new Map<string, number>();
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  add(content: ResultContent, by: 1 | -1): void {
    for (const word of this.#calls.wordsOf(content)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + by);
  }

  has(word: string): boolean {
    return (this.#counts.get(word) ?? 0) > 0;
  }
}

/** A call, and what it names that only results had. */
interface Asked {
  tool: string | undefined;
  words: string[];
}

const known = new WeakMap<Session, Calls>();

function callsOf(session: Session): Calls {
  const calls = known.get(session) ?? new Calls(session);
  known.set(session, calls);
  return calls;
}

/** What the calls of a session name. Of all texts only these words matter, so that little is kept of them. */
class Calls {
  /** By the step that a call answers. */
  readonly bySteps: ReadonlyMap<number, Asked[]>;
  readonly #finder: WordFinder;
  readonly #shown = new WeakMap<ResultContent, readonly string[]>();

  constructor(session: Session) {
    const calls = session.transcript.results.filter(({ turnIndex }) => turnIndex !== undefined);
    const words = calls.map((call) => wordsOfTexts(argumentsOf(call)));
    this.#finder = new WordFinder(new Set(words.flatMap((list) => [...list])));
    this.bySteps = this.#read(session, calls, words);
  }

  /** Of a result's words those that any call names. */
  wordsOf(content: ResultContent): readonly string[] {
    const found = this.#shown.get(content) ?? [...this.#find(textsOf(content))];
    this.#shown.set(content, found);
    return found;
  }

  #find(texts: readonly string[], found = new Set<string>()): Set<string> {
    for (const text of texts) this.#finder.find(text, found);
    return found;
  }

  /** A word may come from a result only if no one said it before. */
  #read(session: Session, calls: readonly ToolResult[], words: readonly ReadonlySet<string>[]): Map<number, Asked[]> {
    const { wire, list, request, steps, transcript } = session;
    const said = new SaidWords(WIRES.of(wire), request, list, transcript.results);
    const inResults = new Set<string>();
    const arrivals = byMessage(transcript.results, session);
    const bySteps = new Map<number, Asked[]>();
    let [message, next] = [0, 0];
    for (const [step, cut] of steps.cuts.entries()) {
      for (; message < cut; message++) {
        for (const { content } of arrivals.get(message) ?? [])
          for (const word of this.wordsOf(content)) inResults.add(word);
      }
      said.advanceTo({ messageIndex: cut, blockIndex: 0 });
      const end = steps.cuts[step + 1] ?? list.length;
      for (let call = calls[next]; call !== undefined; call = calls[++next]) {
        if ((steps.turnStarts[call.turnIndex ?? 0] ?? 0) >= end) break;
        const named = [...(words[next] ?? [])].filter((word) => inResults.has(word) && !said.has(word));
        push(bySteps, step, { tool: call.toolName, words: named });
      }
    }
    return bySteps;
  }
}

function wordsOfTexts(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) noteWords(text, words);
  return words;
}

function argumentsOf({ args }: ToolResult): string[] {
  if (typeof args !== "string") return stringsOf(args);
  try {
    return stringsOf(JSON.parse(args));
  } catch {
    return [args];
  }
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function byMessage(results: readonly ToolResult[], { list }: Session): ReadonlyMap<number, ToolResult[]> {
  const groups = new Map<number, ToolResult[]>();
  for (const result of results) {
    const { kind } = result.content;
    if (kind !== "thinking" && kind !== "loose" && result.messageIndex < list.length) {
      push(groups, result.messageIndex, result);
    }
  }
  return groups;
}

function push<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
