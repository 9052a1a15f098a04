import type { InputOf, SettingsOf } from "../shape/schema-types.js";
import type { EXPERIMENTAL } from "./groups.js";
import type { buildPolicySchema } from "./schema.js";

type Keys = InputOf<typeof buildPolicySchema>;

/** A caller's input: every key is optional, and may be written in camelCase or in snake_case. */
export type PolicyInput = Keys & { [Name in typeof EXPERIMENTAL]?: Keys | undefined };

/** A policy with every default filled in. */
export type PolicySettings = SettingsOf<typeof buildPolicySchema>;
