// What reducing loses, without asking a model: a call's arguments name things that only tool results had. Are they still
// there in the request that the call answers?
//
//   result: … src/a.ts …   (masked: … mentions: src/a.ts)   call: { path: "src/a.ts" }     named, and visible

import { noteWords } from "../digest/digest.js";
import { SaidWords } from "../masking/said-words.js";
import { WIRES } from "../wires/index.js";
import { type CallArguments, type ResultContent, type ToolResult, textsOf } from "../wires/transcript.js";
import type { Schedule } from "./schedule.js";
import type { Session } from "./trace.js";

/** Paths, identifiers and numbers in arguments of calls that only tool results had before. */
export interface Grounding {
  /** All of them, each once a call. */
  named: number;
  /** Those that are in the request that the call answers. */
  visible: number;
}

/** Counts what the calls of a session name under a schedule. Linear in the session's text, apart from sorting. */
export function groundingOf(session: Session, { masks, maskedAt }: Schedule): Grounding | undefined {
  const { edits, results } = masks;
  // A provider that clears results tells nothing of their text.
  if (edits === undefined && masks.candidates.length > 0) return undefined;
  const counts = new VisibleWords();
  const arrivals = byMessage(session, results?.map(({ result }) => result) ?? session.transcript.results);
  const masked = new Map<number, number[]>();
  for (let index = 0; index < maskedAt.length; index++) push(masked, maskedAt[index] ?? -1, index);
  const asked = callsByStep(session);
  const grounding: Grounding = { named: 0, visible: 0 };
  let message = 0;
  for (const [step, cut] of session.steps.cuts.entries()) {
    for (; message < cut; message++) for (const { content } of arrivals.get(message) ?? []) counts.add(content, 1);
    for (const index of masked.get(step) ?? []) {
      const edit = edits?.[index];
      if (edit === undefined || edit.result.content.kind === "thinking") continue;
      counts.add(edit.result.content, -1);
      counts.add({ kind: "text", text: edit.replacement ?? "" }, 1);
    }
    for (const words of asked.get(step) ?? []) {
      grounding.named += words.length;
      grounding.visible += words.filter((word) => counts.has(word)).length;
    }
  }
  return grounding;
}

/** How many results show each word. */
class VisibleWords {
  readonly #counts = new Map<string, number>();

  add(content: ResultContent, by: 1 | -1): void {
    for (const word of wordsOfContent(content)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + by);
  }

  has(word: string): boolean {
    return (this.#counts.get(word) ?? 0) > 0;
  }
}

const known = new WeakMap<ResultContent, ReadonlySet<string>>();

function wordsOfContent(content: ResultContent): ReadonlySet<string> {
  const found = known.get(content) ?? wordsOfTexts(textsOf(content));
  known.set(content, found);
  return found;
}

function wordsOfTexts(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) noteWords(text, words);
  return words;
}

const asked = new WeakMap<Session, ReadonlyMap<number, string[][]>>();

/** By step: for each call that answers it, the words in its arguments that only results had. */
function callsByStep(session: Session): ReadonlyMap<number, string[][]> {
  const calls = asked.get(session) ?? readCalls(session);
  asked.set(session, calls);
  return calls;
}

function readCalls({ wire, request, list, transcript, steps }: Session): Map<number, string[][]> {
  const said = new SaidWords(WIRES.of(wire), request, list, transcript.results);
  const shown = new Set<string>();
  const calls = transcript.results.filter(({ turnIndex }) => turnIndex !== undefined);
  const byStep = new Map<number, string[][]>();
  let [next, call] = [0, 0];
  for (const [step, cut] of steps.cuts.entries()) {
    said.advanceTo({ messageIndex: cut, blockIndex: 0 });
    for (let result = transcript.results[next]; result !== undefined && result.messageIndex < cut; next++) {
      for (const word of wordsOfContent(result.content)) shown.add(word);
      result = transcript.results[next + 1];
    }
    const end = steps.cuts[step + 1] ?? list.length;
    for (let result = calls[call]; result !== undefined && startOf(result, steps.turnStarts) < end; call++) {
      const words = wordsOfTexts(textsOfArguments(result.args));
      push(
        byStep,
        step,
        [...words].filter((word) => shown.has(word) && !said.has(word)),
      );
      result = calls[call + 1];
    }
  }
  return byStep;
}

const startOf = ({ turnIndex = 0 }: ToolResult, turnStarts: readonly number[]): number => turnStarts[turnIndex] ?? 0;

/** Texts and numbers in arguments. */
function textsOfArguments(args: CallArguments): string[] {
  if (args === undefined) return [];
  if (typeof args !== "string") return valuesOf(args);
  try {
    return valuesOf(JSON.parse(args));
  } catch {
    return [args];
  }
}

function valuesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesOf) : [];
}

function byMessage({ list }: Session, results: readonly ToolResult[]): ReadonlyMap<number, ToolResult[]> {
  const groups = new Map<number, ToolResult[]>();
  const isOne = ({ content, messageIndex }: ToolResult) =>
    content.kind !== "thinking" && content.kind !== "loose" && messageIndex < list.length;
  for (const result of results.filter(isOne)) push(groups, result.messageIndex, result);
  return groups;
}

function push<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
