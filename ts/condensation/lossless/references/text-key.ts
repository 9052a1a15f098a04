import { isRecord } from "../../../text/json-value.js";
import type { Slot } from "../../lossy/classification/block.js";

/** The first half of a text's SHA-256 in hex. Linear. */
export function textHash(text: string): string {
  // Loaded at the first condensation, because loading it is as slow as loading this package.
  const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
  return hash.update(text).digest("hex").slice(0, 32);
}

/**
 * The key of a text in the place of a slot's: its length and a hash of it with the call that it answers. The same wherever the
 * message is, in any process.
 */
export function textKey({ block: { source } }: Slot, text: string): string {
  const { kind, callId, toolName, args } = source;
  const call =
    kind === "result" ? (callId ?? JSON.stringify([toolName, isRecord(args) ? JSON.stringify(args) : args])) : "";
  return `${text.length}.${textHash(`${call}\n${text}`)}`;
}

/** The length of the texts that a key can be of. */
export const lengthOfKey = (key: string): number => Number.parseInt(key, 10);
