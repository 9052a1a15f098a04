// Which prebuilt addon fits this process. The names are those of the platform packages: `tamis-linux-x64-gnu`.
import { readFileSync } from "node:fs";

/** What a process says about itself; `process` is one. */
export interface Host {
  platform: string;
  arch: string;
}

/** Platforms that have a prebuilt addon; a test holds them to the targets in package.json. */
export const PREBUILT_TRIPLES: readonly string[] = [
  "linux-x64-gnu",
  "linux-arm64-gnu",
  "linux-x64-musl",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
  "win32-x64-msvc",
  "win32-arm64-msvc",
];

/** The platform's name as in the package's file names, such as `linux-x64-gnu`, whether or not it has a prebuilt addon. */
export function platformTriple({ platform, arch }: Host = process, libc: () => Libc = detectLibc): string {
  if (platform === "linux") return `linux-${arch}-${libc()}`;
  if (platform === "win32") return `win32-${arch}-msvc`;
  return `${platform}-${arch}`;
}

/**
 * What to do about a missing native backend, for people; starts with `For the native backend:`.
 *
 * @param version Of the package, exact: an addon of another version is refused.
 */
export function howToGetNative(triple: string, version: string): string {
  return PREBUILT_TRIPLES.includes(triple)
    ? `For the native backend: run \`npm install tamis-${triple}@${version}\` (in a checkout: install Rust and run \`npm run build\`).`
    : `For the native backend: there is no prebuilt addon for ${triple}; install Rust (https://rustup.rs) and run \`npm run build\` in a checkout of Tamis.`;
}

export type Libc = "gnu" | "musl";

/**
 * The C library of this process. The list of its mapped files is exact and takes a fraction of a millisecond; Node's
 * report, asked only where there is no such list, may look up the name of every open connection.
 */
function detectLibc(): Libc {
  return libcOfMaps(mappedFiles()) ?? libcOfOwnReport();
}

/** glibc, which most systems have, where the runtime lets nobody ask (Deno without `--allow-sys`). */
function libcOfOwnReport(): Libc {
  try {
    return libcOfReport(process.report?.getReport());
  } catch {
    return "gnu";
  }
}

function mappedFiles(): string {
  try {
    return readFileSync("/proc/self/maps", "latin1");
  } catch {
    return "";
  }
}

/** From the text of `/proc/self/maps`; undefined where it names no C library, as in a statically linked Node. */
export function libcOfMaps(maps: string): Libc | undefined {
  if (/\/(?:ld-musl-|libc\.musl-)/.test(maps)) return "musl";
  return /\/libc(?:\.so\.6|-2\.\d+\.so)\b/.test(maps) ? "gnu" : undefined;
}

/** From Node's diagnostic report: glibc tells its version there, musl does not. */
export function libcOfReport(report: unknown): Libc {
  const header = (report as { header?: { glibcVersionRuntime?: string } } | undefined)?.header;
  return header?.glibcVersionRuntime === undefined ? "musl" : "gnu";
}
