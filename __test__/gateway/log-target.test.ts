// A log that takes no more lines, as on a full disk: no request and no launch ends for it.
import { spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { cleanEnvironment, ensureBuilt, MAIN, tamis } from "../cli/run-cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";

const hasFullDevice = existsSync("/dev/full");

describe("a log that takes no lines", () => {
  it("lets requests through, and the account of each is told", async () => {
    const accounts: unknown[] = [];
    const logger = {
      write() {
        throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
      },
    };
    const { url } = await startGateway(undefined, {}, { logger, onRequest: (account) => accounts.push(account) });
    const body = JSON.stringify({ model: "gpt-5", messages: [{ role: "user", content: "hi" }] });
    for (let turn = 0; turn < 2; turn++) expect((await ask(url, PATHS["openai-chat"], { body })).status).toBe(200);
    await expect.poll(() => accounts.length).toBe(2);
  });

  it.skipIf(!hasFullDevice)("leaves a gateway at work that ends when it is told to", async () => {
    ensureBuilt();
    const child = spawn(process.execPath, [MAIN, "gateway", "--port", "0", "--json"], {
      env: { ...cleanEnvironment(), HOME: temporaryFolder() },
      stdio: ["ignore", "pipe", openSync("/dev/full", "w")],
    });
    const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
    onTestFinished(() => void child.kill("SIGKILL"));
    const first = await new Promise<string>((resolve) => child.stdout?.once("data", (data) => resolve(String(data))));
    const { url } = JSON.parse(first) as { url: string };
    for (let turn = 0; turn < 3; turn++) expect((await fetch(`${url}/nope`, { method: "POST" })).status).toBe(404);
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  });

  it.skipIf(!hasFullDevice)("lets a launch run its command", async () => {
    const args = ["run", "--log", "/dev/full", "--", process.execPath, "-e", "console.log('at work')"];
    const { stdout, status } = tamis(args, { env: { HOME: temporaryFolder() } });
    expect([stdout.toString(), status]).toEqual(["at work\n", 0]);
  });
});
