import { resolve } from "node:path";
import { variable } from "../base/environment.js";
import { requireHere } from "../base/require-here.js";
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
 * Loads the addon for this platform: the file that the environment variable `TAMIS_ADDON` names, and no other; else a
 * checkout's own build in `ts/binding`; else one beside the bundle that this runs in (`tamis.<triple>.node`); else that of
 * the platform package, which npm installs as an optional dependency and which must have this package's version. An addon
 * of another protocol version is not used. Returns the reason, for people, where there is none; never throws.
 *
 * @param path The value of `TAMIS_ADDON`, relative to the working directory. Undefined or empty names none.
 */
export function loadAddon(
  triple: string = platformTriple(),
  load: Load = requireHere,
  path: string | undefined = variable("TAMIS_ADDON"),
): { addon: Addon } | { reason: string } {
  if (path) return loadNamed(resolve(path), load);
  const file = `tamis.${triple}.node`;
  const built = firstSpeaking([`${CHECKOUT}/${file}`, `./${file}`], load);
  if ("addon" in built) return built;
  const name = `tamis-${triple}`;
  const other = otherVersion(name, load);
  const installed = other === undefined ? speaking(name, load) : { problem: other };
  if ("addon" in installed) return installed;
  const problems = [built.problem, installed.problem ?? missing(triple)].filter((problem) => problem !== undefined);
  return { reason: `no addon for ${triple}: ${problems.join("; ")}` };
}

function loadNamed(path: string, load: Load): { addon: Addon } | { reason: string } {
  const found = speaking(path, load);
  return "addon" in found ? found : { reason: `TAMIS_ADDON: ${found.problem ?? `${path}: there is no such file`}` };
}

function firstSpeaking(ids: readonly string[], load: Load): { addon: Addon } | { problem: string | undefined } {
  let problem: string | undefined;
  for (const id of ids) {
    const found = speaking(id, load);
    if ("addon" in found) return found;
    problem ??= found.problem;
  }
  return { problem };
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
