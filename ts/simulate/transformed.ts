import { addTo } from "../base/maps.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import { readMarkers } from "../wires/markers.js";
import { type ToolResult, textsOf } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import type { TransformPolicy } from "./policies.js";
import { saidBlocks } from "./said-texts.js";
import type { Rendered, Stretch } from "./schedule.js";
import { requestAt } from "./session-units.js";
import { constantPart, PREFIX_UNITS, type Session } from "./trace.js";

/**
 * The requests of all steps, as a function returns them; with their own breakpoints if the policy says that they have
 * them.
 *
 * @param watch Is shown each request. @default none
 */
export async function* renderTransformed(
  session: Session,
  { transform, marksBreakpoints = false }: TransformPolicy,
  watch?: TransformWatch,
): AsyncGenerator<Rendered> {
  let previous: readonly number[] = [];
  for (const [index, cut] of session.steps.cuts.entries()) {
    const request = await transform(requestAt(session, cut), { session, index, cut });
    const list = isRecord(request) ? request[WIRES.of(session.wire).listKey] : undefined;
    const messages: readonly unknown[] = Array.isArray(list) ? list : [];
    const units = messages.map((message) => session.idsOf(message));
    const ids = [...session.prefixIds, ...units.flat()];
    watch?.see(index, messages, new Set(ids));
    const shared = sharedLength(previous, ids);
    previous = ids;
    const breakpoints = marksBreakpoints && isRecord(request) ? ownBreakpoints(session, request, units) : undefined;
    const front = session.units.idOf(constantPart(isRecord(request) ? request : {}), FRONT);
    yield { ids, shared, anchors: [], front, breakpoints };
  }
}

/** Notes what the requests of a function have of a session's results and other blocks, which are told by their calls' ids. */
export class TransformWatch {
  /** What changed at each step. */
  readonly stretches: Stretch[] = [];
  readonly #session: Session;
  /** What the request before had of a result; of a block, whether it was missing. */
  readonly #shown = new Map<ToolResult, string>();
  readonly #taken = new Set<ToolResult>();
  readonly #missing = new Set<number>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** The request of a step, with the numbers of its units. */
  see(fromStep: number, messages: readonly unknown[], ids: ReadonlySet<number>): void {
    const shown = this.#changedResults(fromStep, messages);
    const said = this.#changedBlocks(fromStep, ids);
    if (shown.length === 0 && said.length === 0) return;
    const taken = shown.flatMap(([result]) => (this.#taken.has(result) ? [] : [result]));
    for (const result of taken) this.#taken.add(result);
    this.stretches.push({ fromStep, changes: [], moved: [], taken, shown, said });
  }

  #changedResults(step: number, messages: readonly unknown[]): (readonly [ToolResult, string])[] {
    const { wire, transcript, steps } = this.#session;
    const cut = steps.cuts[step] ?? 0;
    // Calls may share an id, or have none: then their order tells them apart.
    const there = new Map<string | undefined, string[]>();
    for (const one of WIRES.of(wire).read(messages).results) addTo(there, one.callId, textOf(one));
    return transcript.results.flatMap((result) => {
      if (result.messageIndex >= cut) return [];
      const text = there.get(result.callId)?.shift() ?? "";
      if (text === (this.#shown.get(result) ?? textOf(result))) return [];
      this.#shown.set(result, text);
      return [[result, text] as const];
    });
  }

  #changedBlocks(step: number, ids: ReadonlySet<number>): (readonly [number, readonly string[] | undefined])[] {
    const { ids: own, steps } = this.#session;
    const units = [...Array(steps.cuts[step] ?? 0).keys()].flatMap((index) => saidBlocks(this.#session, index));
    return units.flatMap(({ unit }) => {
      const isMissing = !ids.has(own[unit] ?? 0);
      if (isMissing === this.#missing.has(unit)) return [];
      if (isMissing) this.#missing.add(unit);
      else this.#missing.delete(unit);
      return [[unit, isMissing ? [] : undefined] as const];
    });
  }
}

const textOf = ({ content }: ToolResult): string => textsOf(content).join("\n");

function sharedLength(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

const FRONT = { fromModel: false, isBlock: true };

/** Places of a request's breakpoints, as numbers of leading units, ascending. */
function ownBreakpoints(
  { wire }: Session,
  request: JsonRecord,
  units: readonly (readonly number[])[],
): readonly number[] {
  const definition = WIRES.of(wire);
  const { inFront, isAutomatic, breakpoints } = readMarkers(definition, request);
  const set = breakpoints.filter(({ isNull }) => !isNull);
  const starts = [PREFIX_UNITS];
  for (const ids of units) starts.push((starts.at(-1) ?? 0) + ids.length);
  const places = new Set(
    set.map(({ messageIndex, blockIndex }) => (starts[messageIndex] ?? 0) + unitOfBlock(definition, blockIndex) + 1),
  );
  if (inFront > 0) places.add(PREFIX_UNITS);
  if (isAutomatic) places.add(starts.at(-1) ?? 0);
  return [...places].sort((a, b) => a - b);
}
