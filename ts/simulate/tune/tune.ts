// Searches a policy for someone's own sessions: on a part of them, and checked on the rest.
import type { PolicyInput } from "../../policy/policy.js";
import { PRESETS, type Preset } from "../../policy/presets.js";
import type { LogFile } from "../logs/find-logs.js";
import type { UnreadableFile } from "../logs/read-file.js";
import { distance, type Knob, knobsFor, nameOfValue, type Point, pointOf, policyOf } from "./knobs.js";
import { Measure, type Measured } from "./measure.js";
import { frontOf, loss, search, seededRandom } from "./search.js";
import { type ChosenSessions, chooseSessions, divide, largestTools, type TunedSession } from "./sessions.js";

/** How a policy is searched. */
export interface TuneOptions {
  /** Of what calls name that only results had, the share that must stay in the request. @default 0.85 */
  minGrounding?: number;
  /** Most policies that are tried. @default 120 */
  trials?: number;
  /** Another seed divides the sessions otherwise and tries in another order. @default 1 */
  seed?: number;
  /** Most bytes of logs that are read; chosen by chance where there are more. @default 64 MB */
  mostBytes?: number;
  /** Only files changed since, in milliseconds. @default all */
  since?: number;
  /** Only sessions whose project has this in its path. @default all */
  project?: string;
  /** Called with the share that is done, from 0 to 1, and what is going on. @default none */
  onProgress?: (share: number, what: string) => void;
  /** Ends the search; what was found until then is checked and returned. @default none */
  signal?: AbortSignal;
}

/** A policy, and what it makes of both parts. */
export interface TunedPolicy {
  /** Such as `default`, `balanced`, `tuned`, or a number for one of the front. */
  name: string;
  /** What differs from the default policy. */
  settings: PolicyInput;
  /** On the sessions that the search saw. */
  seen: Measured;
  /** On those kept aside; absent if there are none. */
  aside?: Measured;
}

/** A setting of the tuned policy. */
export interface TunedSetting {
  /** For people. */
  name: string;
  /** What it decides, for people. */
  about: string;
  /** The best policy's value, as it is written in TOML. */
  value: string;
  /** The value that the nearest preset has. */
  preset: string;
}

/** The result of a search. */
export interface Tuned {
  /** The best policy that was found. */
  best: TunedPolicy;
  /** The policy of a call that gives none. */
  default: TunedPolicy;
  /** The presets, from the mildest on. */
  presets: TunedPolicy[];
  /** Of all policies tried, those that no other beats in both bill and grounding, the cheapest first. */
  front: TunedPolicy[];
  /** The preset that differs from the best in fewest settings, and in how many. */
  nearest: { preset: Preset; settings: number };
  /** All that was searched, with the best policy's values. */
  settings: TunedSetting[];
  /** Where each of them is in a policy. */
  knobPaths: (readonly (readonly string[])[])[];
  /** Whether the best beats the default on sessions that the search did not see; undefined if there are none. */
  beatsDefault: boolean | undefined;
  /** The least grounding that was asked for, 0 to 1. */
  minGrounding: number;
  /** How many policies were tried to the end. */
  trials: number;
  /** How many sessions the search saw, and how many were kept aside. */
  sessions: { seen: number; aside: number };
  /** How many files were read, of how many. */
  files: ChosenSessions["files"];
  /** Files that could not be read, and why. */
  skipped: UnreadableFile[];
  /** False if the search was ended early. */
  isWhole: boolean;
}

/** Nothing was readable, or had more than one request. */
export interface NothingToTune extends Pick<ChosenSessions, "files" | "skipped"> {
  /** None. */
  sessions: { seen: 0; aside: 0 };
}

const TOOLS = 4;
const MOST_FRONT = 12;
/** Shares of the time, for the progress. */
const [READ_SHARE, SEARCH_SHARE] = [0.1, 0.85];
/** What a policy must gain on sessions it was not chosen on, and may lose in grounding. */
const [LEAST_GAIN, GROUNDING_SLACK] = [0.002, 0.01];

/**
 * Searches the policy with the smallest input bill that keeps `minGrounding`, by coordinate descent over a grid, from the
 * best of the default and the presets on. Repeatable for the same logs and seed. No model is called. Memory is bounded by
 * `mostBytes`.
 */
export async function tune(files: readonly LogFile[], options: TuneOptions = {}): Promise<Tuned | NothingToTune> {
  const { seed = 1, mostBytes = 64 * 1024 * 1024, since = Number.NEGATIVE_INFINITY, project = "" } = options;
  const { signal, onProgress = () => {} } = options;
  const isOver = () => signal?.aborted === true;
  const onRead = (share: number, name: string) => onProgress(READ_SHARE * share, name);
  const chosen = await chooseSessions(files, { seed, mostBytes, since, project, isOver, onRead });
  if (chosen.sessions.length === 0) return { ...chosen, sessions: { seen: 0, aside: 0 } };
  const [seen, aside] = divide(chosen.sessions, seed);
  const found = await searchIn(seen, options, isOver);
  const tuned = await check(found, seen, aside, options);
  return {
    ...tuned,
    sessions: { seen: seen.length, aside: aside.length },
    ...{ files: chosen.files, skipped: chosen.skipped, isWhole: !isOver() },
  };
}

