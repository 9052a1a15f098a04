// `tamis init` as someone at a terminal answers it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { noTerminal, startOnTerminal, type TerminalRun } from "./chat/run-chat.js";
import { ensureBuilt, temporaryFolder } from "./run-cli.js";

const missing = noTerminal();
if (missing !== undefined) console.log(`tamis init on a terminal: not tested, ${missing}`);

const SESSIONS = 3;
const TURNS = 20;

/** A session of Claude Code: each call reads the file that the result before it named. */
function claudeLog(id: string): string {
  const usage = { input_tokens: 10, cache_read_input_tokens: 500, cache_creation_input_tokens: 300, output_tokens: 20 };
  const about = (at: number) => ({
    sessionId: id,
    cwd: "/srv/app",
    timestamp: new Date(Date.UTC(2026, 0, 2) + at * 1000),
  });
  const link = (at: number) => ({ uuid: `${id}-${at}`, parentUuid: at === 0 ? null : `${id}-${at - 1}` });
  const lines: object[] = [{ type: "user", ...about(0), ...link(0), message: { role: "user", content: "go" } }];
  for (let turn = 0; turn < TURNS; turn++) {
    const at = 2 * turn + 1;
    const call = { type: "tool_use", id: `c${turn}`, name: "Read", input: { file_path: `src/${id}-${turn - 1}.ts` } };
    const answer = { id: `m${id}${turn}`, role: "assistant", model: "claude-opus-4-6", content: [call], usage };
    const text = `src/${id}-${turn}.ts ${"plain words ".repeat(200)}`;
    const result = { type: "tool_result", tool_use_id: `c${turn}`, content: text };
    lines.push(
      { type: "assistant", ...about(at), ...link(at), requestId: `r${id}${turn}`, message: answer },
      { type: "user", ...about(at + 1), ...link(at + 1), message: { role: "user", content: [result] } },
    );
  }
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

describe.skipIf(missing !== undefined)("tamis init on a terminal", () => {
  const folder = temporaryFolder();
  const runs: TerminalRun[] = [];
  afterAll(() => {
    for (const run of runs) run.kill("SIGKILL");
  });

  /** A home with logs of Claude Code, and the command that looks there. */
  function start(name: string, ...more: string[]): { run: TerminalRun; home: string } {
    ensureBuilt();
    const home = join(folder, name);
    const project = join(home, ".claude/projects/-srv-app");
    mkdirSync(project, { recursive: true });
    for (let at = 0; at < SESSIONS; at++) writeFileSync(join(project, `s${at}.jsonl`), claudeLog(`s${at}`));
    const unset = { CLAUDE_CONFIG_DIR: "", CODEX_HOME: "", XDG_CONFIG_HOME: "", XDG_DATA_HOME: "" };
    const run = startOnTerminal(["init", "--trials", "4", ...more], { env: { HOME: home, ...unset } });
    runs.push(run);
    return { run, home };
  }

  it("asks for logs, care and place, and writes what it learnt there", { timeout: 60_000 }, async () => {
    const { run, home } = start("answers");
    await run.waitFor(`1  Claude Code: ${SESSIONS} logs`);
    await run.waitFor("Which logs to learn from? Numbers, a path, or all [all] ");
    run.write("1\r");
    await run.waitFor("careful: almost all of what calls name stays");
    await run.waitFor("How careful? [normal] ");
    run.write("careful\r");
    await run.waitFor("Where to write it? [");
    const output = join(home, "own/tamis.toml");
    run.write(`${output}\r`);
    await run.waitFor("keeps a grounding of 0.92");
    expect(await run.exit).toBe(0);
    expect(readFileSync(output, "utf8")).toContain("# Written by tamis tune");
  });

  it("takes the default for an empty answer", { timeout: 60_000 }, async () => {
    const { run, home } = start("defaults");
    for (const question of ["or all [all] ", "[normal] ", "Where to write it? ["]) {
      await run.waitFor(question);
      run.write("\r");
    }
    await run.waitFor("keeps a grounding of 0.85");
    expect(await run.exit).toBe(0);
    expect(existsSync(join(home, ".config/tamis/tamis.toml"))).toBe(true);
  });

  it("asks again, with the reason, where an answer is none of the choices", { timeout: 60_000 }, async () => {
    const { run } = start("again", "--output", join(folder, "again.toml"));
    await run.waitFor("or all [all] ");
    run.write("1 7\r");
    await run.waitFor("there is no 7: the numbers are 1 to 1");
    await run.waitFor("or all [all] ");
    run.write("nowhere/at-all\r");
    await run.waitFor("no logs at nowhere/at-all");
    await run.waitFor("or all [all] ");
    run.write("all\r");
    await run.waitFor("How careful? [normal] ");
    run.write("very\r");
    await run.waitFor("very is none of careful, normal, bold");
    await run.waitFor("How careful? [normal] ");
    run.write("bold\r");
    await run.waitFor("keeps a grounding of 0.75");
    expect(await run.exit).toBe(0);
  });

  it.each([
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
  ])("writes nothing where %s is the answer", { timeout: 60_000 }, async (name, keys) => {
    const { run, home } = start(name);
    await run.waitFor("or all [all] ");
    run.write("\r");
    await run.waitFor("How careful? [normal] ");
    run.write(keys);
    await run.waitFor("no answer; nothing was written");
    expect(await run.exit).toBe(2);
    expect(existsSync(join(home, ".config/tamis/tamis.toml"))).toBe(false);
  });
});
