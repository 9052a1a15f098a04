import { createRequire } from "node:module";

/** The build puts it in, so that it also holds inside somebody's bundle, where no package.json is near. */
declare const BUILT_VERSION: string | undefined;

/** Whether this code runs from the build's bundle, not from the sources of a checkout. */
export const IS_BUILT = typeof BUILT_VERSION === "string";

let version: string | undefined;

/** The version of this package. */
export function packageVersion(): string {
  version ??= typeof BUILT_VERSION === "string" ? BUILT_VERSION : readManifest().version;
  return version;
}

function readManifest(): { version: string } {
  return createRequire(import.meta.url)("../../package.json");
}
