// What reducing loses, without asking a model: a call's arguments name things that only tool results had. Are they still
// there in the request that the call answers?
//
//   result: … src/a.ts …   (masked: … mentions: src/a.ts)   call: { path: "src/a.ts" }     named, and visible

import { addTo, getOrInsert } from "../base/maps.js";
import { addNumbers } from "../base/sums.js";
import { loadTextBackend } from "../load/text-backend.js";
import { type ToolResult, textsOf } from "../wires/transcript.js";
import { LastFound, Visible } from "./last-found.js";
import { argumentTexts, saidIn, saidInFront } from "./said-texts.js";
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
  /** The same by the tool whose result had the word last, the most often named first. */
  sources: readonly GroundingSource[];
  /** Results that the policy took out. */
  taken: number;
  /** Of them, those with a word that one of the next {@link NAMED_WITHIN} calls names and its request no longer has. */
  namedAgain: number;
}

/** What calls name of the results of one tool. */
export interface GroundingSource {
  /** The tool's name; empty if the log does not say. */
  tool: string;
  /** How many words calls name of its results. */
  named: number;
  /** Those that are in the request that the call answers. */
  visible: number;
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

/** A result of which later calls name something was rightly taken out. */
const NAMED_WITHIN = 40;
/** Most words of a session that are listed. */
const MOST_MISSED = 50;

/** Counts what the calls of a session name under a schedule. Linear. */
export function groundingOf(session: Session, { stretches }: Schedule): Grounding {
  const calls = callsOf(session);
  const seen = new Visible(calls.words);
  const arrivals = byMessage(session);
  const byStep = new Map(stretches.map((stretch) => [stretch.fromStep, stretch]));
  const shown = new Map<ToolResult, readonly number[]>();
  const missed: MissedWord[] = [];
  const taken = new TakenResults();
  const sources = new Sources();
  let message = 0;
  for (const [step, cut] of session.steps.cuts.entries()) {
    const stretch = byStep.get(step);
    const isOwn = step >= session.firstBilled;
    for (const result of isOwn ? (stretch?.taken ?? []) : []) taken.add(shown.get(result) ?? calls.wordsOf(result));
    for (const [result, text] of stretch?.shown ?? []) {
      const words = calls.shownWords(result, text);
      if (result.messageIndex < message) {
        seen.add(shown.get(result) ?? calls.wordsOf(result), -1);
        seen.add(words, 1);
      }
      shown.set(result, words);
    }
    for (; message < cut; message++)
      for (const result of arrivals.get(message) ?? []) seen.add(shown.get(result) ?? calls.wordsOf(result), 1);
    for (const { tool, words } of isOwn ? (calls.bySteps.get(step) ?? []) : []) {
      taken.countCall();
      for (const { word, source } of words) {
        const isThere = seen.has(word);
        sources.add(source, isThere);
        if (isThere) continue;
        taken.miss(word);
        if (missed.length < MOST_MISSED) missed.push({ step, tool, word: calls.spelled(word) });
      }
    }
  }
  return { ...sources.total, missed, sources: sources.list(), taken: taken.count, namedAgain: taken.namedAgain };
}

/** What was taken out, until a call names something of it or {@link NAMED_WITHIN} calls have passed. */
class TakenResults {
  count = 0;
  namedAgain = 0;
  #calls = 0;
  readonly #byWord = new Map<number, { atCall: number; isNamed: boolean }[]>();

