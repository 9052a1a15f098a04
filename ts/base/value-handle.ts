// Names for values that a reduction replaces, by which they can be asked for again. The native twin is
// `crates/core/src/handle.rs`.
//
//   "caf\u00e9\n…"  ──▶  "café\n…"  ──▶  HMAC-SHA256(key, tenant, 0, it)  ──▶  first 128 bits as 32 hex digits
//
// The value is spelled as `JSON.stringify` spells it, so a value has one handle however a client writes it.

/** Hex digits of a handle. */
export const HANDLE_CHARS = 32;

/** Whose values have the handles, and the secret that they are made with. */
export interface HandleKey {
  /** A text, or bytes, which stand for their hex digits: policies have keys as texts. */
  key: Uint8Array | string;
  /** @default "" */
  tenant?: string | undefined;
}

/** The handle of a JSON string or object that is spelled as `JSON.stringify` spells it. Linear. */
export function valueHandle(spelled: string | Uint8Array, { key, tenant = "" }: HandleKey): string {
  // Asked for at the first handle: importing the package loads no module of Node that it can do without.
  const { createHmac } = process.getBuiltinModule("node:crypto");
  const secret = typeof key === "string" ? key : Buffer.from(key).toString("hex");
  const hmac = createHmac("sha256", secret).update(tenant).update("\0").update(spelled);
  return hmac.digest("hex").slice(0, HANDLE_CHARS);
}

const STRINGS_AND_BLANKS = /"(?:[^"\\]|\\.)*"|[ \t\n\r]+/g;

/** A JSON text without white space between its tokens, and with each string as `JSON.stringify` spells it. Linear. */
export function spellValue(json: string): string {
  if (/^"[^"\\\p{Cs}]*"$/u.test(json)) return json;
  return json.replace(STRINGS_AND_BLANKS, (token) => (token.startsWith('"') ? spellString(token) : ""));
}

function spellString(token: string): string {
  try {
    return JSON.stringify(JSON.parse(token));
  } catch {
    return token;
  }
}
