const MARK = "[redacted]";

/**
 * What looks like a secret: the user of a URL, values of a query, what follows the name of a scheme of authorization, and
 * keys as vendors shape them (a prefix, then many letters and digits).
 */
const SECRETS: readonly [pattern: RegExp, shown: string][] = [
  [/\/\/[^\s/?#@"']{0,256}@/g, `//${MARK}@`],
  [/([?&][\w.~%-]{1,64}=)[^&#\s"']+/g, `$1${MARK}`],
  [/\b(bearer|basic)(\s+)[^"']+/gi, `$1$2${MARK}`],
  [/\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|glpat|tgp|csk|nvapi)[-_][\w-]{8,}/g, MARK],
  [/\bAIza[\w-]{16,}|\bya29\.[\w.-]+|\beyJ[\w-]{8,}\.[\w.-]+|\bA(?:KIA|SIA)[A-Z0-9]{12,}/g, MARK],
];

/** `text` without what looks like a secret. For every message that shows a value which somebody else has written. */
export function redact(text: string): string {
  return SECRETS.reduce((shown, [pattern, mark]) => shown.replace(pattern, mark), text);
}
