import { describe, expect, it } from "vitest";
import { readSessionLog } from "../../ts/simulate/logs/read-log.js";
import { maskingPolicy } from "../../ts/simulate/policies.js";
import { simulate } from "../../ts/simulate/simulate.js";
import { masksAlone } from "../support/masks-alone.js";

const lines = (...entries: unknown[]): string => entries.map((entry) => JSON.stringify(entry)).join("\n");

let clock = 0;
const stamp = () => new Date(++clock * 1000).toISOString();

const user = (content: unknown, extra = {}) => ({
  type: "user",
  timestamp: stamp(),
  message: { role: "user", content },
  ...extra,
});
const assistant = (
  id: string,
  block: unknown,
  [fresh, read, written]: [number, number, number],
  hour = 0,
  extra = {},
) => ({
  type: "assistant",
  timestamp: stamp(),
  message: {
    id,
    model: "claude-opus-4-6",
    content: [block],
    usage: {
      input_tokens: fresh,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      cache_creation: { ephemeral_1h_input_tokens: hour },
    },
  },
  ...extra,
});
const call = (id: string) => ({ type: "tool_use", id, name: "Read", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "text ".repeat(200) });

describe("a log of Claude Code", () => {
  const text = lines(
    { type: "file-history-snapshot" },
    user("do it"),
    assistant("a", { type: "thinking", thinking: "hm", signature: "x".repeat(5000) }, [3, 5000, 4500]),
    assistant("a", call("1"), [3, 5000, 4500]),
    user([result("1")]),
    // The second call of the same answer is written after the first one's result.
    assistant("a", call("2"), [3, 5000, 4500]),
    user([result("2")]),
    user("a side agent", { isSidechain: true }),
    assistant("b", call("3"), [1, 9503, 700]),
    user([result("3")]),
    assistant("c", { type: "text", text: "done" }, [1, 10_204, 400]),
  );

  it("names the line of a usage that is not understood, which is no bill of 0 tokens", () => {
    const strange = { ...assistant("d", call("4"), [1, 9_000, 90]) };
    Object.assign(strange.message.usage, { kv_cached_tokens: 5 });
    const skipped: [number, string][] = [];
    const [log] = readSessionLog("x.jsonl", `${text}\n${lines(strange)}`, {
      onSkippedLine: (line, reason) => skipped.push([line, reason]),
    });
    expect(log?.billed).toHaveLength(3);
    expect(skipped).toEqual([[12, "its usage: unknown number of cached tokens: kv_cached_tokens"]]);
  });

  it("returns the last request, the steps, the times and the bills", () => {
    const [log, ...more] = readSessionLog("x.jsonl", `${text}\nnot JSON`);
    expect(more).toEqual([]);
    expect(log?.trace.request).toMatchObject({ model: "claude-opus-4-6" });
    const messages: { role: string; content: { type: string; signature?: string }[] }[] = Reflect.get(
      log?.trace.request ?? {},
      "messages",
    );
    expect(messages.map(({ role }) => role).join(" ")).toBe("user assistant user user assistant user");
    expect(messages[1]?.content.map(({ type }) => type)).toEqual(["thinking", "tool_use", "tool_use"]);
    expect(messages[1]?.content[0]).toEqual({ type: "thinking", thinking: "hm" });
    expect(log?.trace.cuts).toEqual([1, 4, 6]);
    expect(log?.trace.times?.length).toBe(3);
    expect(log?.trace).toMatchObject({ recorded: log?.billed, longLived: false });
    expect(log?.billed[1]).toEqual({ fresh: 1, read: 9503, written: 700 });
  });

  it("is replayed as billed: the prefix from the first request, the part that others left in the cache", async () => {
    const [log] = readSessionLog("x.jsonl", text);
    const { sessions } = await simulate(log ? [log.trace] : [], [], ["auto"], { eachRequest: true });
    const requests = sessions[0]?.bills[0]?.[0]?.requests ?? [];
    expect(requests[0]).toEqual({ read: 5000, written: 4503, fresh: 0 });
    expect(requests[1]?.read).toBe(9503);
    expect(requests[1]?.written).toBeGreaterThan(400);
    expect(requests[1]?.written).toBeLessThan(900);
  });

  it("recognises the 1-hour cache, and starts anew after a summary", () => {
    const summed = lines(
      user("one"),
      assistant("a", call("1"), [1, 0, 9000], 9000),
      user("the summary", { isCompactSummary: true }),
      assistant("b", call("2"), [1, 0, 3000], 3000),
    );
    const logs = readSessionLog("x", summed);
    expect(logs.map(({ trace }) => [trace.name, trace.cuts?.length, trace.longLived])).toEqual([
      ["x (1)", 1, true],
      ["x (2)", 1, true],
    ]);
  });

  it("names the lines that it skips, without quoting them", () => {
    const skipped: [number, string][] = [];
    const [log] = readSessionLog("x.jsonl", `${text}\n\n{"secret words\n[1]\n`, {
      onSkippedLine: (...line) => skipped.push(line),
    });
    const count = text.split("\n").length;
    expect(log?.billed.length).toBe(3);
    expect(skipped).toEqual([
      [count + 2, "not JSON"],
      [count + 3, "not an object"],
    ]);
  });

  it("never times out if a line has no time", () => {
    const untimed = text.replaceAll(/"timestamp":"[^"]*",/g, "");
    const [log] = readSessionLog("x.jsonl", untimed);
    expect(log?.trace.times).toBeUndefined();
    expect(log?.trace.cuts?.length).toBe(3);
  });

  it("writes to a cache again that the bills say was lost, and to no other", async () => {
    const [log] = readSessionLog("x.jsonl", text);
    if (log === undefined) throw new Error("no log");
    const [first, second, third] = log.billed;
    if (first === undefined || second === undefined || third === undefined) throw new Error("no bills");
    const replayed = async (recorded: (typeof first)[]) => {
      const trace = { ...log.trace, recorded };
      const { sessions } = await simulate(
        [trace],
        [maskingPolicy("off", masksAlone(), { strategy: "off" })],
        ["auto"],
        {
          eachRequest: true,
        },
      );
      return sessions[0]?.bills[0]?.[1]?.requests ?? [];
    };
    const lost = { ...third, read: 5000, written: third.read + third.written - 5000 };
    expect((await replayed([first, second, third]))[2]?.read).toBeGreaterThan(9500);
    const [, , again] = await replayed([first, second, lost]);
    expect(again?.read).toBe(5000);
    expect(again?.written).toBeGreaterThan(5000);
  });
});

