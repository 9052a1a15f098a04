// node savings.mjs FOLDER parse|paid|policies: what reading the logs of a folder costs, as one line of JSON: `parse` reads every
// line with JSON.parse, `paid` adds up what was paid, `policies` replays every policy as well.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { collectSavings, findLogs, namedPlace } from "tamis/simulate";

const [folder, mode] = process.argv.slice(2);
// As the command does (ts/cli/shared/v8-flags.ts).
const LARGE_BYTES = 16 * 1024 * 1024;
const isLarge = readdirSync(folder).some((name) => statSync(join(folder, name)).size >= LARGE_BYTES);
const forLarge = mode === "policies" && isLarge ? ["--heap-growing-percent=30", "--semi-space-growth-factor=1"] : [];
const always = process.versions.node.startsWith("20.") ? ["--interrupt-budget=1500000"] : [];
const flags = [...always, ...forLarge];
if (mode !== "parse") for (const flag of flags) setFlagsFromString(flag);
const before = process.cpuUsage();
const count = mode === "parse" ? parseAll() : await readAll();
const { user, system } = process.cpuUsage(before);
const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"));
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, peakBytes: Number(kibibytes) * 1024, count }));

/** One line at a time is in memory beside the file. */
function parseAll() {
  let objects = 0;
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(10, start);
      const line = bytes.toString("utf8", start, end < 0 ? bytes.length : end);
      start = end < 0 ? bytes.length : end + 1;
      if (line === "") continue;
      try {
        JSON.parse(line);
        objects++;
      } catch {
        // Logs may have broken lines.
      }
    }
  }
  return objects;
}

async function readAll() {
  const { files } = findLogs([namedPlace(folder)], true);
  const { requests, dollars } = await collectSavings(files, { replays: mode === "policies" });
  if (requests === 0 || !(dollars.total > 0)) throw new Error("nothing was paid for");
  return requests;
}
