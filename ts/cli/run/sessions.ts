import { join } from "node:path";
import type { GatewaySettings } from "../../gateway/index.js";
import { stateFolder } from "../../ledger/index.js";

/** Conversations that are remembered in this file: half a megabyte, which every launch reads. */
export const MOST_SESSIONS = 1_000;

/** The file of what runs remember of conversations. */
export const runsSessionFile = (): string => join(stateFolder(), "sessions.json");

/**
 * Settings by which a conversation that was reduced here is reduced in the same way when its agent resumes it: what runs
 * remember of conversations is kept in the folder of Tamis's state, unless the configuration says where.
 */
export function withSessionFile(settings: GatewaySettings): GatewaySettings {
  const { gateway, shared } = settings;
  if (shared !== undefined || gateway.sessionFile !== undefined) return settings;
  return { ...settings, gateway: { ...gateway, sessionFile: runsSessionFile() } };
}
