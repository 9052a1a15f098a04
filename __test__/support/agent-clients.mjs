// The agents people use, installed by package name at pinned versions and kept under `target/tools`, and how each is run
// once in print mode against a provider on this machine.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./tools.mjs";

/** Packages with their newest versions (by number: npm takes an older one of the first for an old Node), and what has to be run after the installation: npm runs no scripts here. */
const PACKAGES = {
  "@anthropic-ai/claude-code": { program: "claude", version: "2.1.332", script: "install.cjs" },
  "@openai/codex": { program: "codex", version: "0.171.0" },
  "@google/gemini-cli": { program: "gemini", version: "0.61.0" },
  "opencode-ai": { program: "opencode", version: "1.18.33", script: "postinstall.mjs" },
};

/**
 * What is taken: `latest` for those that npm's tag names today, `npm` for those that npm takes on this Node (its tag's, or older
 * ones where those want a newer Node), else the versions above.
 */
async function wanted(which) {
  if (which === "npm") return Object.keys(PACKAGES).map((name) => [name, undefined]);
  if (which !== "latest") return Object.entries(PACKAGES).map(([name, { version }]) => [name, version]);
  const latest = async (name) => (await run("npm", ["view", name, "dist-tags.latest"])).trim();
  return Promise.all(Object.keys(PACKAGES).map(async (name) => [name, await latest(name)]));
}

/**
 * Installs the clients; returns the folder of their programs, and their versions by the program's name. Takes a minute the first
 * time.
 */
