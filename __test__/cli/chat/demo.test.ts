import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { cleanEnvironment, ensureBuilt } from "../run-cli.js";

const DEMO = fileURLToPath(new URL("../../../examples/chat-demo/demo.mjs", import.meta.url));
beforeAll(ensureBuilt);

it("the demo answers offline, counts, and warns at its limit", { timeout: 90_000 }, async () => {
  const child = spawn(process.execPath, [DEMO], { env: cleanEnvironment() });
  const seen = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text) => {
      seen[name] += text;
    });
  }
  const messages = Array.from({ length: 3 }, (_, at) => `message ${at}${" word".repeat(170)}`);
  child.stdin.end(`${messages.join("\n")}\n/stats\n`);
  const status = await new Promise((done) => child.once("close", done));
  expect(status).toBe(0);
  expect(seen.stdout.match(/^You said "message \d word/gm)).toHaveLength(3);
  expect(seen.stderr).toMatch(/^Context at [89]0% capacity\. /m);
  expect(seen.stderr).toMatch(/tokens +[\d,]+ of 1,000/);
});
