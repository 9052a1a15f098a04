// How people work with agents: a cell for each scenario and client, without Tamis and with it, in a home of its own. Each cell has the
// same last word and exit code both ways, and no request that a provider would refuse. A cell that a client cannot do says why.
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tryOnTerminal } from "./agent-on-terminal.mjs";
import { problemOf, rounded, runOnce } from "./agent-runs.mjs";

/** Turns of each task. */
export const SCENARIO_STEPS = 4;

const NO_RESUME = "its resumed history has every result twice, which its provider refuses without Tamis, too";
const cannot = (reason) => ({ cannot: reason });
/** On a terminal. */
const typing = (command) => ({ stage: "typing", command });
const rewinding = (by) => ({ stage: "rewinding", ...by });

const CLAUDE = ["--dangerously-skip-permissions", "--model", "claude-sonnet-5"];
const CODEX = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "-m", "gpt-5"];
const OPENCODE = ["-m", "anthropic/claude-sonnet-4-5"];
const GEMINI = ["--yolo", "--skip-trust", "-m", "gemini-2.5-pro"];
/** Which the scripted provider says it has. */
const ACCOUNT = "scripted-account";
const ID = "6e0f6c3e-6c5b-4d62-9a25-0d1f6a8a9b11";

/** Runs one after the other; each is its arguments, or a function of the home to them. */
const claude =
  (...more) =>
  (prompt) => ["-p", prompt, ...CLAUDE, ...more];
const codex =
  (...more) =>
  (prompt) => ["exec", ...more, ...CODEX, prompt];
const opencode =
  (...more) =>
  (prompt) => ["run", ...OPENCODE, ...more, prompt];
const gemini =
  (...more) =>
  (prompt) => ["-p", prompt, ...GEMINI, ...more];
const FIRST = { claude: claude(), codex: codex(), opencode: opencode(), gemini: gemini() };

const allOf = (cell) => Object.fromEntries(Object.keys(FIRST).map((agent) => [agent, cell(agent)]));
const withWord = (word) => (agent) => ({ runs: [FIRST[agent]], word });
const mcp = (root) => ({ command: process.execPath, args: [join(root, "__test__/support/mcp-many-tools.mjs")] });

