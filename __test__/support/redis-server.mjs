// A Redis of its own on a free port, which can be killed, stopped and started again.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "./tools.mjs";
import { freePort } from "./toxiproxy.mjs";

/** Starts `redis-server`; `args` are more of its options. */
export async function startRedis(scratch, args = []) {
  const port = await freePort();
  const folder = join(scratch, `redis-${port}`);
  mkdirSync(folder);
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", ...args];
  const begin = async () => {
    const child = spawn("redis-server", options, { stdio: "ignore" });
    while ((await cli(port, "PING").catch(() => "")) !== "PONG") await sleep(50);
    return child;
  };
  let child = await begin();
  return {
    url: `redis://127.0.0.1:${port}`,
    ask: (...command) => cli(port, ...command),
    signal: (signal) => child.kill(signal),
    async kill() {
      const gone = new Promise((resolve) => child.on("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    },
    async again() {
      child = await begin();
    },
  };
}

const cli = async (port, ...command) => (await run("redis-cli", ["-p", String(port), ...command])).trim();
