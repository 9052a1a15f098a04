import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parsePolicyToml } from "../../ts/policy/toml.js";
import { temporaryFolder, writerIn } from "../support/folder.js";
import { cleanEnvironment, MAIN, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const CANARY = "sk-ant-api03-9fK2xQ7LmZ4tR8vB1nC6wD3yH5jP0sG";

const put = writerIn(folder);

/** A neutral log: each call names what the result before it had, and a secret. */
function neutralLog(id: string, turns: number): string {
  const lines: object[] = [
    { tamis: "session", version: 1, id, project: "/srv/app", model: "claude-opus-4-6", wire: "anthropic" },
    { message: { role: "user", content: "go" } },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const input = { file_path: `src/${id}-${turn - 1}.ts`, key: CANARY };
    const content = `${CANARY} src/${id}-${turn}.ts ${"plain words ".repeat(200)}`;
    lines.push(
      { message: { role: "assistant", content: [{ type: "tool_use", id: `c${turn}`, name: "Read", input }] } },
      { message: { role: "user", content: [{ type: "tool_result", tool_use_id: `c${turn}`, content }] } },
    );
  }
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

function logs(name: string, count: number, turns = 25): string {
  for (let at = 0; at < count; at++) put(`${name}/${at}.jsonl`, neutralLog(`${name}${at}`, turns));
  return join(folder, name);
}

describe("tamis savings --tune", () => {
  it("prints the front, the tuned policy, and whether it beats the default, and writes it", () => {
    const output = join(folder, "tuned.toml");
    const args = ["savings", "--tune", logs("some", 4), "--trials", "30", "--output", output];
    const { status, stdout, stderr } = tamis(args);
    const text = stdout.toString("utf8");
    expect([status, stderr]).toEqual([0, `wrote ${output}\n`]);
    expect(text).toMatch(/^\d+ policies replayed on \d sessions; the best that keeps a grounding of 0\.85/);
    for (const name of ["default", "safe", "balanced", "strong", "tuned"])
      expect(text).toMatch(new RegExp(`^ {2}${name} +\\d\\.\\d{3} +\\d\\.\\d{3} `, "m"));
    expect(text).toMatch(/On the sessions kept aside the tuned policy costs .* The nearest preset is /);
    const file = readFileSync(output, "utf8");
    expect(parsePolicyToml(file).kind).toBe("policy");
    expect(file).toMatch(/^# Written by tamis savings --tune/);
    // Another command takes it.
    expect(tamis(["savings", join(folder, "some"), "--policy", output]).status).toBe(0);
    expect(tamis(args)).toMatchObject({ status: 2 });
    expect(tamis(args).stderr).toContain("--force replaces it; nothing was started");
    expect(tamis([...args, "--force"]).status).toBe(0);
  }, 120_000);

  it("prints everything as JSON, and shows no secret", () => {
    const { stdout } = tamis(["savings", "--tune", logs("json", 3), "--trials", "12", "--json"]);
    const result = JSON.parse(stdout.toString("utf8"));
    expect(result).toMatchObject({ sessions: { seen: 2, aside: 1 }, minGrounding: 0.85, isWhole: true });
    expect(`${stdout}`).not.toContain(CANARY);
    expect(`${stdout}`).not.toContain("plain words");
  }, 120_000);

  it("names what it cannot read, and fails only where nothing can be", () => {
    const path = logs("mixed", 2, 4);
    const empty = put("mixed/empty.jsonl", "");
    const { status, stderr } = tamis(["savings", "--tune", path, "--trials", "2"]);
    expect([status, stderr]).toEqual([0, `tamis: ${empty}: an empty file\n`]);
    expect(tamis(["savings", "--tune", empty])).toMatchObject({ status: 1 });
    expect(tamis(["savings", "--tune", join(folder, "missing")]).stderr).toContain("no such file or folder");
  });

  it("refuses options that say nothing", () => {
    for (const args of [
      ["--min-grounding", "2"],
      ["--trials", "0"],
      ["--since", "soon"],
      ["--output", join(folder, "no/such/folder.toml")],
    ]) {
      expect(tamis(["savings", "--tune", folder, ...args]).status).toBe(2);
    }
  });

  it.skipIf(process.platform === "win32")(
    "checks and prints what it found at Ctrl-C",
    async () => {
      const path = logs("long", 24, 600);
      const child = spawn(process.execPath, [MAIN, "savings", "--tune", path, "--trials", "5000"], {
        env: cleanEnvironment(),
      });
      let [text, errors] = ["", ""];
      child.stdout.on("data", (chunk) => (text += chunk));
      child.stderr.on("data", (chunk) => (errors += chunk));
      setTimeout(() => child.kill("SIGINT"), 4000);
      const [code] = await once(child, "exit");
      expect([code, errors]).toEqual([130, "tamis: ended early; this is what was found until then\n"]);
      expect(text).toContain("On the sessions kept aside");
    },
    120_000,
  );
});
