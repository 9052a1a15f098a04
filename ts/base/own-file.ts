import { requireHere } from "./require-here.js";

/** A file of this package's `dist`, links followed, seen from its root or from a folder in it; undefined in a bundle without it. */
export function ownFile(name: string): string | undefined {
  for (const path of [`./${name}`, `../${name}`]) {
    try {
      return requireHere.resolve(path);
    } catch {}
  }
  return undefined;
}
