import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countRequest, estimateRequest } from "../../ts/tokens/index.js";
import { pair, SPELLERS } from "../contract/wires-build.js";
import { temporaryFolder, writerIn } from "../support/folder.js";
import { chatRequest, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const put = writerIn(folder);

const good = put("set/a.json", chatRequest(12, 500));
put("set/deep/b.json", chatRequest(10, 300));
put("set/broken.json", "{");
put("set/notes.txt", "not looked at");
const WIRES = SPELLERS.map((speller) => {
  const turns = Array.from({ length: 10 }, (_, turn) => speller.turn(pair(`a${turn}`), pair(`b${turn}`)));
  // By its name Anthropic's own, where nothing is cached without a marker.
  const named = speller.wire === "anthropic" ? { model: "claude-opus-4-5" } : {};
  const request = { ...speller.request([speller.user("go on"), ...turns.flat()]), ...named };
  return { speller, file: put(`${speller.wire}.json`, JSON.stringify(request)) };
});
const mixed = put("mixed.json", JSON.stringify({ messages: [{ role: "user" }], input: [{}] }));
const bad = put("bad.json", Uint8Array.of(0xff));

const json = (...args: string[]) => JSON.parse(tamis(["reduce", "--stats", "--json", ...args]).stdout.toString("utf8"));

describe("tamis reduce --stats", () => {
  it("counts one request", () => {
    const { total, files } = json(good);
    expect(total).toMatchObject({ files: 1, unreadable: 0, messages: 25, toolTurns: 12, toolResults: 12 });
    expect(total.roles).toMatchObject([
      { role: "assistant", messages: 12 },
      { role: "tool", messages: 12 },
      { role: "user", messages: 1 },
    ]);
    const found = estimateRequest(readFileSync(good));
    const sum = (parts: readonly { tokens: number }[]) => parts.reduce((all, { tokens }) => all + tokens, 0);
    const results = sum(found.messages.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === "tool-result"));
    expect(total.tools).toEqual([
      { name: "read_file", calls: 12, results: 12, chars: 6000, tokens: results, callTokens: expect.any(Number) },
    ]);
    expect(total.tokens).toMatchObject({ total: found.totalTokens, toolResults: results, toolDefinitions: 0 });
    expect(sum(total.roles)).toBe(found.totalTokens - found.overheadTokens);
    expect(total).toMatchObject({ tokenMethod: "estimate" });
    expect(total).not.toHaveProperty("cost");
    expect(total.toolResultChars).toBe(6000);
    expect(total.chars).toBe(6000 + "hello".length + 12 * "{}".length);
    expect(total.biggest[0]).toMatchObject({
      file: good,
      kind: "tool-result",
      role: "tool",
      messageIndex: 4,
      tool: "read_file",
      callId: "call_1",
      chars: 500,
    });
    expect(total.reducible.maskedCount).toBe(10);
    expect(total.reducible.bytesAfter).toBeLessThan(total.reducible.bytesBefore);
    expect(files[0]).toMatchObject({ file: good, wire: "openai-chat" });
  });

  it("says what each kind of arrival and of tools would remove from a request, alone", () => {
    const blank = JSON.stringify({ list: Array.from({ length: 60 }, (_, at) => ({ number: at })) }, null, 4);
    const long = `${"word ".repeat(30)}\n`.repeat(200);
    const call = (turn: number) => ({
      id: `c${turn}`,
      type: "function",
      function: { name: "get", arguments: `{"at":${turn}}` },
    });
    const turns = [blank, long, long].flatMap((content, turn) => [
      { role: "assistant", content: null, tool_calls: [call(turn)] },
      { role: "tool", tool_call_id: `c${turn}`, content },
    ]);
    const parameters = { $schema: "s", type: "object", properties: {} };
    const get = { name: "get", description: "Gets it. ".repeat(90), parameters };
    const tools = [{ type: "function", function: get }];
    const body = JSON.stringify({ model: "gpt-5", tools, messages: [{ role: "user", content: "go" }, ...turns] });
    const file = put("kinds.json", body);
    const { total } = json(file);
    const lossless = ["terminal", "json", "paths", "lineNumbers", "dedupe"];
    expect(total.arrival.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...lossless,
      "longLines",
      "clip",
      "tools.schema",
      "tools.maxDescriptionChars",
    ]);
    const of = (kind: string) => total.arrival.find((one: { kind: string }) => one.kind === kind);
    const text = JSON.stringify(JSON.stringify(JSON.parse(blank)));
    expect(of("json")).toMatchObject({ isLossy: false, results: 1, bytes: JSON.stringify(blank).length - text.length });
    expect(of("dedupe")).toMatchObject({ isLossy: false, results: 1 });
    expect(of("dedupe").bytes).toBeGreaterThan(long.length - 100);
    expect(of("clip")).toMatchObject({ isLossy: true, results: 2 });
    expect(of("tools.schema")).toMatchObject({ isLossy: false, results: 1, bytes: '"$schema":"s",'.length });
    expect(of("tools.maxDescriptionChars")).toMatchObject({ isLossy: true, results: 1 });
    expect(of("paths")).toEqual({ kind: "paths", isLossy: false, results: 0, bytes: 0, tokens: 0 });
    expect(of("json").tokens).toBeGreaterThan(100);
    const twice = json(file, put("kinds-again.json", body)).total.arrival;
    expect(twice.map(({ bytes }: { bytes: number }) => bytes)).toEqual(
      total.arrival.map(({ bytes }: { bytes: number }) => 2 * bytes),
    );
    const printed = tamis(["reduce", "--stats", file]).stdout.toString("utf8");
    expect(printed).toMatch(/What each kind of arrival and of tools would remove, alone\n +kind /);
    expect(printed).toMatch(/\n {2}json +loses nothing +1 +/);
    expect(printed).toMatch(/\n {2}clip +cuts +2 +/);
  });

  it("prints the same for stdin", () => {
    const { total } = JSON.parse(
      tamis(["reduce", "--stats", "--json"], { input: chatRequest(12, 500) }).stdout.toString("utf8"),
    );
    expect({ ...total, biggest: [] }).toEqual({ ...json(good).total, biggest: [] });
  });

  it("searches folders, names unreadable files, and continues", () => {
    const { status, stdout, stderr } = tamis(["reduce", "--stats", join(folder, "set"), join(folder, "missing.json")]);
    const text = stdout.toString("utf8");
    expect(status).toBe(0);
    expect(stderr).toMatch(/broken\.json: .*invalid_json/);
    expect(stderr).toMatch(/missing\.json: no such file/);
    expect(stderr).not.toContain("notes.txt");
    expect(text).toMatch(/^2 files, 2 unreadable/);
    expect(text).toMatch(/tool turns +22/);
    expect(text).toMatch(/tokens, estimated +[\d,]+\n +system prompt/);
    expect(text).toMatch(/ {2}tool results +[\d,]+ \(\d+\.\d %\)/);
    expect(text).toMatch(/Roles\n[\s\S]*Tools\n[\s\S]*Biggest blocks\n/);
    expect(text).toMatch(/default policy removes .*results masked/);
  });

  it.each(WIRES)("counts the same on every wire: $speller.wire", ({ speller, file }) => {
    const { total, files } = json(file);
    const [stats] = files;
    expect(stats).toMatchObject({ wire: speller.wire });
    expect(stats.note).toBeUndefined();
    expect(total).toMatchObject({ toolTurns: 10, toolResults: 20, toolResultChars: 20_000 });
    expect(total.tools).toMatchObject([{ name: "read_file", calls: 20, results: 20, chars: 20_000 }]);
    expect(total.biggest[0]).toMatchObject({ file, tool: "read_file", callId: "a0", chars: 1000 });
    // Where something is cached, what has just left the window waits for a move.
    expect(total.reducible.maskedCount).toBe(speller.wire === "anthropic" ? 16 : 0);
    expect(total.chars - 20_000 - "go on".length).toBeLessThan(100);
    const roles = Object.fromEntries(
      total.roles.map((one: { role: string; messages: number }) => [one.role, one.messages]),
    );
    expect(roles).toEqual(
      {
        "openai-chat": { user: 1, assistant: 10, tool: 20 },
        anthropic: { user: 11, assistant: 10 },
        "openai-responses": { user: 1, function_call: 20, function_call_output: 20 },
        gemini: { user: 11, model: 10 },
      }[speller.wire],
    );
  });

  it("counts what the provider is asked to clear, and notes it", () => {
    const { file } = WIRES.find(({ speller }) => speller.wire === "anthropic") ?? { file: "" };
    const request = {
      ...JSON.parse(readFileSync(file, "utf8")),
      context_management: { edits: [{ type: "clear_tool_uses_1" }] },
    };
    const { files } = json(put("clears.json", JSON.stringify(request)));
    expect(files[0]).toMatchObject({
      note: expect.stringContaining("server_side_editing"),
      conversation: { toolResults: 20, reducible: { maskedCount: 0 } },
    });
  });

  it("counts exactly, and prices by the list or by a file", () => {
    const counted = json("--exact", "--model", "gpt-4o", good).total;
    const exact = countRequest(readFileSync(good), { model: "gpt-4o" });
    expect(counted).toMatchObject({ tokenMethod: "exact", tokens: { total: exact.totalTokens } });
    expect(counted.cost.fresh).toBeGreaterThan(counted.cost.cached);
    const prices = put("prices.json", JSON.stringify({ mine: { input: 10, cacheRead: 1, output: 0 } }));
    const own = json("--prices", prices, "--model", "mine", good, good).total;
    expect(own.cost.fresh).toBeCloseTo((own.tokens.total * 10) / 1e6, 12);
    expect(own.cost).toMatchObject({ cached: expect.closeTo(own.cost.fresh / 10, 12), unpriced: 0 });
    const unknown = tamis(["reduce", "--stats", "--model", "gpt-4oh", good]);
    expect(unknown.stdout.toString()).toMatch(/cost +no price is known for the model "gpt-4oh".*gpt-4o/);
    expect(tamis(["reduce", "--stats", "--prices", join(folder, "none.json"), good]).status).toBe(2);
  });

  it("sums several wires, and counts what it can of a mix", () => {
    const { files, total } = json(...WIRES.map(({ file }) => file), mixed);
    expect(files.at(-1)).toMatchObject({ messages: 1, note: expect.stringContaining("unsupported_wire") });
    expect(total).toMatchObject({ files: 5, messages: 31 + 21 + 41 + 21 + 1, toolResults: 80 });
    expect(tamis(["reduce", "--stats", mixed]).stdout.toString()).toMatch(/wire +mixed\n[\s\S]*messages +1\n/);
  });

  it("fails if nothing could be read", () => {
    const { status, stdout, stderr } = tamis(["reduce", "--stats", bad]);
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/bad\.json: .*invalid_utf8/);
    mkdirSync(join(folder, "nothing"));
    const none = tamis(["reduce", "--stats", join(folder, "nothing")]);
    expect(none.status).toBe(1);
    expect(none.stderr).toMatch(/no \*\.json, \*\.jsonl or \*\.db file found/);
  });

  it("survives malformed shapes", () => {
    const odd = {
      messages: [
        1,
        null,
        { role: 5 },
        { role: "tool", content: 7 },
        { role: "assistant", tool_calls: [null, { id: 3 }] },
      ],
    };
    const { files } = json(put("odd.json", JSON.stringify(odd)));
    expect(files[0].conversation).toMatchObject({ toolTurns: 0, toolResults: 1, chars: 0 });
  });
});
