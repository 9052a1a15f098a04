import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { mapBlocks, requestsOf, type ThinkingRequest, thinkingConversation } from "../support/thinking-conversation.js";
import { tamis } from "./run-cli.js";

const folder = temporaryFolder();
const WHOLE = requestsOf(thinkingConversation(Array.from({ length: 11 }, () => ({ thoughts: 1, calls: 1 }))));

/** Writes a session as 1.json, 2.json … and returns its folder. */
function sessionOf(name: string, requests: readonly object[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [at, request] of requests.entries()) writeFileSync(join(path, `${at + 1}.json`), JSON.stringify(request));
  return path;
}

const masked = (request: ThinkingRequest) =>
  mapBlocks(request, (block, at) => (at === 2 && block.type === "tool_result" ? { ...block, content: "[x]" } : block));

describe("tamis validate --session", () => {
  it("finds nothing in a session that was sent as it is, in the order of the numbers", () => {
    const result = tamis(["validate", "--session", sessionOf("good", WHOLE)]);
    expect([result.status, result.stdout.toString(), result.stderr]).toEqual([0, "", ""]);
  });

  it("lists each thinking block that the model would refuse", () => {
    const path = sessionOf("masked", [...WHOLE.slice(0, 3), masked(WHOLE[3] as ThinkingRequest)]);
    const result = tamis(["validate", "--session", path]);
    const lines = result.stdout.toString().trim().split("\n");
    expect([result.status, lines.length]).toEqual([1, 2]);
    expect(lines[0]).toMatch(/4\.json:message 3: prefix\/changed — .*request 1.*\/messages\/2\/content\/0/);
    expect(lines[0]).toContain(`request 1 (${join(path, "2.json")})`);
    const json = JSON.parse(tamis(["validate", "--json", "--session", path]).stdout.toString());
    expect(json.files[3].violations).toMatchObject([{ rule: "prefix/changed", madeAt: 1 }, { madeAt: 2 }]);
  });

  it("says that billing lines were not compared", () => {
    const path = sessionOf(
      "billing",
      WHOLE.slice(0, 3).map((request, at) => ({ ...request, system: `cch=${at}\nYou are.` })),
    );
    const result = tamis(["validate", "--session", path]);
    expect([result.status, result.stderr]).toEqual([
      0,
      expect.stringContaining("billing lines before the system prompt changed 2 times; they were not compared (cch=1)"),
    ]);
  });

  it("checks other models where it is asked to", () => {
    const old = [...WHOLE.slice(0, 3), masked(WHOLE[3] as ThinkingRequest)].map((request) => ({
      ...request,
      model: "claude-opus-4-6",
    }));
    const path = sessionOf("old", old);
    expect(tamis(["validate", "--session", path]).status).toBe(0);
    expect(tamis(["validate", "--bound", "--session", path]).status).toBe(1);
    expect(tamis(["validate", "--model", "claude-opus-5-5", "--session", path]).status).toBe(1);
    expect(tamis(["validate", "--bound", join(path, "0.json")])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--bound is for --session FOLDER"),
    });
  });

  it("goes on after a file that cannot be read, and reports it once", () => {
    const path = sessionOf("broken", WHOLE.slice(0, 3));
    writeFileSync(join(path, "2.json"), "{");
    const result = tamis(["validate", "--session", path]);
    expect(result.stdout.toString().match(/invalid_json/g)).toHaveLength(1);
    expect(result.status).toBe(1);
  });

  it("needs a folder that has requests, and no other files", () => {
    mkdirSync(join(folder, "empty"));
    expect(tamis(["validate", "--session", join(folder, "empty")])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^tamis: .+: no \*\.json file found\n$/),
    });
    expect(tamis(["validate", "--session", join(folder, "missing")]).status).toBe(1);
    expect(tamis(["validate", "--session", folder, "x.json"]).status).toBe(2);
  });
});
