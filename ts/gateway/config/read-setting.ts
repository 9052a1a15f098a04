import { TamisError } from "../../base/errors.js";
import { unknownKeyMessage } from "../../base/issues.js";
import { EXPERIMENTAL } from "../../policy/groups.js";
import { policyJsonSchema } from "../../policy/policy.js";
import { camelCase } from "../../shape/spelling.js";
import { valueAt } from "../../text/json-value.js";
import { loadConfig } from "./load.js";

/**
 * The value of a key of the table [run], such as `run.cacheLifetime`.
 *
 * @throws TamisError `OPTION_INVALID` for a key that does not exist, with the nearest one; `CONFIG_INVALID`.
 */
export function readRunSetting(key: string): unknown {
  const { run } = loadConfig().settings;
  const name = camelCase(key.split(".").slice(1).join("."));
  if (Object.hasOwn(run, name)) return run[name as keyof typeof run];
  throw new TamisError("OPTION_INVALID", `${key}: ${unknownKeyMessage(name, Object.keys(run))}`);
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
}

/**
 * The value of a key of the default policy, such as `mask.windowTurns`, with the workspace's over the user's; undefined where
 * it has none.
 *
 * @throws TamisError `OPTION_INVALID` for a key that does not exist, with the nearest one; `CONFIG_INVALID`.
 */
export function readPolicySetting(key: string): unknown {
  const path = key.split(".").map(camelCase);
  let known = keysOf(policyJsonSchema());
  for (const [at, name] of path.entries()) {
    // A table whose keys the user names has none that are known.
    if (known === undefined) break;
    if (!Object.hasOwn(known, name)) {
      const message = `${path.slice(0, at + 1).join(".")}: ${unknownKeyMessage(name, Object.keys(known))}`;
      throw new TamisError("OPTION_INVALID", message);
    }
    known = keysOf(known[name] ?? {});
  }
  // The settings have each key in its own table.
  const place = path[0] === EXPERIMENTAL ? path.slice(1) : path;
  return valueAt(loadConfig().settings.policies.get("default")?.policy.settings, place);
}

const keysOf = (schema: JsonSchema) =>
  [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties !== undefined)?.properties;
