// Which of several gateways renews a conversation's cache: the one that sent its last request.
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../../base/clock.js";
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

/** Nobody renews a conversation that is idle for longer, and its file is swept. */
const STALE_MS = 3 * DAY_MS;

/** Removes files of conversations that are over. Never rejects. */
async function sweep(folder: string): Promise<void> {
  try {
    for (const name of readdirSync(folder).filter((one) => /^[\da-f]{40}$/.test(one))) {
      const { mtimeMs } = await stat(join(folder, name));
      if (Date.now() - mtimeMs > STALE_MS) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // The next day's sweep goes on.
  }
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
  let sweptAt = Number.NEGATIVE_INFINITY;
  return {
    async claim(conversation) {
      try {
        if (Date.now() - sweptAt > DAY_MS) {
          sweptAt = Date.now();
          void sweep(folder);
        }
        makeFolder(folder, 0o700);
        writeSafely(fileOf(conversation), own, { newMode: 0o600, durable: false });
      } catch {
        // Whoever cannot say that it is the owner is none.
      }
    },
    isOwner: async (conversation) => (await readFile(fileOf(conversation), "utf8").catch(() => undefined)) === own,
  };
}
