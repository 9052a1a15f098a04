import type { Hash } from "node:crypto";

/**
 * Gives the key of a history up to a number of messages: the same for the same beginning and the same basis. Cuts must
 * ascend. Each message is read once, and none beyond the last cut.
 *
 * @param replacer That of `JSON.stringify`. Default: everything counts.
 */
export function historyKeys(
  basis: readonly unknown[],
  messages: readonly object[],
  replacer?: (key: string, value: unknown) => unknown,
): (cut: number) => string {
  let hash: Hash | undefined;
  let taken = 0;
  return (cut) => {
    // Loaded at the first condensation, because loading it is as slow as loading this package.
    hash ??= process.getBuiltinModule("node:crypto").createHash("sha256").update(JSON.stringify(basis));
    for (const message of messages.slice(taken, cut)) hash.update(`\n${JSON.stringify(message, replacer)}`);
    taken = Math.max(taken, cut);
    return hash.copy().digest("base64");
  };
}
