import { shownValue } from "../../base/issues.js";
import { PROVIDERS } from "../config/fields.js";
import type { ConfigIssue } from "../config/issues.js";
import type { GatewaySettings } from "../config/settings.js";
import { ruled } from "./rules.js";

type Settings = GatewaySettings["upstreams"];

/** What is wrong with the rules by which headers and models choose an upstream. */
export function checkRules(upstreams: Settings): ConfigIssue[] {
  return [...twice(upstreams), ...keyIssues(upstreams), ...providerGroups(upstreams)];
}

/** A pattern, or a header's value, that two upstreams of one API claim. */
function twice(upstreams: Settings): ConfigIssue[] {
  const claims = new Map<string, string[]>();
  const issues: ConfigIssue[] = [];
  const claim = (key: string, path: string[], what: string) => {
    const other = claims.get(key);
    if (other === undefined) claims.set(key, path);
    else issues.push({ path, message: `${what} is claimed by ${other.join(".")}, too` });
  };
  for (const { name, provider, models = [], header } of ruled(upstreams)) {
    const path = pathOf(name, upstreams);
    for (const pattern of models)
      claim(`${provider} model ${pattern}`, [...path, "models"], `the pattern ${shownValue(pattern)}`);
    if (header !== undefined)
      claim(
        `${provider} header ${header.name.toLowerCase()}: ${header.value}`,
        [...path, "header"],
        `${header.name}: ${shownValue(header.value)}`,
      );
  }
  return issues;
}

/** The caller's credential is for whom the caller asks: to send it elsewhere is the operator's word. */
function keyIssues(upstreams: Settings): ConfigIssue[] {
  return ruled(upstreams).flatMap(({ name, models, header, clientKey }): ConfigIssue[] => {
    const path = pathOf(name, upstreams);
    const hasKey = keyOf(name, upstreams);
    if (hasKey && clientKey === true)
      return [{ path: [...path, "client_key"], message: "is true beside a key_env, which is sent in its place" }];
    if ((models === undefined && header === undefined) || hasKey || clientKey === true) return [];
    const message =
      "a model or a header sends requests there, whose credential may be another vendor's: needs a key_env, or client_key = true";
    return [{ path, message }];
  });
}

const keyOf = (name: string, { named, groups }: Settings): boolean =>
  named[name]?.keyEnv !== undefined || groups[name]?.deployments.some(({ keyEnv }) => keyEnv !== undefined) === true;

const pathOf = (name: string, { named }: Settings): string[] => ["upstreams", name in named ? "named" : "groups", name];

/** A group with a provider's name gets all that no rule sends elsewhere. */
function providerGroups({ groups }: Settings): ConfigIssue[] {
  return Object.entries(groups).flatMap(([name, { models, header, clientKey }]) => {
    const isRuled = (models ?? header ?? clientKey) !== undefined;
    if (!isRuled || !(PROVIDERS as readonly string[]).includes(name)) return [];
    const message = `has no models, header and client_key: what no other upstream takes goes to ${name}`;
    return [{ path: ["upstreams", "groups", name], message }];
  });
}
