// What is believed of each model: a table of vendors and model families. Both backends read the same file.
import table from "./facts.json" with { type: "json" };
import type { ModelTable } from "./table-types.js";

/** The table: the row of a request that says too little by wire, with and without a model's name; vendors; families. */
export type { ModelTable } from "./table-types.js";

/**
 * One family of models: its names, cache, thinking, context limit, and where the facts are from. Prices are relative to fresh
 * input. {@link modelTableJsonSchema} describes each member.
 */
export type ModelRow = ModelTable["models"][number];

/** The cache of a family. */
export type CacheRow = ModelRow["cache"];

/** How a family treats the thinking that comes back in a request. */
export type ThinkingRow = ModelRow["thinking"];

/** Who makes models, and what their names and hosts look like. */
export type VendorRow = ModelTable["vendors"][number];

/** The installed table. */
export const MODEL_TABLE = table as ModelTable;
