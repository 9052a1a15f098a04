// What `reduceBody` sends at every step of a session, with about one plan a move.
//
//   steps    1   2   3   4   5   6   7      the plan of step 7 says that the last move was at 4: so 4 to 7 are its request,
//                        move               cut behind their messages; then the plan of step 3, and so on
import type { Edit, Report } from "../contract/report.js";
import { loadBackend } from "../load/backend.js";
import type { Policy } from "../policy/policy.js";
import { editObject } from "../reduce/object-edits.js";
import { isRecord } from "../text/json-value.js";
import type { Path, WireDefinition } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import { readSteps } from "../wires/steps.js";
import type { ToolResult } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import type { Stretch } from "./schedule.js";
import type { SessionBody } from "./session-body.js";
import type { Session } from "./trace.js";

/** A plan, and the requests that it is for. */
export interface StepPlan {
  /** The first step whose request it is. */
  readonly fromStep: number;
  /** Messages of the request that was planned. */
  readonly messages: number;
  /** Units that are not as the log has them, and their numbers. */
  readonly units: ReadonlyMap<number, number>;
  /** Units that a move edits. */
  readonly moved: ReadonlySet<number>;
  /** Results that are masked or clipped. */
  readonly taken: ReadonlySet<ToolResult>;
  /** Texts of results that are not as the log has them. */
  readonly shown: ReadonlyMap<ToolResult, string>;
  /** What the plan tells. */
  readonly report: Report;
  /** The edits outside the messages. */
  readonly others: readonly Edit[];
}

/** How the requests of a session are planned. */
export interface StepPlanOptions {
  body: SessionBody;
  /** The model that decides. @default the session's */
  model?: string | undefined;
}

/** The plans of all steps, in order. */
export function planSteps(
  session: Session,
  policy: Policy,
  { body, model = session.model }: StepPlanOptions,
): StepPlan[] {
  const { backend } = loadBackend();
  const reader = new EditReader(session);
  const { cuts } = session.steps;
  const starts = new StepStarts(session);
  const options = { wire: session.wire, ...(model !== undefined && { model }) };
  const plans: StepPlan[] = [];
  for (let step = cuts.length - 1; step >= 0; ) {
    const messages = cuts[step] ?? 0;
    const { edits, report } = backend.planBody(body.at(messages), policy, options);
    const read = reader.read(edits, messages);
    const fromStep = starts.firstOf(step, report, read.moved.size > 0);
    plans.push({ fromStep, messages, report, ...read });
    step = fromStep - 1;
  }
  return plans.reverse();
}

/** Finds the first step whose request a plan is for. */
class StepStarts {
  readonly #cuts: readonly number[];
  /** The cuts that the conversation itself has. A log may tell others, of requests that were broken off. */
  readonly #own: readonly number[];
  readonly #isOwn: ReadonlySet<number>;

  constructor({ wire, list, steps }: Session) {
    this.#cuts = steps.cuts;
    this.#own = readSteps(WIRES.of(wire), list).cuts;
    this.#isOwn = new Set(this.#own);
  }

  firstOf(step: number, { cache }: Report, isMasked: boolean): number {
    const { moves, lastMoveStep = 0, strategy } = cache;
    if (moves === undefined && strategy !== "off" && isMasked) return step;
    const cut = this.#cuts[step] ?? 0;
    // The last step of a request ends with it, wherever that is.
    const moved = lastMoveStep === 0 ? 0 : Math.min(this.#own[lastMoveStep - 1] ?? cut, cut);
    let first = step;
    while (first > 0 && this.#isBetween(this.#cuts[first - 1] ?? 0, moved)) first--;
    return first;
  }

  #isBetween(cut: number, moved: number): boolean {
    return cut >= moved && this.#isOwn.has(cut);
  }
}

/** Edits of the messages that say something; breakpoints and repairs do not. */
const READ: ReadonlySet<string> = new Set(["mask", "clip", "trim", "shorten", "remove"]);

/** Reads what edits make of a session's units and results. */
export class EditReader {
  readonly #session: Session;
  readonly #wire: WireDefinition;
  readonly #results: ReadonlyMap<string, ToolResult>;
  /** Equal texts of different plans are one in memory. */
  readonly #texts = new Map<string, string>();

  constructor(session: Session) {
    this.#session = session;
    this.#wire = WIRES.of(session.wire);
    this.#results = new Map(session.transcript.results.map((result) => [keyOf(result), result]));
  }