/** What was tried, and what came of it. */
interface Found {
  knobs: readonly Knob[];
  trials: { point: Point; score: Measured }[];
  best: Point;
  minGrounding: number;
}

const STARTS: readonly PolicyInput[] = [{}, ...PRESETS.map((preset) => ({ preset }))];

async function searchIn(
  seen: readonly TunedSession[],
  { minGrounding = 0.85, trials: most = 120, seed = 1, onProgress = () => {} }: TuneOptions,
  isOver: () => boolean,
): Promise<Found> {
  const knobs = knobsFor(largestTools(seen, TOOLS), STARTS);
  const measure = new Measure(seen, isOver);
  const { best, trials } = await search(
    (point, isStart) => measure.of(policyOf(knobs, point), { minGrounding, mayStop: !isStart }),
    {
      sizes: knobs.map(({ values }) => values.length),
      starts: STARTS.map((start) => pointOf(knobs, start)),
      ...{ minGrounding, trials: most, isOver },
      random: seededRandom(seed),
      onTrial: (done) => onProgress(READ_SHARE + (SEARCH_SHARE * done) / most, `policy ${done} of at most ${most}`),
    },
  );
  return { knobs, trials, best: best?.point ?? pointOf(knobs, {}), minGrounding };
}

async function check(
  { knobs, trials, best, minGrounding }: Found,
  seen: readonly TunedSession[],
  aside: readonly TunedSession[],
  { onProgress = () => {}, signal }: TuneOptions,
): Promise<Omit<Tuned, "sessions" | "files" | "skipped" | "isWhole">> {
  const [onSeen, onAside] = [new Measure(seen), new Measure(aside)];
  let done = 0;
  const of = async (name: string, settings: PolicyInput, known?: Measured): Promise<TunedPolicy> => {
    onProgress(READ_SHARE + SEARCH_SHARE + 0.003 * done++, "checking on sessions kept aside");
    const there = aside.length === 0 ? undefined : await onAside.of(settings);
    const here = known ?? (await onSeen.of(settings)) ?? NOTHING;
    return { name, settings, seen: here, ...(there === undefined ? {} : { aside: there }) };
  };
  const knownOf = (point: Point) => trials.find((trial) => distance(trial.point, point) === 0)?.score;
  const named = async (name: string, settings: PolicyInput) => of(name, settings, knownOf(pointOf(knobs, settings)));
  const standard = await named("default", {});
  const presets: TunedPolicy[] = [];
  for (const preset of PRESETS) {
    const point = pointOf(knobs, { preset });
    // Whoever ends the search waits for what was found, and not for what was not tried.
    if (signal?.aborted === true && knownOf(point) === undefined) continue;
    presets.push(await named(preset, { preset }));
  }
  const tuned = await of("tuned", policyOf(knobs, best), knownOf(best));
  const front: TunedPolicy[] = [];
  for (const [at, { point, score }] of thinned(frontOf(trials)).entries())
    front.push(await of(String(at + 1), policyOf(knobs, point), score));
  const points = PRESETS.map((preset) => ({ preset, point: pointOf(knobs, { preset }) }));
  const [nearest] = points.toSorted((a, b) => distance(a.point, best) - distance(b.point, best));
  const near = nearest ?? { preset: "balanced" as const, point: best };
  return {
    best: tuned,
    default: standard,
    ...{ presets, front, minGrounding, trials: trials.length },
    nearest: { preset: near.preset, settings: distance(near.point, best) },
    settings: knobs.map(({ name, about, values }, knob) => ({
      ...{ name, about },
      value: nameOfValue(values[best[knob] ?? 0] ?? []),
      preset: nameOfValue(values[near.point[knob] ?? 0] ?? []),
    })),
    knobPaths: knobs.map(({ paths }) => paths),
    beatsDefault: beats(tuned.aside, standard.aside, minGrounding),
  };
}

const NOTHING: Measured = { bill: 1, grounding: 1, dearer: 0, worst: 1 };

function beats(tuned: Measured | undefined, other: Measured | undefined, minGrounding: number): boolean | undefined {
  if (tuned === undefined || other === undefined) return undefined;
  const kept = Math.min(minGrounding, other.grounding) - GROUNDING_SLACK;
  if (tuned.grounding < kept) return false;
  return loss(tuned, minGrounding) < loss(other, minGrounding) - LEAST_GAIN;
}

/** A few of many, with both ends. */
function thinned<T>(list: readonly T[]): T[] {
  if (list.length <= MOST_FRONT) return [...list];
  return Array.from(
    { length: MOST_FRONT },
    (_, at) => list[Math.round((at * (list.length - 1)) / (MOST_FRONT - 1))],
  ).filter((one) => one !== undefined);
}
