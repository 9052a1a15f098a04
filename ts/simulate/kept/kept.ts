// What a policy leaves of what the answers of a session need: exact text for edits, values, lines of failures, the user's
// words. Offline: from what the model did with everything before it.

import { addTo } from "../../base/maps.js";
import { addNumbers } from "../../base/sums.js";
import type { ToolResult } from "../../wires/transcript.js";
import type { Schedule, Stretch } from "../schedule.js";
import type { Session } from "../trace.js";
import type { SessionCall } from "./calls.js";
import type { Failure } from "./failures.js";
import type { FileReader } from "./known-files.js";
import { type Needs, needsOf } from "./needs.js";
import { type KeptRole, roleOfResult } from "./roles.js";
import { type Found, type Source, VisibleFound } from "./sources.js";

/** A number of things, and how many of them are still there. */
export interface KeptShare {
  /** All of them. */
  all: number;
  /** Those that are still there. */
  kept: number;
}

const noShare = (): KeptShare => ({ all: 0, kept: 0 });

/** Counts one more. */
function note(share: KeptShare, isKept: boolean): void {
  share.all++;
  if (isKept) share.kept++;
}

/** What a policy leaves of what answers need, in one session or in many. */
export interface KeptSums {
  /**
   * Edits all of whose quoted lines (12 chars and more, without blanks around) stood in an earlier result or call, and those
   * of them whose lines all stand in the reduced request.
   */
  edits: KeptShare;
  /**
   * Edits whose quoted text the session could give, by what it had read and written of the file and by the edits since, and
   * those of them whose text the reduced request cannot give: they would fail.
   */
  failedEdits: { all: number; failed: number };
  /** Dates, codes, amounts and ids that an answer uses and that only results had before, each once an answer. */
  values: KeptShare;
  /** Lines of failing output, and those that stand in every request until the same command succeeds, or for 20 tool turns. */
  errorLines: KeptShare;
  /**
   * Results that the policy takes out, and those of them that one of the session's next 40 calls reads or runs again: the
   * same tool with the same arguments.
   */
  fetchedAgain: { all: number; again: number };
  /** By what results are for: how many there are, and those of them that the policy leaves as they are in every request. */
  roles: Record<KeptRole, KeptShare>;
}

/** What a policy leaves of what the answers of a session need. */
export interface Kept extends KeptSums {
  /** For each edit whose lines are not all there: the step, from 0, whose request it answers. */
  lostAt: readonly number[];
}

/** What a policy leaves of a session. Linear. */
export function keptOf(session: Session, { stretches }: Schedule): Kept {
  const { firstBilled, steps } = session;
  const count = new KeptCount(needsOf(session), { step: firstBilled, message: steps.cuts[firstBilled - 1] ?? 0 });
  const byStep = new Map(stretches.map((stretch) => [stretch.fromStep, stretch]));
  for (const [step, cut] of steps.cuts.entries()) count.send(step, cut, byStep.get(step));
  return count.kept;
}

/** The sums of nothing. */
export function noKept(): KeptSums {
  return {
    edits: noShare(),
    failedEdits: { all: 0, failed: 0 },
    values: noShare(),
    errorLines: noShare(),
    fetchedAgain: { all: 0, again: 0 },
    roles: { user: noShare() },
  };
}

/** Adds up what is kept of sessions. */
export function addKept(all: readonly KeptSums[]): KeptSums {
  const sum = noKept();
  for (const kept of all) addNumbers(sum, kept);
  return sum;
}

/** A failure that is not resolved. */
interface Open {
  readonly failure: Failure;
  /** Its own text, where it is not as the log has it. */
  text: string | undefined;
  /** Lines that every request had so far. */
  numbers: readonly number[];
  short: readonly string[];
}

/** Goes through the requests of a session. */
class KeptCount {
  readonly kept = { ...noKept(), lostAt: [] as number[] };
  readonly #needs: Needs;
  readonly #visible: VisibleFound;
  readonly #files: FileReader;
  readonly #fetched = new FetchedAgain();
  /** What stands in a source that is not as the log has it. */
  readonly #shown = new Map<Source, Found>();
  readonly #open = new Map<ToolResult, Open>();
  readonly #texts = new Map<ToolResult, string>();
  readonly #changed = new Set<ToolResult>();
  readonly #first: { readonly step: number; readonly message: number };
  #message = 0;
  /** Whether the step is the session's own, and not one that another session counts. */
  #isOwn = false;

  /** @param first The first step and message that count. */
  constructor(needs: Needs, first: { step: number; message: number }) {
    this.#needs = needs;
    this.#first = first;
    this.#visible = new VisibleFound(needs.counts);
    this.#visible.add(needs.front, 1);
    this.#files = needs.files.reader();
  }

