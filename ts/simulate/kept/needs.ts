// What the answers of a session need of what came before, by the session alone: no policy has a part in it.

import { getOrInsert, groupedBy } from "../../base/maps.js";
import { type EditText, editTextsOf } from "../../text/edit-texts.js";
import { saidInFront } from "../said-texts.js";
import type { Session } from "../trace.js";
import { callsIn, type SessionCall } from "./calls.js";
import { type Failure, failuresIn } from "./failures.js";
import { KnownFiles } from "./known-files.js";
import { LineFinder, linesOf } from "./line-finder.js";
import { Finder, type Found, Sources, VisibleFound } from "./sources.js";
import { ValueFinder, valuesOf } from "./value-finder.js";

/** An edit that an answer makes. */
export interface NeededEdit {
  readonly call: SessionCall;
  readonly text: EditText;
  /** Numbers of the lines that it quotes; empty unless all of them stood in an earlier result or call. */
  readonly lines: readonly number[];
  /** Whether the file's text as the session knew it had what it quotes. */
  isGiven: boolean;
}

/** What the answer to one request needs. */
export interface StepNeeds {
  readonly calls: SessionCall[];
  readonly edits: NeededEdit[];
  /** Numbers of the values that it uses and that only results had before. */
  values: readonly number[];
}

/** What the answers of a session need. */
export interface Needs {
  readonly sources: Sources;
  readonly finder: Finder;
  /** What stands in the system prompt. */
  readonly front: Found;
  readonly counts: { lines: number; values: number };
  readonly steps: readonly StepNeeds[];
  /** By the step whose request has it first. */
  readonly failures: ReadonlyMap<number, readonly Failure[]>;
  readonly files: KnownFiles;
}

const known = new WeakMap<Session, Needs>();

/** What the answers of a session need, worked out once. Linear. */
export function needsOf(session: Session): Needs {
  return getOrInsert(known, session, () => readNeeds(session));
}

function readNeeds(session: Session): Needs {
  const calls = callsIn(session);
  const sources = new Sources(session);
  const edits = calls.map(({ args }) => editTextsOf(args));
  const failures = failuresIn(session, calls);
  const lines = new Numbers();
  const quoted = edits.map((list) => list.map(({ old }) => lines.of(linesOf(old))));
  for (const failure of failures) failure.numbers = lines.of(new Set(failure.lines));
  const used = answersIn(session, sources);
  const values = new Numbers();
  const usedNumbers = used.map((texts) => values.of(new Set(texts.flatMap((text) => [...valuesOf(text)]))));
  const finder = new Finder(new LineFinder(lines.all), new ValueFinder(values.all));
  const front = finder.in(saidInFront(session.request));
  const steps: StepNeeds[] = session.steps.cuts.map(() => ({ calls: [], edits: [], values: [] }));
  calls.forEach((call, index) => {
    steps[call.step]?.calls.push(call);
    edits[index]?.forEach((text, at) => {
      steps[call.step]?.edits.push({ call, text, lines: quoted[index]?.[at] ?? [], isGiven: false });
    });
  });
  const counts = { lines: lines.all.size, values: values.all.size };
  keepWhatStood(session, { sources, finder, front, counts, steps }, usedNumbers);
  const files = new KnownFiles(session, sources, calls, edits);
  const nothing = files.reader();
  for (const { edits: own } of steps) for (const edit of own) edit.isGiven = nothing.gives(edit.call, edit.text);
  return { sources, finder, front, counts, steps, failures: groupedBy(failures, ({ fromStep }) => fromStep), files };
}

/** Texts of the answer to each request. */
function answersIn({ steps, list }: Session, { byMessage }: Sources): string[][] {
  return steps.cuts.map((cut, step) => {
    const end = steps.cuts[step + 1] ?? list.length;
    return byMessage.slice(cut, end).flatMap((sources) => sources.flatMap((one) => (one.isAnswer ? one.texts() : [])));
  });
}

/** Leaves of each need what stood in the request, of values what nobody had said. */
function keepWhatStood(
  session: Session,
  { sources, finder, front, counts, steps }: Pick<Needs, "sources" | "finder" | "front" | "counts" | "steps">,
  used: readonly (readonly number[])[],
): void {
  const [stood, said, inResults] = [new VisibleFound(counts), new VisibleFound(counts), new VisibleFound(counts)];
  said.add(front, 1);
  let message = 0;
  for (const [step, cut] of session.steps.cuts.entries()) {
    for (; message < cut; message++) {
      for (const source of sources.byMessage[message] ?? []) {
        const found = finder.of(source);
        if (source.result !== undefined || source.isCall) stood.add(found, 1);
        (source.result === undefined ? said : inResults).add(found, 1);
      }
    }
    const needs = steps[step];
    if (needs === undefined) continue;
    needs.values = (used[step] ?? []).filter((value) => inResults.values.has(value) && !said.values.has(value));
    for (const [at, edit] of needs.edits.entries())
      if (!edit.lines.every((line) => stood.lines.has(line))) needs.edits[at] = { ...edit, lines: [] };
  }
}

/** Numbers of texts, in the order in which they are asked for. */
class Numbers {
  readonly all = new Map<string, number>();

  of(texts: ReadonlySet<string>): number[] {
    return [...texts].map((text) => getOrInsert(this.all, text, () => this.all.size));
  }
}