export async function installClients({ root, log, which = process.env.TAMIS_CLIENTS }) {
  const versions = await wanted(which);
  const names = versions.map(([name, version]) => (version === undefined ? name : `${name}@${version}`));
  const folder = join(root, which === "npm" ? "target/tools/agents-npm" : "target/tools/agents");
  const mark = join(folder, "installed.json");
  if (which === "npm" || !existsSync(mark) || readFileSync(mark, "utf8") !== JSON.stringify(names)) {
    log(`installing ${names.join(", ")}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...names], { cwd: folder });
    for (const [name, { script }] of Object.entries(PACKAGES))
      if (script !== undefined) await run(process.execPath, [script], { cwd: join(folder, "node_modules", name) });
    writeFileSync(mark, JSON.stringify(names));
  }
  const versionOf = (name) =>
    JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
  const byProgram = versions.map(([name]) => [PACKAGES[name].program, versionOf(name)]);
  return { bin: join(folder, "node_modules/.bin"), versions: Object.fromEntries(byProgram) };
}

const CLAUDE_FLAGS = ["--dangerously-skip-permissions", "--model", "claude-sonnet-5"];
const CODEX_FLAGS = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "-m", "gpt-5"];
const OPENCODE_FLAGS = ["-m", "anthropic/claude-sonnet-4-5"];
const GEMINI_SETTINGS = JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } });
const GEMINI_ON_TERMINAL = JSON.stringify({
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
});
/** As `codex login` keeps a key. */
const CODEX_LOGIN = { ".codex/auth.json": JSON.stringify({ auth_mode: "apikey", OPENAI_API_KEY: "key" }) };

/**
 * One run in print mode: the arguments and the environment, and what only a run without Tamis needs to find the provider
 * as it would find its vendor. `home` are files of the user's.
 *
 * @param {string} prompt
 * @param {string} url the provider's, for the direct run
 */
export const clientRuns = (prompt, url) => ({
  claude: {
    args: ["-p", prompt, ...CLAUDE_FLAGS],
    env: { ANTHROPIC_API_KEY: "key", IS_SANDBOX: "1" },
    direct: {
      env: { ANTHROPIC_BASE_URL: url, ENABLE_TOOL_SEARCH: "true", _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL: "1" },
    },
  },
  codex: {
    args: ["exec", ...CODEX_FLAGS, prompt],
    env: {},
    home: CODEX_LOGIN,
    direct: { args: ["-c", `openai_base_url="${url}/v1"`] },
  },
  gemini: {
    args: ["-p", prompt, "--yolo", "--skip-trust", "-m", "gemini-2.5-pro"],
    env: { GEMINI_API_KEY: "key" },
    home: { ".gemini/settings.json": GEMINI_SETTINGS },
    direct: { env: { GOOGLE_GEMINI_BASE_URL: url } },
  },
  opencode: {
    args: ["run", ...OPENCODE_FLAGS, prompt],
    env: { ANTHROPIC_API_KEY: "key" },
    direct: {
      env: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider: { anthropic: { options: { baseURL: `${url}/v1` } } } }),
      },
    },
  },
});

const DAY_MODEL = "claude-sonnet-5-5";
/** A model that this version may not list yet. */
const OPENCODE_MODELS = JSON.stringify({
  autoupdate: false,
  provider: { anthropic: { models: { [DAY_MODEL]: {} } } },
});

/**
 * One run in print mode with the model that the agent takes by itself (opencode has none), new or continued: its arguments,
 * and the user's files.
 *
 * @param {string} prompt
 * @param {boolean} isContinued
 */
export const dayRuns = (prompt, isContinued) => ({
  claude: { args: ["-p", prompt, "--dangerously-skip-permissions", ...(isContinued ? ["--continue"] : [])], home: {} },
  codex: {
    args: [
      ...["exec", ...(isContinued ? ["resume", "--last"] : [])],
      ...["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", prompt],
    ],
    home: {},
  },
  gemini: { args: ["-p", prompt, "--yolo", "--skip-trust"], home: {} },
  opencode: {
    args: ["run", ...(isContinued ? ["--continue"] : []), "-m", `anthropic/${DAY_MODEL}`, prompt],
    home: { ".config/opencode/opencode.json": OPENCODE_MODELS },
  },
});

/**
 * Arguments of a run in print mode that asks before it leaves its folder, and so is refused: it may run commands and read
 * in its folder.
 *
 * @param {string} prompt
 */
export const guardedArgs = (prompt) => ({
  claude: ["-p", prompt, "--model", "claude-sonnet-5", "--allowedTools", "Bash(seq:*),Bash(for:*),Bash(echo:*)"],
  codex: ["exec", "--skip-git-repo-check", "--sandbox", "read-only", "-m", "gpt-5", prompt],
  opencode: ["run", ...OPENCODE_FLAGS, prompt],
});

/**
 * Arguments of a run in print mode that goes on with a conversation: the one with this id, else the newest.
 *
 * @param {string} prompt
 * @param {string | undefined} id
 */
export const resumedArgs = (prompt, id) => ({
  claude: ["-p", prompt, ...(id === undefined ? ["--continue"] : ["--resume", id]), ...CLAUDE_FLAGS],
  codex: ["exec", "resume", id ?? "--last", ...CODEX_FLAGS, prompt],
  opencode: ["run", ...(id === undefined ? ["--continue"] : ["--session", id]), ...OPENCODE_FLAGS, prompt],
});

/**
 * How an agent is run on a terminal, in a folder that it trusts already: its arguments, the user's files, what the screen
 * shows when it waits for a prompt, and what ends it.
 */
export const terminalRuns = (workspace) => ({
  claude: {
    args: ["--dangerously-skip-permissions", "--model", "claude-sonnet-5"],
    env: { DISABLE_AUTOUPDATER: "1" },
    home: { ".claude.json": JSON.stringify(claudeSettled(workspace)) },
    ready: "bypass permissions on",
    quit: "/exit",
  },
  codex: {
    args: ["--dangerously-bypass-approvals-and-sandbox", "-m", "gpt-5"],
    env: {},
    home: {
      ...CODEX_LOGIN,
      ".codex/config.toml": `check_for_update_on_startup = false\n[projects.${JSON.stringify(workspace)}]\ntrust_level = "trusted"\n`,
    },
    ready: "for shortcuts",
    quit: "/quit",
  },
  gemini: {
    args: ["--yolo", "--skip-trust", "-m", "gemini-2.5-pro"],
    env: {},
    home: { ".gemini/settings.json": GEMINI_ON_TERMINAL },
    ready: "Type your message",
    quit: "/quit",
  },
  opencode: {
    args: OPENCODE_FLAGS,
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1" },
    home: {},
    ready: "ctrl+p commands",
    quit: "/exit",
  },
});

/** How an agent is run on a terminal so that it asks before it leaves its folder, where that differs from {@link terminalRuns}. */
export const guardedTerminalArgs = {
  claude: { args: ["--model", "claude-sonnet-5", "--allowedTools", "Bash(seq:*)"], ready: "? for shortcuts" },
  codex: { args: ["--sandbox", "read-only", "--ask-for-approval", "on-request", "-m", "gpt-5"] },
};

const claudeSettled = (workspace) => ({
  ...{ hasCompletedOnboarding: true, theme: "dark", bypassPermissionsModeAccepted: true },
  customApiKeyResponses: { approved: ["key"], rejected: [] },
  projects: { [workspace]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
});
