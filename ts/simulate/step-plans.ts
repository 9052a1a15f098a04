// What `reduceBody` sends at every step of a session, with about one plan a move.
//
//   steps    1   2   3   4   5   6   7      the plan of step 7 says that the last move was at 4: so 4 to 7 are its request,
//                        move               cut behind their messages; then the plan of step 3, and so on
import { getOrInsert } from "../base/maps.js";
import type { Edit, Report } from "../contract/report.js";
import type { PlanOfStep } from "../contract/step-plan.js";
import { loadBackend } from "../load/backend.js";
import type { Policy } from "../policy/policy.js";
import { editObject } from "../reduce/object-edits.js";
import { valueAt, visitStrings } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import { type ToolResult, textsOf } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import { LastFound } from "./last-found.js";
import { spokenIn } from "./said-texts.js";
import type { Stretch } from "./schedule.js";
import type { SessionBody } from "./session-body.js";
import { keyOf } from "./session-units.js";
import type { Session } from "./trace.js";
import { OfUnits } from "./unit-table.js";

export interface StepPlan {
  /** The first step whose request it is. */
  readonly fromStep: number;
  /** Messages of the request that was planned. */
  readonly messages: number;
  /** By unit: what it makes of those of which the plan of the later requests makes something else, in order. */
  readonly units: ReadonlyMap<number, UnitEdits | undefined>;
  /** Its cache decision. */
  readonly cache: Report["cache"];
}

export interface UnitEdits {
  /** The number of the unit that it makes. */
  readonly id: number;
  /** Whether a move edits it. */
  readonly isMoved: boolean;
  /** The result in it that is masked or clipped. */
  readonly taken?: ToolResult | undefined;
  /** The result whose text is not as the log has it, and that text. */
  readonly shown?: readonly [result: ToolResult, text: string] | undefined;
  /** Texts of a block with arguments that are not as the log has them. */
  readonly said?: readonly string[] | undefined;
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
  const startOf = (message: number) => body.startOf(message);
  let later: PlanOfStep | undefined;
  for (let step = cuts.length - 1; step >= 0; ) {
    const messages = cuts[step] ?? 0;
    const plan = backend.planStep(body.at(messages), policy, options);
    const { cache } = plan;
    const units = reader.read(plan.editsUnlike(later, startOf));
    const fromStep = starts.firstOf(step, cache, reader.isMoved);
    yield { fromStep, messages, cache, units };
    later = plan;
    step = fromStep - 1;
  }
}

/** Finds the first step whose request a plan is for. */
class StepStarts {
  readonly #cuts: readonly number[];
  readonly #own: readonly number[];
  readonly #isOwn: ReadonlySet<number>;

  constructor({ steps, ownCuts }: Session) {
    this.#cuts = steps.cuts;
    this.#own = ownCuts;
    this.#isOwn = new Set(this.#own);
  }

  firstOf(step: number, { moves, lastMoveStep = 0, strategy }: Report["cache"], isMasked: boolean): number {
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

/** Reads what edits make of a session's units and results, plan after plan. */
export class EditReader {
  readonly #session: Session;
  readonly #wire: WireDefinition;
  readonly #results: ReadonlyMap<string, ToolResult>;
  /** By unit: what its edits make of it. */
  readonly #last: LastFound<number, UnitEdits>;
  /** By message: what the plan that was read last makes of its units. */
  readonly #messages = new Map<number, ReadonlyMap<number, UnitEdits>>();
  #moved = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#wire = WIRES.of(session.wire);
    this.#results = new Map(session.transcript.results.map((result) => [keyOf(result), result]));
    this.#last = lastEditsOf(session);
  }

  /** Whether a move edits anything in the plan that was read last. */
  get isMoved(): boolean {
    return this.#moved > 0;
  }

  /** What another plan makes of units, by the messages whose edits it has otherwise. Only what differs is returned. */
  read(messages: ReadonlyMap<number, readonly Edit[]>): Map<number, UnitEdits | undefined> {
    const changed = new Map<number, UnitEdits | undefined>();
    for (const [message, edits] of messages) {
      const before = this.#messages.get(message) ?? NO_EDITS;
      const now = this.#readMessage(message, edits, before);
      for (const unit of before.keys()) {
        if (now.has(unit)) continue;
        changed.set(unit, undefined);
        this.#last.drop(unit);
      }
      for (const [unit, read] of now) if (read !== before.get(unit)) changed.set(unit, read);
      for (const { isMoved } of before.values()) if (isMoved) this.#moved--;
      for (const { isMoved } of now.values()) if (isMoved) this.#moved++;
      if (now.size === 0) this.#messages.delete(message);
      else this.#messages.set(message, now);
    }
    return changed;
  }

  #readMessage(
    messageIndex: number,
    edits: readonly Edit[],
    before: ReadonlyMap<number, UnitEdits>,
  ): Map<number, UnitEdits> {
    const read = new Map<number, UnitEdits>();
    const byUnit = new Map<number, PlacedEdits>();
    for (const edit of edits) {
      const place = this.#placeOf(edit.path);
      if (place === undefined || !READ.has(edit.action)) continue;
      const unit = this.#unitAt(place);
      // Where thinking was is nothing; so the places of the other blocks stay.
      if (edit.action === "remove") read.set(unit, before.get(unit) ?? this.#removed());
      else {
        getOrInsert(byUnit, unit, () => ({ place, edits: [] })).edits.push(edit);
      }
    }
    let edited: unknown;
    const asEdited = () => {
      edited ??= this.#editMessage(
        messageIndex,
        [...byUnit.values()].flatMap((placed) => placed.edits),
      );
      return edited;
    };
    for (const [unit, placed] of byUnit)
      read.set(
        unit,
        this.#last.of(unit, spellingOf(placed.edits), () => this.#readUnit(asEdited(), placed)),
      );
    return read;
  }

