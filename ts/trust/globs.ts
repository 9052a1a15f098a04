import { compileGlob } from "../text/glob.js";

/**
 * Whether each name that `inner` matches is one that `outer` matches. Where that is not plain the answer is false: a `?`
 * of `outer` over a `*` of `inner`.
 */
export function covers(outer: string, inner: string): boolean {
  if (outer === inner || /^\*+$/.test(outer)) return true;
  if (outer.includes("?") && inner.includes("*")) return false;
  // The wildcards of `inner` are chars that only a wildcard of `outer` can match, or one that stands for the same.
  return compileGlob(outer)(inner);
}

/** Whether each name that one of `inner` matches is one that a single glob of `outer` matches. */
export const coversAll = (outer: readonly string[], inner: readonly string[]): boolean =>
  inner.every((one) => outer.some((glob) => covers(glob, one)));