/** The cells: by scenario, then by client. `left`: a file that the set-up of the user makes. */
export const scenarios = (root) => ({
  "--continue": {
    claude: { runs: [claude(), claude("--continue")] },
    codex: { runs: [codex(), codex("resume", "--last")] },
    opencode: { runs: [opencode(), opencode("--continue")] },
    gemini: cannot(NO_RESUME),
  },
  "--resume": {
    claude: { runs: [claude("--session-id", ID), claude("--resume", ID)] },
    codex: { runs: [codex(), (prompt, home) => codex("resume", codexSession(home))(prompt)] },
    opencode: { runs: [opencode(), (prompt, home) => opencode("--session", opencodeSession(home))(prompt)] },
    gemini: cannot(NO_RESUME),
  },
  "/compact": {
    claude: { runs: [claude(), () => ["-p", "/compact", ...CLAUDE, "--continue"], claude("--continue")] },
    codex: typing("/compact"),
    gemini: typing("/compress"),
    opencode: typing("/compact"),
  },
  "/clear": {
    claude: typing("/clear"),
    codex: typing("/new"),
    gemini: typing("/clear"),
    opencode: typing("/new"),
  },
  "/model": {
    claude: { runs: [claude(), (prompt) => ["-p", prompt, CLAUDE[0], "--model", "claude-opus-4-6", "--continue"]] },
    codex: { runs: [codex(), (prompt) => ["exec", "resume", "--last", ...CODEX.slice(0, -1), "gpt-5.1", prompt]] },
    opencode: { runs: [opencode(), (prompt) => ["run", "-m", "anthropic/claude-opus-4-5", "--continue", prompt]] },
    gemini: cannot(NO_RESUME),
  },
  rewind: {
    claude: {
      runs: [
        claude("--session-id", ID),
        claude("--resume", ID),
        (prompt, home) => claude("--resume", ID, "--resume-session-at", firstAnswer(home))(prompt),
      ],
    },
    codex: rewinding({ keys: ["Escape", "Escape", "Enter"], shows: "Conversation reverted" }),
    opencode: rewinding({ command: "/undo", shows: "message reverted" }),
    // To its beginning: what it keeps has every result twice, as in a resumed history.
    gemini: rewinding({
      prompts: 1,
      command: "/rewind",
      picks: { key: "Up", shows: "● SCRIPTED" },
      keys: ["Enter", "Enter"],
      shows: "* SCRIPTED",
    }),
  },
  "sub-agents": {
    ...allOf(withWord("SCRIPTED-AGENT")),
    gemini: cannot("it offers no tool that gives a task to another agent"),
  },
  "plan mode": {
    claude: { runs: [(prompt) => ["-p", prompt, "--model", "claude-sonnet-5", "--permission-mode", "plan"]] },
    opencode: { runs: [opencode("--agent", "plan")] },
    codex: typing("/plan"),
    gemini: { runs: [(prompt) => ["-p", prompt, ...GEMINI.slice(1), "--approval-mode", "plan"]] },
  },
  "background task": {
    ...allOf(withWord("SCRIPTED-BACKGROUND")),
    opencode: cannot("its shell tool has no commands in the background"),
  },
  "two projects at once": allOf((agent) => ({ runs: [FIRST[agent]], isTwice: true })),
  "own hooks and settings": {
    claude: {
      runs: [(prompt, home) => [...claude()(prompt), "--settings", JSON.stringify(claudeHooks(home))]],
      left: "hook-ran",
    },
    codex: {
      runs: [(prompt, home) => ["-c", `notify=["touch","${join(home, "hook-ran")}"]`, ...codex()(prompt)]],
      left: "hook-ran",
    },
    opencode: { runs: [opencode()], files: { ".config/opencode/plugin/own.js": OWN_PLUGIN }, left: "hook-ran" },
    gemini: { runs: [gemini()], files: { ".gemini/GEMINI.md": "Answer in one line.\n" } },
  },
  "MCP server": {
    claude: { runs: [claude("--mcp-config", JSON.stringify({ mcpServers: { many: mcp(root) } }))] },
    codex: {
      runs: [
        (prompt) => [
          ...["-c", `mcp_servers.many.command="${mcp(root).command}"`],
          ...["-c", `mcp_servers.many.args=["${mcp(root).args[0]}"]`],
          ...codex()(prompt),
        ],
      ],
    },
    opencode: { runs: [opencode()], files: { ".config/opencode/opencode.json": opencodeMcp(root) } },
    gemini: { runs: [gemini()], files: { ".gemini/settings.json": geminiMcp(root) } },
  },
  "subscription login": {
    claude: {
      runs: [claude()],
      env: { ANTHROPIC_API_KEY: "", CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-trial" },
      isLogin: true,
    },
    codex: { runs: [codex()], files: chatGptLogin, isLogin: true },
    opencode: cannot("the hosts of its logins are fixed in its program"),
    gemini: cannot("its login asks Google's own server before the first request"),
  },
  "interrupt in mid-answer": allOf(() => ({ stage: "answering" })),
});

const OWN_PLUGIN = `export const Own = async () => ({
  "tool.execute.after": async () => require("node:fs").writeFileSync(process.env.HOME + "/hook-ran", ""),
});
`;
const opencodeMcp = (root) =>
  JSON.stringify({ mcp: { many: { type: "local", command: [mcp(root).command, ...mcp(root).args], enabled: true } } });
const geminiMcp = (root) =>
  JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } }, mcpServers: { many: mcp(root) } });
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** As `codex login` keeps it; without Tamis the run's arguments name the model's server, because Codex wants HTTPS for ChatGPT's paths. */
function chatGptLogin(url) {
  const claims = { chatgpt_plan_type: "plus", chatgpt_account_id: ACCOUNT, chatgpt_user_id: "user" };
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const token = [{ alg: "none" }, { exp, email: "a@b.example", "https://api.openai.com/auth": claims }, {}];
  const jwt = token.map(encoded).join(".");
  const tokens = { id_token: jwt, access_token: jwt, refresh_token: "refresh", account_id: ACCOUNT };
  const login = { auth_mode: "chatgpt", OPENAI_API_KEY: null, tokens, last_refresh: new Date().toISOString() };
  const hosts = `openai_base_url = "${url}/backend-api/codex"\nchatgpt_base_url = "${url}/backend-api"\n`;
  return { ".codex/auth.json": JSON.stringify(login), ".codex/config.toml": hosts };
}
const claudeHooks = (home) => ({
  hooks: { PostToolUse: [{ matcher: "*", hooks: [{ type: "command", command: `touch ${join(home, "hook-ran")}` }] }] },
});

const filesUnder = (folder) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map((file) => String(file)) : [];

/** The id of the last message of Claude Code's first run in a session. */
function firstAnswer(home) {
  const folder = join(home, ".claude/projects");
  const file = filesUnder(folder).find((one) => one.endsWith(`${ID}.jsonl`)) ?? "";
  const lines = readFileSync(join(folder, file), "utf8").trim().split("\n");
  const entries = lines.map((line) => JSON.parse(line));
  return entries.find(({ message }) => JSON.stringify(message ?? {}).includes("LAST WORD after"))?.uuid ?? "none";
}

/** The newest session's id. */
const codexSession = (home) =>
  /([0-9a-f-]{36})\.jsonl/.exec(filesUnder(join(home, ".codex/sessions")).sort().at(-1) ?? "")?.[1] ?? "none";
function opencodeSession(home) {
  const folder = join(home, ".local/share/opencode");
  const files = filesUnder(folder).filter((file) => /\.db(-wal)?$/.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "latin1"));
  return texts.flatMap((text) => /ses_\w{20,}/.exec(text) ?? [])[0] ?? "none";
}

