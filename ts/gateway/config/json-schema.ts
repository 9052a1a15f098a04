import condensation from "../../condensation/settings/json-schema.json" with { type: "json" };
import { policyJsonSchema } from "../../policy/check.js";
import { snakeCase } from "../../shape/spelling.js";
import gateway from "./json-schema.json" with { type: "json" };

type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] };

/** The keys of seed 004's `MaskPolicy` that the library's policy does not have. */
const MASK_POLICY: Record<string, JsonSchema> = {
  window_turns: { type: "integer", description: "MaskPolicy: newest tool turns whose results stay.", default: 8 },
  keep_errors: { type: "boolean", description: "MaskPolicy: keep results that look like errors.", default: true },
  keep_last_k_per_tool: {
    type: "integer",
    minimum: 1,
    description: "MaskPolicy: newest results of each tool that stay.",
  },
  placeholder_template: { type: "string", description: "MaskPolicy: text put in place of a masked result." },
};

/** The JSON Schema (draft 2020-12) of a `tamis.toml`, for editors and validators; keys in snake_case. */
export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...sections } = spellInSnakeCase(gateway as unknown as JsonSchema);
  const summarizer = sections.properties?.summarizer as JsonSchema;
  const { $schema: _, ...policy } = spellInSnakeCase(policyJsonSchema() as JsonSchema);
  const own = { ...policy.properties, ...MASK_POLICY };
  const named = { ...policy, properties: { ...own, summarizer } };
  const policies = { type: "object", description: "Policies by name.", additionalProperties: named };
  const properties = { ...own, ...sections.properties, policies, condensation: condensationSchema(summarizer) };
  return { $schema, title: "tamis.toml", ...sections, properties };
}

/** The table of condensations, with what only a gateway reads. */
function condensationSchema(summarizer: JsonSchema): JsonSchema {
  const { $schema: _, ...settings } = spellInSnakeCase(condensation as unknown as JsonSchema);
  const own: Record<string, JsonSchema> = {
    enabled: {
      type: "boolean",
      default: false,
      description: "The gateway condenses conversations that near their limit.",
    },
    context_tokens: { type: "integer", minimum: 1_000, description: "Context limit of models whose own is not known." },
    plugins: { type: "array", items: { type: "string" }, description: "Packages or files with providers of yours." },
    profile_thresholds: { type: "object", description: "Older settings: the percentage by profile." },
    summarizer,
  };
  return { ...settings, properties: { ...settings.properties, ...own } };
}

/** Renames the keys of every table; keys that the user names are no properties. */
function spellInSnakeCase(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema)) return schema.map(spellInSnakeCase) as never;
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === "properties") {
      const renamed = Object.entries(value as object).map(([name, child]) => [
        snakeCase(name),
        spellInSnakeCase(child),
      ]);
      return [key, Object.fromEntries(renamed)];
    }
    if (key === "required") return [key, (value as string[]).map(snakeCase)];
    return [key, key === "default" ? value : spellInSnakeCase(value as JsonSchema)];
  });
  return Object.fromEntries(entries) as JsonSchema;
}