describe("a log of Codex", () => {
  const item = (payload: object) => ({ type: "response_item", timestamp: stamp(), payload });
  const billed = (input: number, cached: number, reasoning = 0) => ({
    type: "event_msg",
    payload: {
      type: "token_count",
      info: {
        last_token_usage: { input_tokens: input, cached_input_tokens: cached, reasoning_output_tokens: reasoning },
      },
    },
  });

  it("reads reasoning again until the user's next message, and then nothing after the first piece", async () => {
    const said = (role: string, text: string) => item({ type: "message", role, content: [{ type: "text", text }] });
    const thought = () => item({ type: "reasoning", summary: [] });
    const result = () => item({ type: "function_call_output", call_id: "1", output: "word ".repeat(1000) });
    const [log] = readSessionLog(
      "r.jsonl",
      lines(
        { type: "turn_context", payload: { model: "gpt-5.2" } },
        said("user", "go"),
        thought(),
        item({ type: "function_call", call_id: "1", name: "shell", arguments: "{}" }),
        billed(9000, 0, 700),
        result(),
        thought(),
        said("assistant", "done"),
        billed(11_000, 8960, 40),
        said("user", "again"),
        thought(),
        said("assistant", "done"),
        billed(10_300, 8960, 50),
      ),
    );
    expect([...(log?.trace.hiddenTokens?.values() ?? [])]).toEqual([700, 40, 50]);
    const { sessions } = await simulate(log ? [log.trace] : [], [], ["auto"], { eachRequest: true });
    const totals = sessions[0]?.bills[0]?.[0]?.requests?.map(({ read, written }) => [read, read + written]) ?? [];
    expect(totals[0]).toEqual([0, 9000]);
    // The first request ends in front of the reasoning: 70 steps of 128.
    expect(totals[1]?.[0]).toBe(8960);
    expect(totals[2]?.[0]).toBe(8960);
    // 700 tokens of reasoning count in the turn they belong to only.
    const grown = (totals[1]?.[1] ?? 0) - 9000;
    expect(grown).toBeGreaterThan(1500);
    expect((totals[2]?.[1] ?? 0) - (totals[1]?.[1] ?? 0)).toBeLessThan(-600);
  });

  it("returns the items, without the parts that only the provider can read", () => {
    const [log] = readSessionLog(
      "r.jsonl",
      lines(
        { type: "session_meta", payload: {} },
        { type: "turn_context", payload: { model: "gpt-5.5" } },
        item({ type: "message", role: "user", content: [{ type: "input_text", text: "go" }] }),
        item({ type: "reasoning", summary: [], encrypted_content: "x".repeat(900) }),
        item({ type: "function_call", call_id: "1", name: "shell", arguments: "{}" }),
        item({ type: "function_call_output", call_id: "1", output: "out" }),
        billed(9000, 2432),
        { type: "event_msg", payload: { type: "token_count", info: null } },
        item({ type: "message", role: "assistant", content: [] }),
        billed(9400, 8960),
      ),
    );
    expect(log?.trace.request).toEqual({
      model: "gpt-5.5",
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
        { type: "reasoning", summary: [] },
        { type: "function_call", call_id: "1", name: "shell", arguments: "{}" },
        { type: "function_call_output", call_id: "1", output: "out" },
      ],
    });
    expect(log?.trace.cuts).toEqual([1, 4]);
    expect(log?.billed).toEqual([
      { fresh: 0, read: 2432, written: 6568 },
      { fresh: 0, read: 8960, written: 440 },
    ]);
  });
});

it("finds no session in other texts", () => {
  for (const text of ["", "hello", "[]\n{}", lines({ type: "session.start" }), "\u0000"]) {
    expect(readSessionLog("x", text)).toEqual([]);
  }
});
