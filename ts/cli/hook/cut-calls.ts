// Calls whose outputs lost something: the same call soon after gets the whole output, because a hook keeps no originals.
import { readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { appendSafely } from "../../base/write-safely.js";
import { hookCuts } from "../../ledger/place.js";

/** Time within which the same call asks for what was left out. */
const ASKS_AGAIN_MS = 30 * 60_000;
/** A larger file begins anew. */
const MOST_BYTES = 64 * 1024;

/**
 * Whether the output of a call may lose something: not where the same call of the session lost something before, and not where
 * that cannot be noted.
 */
export function mayCut(session: string | undefined, call: readonly [tool: string, args: unknown]): boolean {
  // Loaded here: most outputs are not cut, and to load it takes longer than to reduce one.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const key = createHash("sha256")
    .update(JSON.stringify([session, ...call]))
    .digest("hex")
    .slice(0, 32);
  const file = hookCuts();
  try {
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const lines = bytes === 0 ? [] : readFileSync(file, "latin1").split("\n");
    const isAsked = lines.some(
      (line) => line.endsWith(` ${key}`) && Date.now() - Number.parseInt(line, 10) < ASKS_AGAIN_MS,
    );
    if (bytes > MOST_BYTES) rmSync(file, { force: true });
    makeFolder(dirname(file), 0o700);
    appendSafely(file, `${Date.now()} ${key}\n`, 0o600);
    return !isAsked;
  } catch {
    return false;
  }
}
