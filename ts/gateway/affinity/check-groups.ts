import { shownValue } from "../../base/issues.js";
import { PROVIDERS } from "../config/fields.js";
import type { ConfigIssue } from "../config/issues.js";
import type { GroupSettings } from "./schema.js";

/** The upstreams of a configuration. */
interface Groups {
  groups: Record<string, GroupSettings>;
  named: Record<string, unknown>;
}

/** @param given The table as it was written: what it does not have is a default. */
export function checkGroups({ groups, named }: Groups, given: unknown): ConfigIssue[] {
  return Object.entries(groups).flatMap(([name, group]) => {
    const path = ["upstreams", "groups", name];
    const issues =
      Object(given)[name] !== undefined
        ? [{ path, message: `upstreams.${name} is given twice, as an address, too` }]
        : [];
    return [
      ...issues,
      ...providerIssues(name, group, named, path),
      ...nameIssues(group, path),
      ...keyIssues(group, path),
    ];
  });
}

function providerIssues(name: string, { provider }: GroupSettings, named: object, path: string[]): ConfigIssue[] {
  if ((PROVIDERS as readonly string[]).includes(name)) {
    if (provider === undefined || provider === name) return [];
    return [{ path: [...path, "provider"], message: `is that of the group's name, ${shownValue(name)}` }];
  }
  if (Object.hasOwn(named, name)) return [{ path, message: `upstreams.named.${name} has the same name` }];
  if (provider !== undefined) return [];
  return [{ path, message: `needs a provider, because ${shownValue(name)} is none's name` }];
}

/** The credential that a caller shows is the gateway's own key, or the provider's: one of them for the whole group. */
function keyIssues({ deployments }: GroupSettings, path: string[]): ConfigIssue[] {
  const without = deployments.findIndex(({ keyEnv }) => keyEnv === undefined);
  if (without < 0 || deployments.every(({ keyEnv }) => keyEnv === undefined)) return [];
  const message = "needs a key_env, because other deployments of the group have one: callers show one kind of key";
  return [{ path: [...path, "deployments", without], message }];
}

function nameIssues({ deployments }: GroupSettings, path: string[]): ConfigIssue[] {
  return deployments.flatMap(({ name }, at) =>
    deployments.findIndex((one) => one.name === name) < at
      ? [{ path: [...path, "deployments", at, "name"], message: `two deployments are named ${shownValue(name)}` }]
      : [],
  );
}
