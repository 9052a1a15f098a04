// A month replayed: 30 sessions of a day's pattern in one home, by real launches with a scripted client in the place of Claude Code, before
// a provider that bills its cache and checks thinking, at the times that the month says. Beside it the same without Tamis. Held to: no
// refusal, the line at the end within 2 % of the bill, the bill not above the direct one. Half of the way Tamis is upgraded:
// TAMIS_MONTH_EARLIER names the folder of another build to begin with; without it that is a copy elsewhere. Runs on the build.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bundleInside } from "../support/bundle-inside.mjs";
import { monthEvents, random, SESSIONS } from "../support/month.mjs";
import { withScratch } from "../support/tools.mjs";

export const name = "month";

const MOST_OFF = 0.02;
const MODULES = ["provider", "server"].map((file) => `../__test__/support/simulated-provider/${file}`);

export async function run({ log, root }) {
  const { inside, remove } = await bundleInside(root, [...MODULES, "pricing/index"]);
  try {
    return await withScratch(async (scratch) => {
      const files = sourcesOf(root);
      const direct = await replay({ inside, scratch, files, root, log, isDirect: true });
      const ours = await replay({ inside, scratch, files, root, log, isDirect: false });
      const off = ours.launches.map(({ said, billed }) => Math.abs(said / billed - 1));
      const dollarsOff = Math.abs(sum(ours.launches, "saidDollars") / ours.dollars - 1);
      const checks = {
        "no request was refused": direct.refused === 0 && ours.refused === 0,
        "every launch ended with the agent's exit code": ours.launches.every(({ status }) => status === 0),
        "each line at the end is within 2 % of the bill": Math.max(...off) <= MOST_OFF && dollarsOff <= MOST_OFF,
        "the bill is not above the direct one": ours.dollars <= direct.dollars,
        "the answers are the same": ours.answers === direct.answers,
      };
      for (const [title, isRight] of Object.entries(checks)) log(`${isRight ? "ok" : "WRONG"}  ${title}`);
      const record = {
        ...{ sessions: SESSIONS, launches: ours.launches.length, requests: ours.requests },
        ...{ directDollars: rounded(direct.dollars), dollars: rounded(ours.dollars) },
        ratio: rounded(ours.dollars / direct.dollars),
        inputRatio: rounded(ours.inputWeight / direct.inputWeight),
        refused: { direct: direct.refused, tamis: ours.refused, recovered: sum(ours.launches, "recovered") },
        endLine: { mostOff: rounded(Math.max(...off)), dollarsOff: rounded(dollarsOff) },
        saidWithout: rounded(sum(ours.launches, "otherDollars") / direct.dollars),
        upgrade: process.env.TAMIS_MONTH_EARLIER === undefined ? "a copy elsewhere" : "another build",
      };
      log(JSON.stringify(record));
      const failed = Object.values(checks).filter((ok) => !ok).length;
      return { passed: Object.keys(checks).length - failed, failed, record };
    });
  } finally {
    remove();
  }
}

const sum = (rows, key) => rows.reduce((all, row) => all + (row[key] ?? 0), 0);
const rounded = (value) => Math.round(value * 10_000) / 10_000;

/** What the scripted model reads: this project's sources of a usual size. */
function sourcesOf(root) {
  return readdirSync(join(root, "ts"), { recursive: true })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(root, "ts", file))
    .filter((file) => statSync(file).size >= 1_500 && statSync(file).size <= 9_500)
    .sort()
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
}

/** The month, with or without Tamis. */
async function replay({ inside, scratch, files, root, log, isDirect }) {
  const clock = { file: join(scratch, "clock"), start: Date.now(), offset: 0 };
  const set = (at) => {
    clock.offset = at;
    writeFileSync(clock.file, String(at));
  };
  set(0);
  const { SimulatedProvider, startSimulatedProvider, priceTokens } = inside;
  const provider = new SimulatedProvider({ answer: answers(files), now: () => Date.now() + clock.offset });
  const { url, close } = await startSimulatedProvider(provider);
  const home = join(scratch, "home");
  rmSync(home, { recursive: true, force: true });
  const world = { home, clock, root, url, scratch, isDirect, earlier: isDirect ? root : earlierBuild(root, scratch) };
  const all = { requests: 0, refused: 0, dollars: 0, inputWeight: 0, answers: "", launches: [] };
  const clients = new Map();
  try {
    for (const event of monthEvents()) {
      set(event.at);
      const client = clients.get(event.session) ?? { id: `month-${event.session}`, messages: [], files };
      clients.set(event.session, client);
      const count = (answered) => {
        const [exchange] = provider.exchanges.splice(0);
        all.requests++;
        if (provider.exchanges.length > 0 || answered.status !== 200) all.refused++;
        const dollars = dollarsOf(priceTokens, answered.body);
        all.dollars += dollars;
        all.inputWeight += exchange?.cost ?? 0;
        client.launch.billed += inputOf(answered.body.usage);
        all.answers += JSON.stringify(answered.body.content?.map(({ signature, ...block }) => block)).length;
      };
      await step(event, client, world, count, all);
    }
  } finally {
    await close();
  }
  log(
    `${isDirect ? "direct" : "with tamis"}: ${all.requests} requests, ${all.refused} refused, $${all.dollars.toFixed(2)}`,
  );
  return { ...all, answers: String(all.answers.length) + all.answers.slice(-200) };
}