/** The names of all cells of a client that can be tried or say why not, and of those that are empty. */
export function emptyCells(root, agents, rows) {
  return Object.entries(scenarios(root)).flatMap(([scenario]) =>
    agents.flatMap((agent) => {
      const row = rows?.[`${agent}: ${scenario}`];
      const isFull =
        row !== undefined && (row.cannot !== undefined || (row.direct !== undefined && row.tamis !== undefined));
      return isFull ? [] : [`${agent}: ${scenario}`];
    }),
  );
}

/** Tries the cells of some clients and scenarios; the rows by `client: scenario`. */
export async function tryScenarios({ agents, only, check, log, title, ...both }) {
  const rows = {};
  for (const [scenario, cells] of Object.entries(scenarios(both.root))) {
    if (only !== undefined && !only.includes(scenario)) continue;
    for (const agent of agents) {
      const cell = cells[agent];
      const name = `${agent}: ${scenario}`;
      if (cell === undefined) continue;
      rows[name] =
        cell.cannot === undefined
          ? await check(`${name}, ${title}`, () => tryCell({ ...both, agent, scenario, cell }))
          : cell;
      log(`${name}: ${JSON.stringify(rows[name])?.slice(0, 300)}`);
    }
  }
  return rows;
}

async function tryCell(both) {
  const { cell } = both;
  if (cell.stage !== undefined) return onTerminal(both);
  const [direct, tamis] = [await tryWay(both, "direct"), await tryWay(both, "tamis")];
  const problem =
    direct.problem ??
    tamis.problem ??
    (direct.lastWord === tamis.lastWord ? undefined : `${tamis.lastWord} in place of ${direct.lastWord}`);
  if (problem !== undefined) throw new Error(problem);
  return { direct, tamis, ratio: rounded(tamis.weight / direct.weight) };
}

/** The stage of an agent on a terminal, both ways. */
async function onTerminal({ cell, agent, scenario, startScriptedProvider, task, hangingWord, ...both }) {
  const provider = await startScriptedProvider({ steps: SCENARIO_STEPS, workspace: both.workspace });
  try {
    const { stage } = cell;
    const run = `${scenario}-${both.nodeName}`.replaceAll(/[^\w-]+/g, "_");
    const all = { ...both, ...cell, agent, provider, task, hangingWord, run };
    const { [stage]: found } = await tryOnTerminal(all, [stage]);
    const { status, requests, endLines } = found;
    return { direct: { status, requests: requests.direct }, tamis: { status, requests: requests.through, endLines } };
  } finally {
    await provider.close();
  }
}

async function tryWay({ cell, agent, scenario, startScriptedProvider, task, scratch, workspace, ...both }, which) {
  const at = `${agent}-${scenario}-${which}-${both.nodeName}`.replaceAll(/[^\w-]+/g, "_");
  const name = `scenario-${at}`;
  const home = join(scratch, `${agent}-${SCENARIO_STEPS}-${name}`);
  const otherWorkspace = join(dirname(workspace), "other-project");
  const provider = await startScriptedProvider({ steps: SCENARIO_STEPS, workspace, otherWorkspace });
  const prompt = `${cell.word === undefined ? "" : `${cell.word} `}${task}: do it`;
  const trial = { ...both, agent, provider, scratch, name, home: name, steps: SCENARIO_STEPS, env: cell.env };
  const one = (argsOf, space = workspace) =>
    runOnce({ ...trial, workspace: space, args: argsOf(prompt, home), files: cell.files ?? {} }, which);
  try {
    const done = [];
    for (const argsOf of cell.runs) done.push(await one(argsOf));
    if (cell.isTwice) {
      cpSync(workspace, otherWorkspace, { recursive: true });
      done.push(...(await Promise.all([workspace, otherWorkspace].map((space) => one(cell.runs[0], space)))));
    }
    if (cell.word !== undefined && done[0].record.firsts === 0)
      throw new Error(`${which}: no tool for it among ${done[0].record.tools.join(", ")}`);
    return rowOf(done, cell, home, which);
  } finally {
    await provider.close();
  }
}

function rowOf(done, { left, isLogin }, home, which) {
  const { endLines } = done.at(-1);
  const problems = done.map((one) => (one.args?.includes("/compact") ? undefined : problemOf(one, which)));
  const isMissing = left !== undefined && !existsSync(join(home, left));
  const isPriced = isLogin && endLines.some((line) => line.includes("$"));
  const records = new Set(done.map(({ record }) => record));
  const sum = (key) => [...records].reduce((all, record) => all + record[key], 0);
  return {
    ...{ status: done.map(({ status }) => status), lastWord: done.at(-1).lastWord, requests: sum("requests") },
    ...{ faults: [...records].flatMap(({ faults }) => faults).length, weight: Math.round(sum("weight")) },
    ...(which === "tamis" ? { endLine: endLines.find((line) => / requests?: /.test(line)) } : {}),
    problem:
      problems.find((text) => text !== undefined) ??
      (isMissing ? `${which}: the user's own hook did not run` : undefined) ??
      (isPriced ? `dollars for a login: ${endLines.join("; ")}` : undefined),
  };
}
