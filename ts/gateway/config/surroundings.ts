import { installCommand } from "../../base/install-command.js";
import { nodeSqlite } from "../../base/node-sqlite.js";
import { requireHere } from "../../base/require-here.js";
import { asWritten, type Keys, valueIn } from "../../trust/paths.js";
import { checkAddress } from "../access/access.js";
import { hashOfToken, KeyRing } from "../access/keys.js";
import { NO_URL, URL_VARIABLE } from "../shared/open-shared.js";
import { type ConfigIssue, issuesOf } from "./issues.js";
import type { LoadedConfig } from "./load.js";
import type { GatewaySettings } from "./settings.js";
import { tlsProblems } from "./tls.js";

/** What a valid configuration names and the machine does not have. Paths are spelled as in the file. */
export interface Surroundings {
  /** The gateway cannot start with these. */
  errors: readonly ConfigIssue[];
  /** These may be right where the gateway is to run. */
  warnings: readonly ConfigIssue[];
}

/** Looks at the files, packages and environment variables that a configuration needs. It opens no connection and shows no value. */
export function checkSurroundings(loaded: LoadedConfig, env: NodeJS.ProcessEnv): Surroundings {
  const spelled = (issues: readonly ConfigIssue[]) =>
    issues.map(({ path, message }) => ({ path: asWritten(path, loaded.table), message }));
  const tokens = tokensOf(loaded.settings, env);
  return {
    errors: spelled([
      ...issuesOf(() => checkAddress(loaded.settings)),
      ...tlsIssues(loaded),
      ...missingPackages(loaded.settings),
      ...issuesOf(() => new KeyRing({ keys: tokens.set }, env)),
    ]),
    warnings: spelled([...nameIssues(loaded), ...keyIssues(loaded, env), ...tokens.missing]),
  };
}

function tlsIssues({ settings: { gateway } }: LoadedConfig): ConfigIssue[] {
  if (gateway.tlsCert === undefined || gateway.tlsKey === undefined) return [];
  return tlsProblems(gateway.tlsCert, gateway.tlsKey);
}

/** As in the header `Host`, without its port. */
const HOST_NAME = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/i;

function nameIssues({ settings: { gateway } }: LoadedConfig): ConfigIssue[] {
  return gateway.allowedHosts.flatMap((name, at) => {
    const isOrigin = name.includes("://");
    if ((isOrigin ? ORIGIN : HOST_NAME).test(name)) return [];
    const expected = isOrigin ? '"https://name", without a path' : "a name without scheme, port and path";
    return [{ path: ["gateway", "allowedHosts", at], message: `fits no request: ${expected}` }];
  });
}

function keyIssues({ settings, table }: LoadedConfig, env: NodeJS.ProcessEnv): ConfigIssue[] {
  const missing = (variable: string | undefined, path: Keys): ConfigIssue[] => {
    if (variable === undefined || env[variable]) return [];
    return [{ path, message: `the environment variable ${variable} is not set; the gateway needs it to start` }];
  };
  const { policies, condensation, upstreams, shared } = settings;
  const ofPolicies = [...policies].flatMap(([name, { summarizer }]) => {
    const own = ["policies", name, "summarizer", "apiKeyEnv"];
    return missing(summarizer?.apiKeyEnv, valueIn(table, own) !== undefined ? own : ["summarizer", "apiKeyEnv"]);
  });
  const condenser = condensation.enabled ? condensation.summarizer?.apiKeyEnv : undefined;
  const ofCondenser = missing(condenser, ["condensation", "summarizer", "apiKeyEnv"]);
  const ofUpstreams = Object.entries(upstreams.named).flatMap(([name, { keyEnv }]) =>
    missing(keyEnv, ["upstreams", "named", name, "keyEnv"]),
  );
  const isLost = shared !== undefined && shared.redisUrl === undefined && !env[URL_VARIABLE];
  const redis = isLost ? [{ path: ["shared"], message: NO_URL }] : [];
  return [...ofPolicies, ...ofCondenser, ...ofUpstreams, ...redis];
}

/** Keys whose token is there, and what is to be said of the others: it may be where the gateway is to run. */
function tokensOf({ keys }: GatewaySettings, env: NodeJS.ProcessEnv) {
  const isSet = ([, { tokenEnv }]: [string, { tokenEnv: string }]) => Boolean(env[tokenEnv]);
  const all = Object.entries(keys);
  const missing = all.filter((entry) => !isSet(entry));
  return {
    set: Object.fromEntries(all.filter(isSet)),
    missing: missing.flatMap(([name, { tokenEnv }]) =>
      issuesOf(() => hashOfToken(["keys", name, "token_env"], tokenEnv, env)),
    ),
  };
}

/** What a gateway with these settings would refuse to start without. */
function missingPackages({ shared, originals }: Pick<GatewaySettings, "shared" | "originals">): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const need = (name: string, path: ConfigIssue["path"]) => {
    if (!isInstalled(name))
      issues.push({ path, message: `needs the package ${name}, which is not installed: ${installCommand(name)}` });
  };
  if (shared !== undefined) need("ioredis", ["shared"]);
  if (originals.store === "sqlite" && nodeSqlite() === undefined) need("@libsql/client", ["originals", "store"]);
  return issues;
}

/** A package that is there and does not load, as one for another machine, is as good as none. */
function isInstalled(name: string): boolean {
  try {
    requireHere(name);
    return true;
  } catch {
    return false;
  }
}