const inputOf = (usage) =>
  usage === undefined ? 0 : usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens;

function dollarsOf(priceTokens, { model, usage }) {
  if (usage === undefined) return 0;
  const { ephemeral_1h_input_tokens: hour = 0, ephemeral_5m_input_tokens: minutes = 0 } = usage.cache_creation ?? {};
  const known = { fresh: usage.input_tokens, cacheRead: usage.cache_read_input_tokens, cacheWrite: minutes + hour };
  const priced = priceTokens({ model, usage: { ...known, hourWrite: hour, output: usage.output_tokens } });
  return priced?.cost ?? 0;
}

async function step(event, client, world, count, all) {
  switch (event.do) {
    case "launch":
      client.launch = await (world.isDirect ? directLaunch(world) : launch(world, event, client));
      break;
    case "end": {
      const ended = await client.launch.end();
      if (!world.isDirect) all.launches.push({ ...ended, billed: client.launch.billed });
      break;
    }
    case "compact":
      client.messages = [
        {
          role: "user",
          content: [{ type: "text", text: `Summary of ${client.id}: files were read and the tests pass.` }],
        },
      ];
      break;
    case "clear":
      client.id = `${client.id}-cleared`;
      client.messages = [];
      break;
    case "rewind":
      client.messages = client.messages.slice(0, lastPrompt(client.messages));
      break;
    case "prompt":
      client.messages.push({
        role: "user",
        content: [{ type: "text", text: `${client.id}: part ${client.messages.length}` }],
      });
      count(await ask(client, event, world));
      break;
    default:
      client.messages.push({ role: "user", content: resultsFor(client, event) });
      count(await ask(client, event, world));
  }
}

/** Where the user spoke last. */
const lastPrompt = (messages) =>
  messages.findLastIndex(({ role, content }) => role === "user" && content[0]?.type === "text");

async function ask(client, { model, isLast }, world) {
  const { url, system, hasHour } = client.launch;
  const body = JSON.stringify(requestOf(client, { model, system, hasHour, isLast }));
  const headers = { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" };
  await wait(4); // The launch looks at its clock again.
  const response = await fetch(`${url ?? world.url}/v1/messages`, {
    method: "POST",
    headers: { ...headers, "x-claude-code-session-id": client.id },
    body,
  });
  const answer = await response.json();
  if (response.status === 200) client.messages.push({ role: "assistant", content: answer.content });
  else client.messages.pop();
  return { status: response.status, body: answer };
}

const TOOLS = ["Read", "Bash"].map((tool) => ({
  ...{ name: tool, description: `${tool} as Claude Code has it. `.repeat(60) },
  input_schema: { type: "object", properties: { file_path: { type: "string" }, command: { type: "string" } } },
}));
const SYSTEM = "You are Claude Code. ".repeat(400);

/** The request, with the markers of Claude Code: the system prompt and the two newest messages of the user. */
function requestOf({ messages }, { model, system, hasHour }) {
  const marker = { cache_control: { type: "ephemeral", ...(hasHour ? { ttl: "1h" } : {}) } };
  const users = messages.flatMap(({ role }, at) => (role === "user" ? [at] : [])).slice(-2);
  return {
    ...{ model, max_tokens: 32_000, thinking: { type: "adaptive" }, tools: TOOLS },
    system: [{ type: "text", text: `${SYSTEM}${system}`, ...marker }],
    messages: messages.map(({ role, content }, at) => {
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
      const isMarked = (index) => users.includes(at) && index === blocks.length - 1;
      return { role, content: blocks.map((block, index) => (isMarked(index) ? { ...block, ...marker } : block)) };
    }),
  };
}

/** The model's answers: it thinks and reads a file or runs a command. Same request, same answer, whatever was made smaller. */
function answers(files) {
  return (turn, { messages }) => {
    const first = JSON.stringify(messages[0]?.content).length;
    const place = turn * 31 + first;
    const { file } = files[place % files.length];
    const input = turn % 4 === 3 ? { command: `npm test -- ${turn % 7}` } : { file_path: file };
    const call = {
      type: "tool_use",
      id: `toolu_${first}_${turn}_${messages.length}`,
      name: turn % 4 === 3 ? "Bash" : "Read",
      input,
    };
    return [
      { type: "thinking", thinking: `About step ${turn}. `.repeat(12) },
      { type: "text", text: `Step ${turn}.` },
      call,
    ];
  };
}

/** After such a result the model asks for no more. */
const DONE = "All parts are done.";

/** What the tools give for the calls of the last answer. */
function resultsFor({ messages, files }, { isLast }) {
  const calls = (messages.at(-1)?.content ?? []).filter(({ type }) => type === "tool_use");
  return calls.map(({ id, input }) => ({
    type: "tool_result",
    tool_use_id: id,
    content: `${outputOf(input, files)}${isLast ? `\n${DONE}` : ""}`,
  }));
}

function outputOf({ file_path: path, command = "" }, files) {
  const found = files.find(({ file }) => file === path);
  if (found !== undefined)
    return found.text
      .split("\n")
      .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
      .join("\n");
  const next = random(command.length * 131);
  const lines = Array.from(
    { length: 60 },
    (_, at) => ` ✓ __test__/part-${at}.test.ts (${1 + Math.floor(next() * 30)} tests) ${at}ms`,
  );
  return [...lines, "", ` Test Files  60 passed (60)`, `   Duration  ${command.length}.20s`].join("\n");
}

const directLaunch = async () => ({
  url: undefined,
  system: "",
  hasHour: false,
  billed: 0,
  end: async () => ({ status: 0 }),
});

/** The package as it was before the upgrade. */
function earlierBuild(root, scratch) {
  if (process.env.TAMIS_MONTH_EARLIER !== undefined) return process.env.TAMIS_MONTH_EARLIER;
  const folder = join(scratch, "earlier");
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  for (const part of ["dist", "package.json"]) cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const part of ["node_modules", "ts", "target"]) symlinkSync(join(root, part), join(folder, part));
  return folder;
}

