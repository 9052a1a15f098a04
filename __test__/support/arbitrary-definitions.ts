// Generated definitions of tools, in the words of each wire.
import type { Wire } from "../../ts/contract/report.js";
import { createRandom, type Random } from "./random.js";

type Json = Record<string, unknown>;

const NAMES = ["file_path", "title", "$schema", "minLength", "description", "é", "a/b", "properties"] as const;
const WORDS = ["Reads ", "a file. ", "The working directory ", "😀", "\n", '"quoted" ', "é → "] as const;

function textOf(random: Random): string {
  const parts = Array.from({ length: random.below(60) }, () => random.pick(WORDS));
  return `${parts.join("")}${random.chance(0.02) ? "\ud800" : ""}`;
}

const KEYWORDS: [string, (random: Random, depth: number) => unknown][] = [
  ["$schema", (random) => random.pick<unknown>(["https://json-schema.org/draft/2020-12/schema", 7])],
  ["title", (random) => random.pick(["File Path", "Title", "min-length", "Another"])],
  ["description", textOf],
  ["type", (random) => random.pick(["object", "string", "array"])],
  ["minLength", (random) => random.pick<unknown>([0, 1, 2, "0"])],
  ["minContains", (random) => random.pick([0, 1])],
  ["uniqueItems", (random) => random.chance(0.5)],
  ["nullable", (random) => random.chance(0.5)],
  ["additionalProperties", (random, depth) => (random.chance(0.5) ? false : schemaOf(random, depth))],
  ["required", () => []],
  ["default", (random) => random.pick<unknown>([null, { $schema: "kept", minLength: 0 }])],
  ["enum", () => [{ title: "kept" }]],
  ["items", (random, depth) => (random.chance(0.5) ? schemaOf(random, depth) : [schemaOf(random, depth), 3])],
  ["anyOf", (random, depth) => [schemaOf(random, depth), schemaOf(random, depth)]],
  ["properties", mapOf],
  ["$defs", mapOf],
  ["patternProperties", (random, depth) => (random.chance(0.5) ? {} : mapOf(random, depth))],
];

function schemaOf(random: Random, depth: number): Json {
  const chance = depth > 2 ? 0 : 0.3;
  const entries = KEYWORDS.filter(() => random.chance(chance)).map(([key, make]) => [key, make(random, depth + 1)]);
  return Object.fromEntries(random.chance(0.5) ? entries : entries.reverse()) as Json;
}

function mapOf(random: Random, depth: number): Json {
  return Object.fromEntries(NAMES.filter(() => random.chance(0.4)).map((name) => [name, schemaOf(random, depth)]));
}

/** What a tool may have besides, of which some forbids that it is deferred. */
const MORE: readonly [Json, ...Json[]] = [
  { cache_control: { type: "ephemeral" } },
  { cache_control: null },
  { input_examples: [] },
  { defer_loading: false },
  { type: "custom" },
  { x: { defer_loading: true, name: "tool_1" } },
];

/** A request's `tools`; the same seed gives the same ones everywhere. */
export function makeDefinitions(wire: Wire, seed: number): unknown[] {
  const random = createRandom(seed);
  return Array.from({ length: 1 + random.below(5) }, (_, at) => {
    const strict = random.chance(0.2) ? { strict: random.chance(0.7) } : {};
    const description = random.chance(0.8) ? { description: textOf(random) } : {};
    const more = random.chance(0.1) ? random.pick(MORE) : {};
    return FORMS[wire]({ name: `tool_${at}`, ...description, ...strict, ...more }, schemaOf(random, 0), random);
  });
}

const FORMS: Record<Wire, (head: Json, schema: Json, random: Random) => unknown> = {
  anthropic: (head, schema, random) =>
    random.chance(0.1) ? { type: "bash_20250124", name: "bash" } : { ...head, input_schema: schema },
  "openai-chat": (head, schema) => ({ type: "function", function: { ...head, parameters: schema } }),
  "openai-responses": (head, schema, random) => {
    const one = { type: "function", ...head, parameters: schema };
    return random.chance(0.2) ? { type: "namespace", name: "n", description: "Short.", tools: [one] } : one;
  },
  gemini: (head, schema, random) => ({
    [random.pick(["functionDeclarations", "function_declarations"])]: [
      { ...head, [random.pick(["parameters", "parametersJsonSchema"])]: schema },
    ],
  }),
};
