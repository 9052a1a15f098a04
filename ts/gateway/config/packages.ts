// The optional packages that a configuration needs, looked for where the gateway will look for them.
import { installCommand } from "../../base/install-command.js";
import { nodeSqlite } from "../../base/node-sqlite.js";
import { requireHere } from "../../base/require-here.js";
import type { ConfigIssue } from "./issues.js";
import type { GatewaySettings } from "./settings.js";

/** What a gateway with these settings would refuse to start without. */
export function missingPackages({ shared, originals }: Pick<GatewaySettings, "shared" | "originals">): ConfigIssue[] {
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
