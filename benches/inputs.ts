// Requests to time: from the generator that the tests use, and from folders of recorded requests, one folder a wire.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { generateWireBody } from "../__test__/support/generate-wire.js";
import type { Wire } from "../ts/index.js";
import { isRequest, type Json, stretchRequest } from "./stretch.js";

/** One request. */
export interface Input {
  name: string;
  body: Buffer;
}

/** Requests of about one size, timed together. */
export interface InputGroup {
  label: string;
  /** Sizes of the group, in bytes. */
  fromBytes: number;
  belowBytes: number;
  /** Sizes to generate if needed. */
  targetBytes: readonly number[];
  /** How many times as fast as TypeScript native must be in mask-only. */
  targetRatio: number;
}

const KB = 1000;
const MB = 1_000_000;

export const INPUT_GROUPS: readonly InputGroup[] = [
  { label: "15 KB", fromBytes: 10 * KB, belowBytes: 23 * KB, targetBytes: [15 * KB], targetRatio: 12 },
  { label: "100 KB", fromBytes: 70 * KB, belowBytes: 150 * KB, targetBytes: [100 * KB], targetRatio: 15 },
  { label: "300 KB", fromBytes: 270 * KB, belowBytes: 450 * KB, targetBytes: [300 * KB], targetRatio: 20 },
  { label: "1 MB", fromBytes: 600 * KB, belowBytes: 1.5 * MB, targetBytes: [1 * MB], targetRatio: 20 },
  { label: "10 MB", fromBytes: 8 * MB, belowBytes: 15 * MB, targetBytes: [10 * MB], targetRatio: 20 },
];

/** Enough to be varied, few enough that each is timed often. */
const MAX_INPUTS = 12;

/** Requests from the generator: three for small groups, whose content would otherwise depend on chance, one for large. */
export function generatedInputs(group: InputGroup, wire: Wire = "openai-chat"): Input[] {
  return group.targetBytes.flatMap((targetBytes) =>
    Array.from({ length: targetBytes < MB ? 3 : 1 }, (_, index) => ({
      name: `generated ${group.label} #${index + 1}`,
      body: generateWireBody(wire, { seed: index + 1, targetBytes }),
    })),
  );
}

/** The requests of a folder, sorted by name. Skips files without a request. Empty if there is no folder. */
export function readRecordings(folder: string): Input[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => ({ name: basename(name, ".json"), body: readFileSync(join(folder, name)) }))
    .filter(({ body }) => parseRequest(body) !== undefined && !hasRepeatedCall(body));
}

/** Whether two calls have one id: TypeScript then takes the last call for both results, Rust the call in front of each. */
function hasRepeatedCall(body: Buffer): boolean {
  const { messages } = JSON.parse(body.toString("utf8")) as { messages?: { tool_calls?: { id?: string }[] }[] };
  const ids = (messages ?? []).flatMap(({ tool_calls: calls }) => (calls ?? []).map(({ id }) => id));
  return new Set(ids).size < ids.length;
}

/**
 * The recordings of a group's size, evenly picked. If there are none, the three longest recordings, with their own
 * turns repeated until the size is reached.
 */
export function recordedInputs(group: InputGroup, recordings: readonly Input[]): Input[] {
  const fitting = recordings.filter(({ body }) => body.length >= group.fromBytes && body.length < group.belowBytes);
  if (fitting.length > 0) return pickEvenly(fitting, MAX_INPUTS);
  const longest = [...recordings].sort((a, b) => b.body.length - a.body.length).slice(0, 3);
  return group.targetBytes.flatMap((targetBytes) =>
    longest.flatMap(({ name, body }) => {
      const request = parseRequest(body);
      if (request === undefined || body.length >= targetBytes) return [];
      return [{ name: `${name} to ${group.label}`, body: stretchRequest(request, targetBytes) }];
    }),
  );
}

function pickEvenly<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, count);
}

function parseRequest(body: Buffer): Json | undefined {
  try {
    const request: unknown = JSON.parse(body.toString("utf8"));
    return isRequest(request) ? request : undefined;
  } catch {
    return undefined;
  }
}
