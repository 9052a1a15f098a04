import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder, writerIn } from "../support/folder.js";
import { bothBackends } from "../support/native.js";
import { chatRequest, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const put = writerIn(folder);

const good = put("good.json", chatRequest(3, 40).toString());
const orphan =
  '{"messages":[ {"role":"user","content":1.0e0,"content_":"x"}, {"role":"tool","tool_call_id":"x","content":""} ]}';
const bad = put("bad.json", orphan.replace("1.0e0", '"q"'));
const text = (result: ReturnType<typeof tamis>) => result.stdout.toString("utf8");

describe("tamis validate", () => {
  it("prints nothing for a good request", () => {
    const result = tamis(["validate", good]);
    expect([result.status, text(result), result.stderr]).toEqual([0, "", ""]);
  });

  it("names file, message, rule and byte", () => {
    const result = tamis(["validate", good, bad], { env: { TAMIS_BACKEND: "native" } });
    expect(result.status).toBe(1);
    expect(text(result)).toMatch(
      /^.*bad\.json:message 1: chat\/result-orphan — the tool message answers "x".* \(byte 60\)\n$/,
    );
  });

  it.each(bothBackends().map(([, { name }]) => name))(
    "lists a key that is there twice beside everything else: %s",
    (TAMIS_BACKEND) => {
      const found = (body: string) => {
        const { stdout } = tamis(["validate", "--json"], { input: body, env: { TAMIS_BACKEND } });
        const [{ violations }] = JSON.parse(stdout.toString()).files;
        return violations.map(({ rule, path }: { rule: string; path: string }) => `${rule} ${path}`);
      };
      const answer = '{"role":"tool","tool_call_id":"gone","content":"r"}';
      expect(found(`{"messages":[{"role":"user","content":"a","content":"q"},${answer}]}`)).toEqual([
        "duplicate-key /messages/0",
        "chat/result-orphan /messages/1",
      ]);
      // The last list is the one that providers read.
      expect(found(`{"messages":[{"role":"odd"}],"messages":[{"role":"user","content":"q"},${answer}]}`)).toEqual([
        "duplicate-key ",
        "chat/result-orphan /messages/1",
      ]);
      const both = '{"role":"user","content":"q","role":"user"},7';
      expect(found(`{"messages":[${both}]}`)).toEqual(["duplicate-key /messages/0", "message-not-object /messages/1"]);
    },
  );

  it("reads stdin and writes JSON", () => {
    const result = tamis(["validate", "--json"], { input: readFileSync(bad) });
    expect(result.status).toBe(1);
    expect(JSON.parse(text(result)).files).toMatchObject([
      { file: "stdin", violations: [{ rule: "chat/result-orphan", messageIndex: 1, path: "/messages/1" }] },
    ]);
  });

  it("fails for unreadable files, and for wrong usage", () => {
    const missing = tamis(["validate", join(folder, "missing.json")]);
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining("no such file")]);
    expect(tamis(["validate"], { input: "{" }).status).toBe(1);
    expect(tamis(["validate", "--wire", "morse", good]).status).toBe(2);
  });
});

describe("tamis validate --repair", () => {
  it("writes the repaired body, and its repairs to stderr", () => {
    const result = tamis(["validate", "--repair", bad]);
    expect(result.status).toBe(0);
    expect(text(result)).toBe('{"messages":[ {"role":"user","content":"q","content_":"x"} ]}');
    expect(result.stderr).toContain("tamis: repaired /messages/1: chat/result-orphan");
  });

  it("copies a body without faults byte for byte", () => {
    const result = tamis(["validate", "--repair"], { input: readFileSync(good) });
    expect([result.status, result.stderr]).toEqual([0, ""]);
    expect(result.stdout).toEqual(readFileSync(good));
  });

  it("lists the repairs that it would make, and the remaining faults", () => {
    const dry = tamis(["validate", "--repair", bad, "--dry-run", "--json"]);
    expect(JSON.parse(text(dry))).toMatchObject({ repairs: [{ action: "removed" }], left: [] });
    // What a terminal would obey is escaped, and the JSON is some all the same.
    const id = "a\u202e\u0085\u2028";
    const input = JSON.stringify({ messages: [{ role: "tool", tool_call_id: id, content: "" }] });
    for (const way of [["--dry-run"], []]) {
      const { stdout, stderr } = tamis(["validate", "--repair", "--json", ...way], { input });
      const said = way.length > 0 ? stdout.toString() : stderr;
      expect(said).not.toMatch(/[\u0085\u2028\u202e]/);
      expect(JSON.parse(said).repairs[0].message).toContain(id);
    }
    const left = tamis(["validate", "--repair"], { input: orphan });
    expect([left.status, left.stderr]).toEqual([
      1,
      expect.stringContaining("tamis: left /messages/0: chat/content-missing"),
    ]);
    const broken = tamis(["validate", "--repair"], { input: "{" });
    expect([broken.status, text(broken)]).toEqual([1, "{"]);
  });

  it("replaces a file as a whole", () => {
    const file = put("again.json", readFileSync(bad, "utf8"));
    expect(tamis(["validate", "--repair", file, "-o", file]).status).toBe(0);
    expect(tamis(["validate", file]).status).toBe(0);
    expect(tamis(["validate", "--repair", file, "-n", "-o", file]).status).toBe(2);
  });
});
