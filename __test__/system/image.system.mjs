// The image's build without a container engine: the steps of the Dockerfile's stage `build`, in a folder that has only what
// .dockerignore lets through and COPY takes; then the command that the image starts, from what the last stage copies.
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensure } from "../support/gateway-trial.mjs";
import { counter, isSource, run as runProgram, withScratch } from "../support/tools.mjs";

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
    return { seconds: Math.round((performance.now() - startedAt) / 1000) };
  });
  return { ...counts, record };
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
