import type {
  AnyOfShape,
  Limit,
  ListShape,
  NamedChecks,
  OneOfShape,
  PlainShape,
  RecordShape,
  Shape,
  TableShape,
} from "./shape.js";

/** Something wrong with a value. */
export interface Problem {
  /** Keys and list positions from the whole to the value. */
  readonly path: PropertyKey[];
  /**
   * `value`: another value is expected; `named`: a named check failed; `key`: the last part of the path is no valid key of
   * a record; `unknown keys`: the table at the path has no such keys.
   */
  readonly kind: "value" | "named" | "key" | "unknown keys";
  readonly message: string;
  /** Only with `unknown keys`. */
  readonly keys?: readonly string[];
  /** Whether the value has its type all the same, so that further checks make sense. */
  readonly isTyped: boolean;
}

/** A value with its defaults filled in, and what is wrong with it. */
interface Outcome {
  value: unknown;
  problems: Problem[];
}

/**
 * Checks plain data and fills its defaults in: the same outcome as zod's for the schema that the shape was made of, problems
 * in the same order. Never throws and changes nothing that it is given. Linear in the data.
 *
 * @param checks The shape's named checks.
 */
export function checkShape(shape: Shape, data: unknown, checks: NamedChecks): Outcome {
  return readShape(shape, data, checks) ?? { value: undefined, problems: [] };
}

/** Undefined where nothing is given and nothing needs to be. */
function readShape(shape: Shape, data: unknown, checks: NamedChecks): Outcome | undefined {
  let value = data;
  if (value === undefined) {
    if (shape.optional) return undefined;
    if (Object.hasOwn(shape, "default")) return { value: structuredClone(shape.default), problems: [] };
    if (Object.hasOwn(shape, "prefault")) value = structuredClone(shape.prefault);
  }
  if (value === null && shape.nullable) return { value, problems: [] };
  const excess = problemOfExcess(shape, value);
  if (excess !== undefined) return wrong(excess, value);
  const outcome = readTyped(shape, value, checks);
  for (const limit of shape.limits ?? []) checkLimit(limit, shape, outcome, checks);
  return outcome;
}

/** The problem of a list with too many items: its only one, for as in zod none of the items is looked at. */
function problemOfExcess(shape: Shape, value: unknown): string | undefined {
  if (shape.kind !== "list" || !Array.isArray(value)) return undefined;
  const exceeded = shape.limits?.find((limit) => limit.kind === "max" && !passes(limit, value));
  return exceeded && problemOf(exceeded, value, {});
}

function readTyped(shape: Shape, value: unknown, checks: NamedChecks): Outcome {
  switch (shape.kind) {
    case "list":
      return readList(shape, value, checks);
    case "table":
      return readTable(shape, value, checks);
    case "record":
      return readRecord(shape, value, checks);
    case "any of":
      return readAnyOf(shape, value, checks);
    default:
      return fits(shape, value) ? { value, problems: [] } : wrong(shape.problem, value);
  }
}

function fits(shape: PlainShape | OneOfShape, value: unknown): boolean {
  switch (shape.kind) {
    case "number":
      return Number.isFinite(value);
    case "text":
      return typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "anything":
      return true;
    case "never":
      return false;
    case "one of":
      return shape.values.includes(value);
  }
}

const wrong = (message: string, value: unknown): Outcome => ({
  value,
  problems: [{ path: [], kind: "value", message, isTyped: false }],
});

function readList(shape: ListShape, value: unknown, checks: NamedChecks): Outcome {
  if (!Array.isArray(value)) return wrong(shape.problem, value);
  const problems: Problem[] = [];
  const items = Array.from(value, (item, index) => take(shape.item, item, index, problems, checks));
  return { value: items, problems };
}

function readTable(shape: TableShape, value: unknown, checks: NamedChecks): Outcome {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong(shape.problem, value);
  const problems: Problem[] = [];
  const entries: [string, unknown][] = [];
  for (const [key, part] of Object.entries(shape.keys)) {
    const taken = take(part, Reflect.get(value, key), key, problems, checks);
    if (taken !== undefined || key in value) entries.push([key, taken]);
  }
  const keys = Object.keys(value).filter((key) => !Object.hasOwn(shape.keys, key));
  if (keys.length > 0) problems.push({ path: [], kind: "unknown keys", message: "unknown keys", keys, isTyped: true });
  return { value: Object.fromEntries(entries), problems };
}

function readRecord(shape: RecordShape, value: unknown, checks: NamedChecks): Outcome {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong(shape.problem, value);
  const problems: Problem[] = [];
  const entries: [string, unknown][] = [];
  for (const [key, part] of Object.entries(value)) {
    const [problem] = checkShape(shape.key, key, checks).problems;
    if (problem === undefined) entries.push([key, take(shape.value, part, key, problems, checks)]);
    else problems.push({ path: [key], kind: "key", message: problem.message, isTyped: false });
  }
  return { value: Object.fromEntries(entries), problems };
}

/** The value of a part; its problems go to those of the whole. */
function take(shape: Shape, part: unknown, key: PropertyKey, problems: Problem[], checks: NamedChecks): unknown {
  const outcome = readShape(shape, part, checks);
  for (const problem of outcome?.problems ?? []) problems.push({ ...problem, path: [key, ...problem.path] });
  return outcome?.value;
}

/** The first option without a problem; else the only one whose type fits, with its problems; else one problem for all. */
function readAnyOf(shape: AnyOfShape, value: unknown, checks: NamedChecks): Outcome {
  const outcomes: Outcome[] = [];
  for (const option of shape.options) {
    const outcome = checkShape(option, value, checks);
    if (outcome.problems.length === 0) return outcome;
    outcomes.push(outcome);
  }
  const fitting = outcomes.filter(({ problems }) => problems.every(({ isTyped }) => isTyped));
  return fitting.length === 1 && fitting[0] ? fitting[0] : wrong(shape.problem, value);
}

/** Adds the problem of a limit that the value fails. Only a list's length is checked where something in it is wrong. */
function checkLimit(limit: Limit, shape: Shape, outcome: Outcome, checks: NamedChecks): void {
  const { value, problems } = outcome;
  const isLength = shape.kind === "list" && Array.isArray(value) && limit.kind !== "named";
  if (!isLength && problems.some(({ isTyped }) => !isTyped)) return;
  const message = problemOf(limit, value, checks);
  if (message === undefined) return;
  const kind = limit.kind === "named" ? "named" : "value";
  problems.push({ path: [], kind, message, isTyped: limit.kind !== "whole" || Number.isInteger(value) });
}

function problemOf(limit: Limit, value: unknown, checks: NamedChecks): string | undefined {
  if (limit.kind === "named") return checks[limit.name]?.(value);
  return passes(limit, value) ? undefined : limit.problem;
}

function passes(limit: Exclude<Limit, { kind: "named" }>, value: unknown): boolean {
  switch (limit.kind) {
    case "whole":
      return Number.isSafeInteger(value);
    case "pattern":
      return new RegExp(limit.source).test(String(value));
    case "above":
      return Number(value) > limit.limit;
    case "min":
      return sizeOf(value) >= limit.limit;
    case "max":
      return sizeOf(value) <= limit.limit;
  }
}

/** A number itself, the length of a list, the characters of a text. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return Array.from(value).length;
  return Array.isArray(value) ? value.length : Number(value);
}
