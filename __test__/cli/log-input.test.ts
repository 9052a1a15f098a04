// `tamis reduce --stats` and `tamis validate` take the logs of agents where they take requests.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const folder = temporaryFolder();

/** A log in the neutral form with a rewind: two sessions. The call of the second has no result. */
function log(name: string, id: string): string {
  const call = (turn: number) => ({ type: "tool_use", id: `c${turn}`, name: "Read", input: { file_path: "a.ts" } });
  const thinking = { type: "thinking", thinking: "hm" };
  const lines = [
    { tamis: "session", version: 1, id, model: "claude-opus-4-6", wire: "anthropic" },
    { message: { role: "user", content: "go" } },
    { message: { role: "assistant", content: [thinking, call(0)] } },
    { message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c0", content: "text" }] } },
    { message: { role: "assistant", content: "done" } },
    { keep: 1 },
    { message: { role: "assistant", content: [call(1)] } },
    { message: { role: "user", content: "no result" } },
    { message: { role: "assistant", content: "done" } },
  ];
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join("\n"));
  return path;
}

const path = log("1.jsonl", "mine");

describe("tamis reduce --stats on a log", () => {
  it("counts the last request of each session, or of one", () => {
    const of = (args: readonly string[]) =>
      JSON.parse(tamis(["reduce", "--stats", "--json", ...args]).stdout.toString("utf8"));
    const { files, total } = of([path]);
    expect(files.map(({ file, messages }: { file: string; messages: number }) => [file, messages])).toEqual([
      [`${path} (1)`, 3],
      [`${path} (2)`, 3],
    ]);
    expect(total.files).toBe(2);
    expect(of([path, "--session", "2"]).files).toMatchObject([{ file: `${path} (2)` }]);
    expect(of([folder, "--session", "mine"]).files.length).toBe(2);
  });

  it("says where there is no such session, or no log", () => {
    expect(tamis(["reduce", "--stats", path, "--session", "other"])).toMatchObject({
      status: 1,
      stderr: "tamis: no session other in these logs\n",
    });
    const foreign = join(folder, "foreign.jsonl.txt");
    writeFileSync(foreign, "{}\n{}\n");
    expect(tamis(["reduce", "--stats", foreign]).status).toBe(1);
  });
});

describe("tamis validate on a log", () => {
  it("checks the last request of each session, but for what logs lack", () => {
    const { status, stdout } = tamis(["validate", path]);
    const text = stdout.toString("utf8");
    expect(status).toBe(1);
    expect(text).toContain(`${path} (2):`);
    expect(text).not.toContain(`${path} (1):`);
    expect(tamis(["validate", path, "--session", "1"])).toMatchObject({ status: 0, stderr: "" });
    expect(tamis(["validate", path, "--session", "9"]).stderr).toBe("tamis: no session 9 in these logs\n");
  });
});
