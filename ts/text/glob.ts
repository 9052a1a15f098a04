/** Matches whole strings against one glob. */
export type GlobMatcher = (name: string) => boolean;

/**
 * Compiles a glob. `*` matches any run of chars, `?` exactly one code point (a lone surrogate is one), and any other
 * char itself, case-sensitive. O(name × glob) at worst, without recursion.
 */
export function compileGlob(glob: string): GlobMatcher {
  const pattern = Array.from(glob);
  if (pattern.every((c) => c !== "*" && c !== "?")) return (name) => name === glob;
  return (name) => matches(pattern, Array.from(name));
}

/** The two-pointer match: on a mismatch, the last `*` matches one more code point. */
function matches(pattern: readonly string[], name: readonly string[]): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let starName = 0;
  while (n < name.length) {
    if (pattern[p] === "*") {
      star = p++;
      starName = n;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++starName;
    } else {
      return false;
    }
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
