import { createRequire } from "node:module";
import type * as binding from "./native/binding.js";

/** The addon's exports, as the build generates their types. */
export type Addon = typeof binding;

/**
 * Loads the addon for this platform: from a checkout's `ts/native`, else from the platform package that npm installs
 * as an optional dependency. Returns the reason, for people, where there is none.
 */
export function loadAddon(): { addon: Addon } | { reason: string } {
  const require = createRequire(import.meta.url);
  const triple = platformTriple();
  const places = [`../ts/native/tamis.${triple}.node`, `tamis-${triple}`];
  const reasons: string[] = [];
  for (const place of places) {
    try {
      return { addon: require(place) as Addon };
    } catch (error) {
      reasons.push(describe(place, error));
    }
  }
  return { reason: `no prebuilt addon for ${triple} (${reasons.join("; ")})` };
}

function describe(place: string, error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code === "MODULE_NOT_FOUND" ? `${place} is not there` : `${place}: ${firstLine(message ?? String(error))}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** The platform's name as in the package's file names, such as `linux-x64-gnu`. */
export function platformTriple(): string {
  const { platform, arch } = process;
  if (platform === "linux") return `linux-${arch}-${isMusl() ? "musl" : "gnu"}`;
  if (platform === "win32") return `win32-${arch}-msvc`;
  return `${platform}-${arch}`;
}

/** glibc tells its version in Node's report header; musl does not. */
function isMusl(): boolean {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return report?.header?.glibcVersionRuntime === undefined;
}
