import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Backend } from "../../ts/contract/backend.js";
import { type Policy, resolvePolicy } from "../../ts/policy/policy.js";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What `JSON.parse` says of bytes read as strict UTF-8 with a byte order mark kept. */
export function isAccepted(bytes: Uint8Array): boolean {
  try {
    JSON.parse(decoder.decode(bytes));
    return true;
  } catch {
    return false;
  }
}

const REJECTED: readonly unknown[] = ["empty", "invalid_utf8", "invalid_json"];

/** What a backend says: every other reason to skip is about JSON that was read. */
export function isRead(backend: Backend, bytes: Uint8Array, policy: Policy = DEFAULTS): boolean {
  return !REJECTED.includes(backend.reduceBody(bytes, policy, {}).report.skipped);
}

const DEFAULTS = resolvePolicy({});

const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));

/** Rows of a fixture's table, without its head. */
export function readTable(path: string): string[][] {
  const lines = readFixture(path).toString("utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => line.split("\t"));
}

export function readFixture(path: string): Buffer {
  return readFileSync(join(FIXTURES, path));
}

/** The first 64 bits of SHA-256, as the table has them. */
export function shortHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}
