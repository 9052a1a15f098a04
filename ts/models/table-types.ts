// The build writes the declarations of this file from the schema, with what each key does (`ts/shape/make-shapes.mjs`).
import type { SettingsOf } from "../shape/schema-types.js";
import type { buildModelTable } from "./schema.js";

/** The table of models with every default filled in. */
export type ModelTable = SettingsOf<typeof buildModelTable>;
