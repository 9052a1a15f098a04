// The settings that are searched, and the values that each may have. A point is one value of each.
import { asWritten } from "../../policy/check.js";
import { type PolicyInput, type PolicySettings, resolvePolicy } from "../../policy/policy.js";
import { isRecord, type JsonRecord, sortedJson, valueAt } from "../../text/json-value.js";
import { withValue } from "../../trust/paths.js";

/** A setting, or settings that are changed together. */
export interface Knob {
  /** For people, such as `window`. */
  readonly name: string;
  /** What it does, in a sentence. */
  readonly about: string;
  /** Where its settings are in a policy. */
  readonly paths: readonly (readonly string[])[];
  /** The values that are tried: one list each, with a value for each path. */
  readonly values: readonly Values[];
}

/** A value for each path of a knob; undefined leaves it out. */
export type Values = readonly unknown[];

/** For each knob the number of its value. */
export type Point = readonly number[];

const SHORTENED = { tools: ["*"], digest: { maxChars: 400, ratio: 0.1 } };

/** The grid. Each value can be written in TOML over some preset. */
const GRID: readonly Knob[] = [
  {
    name: "window",
    about: "newest tool turns whose results stay as they are",
    paths: [["mask", "windowTurns"]],
    values: [1, 2, 3, 4, 6, 8, 12, 16, 24].map((turns) => [turns]),
  },
  {
    name: "working set",
    about: "most files whose text stays: the one used last, and others while read, not edited, small and new",
    paths: [["mask", "workingSetFiles"]],
    values: [[0], [1], [3], [8]],
  },
  {
    name: "strategy",
    about: "when more is masked",
    paths: [["cache", "strategy"]],
    values: [["rent"], ["auto"]],
  },
  {
    name: "arrival without loss",
    about: "new results lose what no model reads: control sequences, white space of JSON, repeated paths",
    paths: ["terminal", "json", "paths"].map((key) => ["arrival", key]),
    values: [new Array(3).fill(false), new Array(3).fill(true)],
  },
  {
    name: "repeats point back",
    about: "what repeats an earlier result points to it",
    paths: [["arrival", "dedupe"]],
    values: [[false], ["first"]],
  },
  {
    name: "line numbers",
    about: "numbered lines lose the blanks in front, or all numbers but each tenth",
    paths: [["arrival", "lineNumbers"]],
    values: [[false], ["padding"], ["tenth"]],
  },
  {
    name: "long lines",
    about: "longer lines are cut in the middle, to so many chars",
    paths: [["arrival", "longLines"]],
    values: [[null], [2000], [500]],
  },
  {
    name: "long results",
    about: "longer results are cut in the middle as they come, to so many chars",
    paths: [["arrival", "clip"]],
    values: [[null], [20_000], [10_000], [4000]],
  },
  {
    name: "arguments",
    about: "longer strings in the arguments of old calls are shortened",
    paths: [["args"]],
    values: [
      [null],
      [{ ...SHORTENED, maxChars: 400 }],
      [{ ...SHORTENED, maxChars: 1000 }],
      [{ ...SHORTENED, maxChars: 200 }],
    ],
  },
  {
    name: "thinking",
    about: "whether a move takes old thinking too, where the model bills it",
    paths: [["cache", "thinking"]],
    values: [["auto"], ["keep"]],
  },
  {
    name: "digest",
    about: "a placeholder names what its result was about, in so many chars, and at most such a share of it",
    paths: [["mask", "digest"]],
    values: [[{ maxChars: 400, ratio: 0.1 }], [{ maxChars: 1200, ratio: 0.1 }], [{ maxChars: 1200, ratio: 0.3 }]],
  },
];

/** Values of a tool's own rule: none, one turn, a long window, or its results stay. */
const TOOL_VALUES: readonly Values[] = [[undefined], [{ windowTurns: 1 }], [{ windowTurns: 16 }], [{ never: true }]];

/** Settings of the policies from which the search begins, that the grid does not have, become values of it. */
export function knobsFor(tools: readonly string[], starts: readonly PolicyInput[]): Knob[] {
  const own = tools
    // A name that is a glob would mean others too.
    .filter((tool) => /^[\x20-\x7e]{1,256}$/.test(tool) && !/[*?]/.test(tool))
    .map((tool) => ({
      name: `window of ${tool}`,
      about: `newest tool turns in which results of ${tool} stay`,
      paths: [["mask", "tools", tool]],
      values: TOOL_VALUES,
    }));
  const settings = starts.map((start) => resolvePolicy(start).settings);
  return [...GRID, ...own].map((knob) => {
    const values = [...knob.values];
    for (const one of settings) {
      const found = valuesIn(one, knob);
      if (!values.some((value) => isSame(value, found))) values.push(found);
    }
    return { ...knob, values };
  });
}

export function pointOf(knobs: readonly Knob[], policy: PolicyInput): Point {
  const { settings } = resolvePolicy(policy);
  return knobs.map((knob) =>
    Math.max(
      0,
      knob.values.findIndex((value) => isSame(value, valuesIn(settings, knob))),
    ),
  );
}

/** The policy of a point: all settings of the grid, and the defaults of the others. */
export function policyOf(knobs: readonly Knob[], point: Point): PolicyInput {
  let policy: JsonRecord = {};
  knobs.forEach(({ paths, values }, knob) => {
    paths.forEach((path, at) => {
      const value = values[point[knob] ?? 0]?.[at];
      if (value !== undefined) policy = withValue(policy, path, value);
    });
  });
  return asWritten(policy) as PolicyInput;
}

/** How many knobs two points differ in. */
export const distance = (a: Point, b: Point): number => a.filter((value, knob) => value !== b[knob]).length;

/** A value for people. */
export function nameOfValue(values: Values): string {
  const [first] = values;
  if (first === undefined) return "as the others";
  if (first === null || first === false) return "off";
  if (first === true) return "on";
  if (!isRecord(first)) return String(first);
  return Object.entries(first)
    .filter(([, value]) => typeof value !== "object")
    .map(([key, value]) => `${key} ${value}`)
    .join(", ");
}

const valuesIn = (settings: PolicySettings, { paths }: Knob): Values => paths.map((path) => valueAt(settings, path));

const isSame = (a: Values, b: Values): boolean => sortedJson(a) === sortedJson(b);
