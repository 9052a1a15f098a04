// Which agents on this machine use a login, whose requests count against limits and have no bill.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { valueAt } from "../text/json-value.js";
import { claudeHome, codexHome, type UserPlace } from "./user-place.js";

/** A session of a log, and who pays it. */
interface Logged {
  agent: string;
  sessionId: string | undefined;
}

/**
 * What says whether a login pays a session of a log: the ledger where it has the session, else the agent's own files.
 *
 * @param payers By session, the login that the ledger knows to have paid it; undefined where it was a key.
 * @param place Where the agents' files are; undefined for logs from elsewhere, of which they say nothing.
 */
export function loginsBy(
  payers: ReadonlyMap<string, string | undefined>,
  place: UserPlace | undefined,
): (session: Logged) => boolean {
  const byAgent = new Map<string, boolean>();
  return ({ agent, sessionId }) => {
    if (sessionId !== undefined && payers.has(sessionId)) return payers.get(sessionId) !== undefined;
    const told = byAgent.get(agent);
    if (told !== undefined) return told;
    const isLogin = place !== undefined && LOGINS[agent]?.(place) === true;
    byAgent.set(agent, isLogin);
    return isLogin;
  };
}

/** By the agent's name in logs: whether its own files or variables have a login, and no key. */
const LOGINS: Readonly<Record<string, (place: UserPlace) => boolean>> = {
  "Claude Code": (place) => {
    const { env, home } = place;
    if (env.ANTHROPIC_API_KEY || env.ANTHROPIC_AUTH_TOKEN) return false;
    if (env.CLAUDE_CODE_OAUTH_TOKEN) return true;
    if (has(join(claudeHome(place), ".credentials.json"), "claudeAiOauth.accessToken")) return true;
    // Where the token is in a keychain. A login at the Console makes a key.
    const account = join(env.CLAUDE_CONFIG_DIR || home, ".claude.json");
    return has(account, "oauthAccount") && !has(account, "primaryApiKey");
  },
  Codex: (place) => {
    const file = join(codexHome(place), "auth.json");
    return !place.env.CODEX_API_KEY && has(file, "tokens.access_token") && !has(file, "OPENAI_API_KEY");
  },
};

/** Whether a file of JSON has something at a place. */
function has(file: string, path: string): boolean {
  try {
    return Boolean(valueAt(JSON.parse(readFileSync(file, "utf8")), path.split(".")));
  } catch {
    return false;
  }
}
