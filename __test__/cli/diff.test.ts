import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { makeConversation, WIRE_NAMES, WRITERS } from "../support/wire-shapes.js";
import { chatRequest, cleanEnvironment, MAIN, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const file = join(folder, "request.json");
writeFileSync(file, chatRequest(12));

interface Shown {
  path: string;
  before: unknown;
  after: unknown;
}

describe("tamis reduce --diff", () => {
  it("shows place, tool, call, reason, and both texts", () => {
    const { status, stdout, stderr } = tamis([
      "reduce",
      "--diff",
      file,
      "--set",
      "cache.strategy=every-turn",
      "--window",
      "6",
    ]);
    const text = stdout.toString("utf8");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(text).toContain("/messages/2/content  read_file call_0  mask: window\n- 0: 0.0 é😀\n- 0.1 é😀\n");
    expect(text).toMatch(/\n- … [\d,]+ more lines, [\d,]+ chars\n\+ \[old result left out: \d+ chars/);
    expect(text).toMatch(/\n6 edits, [\d,]+ → [\d,]+ bytes \(−\d+\.\d %\)\n$/);
  });

  it("shows what is added to definitions of tools", () => {
    const tools = ["shell", "mcp__a"].map((name) => ({ type: "function", name, parameters: {} }));
    const request = join(folder, "tools.json");
    writeFileSync(request, JSON.stringify({ model: "gpt-5.5", tools, input: [{ role: "user", content: "go" }] }));
    const policy = join(folder, "defer.json");
    writeFileSync(policy, JSON.stringify({ experimental: { tools: { defer: ["mcp__*"] } } }));
    const { status, stdout, stderr } = tamis(["reduce", "--diff", request, "--policy", policy, "--json"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { edits } = JSON.parse(stdout.toString()) as { edits: Shown[] };
    expect(edits.map(({ path, after }) => [path, after])).toEqual([
      ["/tools/1/defer_loading", true],
      ["/tools/-", { type: "tool_search" }],
    ]);
  });

  it("shows whole texts with --full", () => {
    const text = tamis(["reduce", "--diff", file, "--full"]).stdout.toString("utf8");
    expect(text).not.toContain("more lines");
    expect(text.split("\n").filter((line) => /^- \d+\.\d+ é😀$/.test(line)).length).toBeGreaterThan(200);
  });

  it("prints the edits as JSON, with elements removed from lists", () => {
    const texts = ["a", "b"].map((letter) => ({ type: "text", text: letter.repeat(300) }));
    const request = chatRequest(3).replace(/"content":"0: [^"]*"/, `"content":${JSON.stringify(texts)}`);
    const { status, stdout } = tamis(["reduce", "--diff", "--json", "--window", "1"], { input: request });
    const { report, edits } = JSON.parse(stdout.toString("utf8"));
    expect([status, report.maskedCount, edits.length]).toEqual([0, 2, 3]);
    expect(edits[0]).toMatchObject({ path: "/messages/2/content/0/text", callId: "call_0", before: "a".repeat(300) });
    expect(edits[0].after).toMatch(/^\[old result left out: /);
    expect(edits[1]).toMatchObject({ path: "/messages/2/content/1", before: texts[1], after: null, removed: true });
    expect(edits[2]).toMatchObject({ messageIndex: 4, blockIndex: 0, toolName: "read_file", callId: "call_1" });
  });

  it("shows the shortened arguments of each of a message's calls", () => {
    const calls = (turn: number) =>
      ["write", "edit"].map((name) => ({
        id: `${name}_${turn}`,
        type: "function",
        function: { name, arguments: JSON.stringify({ path: "a.ts", text: `${name} ${"x ".repeat(500)}` }) },
      }));
    const turns = [0, 1, 2].map((turn) => [
      { role: "assistant", content: null, tool_calls: calls(turn) },
      ...calls(turn).map(({ id }) => ({ role: "tool", tool_call_id: id, content: "ok" })),
    ]);
    const messages = [{ role: "user", content: "go" }, ...turns.flat(), { role: "user", content: "and now" }];
    const input = JSON.stringify({ model: "gpt-5.1", messages });
    const settings = [
      "--window",
      "2",
      "--set",
      "experimental.args.maxChars=400",
      "--set",
      "cache.strategy=every-turn",
      "--set",
      "experimental.mask.roles=false",
    ];
    const { status, stdout, stderr } = tamis(["reduce", "--diff", "--json", ...settings], { input });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { edits, report } = JSON.parse(stdout.toString("utf8"));
    expect(report.shortenedArgsCount).toBe(2);
    expect(edits).toMatchObject([
      { path: "/messages/1/tool_calls/0/function/arguments", callId: "write_0", toolName: "write", action: "trim" },
      { path: "/messages/1/tool_calls/1/function/arguments", callId: "edit_0", toolName: "edit", action: "trim" },
    ]);
  });

  it("shows cache markers that are added", () => {
    const marked = { cache_control: { type: "ephemeral" } };
    const turns = Array.from({ length: 60 }, (_, at) => [
      { role: "assistant", content: [{ type: "tool_use", id: `toolu_${at}`, name: "Read", input: {} }] },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: `toolu_${at}`,
            content: `${at} x`.repeat(2000),
            ...(at === 59 ? marked : {}),
          },
        ],
      },
    ]);
    const system = [{ type: "text", text: "You are", ...marked }];
    const request = { model: "claude-opus-4-5", system, messages: [{ role: "user", content: "q" }, ...turns.flat()] };
    const { status, stdout, stderr } = tamis(["reduce", "--diff", "--json"], { input: JSON.stringify(request) });
    expect([status, stderr]).toEqual([0, ""]);
    const { edits } = JSON.parse(stdout.toString("utf8")) as { edits: Shown[] };
    expect(edits.filter(({ path }) => path.endsWith("cache_control")).map(({ after }) => after)).toContainEqual(
      marked.cache_control,
    );
  });

  const EACH_TURN = "cache.strategy=every-turn";
  const NAMED = "experimental.mask.placeholder.family=conversation";

  it.each(WIRE_NAMES)("reads %s, and names each block's own call", (wire) => {
    const request = WRITERS[wire](makeConversation({ seed: 5, turns: 8, features: ["parallel", "parts"] }));
    const input = JSON.stringify(request);
    const { status, stdout } = tamis(
      ["reduce", "--diff", "--json", "--wire", wire, "-w", "1", "-s", "mask.minChars=0", "-s", EACH_TURN, "-s", NAMED],
      { input },
    );
    const { report, edits } = JSON.parse(stdout.toString("utf8"));
    expect([status, report.maskedCount > 0]).toEqual([0, true]);
    expect(edits.every(({ before, after }: Shown) => before !== undefined && after !== undefined)).toBe(true);
    // The placeholder of each edit names the call that the header names.
    const ids = edits.filter(({ after }: Shown) => JSON.stringify(after)?.includes("tool_call_id="));
    expect(ids.length).toBeGreaterThan(0);
    for (const { callId, after } of ids)
      expect(JSON.stringify(after)).toContain(`tool_call_id=${callId ?? "unknown"},`);
  });

  it("shows what a pointer replaces", () => {
    const text = Array.from({ length: 9 }, (_, at) => `line ${at} of an output that comes twice`).join("\n");
    const turns = [0, 1].map((turn) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: `c${turn}`, type: "function", function: { name: "make" } }],
      },
      { role: "tool", tool_call_id: `c${turn}`, content: text },
    ]);
    const input = JSON.stringify({ model: "gpt-5.6", messages: [{ role: "user", content: "q" }, ...turns.flat()] });
    const { stdout } = tamis(["reduce", "--diff", "--json", "--set", "arrival.dedupe=first"], { input });
    const { report, edits } = JSON.parse(stdout.toString("utf8"));
    const after = "[see above: make result that begins `line 0 of an output that comes twice`]";
    expect(edits).toMatchObject([{ before: text, after, reason: "dedupe" }]);
    expect(report.references).toMatchObject([{ messageIndex: 4, originalIndex: 2, type: "tool_result" }]);
  });

  it("says that nothing changes", () => {
    const { status, stdout } = tamis(["reduce", "--diff", "--window", "12", file]);
    expect({ status, text: stdout.toString() }).toEqual({ status: 0, text: "Nothing changes.\n" });
    expect(tamis(["reduce", "--diff", "--set", "mode=off", file])).toMatchObject({ status: 0 });
  });

  it("shows no control character of the request", () => {
    const hostile = chatRequest(12).replaceAll("read_file", "\\u001b[31m").replaceAll("é", "\\u001b[2J\\u202e");
    const { stdout } = tamis(["reduce", "--diff", "--full"], { input: hostile });
    expect(stdout.toString("utf8")).toContain("\\u{1b}[2J");
    expect(stdout.toString("utf8")).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  it.each([["nonsense"], [""], ['{"model":"m"}']])("%j is unreadable: exit 1, nothing on stdout", (input) => {
    const { status, stdout, stderr } = tamis(["reduce", "--diff"], { input });
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^tamis: nothing to compare: /);
  });

  it.each([[["--wire", "xml"]], [["--nope"]], [["--window", "x"]], [["a", "b"]]])("%j is wrong usage", (args) => {
    expect(tamis(["reduce", "--diff", ...args])).toMatchObject({ status: 2, stdout: Buffer.alloc(0) });
  });

  const inTerminal = (env: Record<string, string>) =>
    spawnSync("script", ["-qec", `${process.execPath} ${MAIN} diff ${file}`, "/dev/null"], {
      env: { ...cleanEnvironment(), TERM: "xterm", ...env },
    });
  it.skipIf(inTerminal({}).status !== 0)("has colours in a terminal alone", () => {
    const red = "\u001b[31m- ";
    expect(inTerminal({}).stdout.toString("utf8")).toContain(red);
    expect(inTerminal({ NO_COLOR: "1" }).stdout.toString("utf8")).not.toContain(red);
  });
});