/** Time as the month has it, in every process that is started. */
const CLOCK = (file) => `
import { readFileSync } from "node:fs";
const Real = Date;
let [offset, seen] = [0, -1];
const now = () => {
  const at = performance.now();
  if (at - seen > 2) {
    seen = at;
    offset = Number(readFileSync(${JSON.stringify(file)}, "utf8")) || offset;
  }
  return Real.now() + offset;
};
globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }
  static now() {
    return now();
  }
};
`;

/** The agent: tells what it was started with, and lives until it is ended. */
const AGENT = `#!${process.execPath}
const { writeFileSync, renameSync, existsSync } = require("node:fs");
const told = process.env.MONTH_TOLD;
writeFileSync(told + ".part", JSON.stringify({ env: process.env, args: process.argv.slice(2) }));
renameSync(told + ".part", told);
setInterval(() => existsSync(told + ".end") && process.exit(0), 15);
`;

let launches = 0;

async function launch({ home, clock, root, earlier, url, scratch }, { resumes, isLater, project }, client) {
  const bin = join(scratch, "bin");
  const cwd = join(home, project);
  for (const folder of [bin, cwd]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(bin, "claude"), AGENT, { mode: 0o755 });
  writeFileSync(join(scratch, "clock.mjs"), CLOCK(clock.file));
  const told = join(scratch, `told-${launches++}`);
  const env = {
    ...{ PATH: [bin, process.env.PATH].join(delimiter), HOME: home, TERM: "dumb", MONTH_TOLD: told },
    ...{ XDG_CONFIG_HOME: home, XDG_STATE_HOME: join(home, "state"), XDG_CACHE_HOME: join(home, ".cache") },
    ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "k", NODE_OPTIONS: `--import ${join(scratch, "clock.mjs")}` },
  };
  const args = [join(isLater ? root : earlier, "dist/cli/main.cjs"), "claude", "--json"];
  const child = spawn(process.execPath, [...args, ...(resumes ? ["--resume", client.id] : [])], { env, cwd });
  let output = "";
  child.stderr.on("data", (text) => (output += text));
  const ended = new Promise((resolve) => child.on("close", resolve));
  for (let round = 0; !existsSync(told); round++) {
    if (round > 1_500 || child.exitCode !== null) throw new Error(`tamis did not start the agent: ${output}`);
    await wait(10);
  }
  const { env: given, args: words } = JSON.parse(readFileSync(told, "utf8"));
  const at = words.indexOf("--append-system-prompt");
  return {
    ...{ url: given.ANTHROPIC_BASE_URL, system: at < 0 ? "" : words[at + 1], billed: 0 },
    hasHour: given.ENABLE_PROMPT_CACHING_1H === "1",
    async end() {
      writeFileSync(`${told}.end`, "");
      const status = await ended;
      const line = output.split("\n").find((one) => one.startsWith("{"));
      const { input = 0, cost, otherCost, recovered = 0, refused = 0 } = JSON.parse(line ?? "{}");
      return { status, said: input, saidDollars: cost, otherDollars: otherCost, recovered, refused };
    },
  };
}
