import { spawn } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { chatRequest, cleanEnvironment, ensureBuilt, MAIN, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const request = chatRequest(12);
const file = join(folder, "request.json");
writeFileSync(file, request);

const EVERY_TURN = ["--set", "cache.strategy=every-turn"];
/** A policy under which 6 of the request's 12 results go. */
const HALF = [...EVERY_TURN, "--window", "6"];

const masked = (bytes: Buffer): number => bytes.toString("utf8").split("[old result left out: ").length - 1;

describe("tamis reduce", () => {
  it("reduces stdin to stdout and adds nothing", () => {
    const { status, stdout, stderr } = tamis(["reduce", ...HALF], { input: request });
    expect({ status, stderr, masked: masked(stdout) }).toEqual({ status: 0, stderr: "", masked: 6 });
    expect(stdout.at(-1)).toBe(0x7d);
    expect(JSON.parse(stdout.toString("utf8")).messages).toHaveLength(25);
  });

  it("reads a file, and stdin for -", () => {
    const expected = tamis(["reduce"], { input: request }).stdout;
    expect(tamis(["reduce", file]).stdout.equals(expected)).toBe(true);
    expect(tamis(["reduce", "-"], { input: request }).stdout.equals(expected)).toBe(true);
  });

  it("returns a request with nothing to reduce byte for byte", () => {
    const odd = ` \r\n${chatRequest(2)}\n\n`;
    const { status, stdout } = tamis(["reduce"], { input: odd });
    expect({ status, text: stdout.toString("utf8") }).toEqual({ status: 0, text: odd });
  });

  it("flushes a large body", () => {
    const large = chatRequest(40, 200_000);
    const { status, stdout } = tamis(["reduce", "--window", "20"], { input: large });
    expect(status).toBe(0);
    expect(JSON.parse(stdout.toString("utf8")).messages).toHaveLength(81);
    expect(stdout.length).toBeGreaterThan(4_000_000);
  });

  it("reads the window from --window and keys from --set, the window last", () => {
    const count = (...args: string[]) =>
      masked(tamis(["reduce", "--set", "cache.strategy=every-turn", ...args], { input: request }).stdout);
    expect(count("--window", "4")).toBe(8);
    expect(count("--set", "mask.windowTurns=3")).toBe(9);
    expect(count("--set", "mask.window_turns=3", "--window", "5")).toBe(7);
    expect(count("--set", 'mask.tools["read_*"].never=true')).toBe(0);
    expect(count("--window", "0")).toBe(0);
  });
});

describe("a request in which old results wait", () => {
  it("says what waits, and why it does not go now", () => {
    const keys = [
      "mask.windowTurns=4",
      "cache.strategy=rent",
      "experimental.cache.prices.read=0.1",
      "experimental.cache.prices.write=1.25",
    ];
    const set = keys.flatMap((key) => ["--set", key]);
    const { stdout, stderr } = tamis(["reduce", "--report", ...set], { input: chatRequest(10, 2000) });
    expect(stdout.toString("utf8")).toBe(chatRequest(10, 2000));
    expect(stderr).toMatch(/^nothing removed yet in [\d,]+ bytes$/m);
    expect(stderr).toMatch(/^ {2}waiting {7}6 results .*about [\d,]+ tokens: to remove them now would cost more/m);
  });
});

describe("a body that cannot be reduced", () => {
  const bodies: [string, Uint8Array | string, RegExp][] = [
    ["empty", "", /empty/],
    ["text", "hello\r\n", /invalid_json/],
    [
      "not UTF-8",
      Buffer.concat([Buffer.from('{"messages":["'), Buffer.of(0xff, 0xfe), Buffer.from('"]}')]),
      /invalid_utf8/,
    ],
    ["every byte", Uint8Array.from({ length: 256 }, (_, index) => index), /invalid_(utf8|json)/],
    ["no conversation", '{ "model" : "m" }\n', /no_conversation/],
    [
      "Bedrock's Converse API",
      '{"messages":[{"role":"user","content":[{"toolResult":{}}]}]}',
      /InvokeModel.*unsupported_wire/,
    ],
    ["5 MB of zeros", new Uint8Array(5_000_000), /invalid_json/],
    ["deep nesting", "[".repeat(200_000), /invalid_json/],
  ];
  it.each(bodies)("%s: written unchanged, a message, exit 1", (_, input, reason) => {
    const { status, stdout, stderr } = tamis(["reduce"], { input });
    expect(stdout.equals(Buffer.from(input as Uint8Array))).toBe(true);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^tamis: written unchanged: /);
    expect(stderr).toMatch(reason);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("writes an irreducible body to the output file as well", () => {
    const output = join(folder, "unreadable.out");
    expect(tamis(["reduce", "-o", output], { input: "nonsense" }).status).toBe(1);
    expect(readFileSync(output, "utf8")).toBe("nonsense");
  });

  it("prints no plan for an irreducible body", () => {
    const { status, stdout, stderr } = tamis(["reduce", "--dry-run"], { input: "nonsense" });
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/nothing to plan: .*invalid_json/);
  });

  it("succeeds if the policy disables reducing", () => {
    const { status, stdout, stderr } = tamis(["reduce", "--set", "mode=off"], { input: request });
    expect({ status, text: stdout.toString("utf8") }).toEqual({ status: 0, text: request });
    expect(stderr).toMatch(/disabled/);
  });
});

describe("--dry-run", () => {
  it("lists the edits and writes no body", () => {
    const { status, stdout, stderr } = tamis(["reduce", file, "--dry-run", ...HALF]);
    const text = stdout.toString("utf8");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(text).toMatch(/call_0 .*mask .*window/);
    expect(text).toMatch(/6 of 12 masked/);
    expect(text).not.toContain('"messages"');
  });

  it("prints the plan as JSON, with the kept results on request", () => {
    const plan = JSON.parse(tamis(["reduce", file, "-n", "--json", ...HALF]).stdout.toString("utf8"));
    expect(plan.edits).toHaveLength(6);
    expect(plan.edits[0]).toMatchObject({ path: "/messages/2/content", action: "mask", reason: "window" });
    expect(plan.report).toMatchObject({ maskedCount: 6, wire: "openai-chat", decisions: { length: 6 } });
    const args = ["reduce", file, "-n", "--json", "--explain", ...HALF];
    const explained = JSON.parse(tamis(args).stdout.toString("utf8"));
    expect(explained.report.decisions).toHaveLength(12);
  });

  it("shows no control character of the request", () => {
    const hostile = request.replaceAll("read_file", "\\u001b[31m\\u0007\\u202e");
    const { stdout } = tamis(["reduce", "--dry-run"], { input: hostile });
    expect(stdout.toString("utf8")).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });
});

describe("--report", () => {
  it("writes the report to stderr as text", () => {
    const { status, stdout, stderr } = tamis(["reduce", "--report", file, ...HALF]);
    expect(status).toBe(0);
    expect(masked(stdout)).toBe(6);
    expect(stderr).toMatch(/bytes [\d,]+ → [\d,]+/);
    expect(stderr).toMatch(/tokens .*an estimate/);
  });

  it("writes the report to stderr as JSON", () => {
    const report = JSON.parse(tamis(["reduce", "--report", "--json", file, ...HALF]).stderr);
    expect(report).toMatchObject({ changed: true, maskedCount: 6, tokens: { method: "chars4" } });
    expect(report.decisions).toHaveLength(6);
  });

  it("writes the report to a file attached with =, and to no other", () => {
    const target = join(folder, "report.json");
    expect(tamis(["reduce", file, `--report=${target}`, ...HALF]).stderr).toBe("");
    expect(JSON.parse(readFileSync(target, "utf8"))).toMatchObject({ maskedCount: 6 });
    tamis(["reduce", "--report", file]);
    expect(readFileSync(file, "utf8")).toBe(request);
    expect(tamis(["reduce", file, "--report", target]).status).toBe(2);
  });
});

describe("--output", () => {
  it("writes to the output file, and leaves stdout empty and no temporary file", () => {
    const output = join(folder, "smaller.json");
    const { status, stdout } = tamis(["reduce", file, "-o", output]);
    expect({ status, bytes: stdout.length }).toEqual({ status: 0, bytes: 0 });
    expect(readFileSync(output).equals(tamis(["reduce", file]).stdout)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("accepts the input as output, keeps its mode, and follows a link", () => {
    const own = join(folder, "own.json");
    const link = join(folder, "link.json");
    writeFileSync(own, request, { mode: 0o640 });
    symlinkSync(own, link);
    expect(tamis(["reduce", link, "-o", link, ...HALF]).status).toBe(0);
    expect(masked(readFileSync(own))).toBe(6);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(own).mode & 0o777).toBe(0o640);
  });

  it("fails with a message if the output cannot be written", () => {
    const { status, stderr } = tamis(["reduce", file, "-o", join(folder, "missing", "x.json")]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/cannot write .*no such file or folder/);
  });
});

describe("wrong usage is exit 2 with nothing on stdout", () => {
  const toml = join(folder, "policy.toml");
  writeFileSync(toml, "[mask]\nwindow_turn = 4\n");
  const syntax = join(folder, "syntax.toml");
  writeFileSync(syntax, "[mask\n");
  const json = join(folder, "policy.json");
  writeFileSync(json, '{"mask":{"keepErrors":"sometimes"}}');
  const cases: [string, string[], RegExp][] = [
    ["an unknown option", ["--nope"], /unknown option '--nope'/],
    ["an unknown wire", ["--wire", "xml"], /Allowed choices are openai-chat/],
    ["a window that is no number", ["--window", "many"], /whole number/],
    ["a key without a value", ["--set", "mask.windowTurns"], /key=value/],
    ["an unknown key", ["--set", "mask.windowTurn=4"], /POLICY_INVALID.*mask\.windowTurn.*windowTurns/s],
    ["a bad value", ["--set", "mask.keepErrors=sometimes"], /POLICY_INVALID.*mask\.keepErrors.*true, false or "seed"/s],
    ["a path through a value", ["--set", "mask.windowTurns.x=1"], /POLICY_INVALID.*mask\.windowTurns: .*got an object/],
    ["the prototype", ["--set", "mask.__proto__.x=1"], /POLICY_INVALID/],
    ["an unknown key in a policy file", ["--policy", toml], /POLICY_INVALID.*policy\.toml.*window_turn.*window_turns/s],
    ["a policy file that is no TOML", ["--policy", syntax], /POLICY_INVALID.*syntax\.toml/s],
    ["a bad value in a JSON policy file", ["--policy", json], /POLICY_INVALID.*policy\.json.*keepErrors/s],
    ["a policy file that is not there", ["--policy", join(folder, "none.toml")], /cannot read .*none\.toml/],
    ["handles without a key", ["--set", "restore.handles=true"], /POLICY_INVALID.*restor/],
    ["--json alone", ["--json"], /--json is for/],
    ["--dry-run with an output", ["-n", "-o", "x"], /--dry-run writes no body/],
    ["two files", ["a", "b"], /one request at a time/],
  ];
  it.each(cases)("%s", (_, args, message) => {
    const { status, stdout, stderr } = tamis(["reduce", ...args], { input: request });
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it("searches for no policy file by itself", () => {
    writeFileSync(join(folder, "tamis.toml"), "[mask]\nwindow_turns = 1\n");
    const { stdout } = tamis(["reduce", ...EVERY_TURN], { input: request, cwd: folder });
    expect(masked(stdout)).toBeLessThan(11);
    expect(stdout.equals(tamis(["reduce", ...EVERY_TURN], { input: request }).stdout)).toBe(true);
    expect(masked(tamis(["reduce", "-p", "tamis.toml"], { input: request, cwd: folder }).stdout)).toBe(11);
    const both = ["reduce", "-p", "tamis.toml", "--set", "mask.minChars=1000"];
    expect(masked(tamis(both, { input: request, cwd: folder }).stdout)).toBe(0);
  });

  it("accepts a policy in the keys of the mask policy, including French", () => {
    writeFileSync(join(folder, "mask.toml"), "window_turns = 10\n");
    const { stdout } = tamis(["reduce", "-p", join(folder, "mask.toml")], { input: request });
    expect(stdout.toString("utf8").split("[Observation masquée: ").length - 1).toBe(2);
  });
});

it("exits with 1 for a missing file, with its name and no body", () => {
  const { status, stdout, stderr } = tamis(["reduce", join(folder, "none.json")]);
  expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/cannot read .*none\.json: no such file/);
});

it("ends quietly if the reader closes early", async () => {
  ensureBuilt();
  const large = join(folder, "large.json");
  writeFileSync(large, chatRequest(8, 500_000));
  const child = spawn(process.execPath, [MAIN, "reduce", large], {
    stdio: ["ignore", "pipe", "pipe"],
    env: cleanEnvironment(),
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const status = await new Promise((resolve) => child.once("close", resolve));
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(existsSync(large)).toBe(true);
});