  add(words: readonly number[]): void {
    this.count++;
    const result = { atCall: this.#calls, isNamed: false };
    for (const word of words) addTo(this.#byWord, word, result);
  }

  countCall(): void {
    this.#calls++;
  }

  /** A call names a word that its request no longer has. Each result is looked at once for each of its words. */
  miss(word: number): void {
    for (const result of this.#byWord.get(word) ?? []) {
      if (result.isNamed || this.#calls - result.atCall > NAMED_WITHIN) continue;
      result.isNamed = true;
      this.namedAgain++;
    }
    this.#byWord.delete(word);
  }
}

/** Counts by tool. */
class Sources {
  readonly #tools = new Map<string, GroundingSource>();

  readonly total = { named: 0, visible: 0 };

  add(tool: string, isVisible: boolean): void {
    const source = getOrInsert(this.#tools, tool, () => ({ tool, named: 0, visible: 0 }));
    for (const sum of [source, this.total]) {
      sum.named++;
      if (isVisible) sum.visible++;
    }
  }

  list(): GroundingSource[] {
    return mergeSources([...this.#tools.values()]);
  }
}

/** All values; undefined unless each is known, and where there are none. */
export function allKnown<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 || known.length < values.length ? undefined : known;
}

/** Of what calls name, the share that they still find; of the results that went, the share that one of the next calls names. */
export function sharesOf(all: readonly Grounding[]): { grounding: number; namedAgain: number } {
  const sum = { named: 0, visible: 0, taken: 0, namedAgain: 0 };
  for (const one of all) addNumbers<typeof sum>(sum, one);
  const { named, visible, taken, namedAgain } = sum;
  return { grounding: named === 0 ? 1 : visible / named, namedAgain: taken === 0 ? 0 : namedAgain / taken };
}

/** Sums by tool, the most often named first. */
export function mergeSources(all: readonly GroundingSource[]): GroundingSource[] {
  const tools = new Map<string, GroundingSource>();
  for (const { tool, named, visible } of all) {
    const sum = getOrInsert(tools, tool, () => ({ tool, named: 0, visible: 0 }));
    sum.named += named;
    sum.visible += visible;
  }
  return [...tools.values()].sort((a, b) => b.named - a.named || (a.tool < b.tool ? -1 : 1));
}

/** A call, and what it names that only results had. */
interface Asked {
  tool: string | undefined;
  /** Each by its number, with the tool whose result had it last. */
  words: { word: number; source: string }[];
}

const known = new WeakMap<Session, Calls>();

function callsOf(session: Session): Calls {
  return getOrInsert(known, session, () => new Calls(session));
}

/** What the calls of a session name, by numbers. Of all texts only these words matter, so that little is kept of them. */
class Calls {
  /** By the step that a call answers. */
  readonly bySteps: ReadonlyMap<number, Asked[]>;
  readonly #finder: WordFinder;
  readonly #numbers = new Map<string, number>();
  readonly #spelled: readonly string[];
  readonly #words = new Map<ToolResult, readonly number[]>();
  readonly #shown = new LastFound<ToolResult, readonly number[]>();

  constructor(session: Session) {
    const calls = session.transcript.results.filter(({ turnIndex }) => turnIndex !== undefined);
    const words = calls.map((call) => wordsOfTexts(argumentTexts(call.args)));
    for (const list of words)
      for (const word of list) if (!this.#numbers.has(word)) this.#numbers.set(word, this.#numbers.size);
    this.#spelled = [...this.#numbers.keys()];
    this.#finder = new WordFinder(this.#numbers);
    this.bySteps = this.#read(session, calls, words);
  }

  /** How many words any call names. */
  get words(): number {
    return this.#spelled.length;
  }

  spelled(word: number): string {
    return this.#spelled[word] ?? "";
  }

  /** Of a result's words, as the log has it, those that any call names. */
  wordsOf(result: ToolResult): readonly number[] {
    return getOrInsert(this.#words, result, () => this.findIn(...textsOf(result.content)));
  }

  /** The same of what a policy shows of a result. */
  shownWords(result: ToolResult, text: string): readonly number[] {
    return this.#shown.of(result, text, () => this.findIn(text));
  }

  /** The same of texts. */
  findIn(...texts: readonly string[]): readonly number[] {
    const found = new Set<number>();
    for (const text of texts) this.#finder.find(text, found);
    return [...found];
  }

  /** A word may come from a result only if no one said it before. */
  #read(session: Session, calls: readonly ToolResult[], words: readonly ReadonlySet<string>[]): Map<number, Asked[]> {
    const { list, steps } = session;
    const said = new Set(this.findIn(...saidInFront(session.request)));
    const inResults: string[] = [];
    const arrivals = byMessage(session);
    const bySteps = new Map<number, Asked[]>();
    let [message, next] = [0, 0];
    for (const [step, cut] of steps.cuts.entries()) {
      for (; message < cut; message++) {
        for (const result of arrivals.get(message) ?? [])
          for (const word of this.wordsOf(result)) inResults[word] = result.toolName ?? "";
        for (const word of this.findIn(...saidIn(session, message))) said.add(word);
      }
      const end = steps.cuts[step + 1] ?? list.length;
      for (let call = calls[next]; call !== undefined; call = calls[++next]) {
        if ((steps.turnStarts[call.turnIndex ?? 0] ?? 0) >= end) break;
        const named = [...(words[next] ?? [])].flatMap((spelled) => {
          const word = this.#numbers.get(spelled) ?? -1;
          const source = inResults[word];
          return source === undefined || said.has(word) ? [] : [{ word, source }];
        });
        addTo(bySteps, step, { tool: call.toolName, words: named });
      }
    }
    return bySteps;
  }
}

function wordsOfTexts(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) loadTextBackend().visitRanked(text, (word) => words.add(word));
  return words;
}

/** The results of each message. */
function byMessage({ list, transcript }: Session): ReadonlyMap<number, ToolResult[]> {
  const groups = new Map<number, ToolResult[]>();
  for (const result of transcript.results)
    if (result.messageIndex < list.length) addTo(groups, result.messageIndex, result);
  return groups;
}
