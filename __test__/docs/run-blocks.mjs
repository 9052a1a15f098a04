// Runs programs one after the other in one process, each in a folder of its own, and writes what became of each as JSON:
// `node run-blocks.mjs JOBS.json`, a list of `{ file, folder }`.
import { readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { format } from "node:util";

const LIMIT_MS = 60_000;
const jobs = JSON.parse(readFileSync(process.argv[2], "utf8"));
const outcomes = [];

for (const { file, folder } of jobs) {
  const lines = [];
  console.log = (...values) => lines.push(...format(...values).split("\n"));
  console.error = console.log;
  process.chdir(folder);
  let error = null;
  let timer;
  try {
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("it did not end in time")), LIMIT_MS);
    });
    await Promise.race([import(pathToFileURL(file).href), late]);
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  clearTimeout(timer);
  outcomes.push({ error, lines });
}
writeSync(1, JSON.stringify(outcomes));
process.exit(0);
