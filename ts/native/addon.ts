import { createRequire } from "node:module";
import { IS_BUILT, packageVersion } from "../base/version.js";
import type * as binding from "../binding/binding.js";
import { PREBUILT_TRIPLES, platformTriple } from "./platform.js";
import { PROTOCOL_VERSION } from "./protocol.js";

/** The addon's exports, as the build generates their types. */
export type Addon = typeof binding;

/** Where a checkout's own build lies, seen from this file: from `dist` where it is bundled, else from `ts/native`. */
const CHECKOUT = IS_BUILT ? "../ts/binding" : "../binding";

/** Loads a module as `require` does; throws as it does. */
export type Load = (id: string) => unknown;

/**
 * Loads the addon for this platform: from a checkout's `ts/binding`, else from the platform package that npm installs
 * as an optional dependency, which must have this package's version. An addon of another protocol version is not used.
 * Returns the reason, for people, where there is none; never throws.
 */
export function loadAddon(
  triple: string = platformTriple(),
  load: Load = createRequire(import.meta.url),
): { addon: Addon } | { reason: string } {
  const built = speaking(`${CHECKOUT}/tamis.${triple}.node`, load);
  if ("addon" in built) return built;
  const name = `tamis-${triple}`;
  const other = otherVersion(name, load);
  const installed = other === undefined ? speaking(name, load) : { problem: other };
  if ("addon" in installed) return installed;
  const problems = [built.problem, installed.problem ?? missing(triple)].filter((problem) => problem !== undefined);
  return { reason: `no addon for ${triple}: ${problems.join("; ")}` };
}

/** Loads an addon whose numbers mean what they mean here. */
function speaking(id: string, load: Load): { addon: Addon } | { problem: string | undefined } {
  const attempted = attempt(id, load);
  if (!("loaded" in attempted)) return attempted;
  const addon = Object(attempted.loaded) as Addon;
  const { PROTOCOL_VERSION: version } = addon;
  if (version === PROTOCOL_VERSION) return { addon };
  return { problem: `${id} has protocol version ${version}, this is ${PROTOCOL_VERSION}; build it again` };
}

/** `problem` is undefined where there is nothing of that name. */
function attempt(id: string, load: Load): { loaded: unknown } | { problem: string | undefined } {
  try {
    return { loaded: load(id) };
  } catch (error) {
    const { code, message } = Object(error) as { code?: string; message?: string };
    return { problem: code === "MODULE_NOT_FOUND" ? undefined : `${id}: ${firstLine(message ?? String(error))}` };
  }
}

/** Both halves of one build belong together: rows and settings have no meaning across versions. */
function otherVersion(name: string, load: Load): string | undefined {
  const manifest = attempt(`${name}/package.json`, load);
  if (!("loaded" in manifest)) return undefined;
  const { version } = manifest.loaded as { version?: string };
  return version === packageVersion() ? undefined : `${name} is version ${version}, this is ${packageVersion()}`;
}

function missing(triple: string): string {
  return PREBUILT_TRIPLES.includes(triple)
    ? `the package tamis-${triple} is not installed`
    : `there are prebuilt ones for ${PREBUILT_TRIPLES.join(", ")}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
