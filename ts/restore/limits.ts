import { rmSync } from "node:fs";
import { DAY_MS } from "../base/clock.js";
import { check, checkKeys, isCount, isFunction } from "../base/option-check.js";
import type { StoreLimits } from "./content-store.js";

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
const DEFAULT_TTL_MS = 30 * DAY_MS;

/** Limits with their defaults. */
export type ResolvedLimits = { [Key in keyof StoreLimits]-?: NonNullable<StoreLimits[Key]> };

/**
 * Checks a store's options.
 *
 * @param more Keys of the store's own options.
 * @throws TamisError `OPTION_INVALID`.
 */
export function resolveLimits(options: StoreLimits, more: readonly string[] = []): ResolvedLimits {
  checkKeys(options, ["maxBytes", "ttlMs", "now", ...more]);
  const { maxBytes = DEFAULT_MAX_BYTES, ttlMs = DEFAULT_TTL_MS, now = Date.now } = options;
  return {
    maxBytes: check("maxBytes", maxBytes, isCount(1), "a whole number of bytes, 1 or more"),
    ttlMs: check("ttlMs", ttlMs, isCount(1), "a whole number of milliseconds, 1 or more"),
    now: check("now", now, isFunction, "a function"),
  };
}

/** A file of a store. */
export interface StoredFile {
  path: string;
  bytes: number;
  /** In milliseconds since 1970. */
  writtenAt: number;
}

/**
 * Removes files that are old, and of the others the oldest until the rest fits. The newest stays, which was just put.
 *
 * @returns Bytes of what is left.
 */
export function forgetOldest<File extends StoredFile>(
  files: File[],
  isOld: (file: File) => boolean,
  room: number,
): number {
  let kept = 0;
  for (const file of files.sort((a, b) => b.writtenAt - a.writtenAt)) {
    if (!isOld(file) && (kept === 0 || kept + file.bytes <= room)) kept += file.bytes;
    else rmSync(file.path, { force: true });
  }
  return kept;
}
