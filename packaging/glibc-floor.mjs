// The newest glibc symbol that an addon asks for, by `objdump -T`: what decides on which systems it loads.
//
//   node packaging/glibc-floor.mjs FILE [HIGHEST]     exit code 1 where it asks for more than HIGHEST; default 2.28
import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";

/** Node 20's own floor: supporting older versions gains nothing. */
export const HIGHEST_GLIBC = "2.28";

/**
 * The highest `GLIBC_x.y` among the symbols of a file, as `x.y`.
 *
 * @throws Where it names none, as an addon for musl does.
 */
export function glibcFloor(file) {
  return highestIn(execFileSync("objdump", ["-T", file], { encoding: "utf8", maxBuffer: 2 ** 26 }));
}

/** {@link glibcFloor} from what objdump prints. */
export function highestIn(symbols) {
  const versions = [...symbols.matchAll(/\bGLIBC_(\d+(?:\.\d+)+)/g)].map(([, version]) => version);
  const [highest] = versions.sort((one, other) => compareVersions(other, one));
  if (highest === undefined) throw new Error("no glibc symbols");
  return highest;
}

/** Below 0 where `one` is older. */
export function compareVersions(one, other) {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  const index = [...Array(Math.max(a.length, b.length)).keys()].find((at) => (a[at] ?? 0) !== (b[at] ?? 0));
  return index === undefined ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [file, highest = HIGHEST_GLIBC] = process.argv.slice(2);
  const floor = glibcFloor(file);
  console.log(`${file} needs glibc ${floor}; allowed: up to ${highest}`);
  process.exitCode = compareVersions(floor, highest) > 0 ? 1 : 0;
}
