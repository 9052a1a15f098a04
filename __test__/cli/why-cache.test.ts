import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../ts/ledger/index.js";
import { entryWith } from "../ledger/entries.js";
import { temporaryFolder, writerIn } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const folder = temporaryFolder();

const put = writerIn(folder);

/** Request `turns` of a session whose third changes a tool, the fourth the system prompt, and the tenth an old result. */
function request(turns: number): object {
  const output = (turn: number) => `row ${turn} of a table `.repeat(turns >= 10 && turn === 1 ? 10 : 400);
  const list = Array.from({ length: turns }, (_, turn) => [
    { role: "assistant", content: [{ type: "tool_use", id: `t${turn}`, name: "Bash", input: { command: `${turn}` } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${turn}`, content: output(turn) }] },
  ]).flat();
  const text = `You are an agent. Time: 8:0${turns >= 4 ? 4 : 0}. ${"S ".repeat(6_000)}`;
  return {
    model: "claude-opus-4-6",
    max_tokens: 100,
    system: [{ type: "text", text, cache_control: { type: "ephemeral" } }],
    tools: ["Bash", "Agent"].map((name) => ({
      ...{ name, description: turns >= 3 ? "one" : "two", input_schema: { type: "object" } },
    })),
    messages: [{ role: "user", content: "Check the tables" }, ...list],
  };
}

const NUMBERS = [1, 2, 3, 4, 9, 10];
for (const turns of NUMBERS) put(`session/${turns}.json`, request(turns));

/** A log of Claude Code: the second request comes after 400 seconds. */
const LOG = [0, 400].flatMap((seconds, index) => {
  const timestamp = new Date(Date.parse("2026-10-01T08:00:00Z") + seconds * 1000).toISOString();
  const usage = { input_tokens: 0, cache_creation_input_tokens: 50_000, cache_read_input_tokens: 0, output_tokens: 1 };
  const content = [{ type: "text", text: "done" }];
  const message = { id: `m${index}`, model: "claude-opus-4-6", role: "assistant", content, usage };
  const of = (type: string, parent: string | null) => ({
    type,
    uuid: `${type}${index}`,
    parentUuid: parent,
    timestamp,
  });
  return [
    { ...of("user", index === 0 ? null : `assistant${index - 1}`), message: { role: "user", content: "go" } },
    { ...of("assistant", `user${index}`), requestId: `r${index}`, message },
  ];
});
const log = put("app/1.jsonl", LOG.map((line) => `${JSON.stringify(line)}\n`).join(""));

const why = (...args: string[]) => tamis(["why", "--cache", ...args], { env: { HOME: join(folder, "empty") } });

describe("tamis why --cache", () => {
  it("says of captured requests which broke, at which block, why, and for how much", () => {
    const { status, stdout, stderr } = why(join(folder, "session"));
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout.toString("utf8").trim().split("\n");
    expect(lines.filter((_, line) => line % 2 === 0).map((line) => line.replace(join(folder, "session/"), ""))).toEqual(
      [
        expect.stringMatching(/^3\.json: tools\[0\] \(tool Bash\): the client changed its list of tools/),
        expect.stringMatching(/^4\.json: system\[0\] \(system prompt\): the client changed its system prompt/),
        expect.stringMatching(/^10\.json: messages\[4\]\.content\[0\] \(tool result of Bash\): .* earlier message/),
        expect.stringMatching(
          /^6 requests, 3 cache misses: [\d,]+ tokens sent again, \$\d+\.\d\d more than from the cache$/,
        ),
      ],
    );
    expect(lines[1]).toMatch(/^ {2}about [\d,]+ of [\d,]+ tokens again, \$0\.\d+$/);
  });

  it("says of a log the same by its bills and times, and takes both at once", () => {
    const { status, stdout } = why(log);
    const text = stdout.toString("utf8");
    expect(status).toBe(0);
    expect(text).toMatch(/ {8}2 {2}10-01 08:06 +expired while idle, 7 min +nothing +50,000 +\$0\.2[89]\n/);
    expect(text).toMatch(
      /\n1 session, 1 request with one before, 1 cache miss: 50,000 tokens sent again, \$0\.2[89] more/,
    );
    const both = JSON.parse(why(folder, "--json").stdout.toString("utf8"));
    expect(both.requests.map(({ cause }: { cause: string }) => cause)).toEqual([
      ...["first", "hit", "tool_list", "system", "hit", "client_edit"],
    ]);
    expect(both.sessions).toMatchObject([
      { name: log, agent: "Claude Code", misses: [{ cause: "timeout", request: 2 }] },
    ]);
    expect(both.skipped).toEqual([]);
  });

  it("knows its own moves from the ledger, and not those that were only observed", async () => {
    // The ledger forgets old entries.
    const at = Date.now() - 60_000;
    const timed = LOG.map((line, index) => ({
      ...{ ...line, sessionId: "s-1" },
      timestamp: new Date(index < 2 ? at - 1_000 : at + 1_000).toISOString(),
    }));
    const moved = put("moved/1.jsonl", timed.map((line) => `${JSON.stringify(line)}\n`).join(""));
    for (const [mode, cause] of [
      ["observe", "unknown"],
      ["reduce", "our_move"],
    ] as const) {
      const state = join(folder, mode);
      mkdirSync(join(state, "tamis"), { recursive: true });
      const ledger = await Ledger.open(join(state, "tamis/ledger.db"));
      await ledger.add({ requests: [entryWith({ at, mode, moved: true, session: "s-1" })] });
      ledger.close();
      const { stdout } = tamis(["why", "--cache", moved, "--json"], { env: { XDG_STATE_HOME: state } });
      expect(JSON.parse(stdout.toString("utf8")).sessions).toMatchObject([{ misses: [{ cause }] }]);
    }
  });

  it("finds the newest log by itself", () => {
    const { stdout } = tamis(["why", "--cache"], { env: { HOME: folder, CLAUDE_CONFIG_DIR: folder } });
    expect(stdout.length).toBe(0);
    put("projects/app/2.jsonl", LOG.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const found = tamis(["why", "--cache"], { env: { HOME: folder, CLAUDE_CONFIG_DIR: folder } });
    expect(found.stdout.toString("utf8")).toContain("2.jsonl (Claude Code)");
  });

  it("names what it cannot read, with the reason, and goes on", () => {
    put("bad/1.json", request(1));
    const broken = put("bad/2.json", '{"messages": [');
    const other = put("bad/3.json", '{"a": 1}');
    const delta = put("bad/4.json", { model: "gpt-5", input: [], previous_response_id: "r1" });
    const { status, stdout, stderr } = why(join(folder, "bad"), join(folder, "missing"));
    expect([status, stdout.toString("utf8")]).toEqual([
      0,
      "1 request, no cache miss\nnothing to compare: no two are of one conversation\n",
    ]);
    expect(stderr).toContain(`tamis: ${join(folder, "missing")}: no such file or folder\n`);
    expect(stderr).toContain(`tamis: ${broken}:1: not JSON`);
    expect(stderr).toContain(`tamis: ${other}: no request and no log of a known agent\n`);
    expect(stderr).toMatch(new RegExp(`tamis: ${delta}: .*that the provider keeps\n`));
    expect(why(join(folder, "missing")).status).toBe(1);
    expect(why(broken).status).toBe(1);
    expect(tamis(["why", "--cache", "--ledger"]).stderr).toContain("two things: give one");
    expect(tamis(["why", "--cache", "--days", "3"]).stderr).toContain("--days is not for --cache");
  });
});
