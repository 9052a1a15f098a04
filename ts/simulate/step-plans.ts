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
import { type ToolResult, textsOf } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import { spokenIn } from "./said-texts.js";
import type { Stretch } from "./schedule.js";
import type { SessionBody } from "./session-body.js";
import { keyOf } from "./session-units.js";
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
  /** By unit: texts of blocks with arguments that are not as the log has them. */
  readonly said: ReadonlyMap<number, readonly string[]>;
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

/** The plans of all steps, the last one first: of two in turn only the difference needs to be kept. */
export function* planBackwards(
  session: Session,
  policy: Policy,
  { body, model = session.model }: StepPlanOptions,
): Generator<StepPlan> {
  const { backend } = loadBackend();
  const reader = new EditReader(session);
  const { cuts } = session.steps;
  const starts = new StepStarts(session);
  const options = { wire: session.wire, ...(model !== undefined && { model }) };
  for (let step = cuts.length - 1; step >= 0; ) {
    const messages = cuts[step] ?? 0;
    const { edits, report } = backend.planBody(body.at(messages), policy, options);
    const read = reader.read(edits, messages);
    const fromStep = starts.firstOf(step, report, read.moved.size > 0);
    yield { fromStep, messages, report, ...read };
    step = fromStep - 1;
  }
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
  /** By unit: what was read of it last. */
  readonly #read = new Map<number, ReadEdits>();

  constructor(session: Session) {
    this.#session = session;
    this.#wire = WIRES.of(session.wire);
    this.#results = new Map(session.transcript.results.map((result) => [keyOf(result), result]));
  }

  read(edits: readonly Edit[], messages: number): Omit<StepPlan, "fromStep" | "messages" | "report"> {
    const [units, taken, shown] = [new Map<number, number>(), new Set<ToolResult>(), new Map<ToolResult, string>()];
    const [moved, said] = [new Set<number>(), new Map<number, readonly string[]>()];
    const others: Edit[] = [];
    const byUnit = new Map<number, PlacedEdits>();
    for (const edit of edits) {
      const place = this.#placeOf(edit.path);
      if (place === undefined) others.push(edit);
      if (place === undefined || !READ.has(edit.action)) continue;
      const unit = this.#unitAt(place);
      if (edit.action !== "shorten") moved.add(unit);
      // Where thinking was is nothing; so the places of the other blocks stay.
      if (edit.action === "remove") units.set(unit, this.#session.units.nothing);
      else {
        const own = byUnit.get(unit);
        if (own === undefined) byUnit.set(unit, { place, edits: [edit] });
        else own.edits.push(edit);
      }
    }
    for (const [unit, placed] of this.#readAll(byUnit, messages)) {
      units.set(unit, placed.id);
      if (placed.said !== undefined) said.set(unit, placed.said);
      const result = this.#results.get(keyOf(placed.place));
      if (result === undefined || placed.edits.every(({ action }) => action === "trim")) continue;
      if (placed.edits.some(({ action }) => action === "mask" || action === "clip")) taken.add(result);
      shown.set(result, placed.text);
    }
    return { units, moved, taken, shown, said, others };
  }

  /** What edits make of their units. Most are those of the plan before, which are not carried out again. */
  #readAll(
    byUnit: ReadonlyMap<number, PlacedEdits>,
    messages: number,
  ): [unit: number, read: PlacedEdits & ReadEdits][] {
    const isNew = ([unit, { edits }]: [number, PlacedEdits]) => this.#read.get(unit)?.spelling !== spellingOf(edits);
    const anew = [...byUnit].filter(isNew);
    if (anew.length > 0) {
      const { listKey } = this.#wire;
      const request = { [listKey]: this.#session.list.slice(0, messages) };
      const list = editObject(
        request,
        anew.flatMap(([, { edits }]) => edits),
      )[listKey] as unknown[];
      for (const [unit, { place, edits }] of anew) {
        const message = list[place.messageIndex];
        const id = this.#session.idsOf(message)[place.unit] ?? 0;
        const text = this.#textIn(message, place.blockIndex);
        const isTrimmed = edits.some(({ action }) => action === "trim");
        const said = isTrimmed ? spokenIn(this.#blockAt(message, place)) : undefined;
        this.#read.set(unit, { spelling: spellingOf(edits), id, text, said });
      }
    }
    return [...byUnit].flatMap(([unit, placed]) => {
      const read = this.#read.get(unit);
      return read === undefined ? [] : [[unit, { ...placed, ...read }]];
    });
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

  #blockAt(message: unknown, { blockIndex, unit }: EditPlace): unknown {
    return unit === 0 ? message : valueAt(message, [this.#wire.blocks.key, blockIndex]);
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

/** The edits of one unit. */
interface PlacedEdits {
  place: EditPlace;
  edits: Edit[];
}

/** What edits make of a unit. */
interface ReadEdits {
  /** Tells these edits from others of the unit. */
  spelling: string;
  /** The number of the unit that they make. */
  id: number;
  /** The text of its result. */
  text: string;
  /** What its block says, where arguments are shortened. */
  said: readonly string[] | undefined;
}

const spellingOf = (edits: readonly Edit[]): string =>
  edits.map(({ path, replacement }) => path + replacement).join("\n");

interface EditPlace {
  messageIndex: number;
  blockIndex: number;
  /** Among the units of its message. */
  unit: number;
}

function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const key of path) found = isRecord(found) || Array.isArray(found) ? Reflect.get(found, key) : undefined;
  return found;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** What is sent before the first step. */
const NOTHING = {
  units: new Map<number, number>(),
  moved: new Set<number>(),
  taken: new Set<ToolResult>(),
  shown: new Map<ToolResult, string>(),
  said: new Map<number, readonly string[]>(),
};

/** What each plan changes of what was sent before, in the order of their steps. Plans come the last one first. */
export function stretchesOf(session: Session, plans: Iterable<StepPlan>): Stretch[] {
  const stretches: Stretch[] = [];
  let later: StepPlan | undefined;
  for (const plan of plans) {
    if (later !== undefined) stretches.push(stretchBetween(session, plan, later));
    later = plan;
  }
  if (later !== undefined) stretches.push(stretchBetween(session, NOTHING, later));
  return stretches.reverse();
}

function stretchBetween(session: Session, before: typeof NOTHING | StepPlan, plan: StepPlan): Stretch {
  const { fromStep, units, moved, taken, shown, said } = plan;
  const changes: [number, number][] = [];
  const note = (unit: number) => {
    const id = units.get(unit) ?? session.ids[unit] ?? 0;
    if (id !== (before.units.get(unit) ?? session.ids[unit])) changes.push([unit, id]);
  };
  for (const unit of units.keys()) note(unit);
  for (const unit of before.units.keys()) if (!units.has(unit)) note(unit);
  return {
    fromStep,
    changes,
    moved: [...moved].filter((unit) => !before.moved.has(unit)).sort((a, b) => a - b),
    taken: [...taken].filter((result) => !before.taken.has(result)),
    shown: [
      ...[...shown].filter(([result, text]) => before.shown.get(result) !== text),
      ...leftOut(before.shown, shown).map((result) => [result, textsOf(result.content).join("\n")] as const),
    ],
    said: [
      ...[...said].filter(([unit, texts]) => before.said.get(unit) !== texts),
      ...leftOut(before.said, said).map((unit) => [unit, undefined] as const),
    ],
  };
}

/** What a plan no longer changes. */
const leftOut = <K>(before: ReadonlyMap<K, unknown>, now: ReadonlyMap<K, unknown>): K[] =>
  [...before.keys()].filter((key) => !now.has(key));
