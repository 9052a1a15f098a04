// The examples of examples/frameworks as their users run them: installed by their lock files, with the packed package, started
// by `npm start`, against a scripted provider on this machine. Each must give the model's last word, have sent smaller requests
// than it was asked for, and none that a provider would refuse. TAMIS_FRAMEWORKS (express,next) chooses.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { packRelease } from "../../packaging/pack-release.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { buildPackage, counter, nodeProgram, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "frameworks";

/** Mastra asks for Node 22.13, the AI SDK for 22. */
const NODE_MAJOR = 24;
/** Turns of tool calls, each of which reads another file. */
const STEPS = 45;
/** Claude's cache makes it worth waiting: the task is there so many times. */
const ROUNDS = { "claude-agent-sdk": 2 };
const FILES = 80;
/** Of a file, about 15 KB: all files together are three times of what the default policy keeps. */
const LINES = 300;
const START_MILLIS = 120_000;
const TOOL = {
  name: "read_file",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

/** How a server is asked, by example; the other examples are programs that get a prompt. */
const ASK = {
  express: ({ chat }) => ["/chat", chat],
  fastify: ({ chat }) => ["/chat", chat],
  hono: ({ chat }) => ["/v1/chat/completions", { model: "gpt-5-mini", ...chat }],
  nest: ({ chat }) => ["/chat", chat],
  next: ({ prompt }) => ["/api/chat", prompt],
};

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  await buildPackage({ root, log });
  const { startScriptedProvider } = await loadTs(join(root, "__test__/support/scripted-provider/server.ts"));
  const { TASK_WORD } = await loadTs(join(root, "__test__/support/scripted-provider/script.ts"));
  const record = await withScratch(async (scratch) => {
    const { main, platforms } = await packRelease({ out: join(scratch, "release") });
    const node = await nodeProgram({ major: NODE_MAJOR, root });
    const workspace = makeWorkspace(scratch);
    const provider = await startScriptedProvider({ steps: STEPS, workspace });
    const shared = { root, scratch, workspace, provider, tarballs: [main, ...Object.values(platforms)], log };
    const env = { PATH: [dirname(node), process.env.PATH].join(delimiter), NEXT_TELEMETRY_DISABLED: "1" };
    const found = {};
    try {
      for (const example of chosen(root)) {
        const steps = STEPS * (ROUNDS[example] ?? 1);
        const prompt = `${`${TASK_WORD} `.repeat(steps / STEPS)}: read the files`;
        found[example] = await check(`${example}: answers, and sends smaller requests`, () =>
          tryExample({ ...shared, example, env, prompt, steps }),
        );
      }
    } finally {
      await provider.close();
    }
    return found;
  });
  return { ...counts, record };
}

function chosen(root) {
  const all = readdirSync(join(root, "examples/frameworks"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const wanted = process.env.TAMIS_FRAMEWORKS?.split(",").filter(Boolean) ?? all;
  const unknown = wanted.find((example) => !all.includes(example));
  if (unknown !== undefined) throw new Error(`no example is named ${unknown}; there are ${all.join(", ")}`);
  return wanted;
}

function makeWorkspace(scratch) {
  const workspace = join(scratch, "workspace");
  mkdirSync(join(workspace, "src"), { recursive: true });
  for (let file = 0; file < FILES; file++) {
    const line = (at) => `export const value${file}_${at} = compute(${at}, "${file}");\n`;
    writeFileSync(join(workspace, `src/file-${file}.ts`), Array.from({ length: LINES }, (_, at) => line(at)).join(""));
  }
  return workspace;
}

async function tryExample({ example, env, prompt, steps, ...shared }) {
  const { folder, version } = await install(example, shared);
  const { provider, workspace, scratch } = shared;
  const home = join(scratch, "home", example);
  mkdirSync(home, { recursive: true });
  const url = provider.url(example);
  const all = {
    ...{ ...env, HOME: home, PORT: "0", IS_SANDBOX: "1" },
    ...{ OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${url}/v1`, ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: url },
  };
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (scripts.build !== undefined) await runProgram("npm", ["run", "--silent", "build"], { cwd: folder, env: all });
  const output =
    ASK[example] === undefined
      ? await runProgram("npm", ["start", "--silent", "--", prompt], { cwd: folder, env: all })
      : await askServer(folder, all, ASK[example]({ prompt, chat: conversation(prompt, workspace) }));
  return judge({ output, record: provider.run(example), version, steps });
}

/** By the lock file, and the packed package beside it. */
async function install(example, { root, scratch, tarballs, log }) {
  const folder = join(scratch, "examples", example);
  const isSource = (path) => !["node_modules", "dist", ".next"].includes(basename(path));
  cpSync(join(root, "examples/frameworks", example), folder, { recursive: true, filter: isSource });
  log(`installing ${example}`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await runProgram("npm", ["ci", ...quiet], { cwd: folder });
  await runProgram("npm", ["install", "--no-save", "--no-package-lock", ...quiet, ...tarballs], { cwd: folder });
  const [package_ = ""] = Object.keys(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).dependencies);
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules", package_, "package.json"), "utf8"));
  return { folder, version: `${package_}@${version}` };
}

/** What a client of Chat Completions has after so many turns. */
function conversation(prompt, workspace) {
  const turns = Array.from({ length: STEPS }, (_, turn) => {
    const path = join(workspace, `src/file-${turn}.ts`);
    const call = { id: `call_${turn}`, type: "function" };
    return [
      {
        role: "assistant",
        tool_calls: [{ ...call, function: { name: TOOL.name, arguments: JSON.stringify({ path }) } }],
      },
      { role: "tool", tool_call_id: call.id, content: readFileSync(path, "utf8") },
    ];
  });
  return {
    messages: [{ role: "user", content: prompt }, ...turns.flat()],
    tools: [{ type: "function", function: TOOL }],
  };
}

/** Starts a server, asks it once, and ends it; what it answered and printed. */
async function askServer(folder, env, [path, body]) {
  const options = { cwd: folder, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true };
  const child = spawn("npm", ["start", "--silent"], options);
  let output = "";
  try {
    const port = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`it does not listen:\n${output}`)), START_MILLIS);
      child.on("exit", () => reject(new Error(`it ended:\n${output}`)));
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text) => {
          output += text;
          const [, found] = /(?:listening on |http:\/\/localhost:)(\d+)/.exec(output) ?? [];
          if (found === undefined) return;
          clearTimeout(timer);
          resolve(found);
        });
    });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const headers = { "content-type": typeof body === "string" ? "text/plain" : "application/json" };
    const response = await fetch(`http://localhost:${port}${path}`, { method: "POST", headers, body: text });
    return `${await response.text()}\n${output}`;
  } finally {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid);
  }
}

/** Throws unless the answer and the report are right. */
function judge({ output, record, version, steps }) {
  const problem = (text) => new Error(`${text}\n${output.slice(-2000)}`);
  if (!output.includes(`LAST WORD after ${steps} turns.`)) throw problem("the model's last word is missing");
  if (record.faults.length > 0) throw problem(`a provider would refuse: ${record.faults.join("; ")}`);
  if (record.masked === 0) throw problem("no request came with a placeholder");
  const reports = [...output.matchAll(/(\d+) -> (\d+) (?:bytes|tokens)/g)].map(([, ...bytes]) => bytes.map(Number));
  const [before, after] = reports.reduce((sum, report) => sum.map((bytes, at) => bytes + report[at]), [0, 0]);
  if (!(after < before)) throw problem(`the reports say ${before} -> ${after}`);
  return { version, requests: record.requests, requestsWithPlaceholders: record.masked, reported: { before, after } };
}
