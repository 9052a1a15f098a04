import { createRequire } from "node:module";
import type * as zod from "zod";
import { buildModelTable } from "./schema.js";

/**
 * The JSON Schema (draft 2020-12) of the table of models, for editors: `models` in it are rows as a policy's `models` has
 * them.
 */
export function modelTableJsonSchema(): Record<string, unknown> {
  const z = createRequire(import.meta.url)("zod") as typeof zod;
  return z.toJSONSchema(buildModelTable(z));
}
