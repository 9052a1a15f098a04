import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const state = temporaryFolder();
const env = { XDG_STATE_HOME: state };
const lines = Array.from({ length: 60 }, (_, at) => `\u001b[32mSTEP\u001b[0m test ${at}   `).join("\n");
const event = {
  session_id: "s-1",
  tool_name: "Bash",
  tool_input: { command: "npm test" },
  tool_response: { stdout: lines, stderr: "" },
};

describe("tamis hook", () => {
  it("answers with the smaller output, and notes numbers for the ledger", () => {
    const { status, stdout, stderr } = tamis(["hook", "claude"], { env, input: JSON.stringify(event) });
    expect([status, stderr]).toEqual([0, ""]);
    const answer = JSON.parse(stdout.toString()) as { hookSpecificOutput: { updatedToolOutput: { stdout: string } } };
    expect(answer.hookSpecificOutput.updatedToolOutput.stdout).toContain("STEP test 0\nSTEP test 1\n");
    expect(readFileSync(join(state, "tamis", "hooks.jsonl"), "utf8")).not.toContain("STEP");
    const [entry] = tamis(["why", "--ledger", "--json"], { env }).stdout.toString().trim().split("\n");
    expect(JSON.parse(entry ?? "{}")).toMatchObject({
      surface: "hook",
      agent: "claude",
      session: "s-1",
      reducedCount: 1,
    });
  });

  it("cuts a long output once: the same call of the session gets all of it, and so does any where nothing can be noted", () => {
    const long = Array.from({ length: 400 }, (_, at) => `row ${at}: ${(at * 7919) % 10_007} of what it found`).join(
      "\n",
    );
    const hook = (session_id: string, command: string, more = {}) => {
      const input = JSON.stringify({ ...event, session_id, tool_input: { command }, tool_response: { stdout: long } });
      return tamis(["hook", "claude"], { env: { ...env, ...more }, input }).stdout.toString();
    };
    expect(hook("s-2", "list")).toContain(" chars left out");
    for (let again = 0; again < 2; again++) expect(hook("s-2", "list")).toBe("");
    expect(hook("s-2", "list --all")).toContain(" chars left out");
    expect(hook("s-3", "list")).toContain(" chars left out");
    const file = join(state, "no-place");
    writeFileSync(file, "");
    expect(hook("s-4", "list", { XDG_STATE_HOME: file })).toBe("");
  });

  it.each([
    [["claude"], "{broken", "left alone: SyntaxError"],
    [["claude"], "{}", "an event of an unknown shape was left alone"],
    [["claude"], "", "left alone"],
    [["codex"], JSON.stringify(event), 'no hook of "codex" can replace'],
  ])("never fails the tool: %j %j", (args, input, said) => {
    const { status, stdout, stderr } = tamis(["hook", ...args], { env, input });
    expect([status, stdout.toString()]).toEqual([0, ""]);
    expect(stderr).toContain(said);
  });

  it("answers where its state cannot be written", () => {
    const file = join(state, "no-folder");
    writeFileSync(file, "");
    const { status, stdout } = tamis(["hook", "claude"], {
      env: { XDG_STATE_HOME: file },
      input: JSON.stringify(event),
    });
    expect([status, stdout.toString().startsWith('{"hookSpecificOutput"')]).toEqual([0, true]);
  });
});
