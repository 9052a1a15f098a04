// Scripts in the place of agents, started by their commands with a home folder of their own.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { agentRequest } from "../gateway/requests.js";
import { temporaryFolder } from "../support/folder.js";
import { cleanEnvironment, MAIN } from "./run-cli.js";

/** The home folder of all that {@link run} starts. */
export const home = temporaryFolder();
/** The folder of the programs. */
export const bin = join(home, "bin");
mkdirSync(bin);

/** Puts a Node program in the place of an agent. */
export function agentIs(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!${process.execPath}\n${script}`);
  chmodSync(join(bin, name), 0o755);
}

/** Runs `tamis` with arguments, by `shell` if there is one: a line of the shell that ends with `exec "$@"`. */
export function run(
  args: readonly string[],
  env: Record<string, string> = {},
  onStderr = (_: string) => {},
  shell?: string,
) {
  const all = {
    ...cleanEnvironment(),
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: join(home, "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    ...env,
  };
  for (const name of ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY"])
    if (!(name in env)) delete all[name as never];
  const path = `${bin}${delimiter}${process.env.PATH}`;
  const words = [process.execPath, MAIN, ...args];
  const [file = "", ...rest] = shell === undefined ? words : ["sh", "-c", shell, "sh", ...words];
  const child = spawn(file, rest, {
    env: { ...all, PATH: path },
    cwd: home,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => {
    stderr += text;
    onStderr(stderr);
  });
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** An agent that shows its arguments and its environment. */
export const SHOW = "console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }));";

/** An agent that makes one request, of which two results may go. */
export const ASK = `
const body = JSON.stringify(${JSON.stringify(agentRequest("anthropic", { model: "claude-sonnet-5" }))});
const headers = { "x-api-key": "k", "x-claude-code-session-id": "s-7" };
fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body, headers }).then((r) => r.text());`;
/** What its provider answers. */
export const ANSWER = {
  model: "claude-sonnet-5",
  usage: { input_tokens: 10, cache_read_input_tokens: 5_000, cache_creation_input_tokens: 90, output_tokens: 40 },
};
