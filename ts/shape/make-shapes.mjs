// Makes what programs need of the zod schemas, so that none of them loads zod: the shape by which data is checked, the JSON
// Schema for editors, and the types of settings. Run by `npm run build:ts` and `npm run fix`; a test holds the files current.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import * as z from "zod";
import { markExperimental, withExperimental } from "./experimental.mjs";
import { typesOf } from "./make-types.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The schemas: where each is described, the function that builds it, and the files that are made of it. */
export const SCHEMAS = [
  {
    source: "ts/policy/schema.ts",
    builder: "buildPolicySchema",
    shape: "ts/policy/shape.json",
    jsonSchema: "ts/policy/json-schema.json",
    types: {
      file: "dist/policy/settings-types.d.ts",
      what: "A policy",
      input: "PolicyInput",
      output: "PolicySettings",
      elsewhere: { key: "models", type: "ModelRow", from: "../models/rows.js" },
    },
    documented: "DOCUMENTED_KEYS",
  },
  {
    source: "ts/models/schema.ts",
    builder: "buildModelTable",
    jsonSchema: "ts/models/json-schema.json",
    types: { file: "dist/models/table-types.d.ts", what: "The table of models", output: "ModelTable" },
  },
  {
    source: "ts/condensation/settings/schema.ts",
    builder: "buildCondensationTable",
    shape: "ts/condensation/settings/shape.json",
    jsonSchema: "ts/condensation/settings/json-schema.json",
  },
  {
    source: "ts/agents/schema.ts",
    builder: "buildProfile",
    shape: "ts/agents/shape.json",
    jsonSchema: "ts/agents/json-schema.json",
  },
  {
    source: "ts/gateway/config/schema.ts",
    builder: "buildGatewaySections",
    shape: "ts/gateway/config/shape.json",
    jsonSchema: "ts/gateway/config/json-schema.json",
    types: {
      file: "dist/gateway/config/settings-types.d.ts",
      what: "The tables of a gateway's configuration, but policies,",
      input: "GatewaySectionsInput",
      output: "GatewaySections",
    },
  },
];

/**
 * The texts of the files that are made of a schema, by path; published declarations are in dist.
 *
 * @param {{ source: string, shape?: string, jsonSchema: string, types?: { file: string, what: string, input?: string, output: string } }} files
 * @param {import("zod").ZodType} schema
 * @param {readonly string[]} [documented] The keys that are not experimental. @default all
 * @returns {Map<string, string>}
 */
export function filesOf({ source, shape, jsonSchema, types }, schema, documented) {
  const whole = z.toJSONSchema(schema, { io: "input" });
  const input = documented === undefined ? whole : withExperimental(whole, documented);
  const files = new Map([[jsonSchema, `${JSON.stringify(input)}\n`]]);
  if (types !== undefined)
    files.set(types.file, typesOf({ input, output: z.toJSONSchema(schema, { io: "output" }) }, source, types));
  if (shape !== undefined) {
    const made = shapeOf(schema);
    files.set(shape, `${JSON.stringify(documented === undefined ? made : markExperimental(made, documented))}\n`);
  }
  return files;
}

/**
 * The shape of a schema, as `ts/shape/shape.ts` has it.
 *
 * @param {import("zod").ZodType} schema
 * @returns {object}
 * @throws Where the schema has a type or a check that shapes do not have.
 */
export function shapeOf(schema) {
  const { def } = schema._zod;
  const wrap = WRAPPERS[def.type];
  if (wrap !== undefined) return { ...shapeOf(def.innerType), ...wrap(def) };
  const kind = KINDS[def.type];
  if (kind === undefined) throw new Error(`shapes have no ${def.type}`);
  const checks = [...(schema._zod.traits.has("$ZodCheck") ? [schema] : []), ...(def.checks ?? [])];
  const limits = checks.map((check) => limitOf(check, def));
  return { ...kind(def), problem: problemOf(def), ...(limits.length > 0 && { limits }) };
}

const WRAPPERS = {
  optional: () => ({ optional: true }),
  nullable: () => ({ nullable: true }),
  default: ({ defaultValue }) => ({ default: defaultValue }),
  prefault: ({ defaultValue }) => ({ prefault: defaultValue }),
};

const KINDS = {
  number: () => ({ kind: "number" }),
  string: () => ({ kind: "text" }),
  boolean: () => ({ kind: "flag" }),
  unknown: () => ({ kind: "anything" }),
  never: () => ({ kind: "never" }),
  enum: ({ entries }) => ({ kind: "one of", values: Object.values(entries) }),
  literal: ({ values }) => ({ kind: "one of", values }),
  array: ({ element }) => ({ kind: "list", item: shapeOf(element) }),
  object: ({ shape }) => ({
    kind: "table",
    keys: Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, shapeOf(part)])),
  }),
  record: ({ keyType, valueType }) => ({ kind: "record", key: shapeOf(keyType), value: shapeOf(valueType) }),
  union: ({ options }) => ({ kind: "any of", options: options.map(shapeOf) }),
};

/** A check without an own problem has that of the type. */
function limitOf({ _zod: { def } }, type) {
  if (def.check === "custom" && def.fn?.checkName !== undefined) return { kind: "named", name: def.fn.checkName };
  const limit = LIMITS[def.check]?.(def);
  if (limit === undefined) throw new Error(`shapes have no check ${def.check}; a refinement needs a name`);
  return { ...limit, problem: problemOf({ error: def.error ?? type.error }) };
}

const LIMITS = {
  number_format: ({ format }) => (format === "safeint" ? { kind: "whole" } : undefined),
  greater_than: ({ value, inclusive }) => ({ kind: inclusive ? "min" : "above", limit: value }),
  less_than: ({ value, inclusive }) => (inclusive ? { kind: "max", limit: value } : undefined),
  min_length: ({ minimum }) => ({ kind: "min", limit: minimum }),
  max_length: ({ maximum }) => ({ kind: "max", limit: maximum }),
  string_format: ({ format, pattern }) =>
    format === "regex" && pattern.flags === "" ? { kind: "pattern", source: pattern.source } : undefined,
};

/** What the schema says of a value that does not fit. */
const problemOf = ({ error }) => error?.({}) ?? "not valid";

/** Makes all files anew; says which have changed. Returns the texts of those in dist, by path, which it does not write. */
export async function renewShapes() {
  const declarations = new Map();
  mkdirSync(`${ROOT}/build`, { recursive: true });
  for (const schema of SCHEMAS) {
    const outfile = `${ROOT}/build/${schema.builder}.mjs`;
    const options = { bundle: true, packages: "external", platform: "node", format: "esm", logLevel: "error" };
    await build({ ...options, entryPoints: [`${ROOT}/${schema.source}`], outfile });
    const { [schema.builder]: builder, [schema.documented]: documented } = await import(pathToFileURL(outfile).href);
    for (const [path, text] of filesOf(schema, builder(z), documented))
      if (path.startsWith("dist/")) declarations.set(path, text);
      else renew(path, text);
  }
  return declarations;
}

function renew(path, text) {
  try {
    if (readFileSync(`${ROOT}/${path}`, "utf8") === text) return;
  } catch {
    // There is none yet.
  }
  writeFileSync(`${ROOT}/${path}`, text);
  console.log(`${path} renewed`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await renewShapes();
