// The image's build without a container engine: the steps of the Dockerfile's stage `build`, in a folder that has only what
// .dockerignore lets through and COPY takes; then the command that the image starts, from what the last stage copies.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensure } from "../support/gateway-trial.mjs";
import { failedRoundTrips } from "../support/round-trips.mjs";
import { counter, isSource, run as runProgram, tryRun, withScratch } from "../support/tools.mjs";

export const name = "image";

/** Where the stage puts what the image is made of. */
const OUT = "/opt/tamis";

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const record = await withScratch(async (scratch) => {
    const [context, out] = [join(scratch, "context"), join(scratch, "out")];
    const steps = stepsOf(readFileSync(join(root, "Dockerfile"), "utf8"), "build");
    const startedAt = performance.now();
    await check("each step of the stage runs with what it has copied", async () => {
      mkdirSync(context);
      const lets = letThrough(readFileSync(join(root, ".dockerignore"), "utf8"));
      for (const step of steps) await take(step, { root, context, out, lets, log });
    });
    const main = join(out, "node_modules/tamis/dist/cli/main.cjs");
    const tamis = (args, input) => runProgram(process.execPath, [main, ...args], { cwd: scratch, input });
    await check("tamis doctor says that the addon is in use", async () => {
      const text = await tamis(["doctor"]);
      ensure(/native/.test(text), text);
    });
    await check("tamis reduce takes a body and gives one back", async () => {
      const body = JSON.stringify({ model: "gpt-5", messages: [{ role: "user", content: "hi" }] });
      ensure((await tamis(["reduce"], body)).includes('"content":"hi"'), "another body");
    });
    await check("the configuration of examples/deploy starts: a gateway with Redis finds what it needs", () =>
      deployed({ main, scratch, config: join(root, "examples/deploy/tamis.toml") }),
    );
    await check("an SQLite file of originals and the ledger find what they need", async () => {
      const config = join(scratch, "sqlite.toml");
      writeFileSync(config, 'version = 1\n[originals]\nstore = "sqlite"\n');
      await tamis(["config", "validate", config]);
      ensure(/the ledger is empty/.test(await tamis(["why", "--ledger"])), "no ledger");
    });
    await check("it takes every configuration that it writes or that the examples ship", () => {
      const failed = failedRoundTrips(main, scratch, root);
      ensure(failed.length === 0, failed.join("\n"));
    });
    return { seconds: Math.round((performance.now() - startedAt) / 1000) };
  });
  return { ...counts, record };
}

/** Starts the gateway of compose.yaml and kubernetes.yaml with no Redis there, which it goes on without, and ends it. */
async function deployed({ main, scratch, config }) {
  const env = { TAMIS_KEY_OPERATIONS: "token-of-operations-1", TAMIS_REDIS_URL: "redis://127.0.0.1:1" };
  const validated = await tryRun(process.execPath, [main, "config", "validate", config], { cwd: scratch, env });
  ensure(validated.status === 0, validated.output);
  const child = spawn(process.execPath, [main, "gateway", "--config", config, "--port", "0"], {
    cwd: scratch,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  const ended = new Promise((resolve) => child.on("close", resolve));
  const listens = new Promise((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (output.includes("listens on")) resolve("listens");
    });
  });
  const first = await Promise.race([listens, ended]);
  child.kill("SIGTERM");
  await ended;
  ensure(first === "listens", output);
}

/** COPY and RUN of one stage, in order: without packages of the system, and without what other images give. */
function stepsOf(dockerfile, stage) {
  const stages = dockerfile.replaceAll("\\\n", " ").split(/^(?=FROM )/m);
  const lines = stages.find((text) => new RegExp(`^FROM \\S+ AS ${stage}\\n`).test(text))?.split("\n") ?? [];
  return lines.flatMap((line) => {
    const [, command, rest = ""] = /^(COPY|RUN)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined || rest.startsWith("--from") || rest.startsWith("apt-get")) return [];
    return [{ command, rest }];
  });
}

/** Top-level names that the builder gets. */
function letThrough(dockerignore) {
  return new Set(dockerignore.split("\n").flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : [])));
}

async function take({ command, rest }, { root, context, out, lets, log }) {
  if (command === "RUN") {
    log(rest.replaceAll(/\s+/g, " ").slice(0, 60));
    await runProgram("sh", ["-ec", rest.replaceAll(OUT, out)], { cwd: context, env: { CARGO_TARGET_DIR: undefined } });
    return;
  }
  const paths = rest.trim().split(/\s+/);
  const to = paths.pop();
  for (const path of paths) {
    ensure(lets.has(path), `.dockerignore holds ${path} back`);
    const target = to.endsWith("/") ? join(context, to, path) : join(context, to);
    cpSync(join(root, path), target, { recursive: true, filter: isSource });
  }
}
