import { createRequire } from "node:module";

let version: string | undefined;

/** The version of this package. */
export function packageVersion(): string {
  if (version === undefined) {
    const manifest = createRequire(import.meta.url)("../package.json") as { version: string };
    version = manifest.version;
  }
  return version;
}
