import { requireHere } from "./require-here.js";

/** Inserted by the build, so that it also works inside another package's bundle, without a package.json nearby. */
declare const BUILT_VERSION: string | undefined;

/** Whether this code runs from the build's bundle, as opposed to a checkout's sources. */
export const IS_BUILT = typeof BUILT_VERSION === "string";

let version: string | undefined;

export function packageVersion(): string {
  version ??= typeof BUILT_VERSION === "string" ? BUILT_VERSION : readManifest().version;
  return version;
}

function readManifest(): { version: string } {
  return requireHere("../../package.json");
}
