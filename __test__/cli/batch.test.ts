// A batch file on the command line: each of its requests, and nothing else of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reduceBatch } from "../../ts/index.js";
import { agentRequest } from "../gateway/requests.js";
import { temporaryFolder, writerIn } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const folder = temporaryFolder();
const put = writerIn(folder);
const chat = JSON.stringify(agentRequest("openai-chat"));
const messages = JSON.stringify(agentRequest("anthropic"));
const lines = [
  `{"custom_id":"one","method":"POST","url":"/v1/chat/completions","body":${chat}}`,
  '{"custom_id":"broken","body":{"messages":[',
  `{"custom_id":"two","method":"POST","url":"/v1/chat/completions","body":${chat}}`,
];
const file = put("batch.jsonl", `${lines.join("\n")}\n`);
const single = put("single.jsonl", lines[0] as string);
const list = put(
  "batch.json",
  `{"requests":[{"custom_id":"a","params":${messages}},{"custom_id":"b","params":${messages}}]}`,
);
const priced = put("priced.jsonl", (lines[0] as string).replace('"m-1"', '"gpt-5"'));
const smaller = (path: string) => Buffer.from(reduceBatch(readFileSync(path)).body);

describe("tamis reduce of a batch", () => {
  it.each([
    ["lines", file, /request 2 left as it is: .+ \(invalid_json\)/],
    ["one line", single, /^$/],
    ["a list", list, /^$/],
  ])("writes smaller requests and nothing else: %s", (_, path, said) => {
    const { status, stdout, stderr } = tamis(["reduce", path]);
    expect({ status, same: stdout.equals(smaller(path)) }).toEqual({ status: 0, same: true });
    expect(stdout.length).toBeLessThan(readFileSync(path).length / 2);
    expect(stderr.trim()).toMatch(said);
    expect(tamis(["reduce"], { input: readFileSync(path) }).stdout.equals(stdout)).toBe(true);
  });

  it("goes by the policy on the command line", () => {
    const { status, stdout, stderr } = tamis(["reduce", list, "--set", "mode=off"]);
    expect({ status, stderr, same: stdout.equals(readFileSync(list)) }).toEqual({ status: 0, stderr: "", same: true });
  });

  it("reports each request, as text, as JSON or in a file", () => {
    const text = tamis(["reduce", file, "--report"]).stderr;
    expect(text).toMatch(/batch of 3 requests: 2 reduced, 1 skipped/);
    expect(text).toMatch(/one .*\n.*invalid_json/);
    const plan = tamis(["reduce", file, "--dry-run", "--json"]);
    const report = JSON.parse(plan.stdout.toString("utf8"));
    expect(report).toMatchObject({ form: "lines", reducedCount: 2, skippedCount: 1 });
    expect(report.requests.map(({ id }: { id?: string }) => id)).toEqual(["one", undefined, "two"]);
    const to = join(folder, "report.json");
    tamis(["reduce", file, `--report=${to}`]);
    expect(JSON.parse(readFileSync(to, "utf8")).bytes).toEqual(report.bytes);
    expect(tamis(["reduce", file, "--dry-run"]).stdout.toString("utf8")).toContain("2 reduced, 1 skipped");
  });

  it("may replace its input, and keeps no originals", () => {
    const own = put("own.jsonl", readFileSync(file, "utf8"));
    expect(tamis(["reduce", own, "-o", own]).status).toBe(0);
    expect(readFileSync(own).equals(smaller(file))).toBe(true);
    const refused = tamis(["reduce", file, "--originals", join(folder, "originals.json")]);
    expect([refused.status, refused.stdout.length]).toEqual([2, 0]);
    expect(refused.stderr).toContain("--originals is for one request");
  });

  it("fails where no request can be read", () => {
    const none = put(
      "none.jsonl",
      '{"custom_id":"a","body":{"messages":7}}\n{"custom_id":"b","url":"/v1/embeddings","body":{}}\n',
    );
    const { status, stdout, stderr } = tamis(["reduce", none]);
    expect({ status, same: stdout.equals(readFileSync(none)) }).toEqual({ status: 1, same: true });
    expect(stderr.match(/left as it is/g)).toHaveLength(2);
  });
});

describe("the requests of a batch", () => {
  it("are counted by --stats, and what cannot be read is named with its line", () => {
    const { status, stdout, stderr } = tamis(["reduce", "--stats", "--json", file, list]);
    const { total, files } = JSON.parse(stdout.toString("utf8"));
    expect(status).toBe(0);
    expect(files.map((one: { file: string }) => one.file.slice(folder.length + 1))).toEqual([
      "batch.jsonl (one)",
      "batch.jsonl (two)",
      "batch.json (a)",
      "batch.json (b)",
    ]);
    expect(total).toMatchObject({ files: 4, unreadable: 1, toolResults: 96 });
    expect(stderr).toContain("batch.jsonl:2: not JSON");
    const one = tamis(["reduce", "--stats", "--json", "--session", "two", file]);
    expect(JSON.parse(one.stdout.toString("utf8")).total.files).toBe(1);
  });

  it("are requests of their own in savings", () => {
    const { status, stdout, stderr } = tamis(["savings", "--json", file, list]);
    const { sessions, skipped } = JSON.parse(stdout.toString("utf8"));
    expect(status).toBe(0);
    expect(
      sessions.map(({ name, agent }: { name: string; agent: string }) => [name.slice(folder.length + 1), agent]),
    ).toEqual([
      ["batch.json (a)", "batches"],
      ["batch.json (b)", "batches"],
      ["batch.jsonl (one)", "batches"],
      ["batch.jsonl (two)", "batches"],
    ]);
    // Sent once: nothing is read from a cache or written to it, nothing in front of the messages is guessed, and each policy is
    // judged as `tamis reduce` applies it.
    const sent = JSON.parse(tamis(["savings", "--json", priced]).stdout.toString("utf8")).sessions[0];
    expect(sent).toMatchObject({ requests: 1, dollars: { cacheRead: 0, cacheWrite: 0 }, content: { system: 0 } });
    const share = smaller(priced).length / readFileSync(priced).length;
    expect(sent.outcomes.some(({ ratio }: { ratio: number }) => Math.abs(ratio - share) < 0.1)).toBe(true);
    expect(skipped).toMatchObject([{ line: 2 }]);
    expect(stderr).toContain("batch.jsonl:2");
  });

  it("are validated one by one", () => {
    const { status, stderr } = tamis(["validate", single]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});
