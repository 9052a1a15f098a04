import jsonSchema from "./json-schema.json" with { type: "json" };

/** One setting, for help and documentation. */
export interface SettingDescription {
  /** The key, in camelCase. */
  key: string;
  /** What it does. */
  description: string;
  /** The default as JSON; `""` where there is none. */
  defaultValue: string;
}

/** All settings but those of modes, in the order of the schema. */
export function describeCondensationSettings(): SettingDescription[] {
  const { modes, ...keys } = jsonSchema.properties;
  return Object.entries(keys).map(([key, schema]) => ({
    key,
    description: schema.description,
    defaultValue: "default" in schema ? JSON.stringify(schema.default) : "",
  }));
}