  read(edits: readonly Edit[], messages: number): Omit<StepPlan, "fromStep" | "messages" | "report"> {
    const { listKey } = this.#wire;
    const places = edits.map((edit) => ({ edit, place: this.#placeOf(edit.path) }));
    const inList = places.flatMap(({ edit, place }) => (place && READ.has(edit.action) ? [{ edit, place }] : []));
    const changed = inList.filter(({ edit }) => edit.action !== "remove");
    const list = this.#session.list.slice(0, messages);
    const edited = editObject(
      { [listKey]: list },
      changed.map(({ edit }) => edit),
    )[listKey] as unknown[];
    const [units, taken, shown] = [new Map<number, number>(), new Set<ToolResult>(), new Map<ToolResult, string>()];
    const moved = new Set<number>();
    for (const { edit, place } of inList) if (edit.action !== "shorten") moved.add(this.#unitAt(place));
    for (const { place } of changed) {
      const { messageIndex, unit } = place;
      units.set(this.#unitAt(place), this.#session.idsOf(edited[messageIndex])[unit] ?? 0);
    }
    // Where thinking was is nothing; so the places of the other blocks stay.
    for (const { edit, place } of inList)
      if (edit.action === "remove") units.set(this.#unitAt(place), this.#session.units.nothing);
    for (const { edit, place } of changed) {
      const result = this.#results.get(keyOf(place));
      if (result === undefined || edit.action === "trim" || shown.has(result)) continue;
      if (edit.action !== "shorten") taken.add(result);
      shown.set(result, this.#textIn(edited[place.messageIndex], result.blockIndex));
    }
    return { units, moved, taken, shown, others: places.flatMap(({ edit, place }) => (place ? [] : [edit])) };
  }

  #unitAt({ messageIndex, unit }: EditPlace): number {
    return (this.#session.messageStarts[messageIndex] ?? 0) + unit;
  }

  /** The place of an edit in the messages. */
  #placeOf(path: string): EditPlace | undefined {
    const [, listKey, message, blocksKey, block] = path.split("/");
    if (listKey !== this.#wire.listKey || message === undefined || !/^\d+$/.test(message)) return undefined;
    const { blocks } = this.#wire;
    const isInBlock = blocks.holdResults && blocksKey === blocks.key && block !== undefined && /^\d+$/.test(block);
    const blockIndex = isInBlock ? Number(block) : 0;
    return { messageIndex: Number(message), blockIndex, unit: isInBlock ? unitOfBlock(this.#wire, blockIndex) : 0 };
  }

  #textIn(message: unknown, blockIndex: number): string {
    const path = this.#wire.contentPath(blockIndex, this.#wire.isSnakeCase(message, blockIndex));
    const text = stringsIn(valueAt(message, path)).join("\n");
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}

interface EditPlace {
  messageIndex: number;
  blockIndex: number;
  /** Among the units of its message. */
  unit: number;
}

const keyOf = ({ messageIndex, blockIndex }: { messageIndex: number; blockIndex: number }): string =>
  `${messageIndex}/${blockIndex}`;

function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const key of path) found = isRecord(found) || Array.isArray(found) ? Reflect.get(found, key) : undefined;
  return found;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** What each plan changes of what was sent before. */
export function stretchesOf(session: Session, plans: readonly StepPlan[]): Stretch[] {
  const now = new Map<number, number>();
  const [moved, taken, shown] = [new Set<number>(), new Set<ToolResult>(), new Map<ToolResult, string>()];
  return plans.map(({ fromStep, ...plan }) => {
    const changes: [number, number][] = [];
    for (const unit of new Set([...now.keys(), ...plan.units.keys()])) {
      const id = plan.units.get(unit) ?? session.ids[unit] ?? 0;
      if (id === (now.get(unit) ?? session.ids[unit])) continue;
      now.set(unit, id);
      changes.push([unit, id]);
    }
    const texts: [ToolResult, string][] = [];
    for (const [result, text] of plan.shown) {
      if (shown.get(result) === text) continue;
      shown.set(result, text);
      texts.push([result, text]);
    }
    return {
      fromStep,
      changes,
      moved: addNew(moved, plan.moved).sort((a, b) => a - b),
      taken: addNew(taken, plan.taken),
      shown: texts,
    };
  });
}

/** Adds what is not in `known` yet, and returns it. */
function addNew<T>(known: Set<T>, more: Iterable<T>): T[] {
  const added = [...more].filter((one) => !known.has(one));
  for (const one of added) known.add(one);
  return added;
}
