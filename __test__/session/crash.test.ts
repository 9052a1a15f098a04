import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openStore } from "../../ts/session/index.js";
import { cases, timeLimit } from "../support/cases.js";
import { temporaryFolder } from "../support/folder.js";
import { charsSession } from "./build.js";

const folder = temporaryFolder();

const APPENDER = fileURLToPath(new URL("append-forever.mjs", import.meta.url));
const DIST = new URL("../../dist/session/index.js", import.meta.url).href;
const KILLS = cases(16);
const AT_ONCE = 4;

/** Appends, is killed some time after its first acknowledged turn, and prints the last number that it acknowledged. */
function appendUntilKilled(place: string, delayMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [APPENDER, DIST, place, "s"], { stdio: ["ignore", "pipe", "pipe"] });
    let [output, errors] = ["", ""];
    child.stderr.on("data", (text) => {
      errors += text;
    });
    child.stdout.on("data", (text) => {
      if (output === "") setTimeout(() => child.kill("SIGKILL"), delayMs);
      output += text;
    });
    child.on("close", () => {
      const last = output.trimEnd().split("\n").at(-1);
      if (errors !== "" || last === undefined || last === "") reject(new Error(errors || "nothing was appended"));
      else resolve(Number(last));
    });
  });
}

it(`kill -9 at ${KILLS} random moments loses no acknowledged turn`, { timeout: timeLimit(120_000) }, async () => {
  const rounds = Math.ceil(KILLS / AT_ONCE);
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    const place = join(folder, `${lane}.db`);
    const first = await openStore(place);
    const session = charsSession(1000);
    await session.save(first, { name: "s" });
    await session.close();
    first.close();
    let least = 0;
    for (let round = 0; round < rounds; round++) {
      least = Math.max(least, (await appendUntilKilled(place, Math.random() * 30)) + 1);
      const store = await openStore(place);
      const turns = await store.read("s");
      store.close();
      // One more may be on disk than was said.
      expect([least, least + 1]).toContain(turns.length);
      for (const [number, { content }] of turns.entries()) {
        expect(content).toBe(`${number}:`.padEnd((number * 997) % 9000, "x"));
      }
      least = turns.length;
    }
  });
  await Promise.all(lanes);
});
