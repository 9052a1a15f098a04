import { randomBytes } from "node:crypto";
import { isUint8Array } from "node:util/types";
import { TamisError } from "../base/errors.js";
import { shownValue } from "../base/issues.js";
import { spellValue, valueHandle } from "../base/value-handle.js";
import type { StoreScope } from "./content-store.js";

/** Fewer bytes could be guessed. */
const MIN_KEY_BYTES = 16;

/** A scope with the key of its handles. */
export interface HandleScope extends StoreScope {
  /**
   * At least 16 secret bytes, or a text of as many, the same in all processes that share a store. Bytes stand for their hex
   * digits, so that a policy can have the same key as a text.
   */
  key: Uint8Array | string;
}

/**
 * The handle of a JSON value: the first 128 bits of HMAC-SHA256(key, tenant, a byte 0, value) as 32 hex digits. White
 * space between tokens does not count, nor how strings are escaped. Without the key no handle of a known content can be
 * computed, and none shows that two tenants have the same one.
 *
 * @param token The value as JSON text in UTF-8.
 * @throws TamisError `OPTION_INVALID` for a token that is no bytes, a short key or a tenant with U+0000.
 */
export function handleOf(token: Uint8Array, scope: HandleScope): string {
  checkBytes("token", token);
  checkScope(scope);
  const { key, tenant } = scope;
  return valueHandle(spellValue(Buffer.from(token.buffer, token.byteOffset, token.length).toString("utf8")), {
    key,
    tenant,
  });
}

const fail = (what: string): never => {
  throw new TamisError("OPTION_INVALID", what);
};

/** @throws TamisError `OPTION_INVALID`. */
export function checkBytes(name: string, value: unknown): void {
  if (!isUint8Array(value)) fail(`${name}: expected a Uint8Array, got ${shownValue(value)}`);
}

/** @throws TamisError `OPTION_INVALID`. */
export function checkObject(name: string, value: unknown): void {
  if (typeof value !== "object" || value === null) fail(`${name}: expected an object, got ${shownValue(value)}`);
}

/** @throws TamisError `OPTION_INVALID` for a short key or a wrong tenant. */
export function checkScope(scope: HandleScope): void {
  checkObject("options", scope);
  const { key, tenant } = scope;
  const expected = `options.key: expected at least ${MIN_KEY_BYTES} bytes`;
  if (typeof key !== "string" && !isUint8Array(key)) fail(`${expected}, as bytes or text, got ${shownValue(key)}`);
  const length = Buffer.byteLength(key);
  if (length < MIN_KEY_BYTES) fail(`${expected}, got ${length}`);
  checkTenant(tenant);
}

/** @throws TamisError `OPTION_INVALID`. */
export function checkTenant(tenant: unknown): void {
  if (typeof tenant === "string" && !tenant.includes("\0")) return;
  throw new TamisError("OPTION_INVALID", "options.tenant: expected a text without U+0000");
}

/** A new key for {@link handleOf}. */
export const createKey = (): Uint8Array => new Uint8Array(randomBytes(32));

/** Whether a text has the form of a handle. */
export const isHandle = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
