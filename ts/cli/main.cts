#!/usr/bin/env node
// This file is CommonJS and prints the version before it loads anything else. Scripts ask for the version often, and
// Node starts such a file without its loader of modules. The rest of the program is modules.
import fs = require("node:fs");
import nodeModule = require("node:module");

declare const BUILT_VERSION: string;

/** A bundle of its own (`build.mjs`), of CommonJS: to start the loader of modules takes longer than to load one. */
const HOOK: string = "../hook.cjs";
const STATUS_LINE: string = "../status-line.cjs";
/** The same, with the parts of the MCP SDK that it needs. */
const MCP: string = "../mcp.js";

const argv = process.argv.slice(2);
const asksForHelp = argv.some((one) => one === "--help" || one === "-h");

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  try {
    fs.writeSync(1, `${BUILT_VERSION}\n`);
  } catch {
    // The program itself says what is wrong.
    start();
  }
} else start();

function start(): void {
  useCompileCache();
  // A plugin of another version may have other options; what an agent starts must not fail by them.
  if (argv[0] === "status-line" && !argv.includes("--json") && !asksForHelp) void statusLine();
  else if (argv[0] === "hook" && argv.length > 1 && !asksForHelp) hook();
  else if (argv[0] === "mcp" && !asksForHelp) void mcp();
  else void main();
}

/**
 * From the second start on what was compiled at the first is taken from a private folder; Node can since 22.1. The programs
 * that are started here know nothing of it.
 */
function useCompileCache(): void {
  const { env } = process;
  const folder = env.XDG_CACHE_HOME || (env.HOME && `${env.HOME}/.cache`);
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  if (folder?.startsWith("/")) enableCompileCache?.(`${folder}/tamis/compiled`);
}

/** A hook is started for every call of a tool, so it loads nothing of the program but itself. */
function hook(): void {
  try {
    (require(HOOK) as typeof import("./hook/main.js", { with: { "resolution-mode": "import" }})).runHook(argv.slice(1));
  } catch {
    // Its caller goes on with what it has.
  }
}

/** The same for what an agent shows all the time. */
async function statusLine(): Promise<void> {
  try {
    await (
      require(STATUS_LINE) as typeof import("./status-line/main.js", { with: { "resolution-mode": "import" }})
    ).runStatusLine();
  } catch {
    // The agent shows nothing.
  }
}

async function mcp(): Promise<void> {
  const { serveMcp } = (await import(MCP)) as typeof import("./mcp/serve.js", { with: { "resolution-mode": "import" }});
  await serveMcp(argv.slice(1));
}

/** A failure to load ends the process like any unhandled rejection: with its stack on stderr and code 1. */
async function main(): Promise<void> {
  let ended = false;
  // Node does the same for a module whose `await` never ends: unfinished work is no success.
  process.once("exit", () => {
    if (!ended) process.exitCode ??= 13;
  });
  // Also handles a signal that comes while the rest is loaded.
  if (argv[0] === "gateway") (await import("./gateway/signals.js")).heedSignals();
  await (await import("./program.js")).run(argv);
  ended = true;
}
