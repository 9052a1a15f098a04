// Which of several gateways renews a conversation's cache: the one that sent its last request.
import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { writeSafely } from "../../base/write-safely.js";
import type { SharedState } from "../shared/shared-state.js";

/** Knows who sent a conversation's last request. */
export interface Owners {
  /** This gateway has sent it. Never rejects. */
  claim(conversation: string): Promise<void>;
  /** Whether nobody else has sent one since. Never rejects; false where that cannot be known. */
  isOwner(conversation: string): Promise<boolean>;
}

/**
 * By Redis where gateways share it, else by files beside the file of sessions, which the gateways of one machine share; without
 * both a gateway is alone.
 */
export function ownersOf(remote: SharedState | undefined, sessionFile: string | undefined): Owners {
  const own = randomUUID();
  if (remote !== undefined)
    return {
      claim: (conversation) => remote.claim(conversation, own),
      isOwner: async (conversation) => (await remote.ownerOf(conversation)) === own,
    };
  if (sessionFile === undefined) return { claim: async () => {}, isOwner: async () => true };
  const folder = `${sessionFile}.owners`;
  const fileOf = (conversation: string) =>
    join(folder, createHash("sha256").update(conversation).digest("hex").slice(0, 40));
  return {
    async claim(conversation) {
      try {
        makeFolder(folder, 0o700);
        writeSafely(fileOf(conversation), own, { newMode: 0o600, durable: false });
      } catch {
        // Whoever cannot say that it is the owner is none.
      }
    },
    isOwner: async (conversation) => (await readFile(fileOf(conversation), "utf8").catch(() => undefined)) === own,
  };
}
