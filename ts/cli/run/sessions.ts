import { join } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import type { GatewaySettings } from "../../gateway/index.js";
import { stateFolder } from "../../ledger/index.js";

/** Conversations that are remembered: a file of half a megabyte, which every launch reads. */
const MOST_SESSIONS = 1_000;

/**
 * Settings by which a conversation that was reduced here is reduced in the same way when its agent resumes it: what runs
 * remember of conversations is kept in the folder of Tamis's state, unless the configuration says where. Where that folder
 * cannot be made, nothing is kept.
 */
export function withSessionFile(settings: GatewaySettings): GatewaySettings {
  const { gateway, shared } = settings;
  const isShared = shared?.redisUrl !== undefined || shared?.redisUrlEnv !== undefined;
  if (isShared || gateway.sessionFile !== undefined || gateway.sessions === 0) return settings;
  try {
    makeFolder(stateFolder(), 0o700);
  } catch {
    return settings;
  }
  const sessions = Math.min(gateway.sessions, MOST_SESSIONS);
  return { ...settings, gateway: { ...gateway, sessions, sessionFile: join(stateFolder(), "sessions.json") } };
}
