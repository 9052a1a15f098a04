// Signals that come before the gateway listens: while it reads its configuration, at the latest.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { startGatewayProcess } from "./process.js";

const folder = temporaryFolder();

/** Sends the process a signal the first time that it reads its configuration. */
const sendsItself = (signal: string) => `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { readFileSync } = fs;
let sent = false;
fs.readFileSync = (file, ...rest) => {
  if (!sent && String(file).endsWith("tamis.toml")) {
    sent = true;
    process.kill(process.pid, ${JSON.stringify(signal)});
  }
  return readFileSync(file, ...rest);
};
syncBuiltinESMExports();
`;

function start(signal: "SIGTERM" | "SIGINT" | "SIGHUP") {
  const hook = join(folder, `${signal}.mjs`);
  writeFileSync(hook, sendsItself(signal));
  return startGatewayProcess("# the defaults", ["--import", pathToFileURL(hook).href]);
}

describe.skipIf(process.platform === "win32")("a signal before the gateway listens", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("ends with 0 on %s", async (signal) => {
    expect(await start(signal).exited).toBe(0);
  });

  it("reads the configuration again once it listens, on SIGHUP", async () => {
    const { child, exited, listens, output } = start("SIGHUP");
    await listens;
    await expect.poll(output, { timeout: 20_000 }).toMatch(/configuration read anew/);
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  });
});