  /** The request of a step, and the answer to it. */
  send(step: number, cut: number, stretch: Stretch | undefined): void {
    this.#isOwn = step >= this.#first.step;
    if (stretch !== undefined) this.#change(stretch);
    this.#arrive(cut);
    if (!this.#isOwn) return;
    this.#judgeFailures(step);
    const needs = this.#needs.steps[step];
    if (needs === undefined) return;
    for (const { call, text, lines, isGiven } of needs.edits) {
      const isWhole = lines.every((line) => this.#visible.lines.has(line));
      if (lines.length > 0) note(this.kept.edits, isWhole);
      if (!isWhole) this.kept.lostAt.push(step);
      if (!isGiven) continue;
      this.kept.failedEdits.all++;
      if (!this.#files.gives(call, text)) this.kept.failedEdits.failed++;
    }
    for (const value of needs.values) note(this.kept.values, this.#visible.values.has(value));
    for (const call of needs.calls) this.#fetched.call(call);
    this.kept.fetchedAgain = this.#fetched.count;
  }

  #change({ taken, shown, said = [] }: Stretch): void {
    const { sources, finder } = this.#needs;
    if (this.#isOwn) for (const result of taken) this.#fetched.take(result);
    for (const [result, text] of shown) {
      const source = sources.ofResult.get(result);
      if (source === undefined) continue;
      this.#show(source, finder.shown(source, text));
      this.#files.show(source, text);
      this.#noteText(result, source, text);
    }
    for (const [unit, texts] of said) {
      const source = sources.ofUnit.get(unit);
      if (source !== undefined) this.#show(source, texts === undefined ? finder.of(source) : finder.in(texts));
      this.#files.say(unit, texts);
    }
  }

  #show(source: Source, found: Found): void {
    if (source.messageIndex < this.#message) {
      this.#visible.add(this.#foundIn(source), -1);
      this.#visible.add(found, 1);
    }
    this.#shown.set(source, found);
  }

  /** Of results that are looked at one by one. */
  #noteText(result: ToolResult, source: Source, text: string): void {
    this.#texts.set(result, text);
    const open = this.#open.get(result);
    if (open !== undefined) open.text = text;
    const role = roleOfResult(result);
    if (role === undefined || this.#changed.has(result) || text === source.texts().join("\n")) return;
    if (result.messageIndex < this.#first.message) return;
    this.#changed.add(result);
    this.kept.roles[role].kept--;
  }

  #arrive(cut: number): void {
    for (; this.#message < cut; this.#message++) {
      for (const source of this.#needs.sources.byMessage[this.#message] ?? []) {
        this.#visible.add(this.#foundIn(source), 1);
        const role = source.result === undefined ? undefined : roleOfResult(source.result);
        if (role !== undefined && this.#message >= this.#first.message) note(this.kept.roles[role], true);
      }
    }
  }

  #foundIn(source: Source): Found {
    return this.#shown.get(source) ?? this.#needs.finder.of(source);
  }

  #judgeFailures(step: number): void {
    for (const failure of this.#needs.failures.get(step) ?? []) {
      const { numbers, short, result } = failure;
      this.kept.errorLines.all += numbers.length + short.length;
      this.kept.errorLines.kept += numbers.length + short.length;
      this.#open.set(result, { failure, text: this.#texts.get(result), numbers, short });
    }
    for (const [result, open] of this.#open) {
      if (step >= open.failure.endStep) this.#open.delete(result);
      else this.#judge(open);
    }
  }

  #judge(open: Open): void {
    if (open.text === undefined) return;
    const { text, numbers, short } = open;
    open.numbers = numbers.filter((line) => this.#visible.lines.has(line));
    open.short = short.filter((line) => text.includes(line));
    this.kept.errorLines.kept -= numbers.length + short.length - open.numbers.length - open.short.length;
  }
}

/** A call that comes more calls later than this did not need the result. */
const FETCHED_WITHIN = 40;

/** Counts results that were taken out and that calls read or run again. Linear. */
class FetchedAgain {
  readonly count = { all: 0, again: 0 };
  readonly #keys = new Map<ToolResult, string>();
  /** By call: after how many calls its results were taken out. */
  readonly #taken = new Map<string, number[]>();
  #calls = 0;

  /** A result is taken out. */
  take(result: ToolResult): void {
    this.count.all++;
    const key = this.#keys.get(result);
    if (key !== undefined) addTo(this.#taken, key, this.#calls);
  }

  /** A call is made. */
  call({ key, result }: SessionCall): void {
    this.#calls++;
    for (const place of this.#taken.get(key) ?? []) if (this.#calls - place <= FETCHED_WITHIN) this.count.again++;
    this.#taken.delete(key);
    this.#keys.set(result, key);
  }
}