  #editMessage(messageIndex: number, edits: readonly Edit[]): unknown {
    const inMessage = `/${this.#wire.listKey}/${messageIndex}`.length;
    const message = this.#session.list[messageIndex] as object;
    return editObject(
      message,
      edits.map((edit) => ({ ...edit, path: edit.path.slice(inMessage) })),
    );
  }

  #removed(): UnitEdits {
    return { id: this.#session.units.nothing, isMoved: true };
  }

  /** What edits make of one unit of a message that has them. */
  #readUnit(message: unknown, { place, edits }: PlacedEdits): UnitEdits {
    const has = (...actions: readonly Edit["action"][]) => edits.some(({ action }) => actions.includes(action));
    const result = this.#results.get(keyOf(place));
    const isText = result !== undefined && edits.some(({ action }) => action !== "trim");
    return {
      id: this.#session.idsOf(message)[place.unit] ?? 0,
      isMoved: edits.some(({ action }) => action !== "shorten"),
      ...(isText && has("mask", "clip") ? { taken: result } : {}),
      ...(isText ? { shown: [result, this.#textIn(message, place.blockIndex)] } : {}),
      ...(has("trim") ? { said: spokenIn(this.#blockAt(message, place)) } : {}),
    };
  }

  #unitAt({ messageIndex, unit }: EditPlace): number {
    return (this.#session.messageStarts[messageIndex] ?? 0) + unit;
  }

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
    const texts: string[] = [];
    visitStrings(valueAt(message, path), (text) => texts.push(text));
    return texts.join("\n");
  }
}

interface PlacedEdits {
  place: EditPlace;
  edits: Edit[];
}

const NO_EDITS: ReadonlyMap<number, UnitEdits> = new Map();

const lastEdits = new WeakMap<Session, OfUnits<LastFound<number, UnitEdits>>>();

/** What edits make of a session's units, whatever the policy. */
const lastEditsOf = (session: Session): LastFound<number, UnitEdits> =>
  getOrInsert(lastEdits, session, () => new OfUnits(session.units, () => new LastFound<number, UnitEdits>())).value;

/** Tells edits of a unit from others of that unit. */
const spellingOf = (edits: readonly Edit[]): string =>
  edits.map(({ action, path, replacement }) => action + path + replacement).join("\n");

interface EditPlace {
  messageIndex: number;
  blockIndex: number;
  /** Among the units of its message. */
  unit: number;
}

/** What each plan changes of what was sent before, in the order of their steps. Plans come the last one first. */
export function stretchesOf(session: Session, plans: Iterable<StepPlan>): Stretch[] {
  const stretches: Stretch[] = [];
  /** What the later plan makes of units. */
  const now = new Map<number, UnitEdits>();
  let later: StepPlan | undefined;
  for (const plan of plans) {
    if (later !== undefined) stretches.push(stretchOf(session, plan.units, now, later.fromStep));
    for (const [unit, edits] of plan.units) {
      if (edits === undefined) now.delete(unit);
      else now.set(unit, edits);
    }
    later = plan;
  }
  // Before the first step nothing is edited.
  const units = new Map([...now.keys()].sort((a, b) => a - b).map((unit) => [unit, undefined]));
  if (later !== undefined) stretches.push(stretchOf(session, units, now, later.fromStep));
  return stretches.reverse();
}

/** From what plans make of units before to what they make of them now. */
function stretchOf(
  session: Session,
  before: StepPlan["units"],
  now: ReadonlyMap<number, UnitEdits>,
  fromStep: number,
): Stretch {
  const changes: [number, number][] = [];
  const moved: number[] = [];
  const taken: ToolResult[] = [];
  const shown: [ToolResult, string][] = [];
  const said: [number, readonly string[] | undefined][] = [];
  for (const [unit, was] of before) {
    const is = now.get(unit);
    const id = is?.id ?? session.ids[unit] ?? 0;
    if (id !== (was?.id ?? session.ids[unit])) changes.push([unit, id]);
    if (is?.isMoved && !was?.isMoved) moved.push(unit);
    if (is?.taken !== undefined && was?.taken === undefined) taken.push(is.taken);
    if (is?.shown !== undefined && is.shown[1] !== was?.shown?.[1]) shown.push([...is.shown]);
    else if (is?.shown === undefined && was?.shown !== undefined) shown.push(asItWas(was.shown[0]));
    if (is?.said !== was?.said) said.push([unit, is?.said]);
  }
  return { fromStep, changes, moved: moved.sort((a, b) => a - b), taken, shown, said };
}

const asItWas = (result: ToolResult): [ToolResult, string] => [result, textsOf(result.content).join("\n")];
