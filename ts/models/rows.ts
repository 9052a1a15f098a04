// What is believed of each model: a table of vendors and model families. Both backends read the same file.
import table from "./facts.json" with { type: "json" };
import type { ModelTable } from "./schema.js";

export type { CacheRow, ModelRow, ModelTable, ThinkingRow, VendorRow } from "./schema.js";

/** The installed table. */
export const MODEL_TABLE = table as ModelTable;
