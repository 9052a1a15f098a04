import { shownValue } from "../../base/issues.js";
import type { ConfigIssue } from "../config/issues.js";
import { headerRule } from "../config/named-checks.js";
import type { GatewaySettings } from "../config/settings.js";
import { ruled } from "./rules.js";

type Settings = GatewaySettings["upstreams"];

/** What is wrong with the rules by which headers and models choose an upstream. */
export function checkRules(upstreams: Settings): ConfigIssue[] {
  return [...twice(upstreams), ...keyIssues(upstreams)];
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
    const path = pathOf(name);
    for (const pattern of models)
      claim(`${provider} model ${pattern}`, [...path, "models"], `the pattern ${shownValue(pattern)}`);
    if (header !== undefined)
      claim(
        `${provider} header ${Object.values(headerRule(header)).join(": ")}`,
        [...path, "header"],
        `the header ${shownValue(header)}`,
      );
  }
  return issues;
}

/** The caller's credential is for whom the caller asks: to send it elsewhere is the operator's word. */
function keyIssues(upstreams: Settings): ConfigIssue[] {
  return ruled(upstreams).flatMap(({ name, models, header, clientKey, keyEnv }): ConfigIssue[] => {
    const path = pathOf(name);
    const hasKey = keyEnv !== undefined;
    if (hasKey && clientKey === true)
      return [{ path: [...path, "client_key"], message: "is true beside a key_env, which is sent in its place" }];
    if ((models === undefined && header === undefined) || hasKey || clientKey === true) return [];
    const message =
      "a model or a header sends requests there, whose credential may be another vendor's: needs a key_env, or client_key = true";
    return [{ path, message }];
  });
}

const pathOf = (name: string): string[] => ["upstreams", "named", name];
