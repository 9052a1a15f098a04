// Words that may be secrets, which no digest names. The native twin is `crates/core/src/digest/secrets.rs`.
//
//   AKIAIOSFODNN7EXAMPLE  ghp_…  wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY     by themselves: keys
//   password=hunter2  "api_key": "x_1"  Bearer a1b2  user:pass1@host/db       by what is in front of them

/** Chars of the shortest key. */
const LEAST_KEY_CHARS = 20;
/** Letters and digits of the shortest key that has no known beginning. */
const LEAST_MIXED_CHARS = 24;

const KEY_STARTS = [
  ...["AKIA", "ASIA", "AIza", "eyJ", "sk-", "sk_live_", "sk_test_", "rk_live_", "whsec_", "glpat-"],
  ...["ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "xoxb-", "xoxp-"],
];

/** Whether a word looks like a key, or like random letters and digits with signs between them. */
export function isKey(word: string): boolean {
  if (word.length < LEAST_KEY_CHARS) return false;
  return KEY_STARTS.some((start) => word.startsWith(start)) || isMixed(word.replace(/[^A-Za-z0-9]/g, ""));
}

function isMixed(text: string): boolean {
  if (text.length < LEAST_MIXED_CHARS || !/[0-9]/.test(text)) return false;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && changesOf(text) * 3 >= text.length;
}

/** How often capitals, small letters and digits change. */
export function changesOf(part: string): number {
  const kinds = part.replace(/[0-9]/g, "0").replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A");
  return Array.from(kinds).filter((kind, at) => at > 0 && kind !== kinds.charAt(at - 1)).length;
}

/** In small letters. */
const SECRET_NAMES = [
  ...["password", "passwd", "passphrase", "pwd", "secret", "token", "credential", "credentials", "api_key", "apikey"],
  ...[
    "api-key",
    "access_key",
    "accesskey",
    "access-key",
    "secret_key",
    "secretkey",
    "secret-key",
    "private_key",
    "auth_key",
  ],
];
/** Most chars between a name and its value. */
const MAX_GAP_CHARS = 6;

/** Whether the word that begins at `start` is the value of something that is named like a secret, or part of a login. */
export function isNamedSecret(text: string, start: number, word: string): boolean {
  if (text.charAt(start - 1) === ":" && word.indexOf("@") > 0) return true;
  let at = start;
  let assigns = false;
  for (; at > 0 && start - at < MAX_GAP_CHARS; at--) {
    const before = text.charAt(at - 1);
    if (!"\"' \\:=".includes(before)) break;
    assigns ||= before === ":" || before === "=";
  }
  if (at === start) return false;
  // The last letter tells most names apart.
  const last = text.charCodeAt(at - 1) | SMALL;
  const endsWith = (name: string) =>
    name.charCodeAt(name.length - 1) === last && inSmall(text.slice(Math.max(0, at - name.length), at)) === name;
  return assigns ? SECRET_NAMES.some(endsWith) || endsWith("bearer") : endsWith("bearer");
}

/** The bit that makes a small letter of a capital. */
const SMALL = 0x20;

const inSmall = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
