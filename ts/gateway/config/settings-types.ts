import type { InputOf, SettingsOf } from "../../shape/schema-types.js";
import type { buildGatewaySections } from "./schema.js";

/** A caller's input: every key is optional, and may be written in camelCase or in snake_case. */
export type GatewaySectionsInput = InputOf<typeof buildGatewaySections>;

/** The tables of a gateway's configuration, but policies, with every default filled in. */
export type GatewaySections = SettingsOf<typeof buildGatewaySections>;
