import schema from "./json-schema.json" with { type: "json" };

/**
 * The JSON Schema (draft 2020-12) of the table of models, for editors: `models` in it are rows as a policy's `models` has
 * them.
 */
export const modelTableJsonSchema = (): Record<string, unknown> => structuredClone(schema);
