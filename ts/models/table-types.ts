import type { SettingsOf } from "../shape/schema-types.js";
import type { buildModelTable } from "./schema.js";

/** The table of models with every default filled in. */
export type ModelTable = SettingsOf<typeof buildModelTable>;
