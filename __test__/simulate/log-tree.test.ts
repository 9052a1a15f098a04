import { describe, expect, it } from "vitest";
import { type LoggedSession, readSessionLog } from "../../ts/simulate/logs/read-log.js";
import { simulate } from "../../ts/simulate/simulate.js";
import { readSession } from "../../ts/simulate/trace.js";

const START = Date.parse("2026-10-01T08:00:00Z");

/** Writes lines of a Claude Code log: each follows the one that `at` names. */
class LogWriter {
  readonly lines: object[] = [];
  /** The uuid of the line that the next one follows. */
  at: string | null = null;
  common: object = {};
  #tokens = 20_000;

  prompt(text: string): this {
    return this.#write({ type: "user", message: { role: "user", content: text } });
  }

  /** An answer of one line a call, and then the results, each behind its own call, as Claude Code writes them. */
  turn(id: string, calls: readonly string[] = [id]): this {
    const places = calls.map((call) => {
      this.#write({ type: "assistant", requestId: `req ${id}`, message: this.#answer(id, call) });
      return { call, at: this.at };
    });
    for (const { call, at } of places) {
      this.at = at;
      const content = [{ type: "tool_result", tool_use_id: call, content: `${call} `.repeat(300) }];
      this.#write({ type: "user", message: { role: "user", content } });
    }
    this.#tokens += 400;
    return this;
  }

  turns(prefix: string, count: number): this {
    for (let index = 0; index < count; index++) this.turn(`${prefix}${index}`);
    return this;
  }

  note(line: object): this {
    return this.#write(line);
  }

  get text(): string {
    return this.lines.map((line) => JSON.stringify(line)).join("\n");
  }

  #answer(id: string, call: string): object {
    const written = this.#tokens === 20_000 ? 20_000 : 400;
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: this.#tokens - written,
      cache_creation_input_tokens: written,
    };
    return { id, model: "claude-opus-4-6", usage, content: [{ type: "tool_use", id: call, name: "Read", input: {} }] };
  }

  #write(line: object): this {
    const uuid = `u${this.lines.length}`;
    const timestamp = new Date(START + this.lines.length * 1000).toISOString();
    this.lines.push({ parentUuid: this.at, isSidechain: false, uuid, timestamp, ...this.common, ...line });
    this.at = uuid;
    return this;
  }
}

/** The ids of the calls in a window's last request. */
function callsOf({ trace }: LoggedSession): string {
  const messages: { content: unknown }[] = Reflect.get(trace.request, "messages");
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])).join(" ");
}

/** The bills of all windows, unreduced, request by request. */
const billed = (windows: readonly LoggedSession[]) =>
  simulate(
    windows.map(({ trace }) => trace),
    [],
    ["auto"],
    { eachRequest: true },
  );

describe("a log of Claude Code, read as a tree", () => {
  it("makes a window of each branch of a rewind, with the messages before it", () => {
    const log = new LogWriter().prompt("rework it").turns("t", 5);
    const fork = log.at;
    log.turns("t5", 5);
    log.at = fork;
    log.prompt("no, the other table").turns("b", 6);
    const windows = readSessionLog("x", log.text);
    expect(windows.map(callsOf)).toEqual(["t0 t1 t2 t3 t4 t50 t51 t52 t53", "t0 t1 t2 t3 t4 b0 b1 b2 b3 b4"]);
    expect(windows.map(({ billed }) => billed.length)).toEqual([10, 6]);
    expect(windows.map(({ trace }) => trace.name)).toEqual(["x (1)", "x (2)"]);
  });

  it("goes on without the results that the agent itself has cleared", async () => {
    const log = new LogWriter().prompt("rework it").turns("t", 5);
    const microcompactMetadata = { trigger: "auto", compactedToolIds: ["t0", "t2", 7, "other"] };
    log.note({
      type: "system",
      subtype: "microcompact_boundary",
      content: "Context microcompacted",
      microcompactMetadata,
    });
    log.turns("b", 3);
    const windows = readSessionLog("x", log.text);
    expect(windows.map(callsOf)).toEqual(["t0 t1 t2 t3", "t0 t1 t2 t3 t4 b0 b1"]);
    expect(windows.map(({ billed }) => billed.length)).toEqual([5, 3]);
    const text = JSON.stringify(windows[1]?.trace.request);
    expect(text.split("[Old tool result content cleared]").length - 1).toBe(2);
    expect([text.includes("t0 t0"), text.includes("t1 t1"), text.includes("t2 t2")]).toEqual([false, true, false]);
    expect(JSON.stringify(windows[0]?.trace.request)).not.toContain("cleared");
    const { requests } = await billed(windows);
    expect(requests).toBe(8);
  });

  it("learns from a clearing's requests as they were sent, and knows that the cache had them otherwise", async () => {
    const log = new LogWriter().prompt("rework it").turns("t", 20);
    const compactedToolIds = Array.from({ length: 12 }, (_, index) => `t${index + 2}`);
    log.note({ type: "system", subtype: "microcompact_boundary", microcompactMetadata: { compactedToolIds } });
    const again = {
      type: "system",
      subtype: "microcompact_boundary",
      microcompactMetadata: { compactedToolIds: ["t19"] },
    };
    log.turns("b", 5).note(again).turns("c", 3);
    const windows = readSessionLog("x", log.text);
    const { sessions } = await billed(windows);
    const firsts = sessions.map(({ bills }) => bills[0]?.[0]?.requests?.[0]);
    expect(sessions.map(({ requests }) => requests)).toEqual([20, 5, 3]);
    // Two results are as they were; of twenty others twelve are gone.
    const { read = 0, written = 0 } = firsts[1] ?? {};
    expect(read).toBeGreaterThan(19_000);
    expect(read).toBeLessThan(21_500);
    expect(written).toBeGreaterThan(1_500);
    expect(read + written).toBeLessThan(20_000 + 20 * 400);
    const ratios = windows.map(({ trace }) => {
      const session = readSession(trace);
      return "reason" in session ? 0 : (session.learned?.ratio ?? 0);
    });
    expect(Math.max(...ratios) / Math.min(...ratios)).toBeLessThan(1.1);
    // The second clearing takes one that stands further behind.
    expect(firsts[2]?.read).toBeGreaterThan(21_000);
    expect(firsts[2]?.read).toBeLessThan(24_000);
  });

  it.each([{ compactedToolIds: "t0" }, { compactedToolIds: [] }, {}, null])("takes no clearing from %j", (facts) => {
    const log = new LogWriter().prompt("rework it").turns("t", 3);
    log.note({ type: "system", subtype: "microcompact_boundary", microcompactMetadata: facts }).turns("b", 1);
    expect(readSessionLog("x", log.text).length).toBe(1);
  });

  it("bills each request once, and finds what the other branch left in the cache", async () => {
    const log = new LogWriter().prompt("rework it").turns("t", 5);
    const fork = log.at;
    log.turns("t5", 5);
    log.at = fork;
    log.prompt("no").turns("b", 6);
    const windows = readSessionLog("x", log.text);
    const { sessions, requests } = await billed(windows);
    expect(requests).toBe(16);
    const [first] = sessions[1]?.bills[0]?.[0]?.requests ?? [];
    expect(first?.read).toBeGreaterThan(21_000);
    expect(first?.written).toBeLessThan(1500);
  });

  it("keeps what was sent again before the rewind in the cache", async () => {
    const log = new LogWriter().prompt("rework it").turns("t", 2);
    const fork = log.at;
    // Twenty requests later, one a minute: the messages before the rewind are found because each of them was sent then.
    log.turns("d", 20);
    log.at = fork;
    log.prompt("no").turns("b", 2);
    const spread = log.lines.map((line, index) => ({
      ...line,
      timestamp: new Date(START + index * 30_000).toISOString(),
    }));
    const windows = readSessionLog("x", spread.map((line) => JSON.stringify(line)).join("\n"));
    const { sessions } = await billed(windows);
    expect(sessions[1]?.bills[0]?.[0]?.requests?.[0]?.read).toBeGreaterThan(20_000);
  });

  it("keeps the results of parallel calls together, though each follows its own call", () => {
    const log = new LogWriter().prompt("look").turn("a", ["a1", "a2", "a3"]).turn("b").turn("c");
    const [window, ...more] = readSessionLog("x", log.text);
    expect(more).toEqual([]);
    expect(callsOf(window as LoggedSession)).toBe("a1 a2 a3 b");
    const messages: { role: string }[] = Reflect.get(window?.trace.request ?? {}, "messages");
    expect(messages.map(({ role }) => role).join(" ")).toBe("user assistant user user user assistant user");
  });

  it("takes no note beside a message for a rewind", () => {
    const log = new LogWriter().prompt("look").turn("a");
    const { at } = log;
    log.note({ type: "progress", data: {} });
    log.at = at;
    log.turn("b");
    expect(readSessionLog("x", log.text).length).toBe(1);
  });

  it("reads a second answer to the same message as a window of its own", () => {
    const log = new LogWriter().prompt("look").turn("a").prompt("and now?");
    const { at } = log;
    log.turn("b");
    log.at = at;
    log.turn("c").turn("d");
    expect(readSessionLog("x", log.text).map(callsOf)).toEqual(["a", "a c"]);
  });

  it("counts a line that is there twice once", () => {
    const { text } = new LogWriter().prompt("look").turns("t", 4);
    const [once] = readSessionLog("x", text);
    expect(readSessionLog("x", `${text}\n${text}`)).toEqual([once]);
  });

  it("bills the copy of a resumed session's messages in the older log only", () => {
    const older = new LogWriter().prompt("look").turns("t", 4);
    const resumed = new LogWriter();
    resumed.lines.push(...older.lines.map((line) => ({ ...line, sessionId: "s2" })));
    resumed.at = older.at;
    resumed.prompt("go on").turns("r", 3);
    const seenAnswers = new Set<string>();
    const [first] = readSessionLog("a", older.text, { seenAnswers });
    const [second] = readSessionLog("b", resumed.text, { seenAnswers });
    expect([first?.billed.length, second?.billed.length]).toEqual([4, 3]);
    expect(callsOf(second as LoggedSession)).toBe("t0 t1 t2 t3 r0 r1");
    expect(readSessionLog("b", resumed.text, { seenAnswers })).toEqual([]);
  });

  it("reads each sub-agent as a session of its own", () => {
    const log = new LogWriter().prompt("look").turn("a");
    const { at } = log;
    for (const agentId of ["x1", "x2"]) {
      log.at = null;
      log.common = { isSidechain: true, agentId };
      log.prompt(`task of ${agentId}`).turns(agentId, 3);
    }
    log.at = at;
    log.common = {};
    log.turns("m", 2);
    const windows = readSessionLog("x", log.text);
    expect(windows.map(callsOf)).toEqual(["a m0", "x10 x11", "x20 x21"]);
    expect(windows.map(({ trace }) => trace.name)).toEqual(["x (1)", "x (2, sub-agent)", "x (3, sub-agent)"]);
  });

  it("reads a log of one sub-agent", () => {
    const log = new LogWriter();
    log.common = { isSidechain: true };
    log.prompt("task").turns("t", 20);
    expect(readSessionLog("x", log.text).map(({ billed }) => billed.length)).toEqual([20]);
  });

  it("starts a sub-agent anew where its first line names the call that started it", () => {
    const log = new LogWriter().prompt("look").turn("a");
    log.common = { isSidechain: true, agentId: "x" };
    log.prompt("task").turns("s", 2);
    const windows = readSessionLog("x", log.text);
    expect(windows.map(callsOf)).toEqual(["", "s0"]);
  });

  it("starts anew after a summary, and after a cleared conversation", () => {
    const log = new LogWriter().prompt("look").turns("t", 2);
    log.note({ type: "user", isCompactSummary: true, message: { role: "user", content: "so far" } }).turns("s", 2);
    log.at = null;
    log.prompt("something else").turns("c", 2);
    expect(readSessionLog("x", log.text).map(callsOf)).toEqual(["t0", "s0", "c0"]);
  });

  it("follows the line before where the line that is named is missing or broken", () => {
    const log = new LogWriter().prompt("look").turns("t", 4);
    const broken = log.text
      .split("\n")
      .map((line, index) => (index === 3 ? line.slice(0, 60) : line))
      .join("\n");
    const windows = readSessionLog("x", broken);
    expect(windows.length).toBe(1);
    expect(windows[0]?.billed.length).toBe(3);
  });

  it("reads long histories with many rewinds in time that grows with their windows", () => {
    const log = new LogWriter().prompt("look").turns("t", 400);
    const forks = [...log.lines.keys()].filter((index) => index % 8 === 2).map((index) => `u${index}`);
    for (const [index, fork] of forks.entries()) {
      log.at = fork;
      log.prompt("again").turn(`f${index}`);
    }
    expect(readSessionLog("x", log.text).length).toBe(forks.length + 1);
  });
});

describe("a log of Codex with rollbacks and forks", () => {
  const event = (payload: object) => ({ type: "event_msg", payload });
  const item = (payload: object) => ({ type: "response_item", payload });
  const text = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join("\n");
  let total = 0;
  const turn = (name: string) => {
    total += 9000;
    return linesOfTurn(name);
  };
  const linesOfTurn = (name: string) => [
    item({ type: "message", role: "user", content: [{ type: "input_text", text: name }] }),
    event({ type: "user_message", message: name }),
    item({ type: "message", role: "assistant", content: [{ type: "output_text", text: `${name} done` }] }),
    event({
      type: "token_count",
      info: {
        last_token_usage: { input_tokens: 9000, cached_input_tokens: 0, output_tokens: 9 },
        total_token_usage: { input_tokens: total, output_tokens: total / 1000 },
      },
    }),
  ];
  const promptsOf = ({ trace }: LoggedSession): string[] => {
    const input: { role: string; content: { text: string }[] }[] = Reflect.get(trace.request, "input");
    return input.flatMap(({ role, content }) => (role === "user" ? [content[0]?.text ?? ""] : []));
  };

  it("goes on after the turns that a rollback keeps", () => {
    const context = item({ type: "message", role: "user", content: [{ type: "input_text", text: "<environment>" }] });
    const lines = [
      context,
      ...turn("a"),
      ...turn("b"),
      ...turn("c"),
      event({ type: "thread_rolled_back", num_turns: 2 }),
    ];
    const windows = readSessionLog("r", text([...lines, ...turn("d"), ...turn("e")]));
    expect(windows.map(promptsOf)).toEqual([
      ["<environment>", "a", "b", "c"],
      ["<environment>", "a", "d", "e"],
    ]);
    expect(windows.map(({ billed }) => billed.length)).toEqual([3, 2]);
  });

  it("starts empty where a rollback takes more turns than there are", () => {
    const lines = [...turn("a"), event({ type: "thread_rolled_back", num_turns: 9 }), ...turn("b")];
    expect(readSessionLog("r", text(lines)).map(promptsOf)).toEqual([["a"], ["b"]]);
  });

  it("goes on with the history that replaces a summed one", () => {
    const summary = { type: "message", role: "user", content: [{ type: "input_text", text: "so far" }] };
    const lines = [...turn("a"), { type: "compacted", payload: { replacement_history: [summary] } }, ...turn("b")];
    expect(readSessionLog("r", text(lines)).map(promptsOf)).toEqual([["a"], ["so far", "b"]]);
  });

  it("bills a copy of a log, and what the copy lacks, once", () => {
    const log = [{ type: "session_meta", payload: { id: "s1" } }, ...turn("a"), ...turn("b"), ...turn("c")];
    const billedOf = (...logs: (typeof log)[]) => {
      const seenAnswers = new Set<string>();
      const read = logs.map((one) => readSessionLog("r", text(one), { seenAnswers }));
      return read.map((sessions) => sessions.map(({ billed }) => billed.length));
    };
    expect(billedOf(log, log)).toEqual([[3], []]);
    expect(billedOf(log.slice(0, -turn("c").length), log)).toEqual([[2], [1]]);
  });

  it("bills the copy at the start of a fork in the older log only", () => {
    const meta = (id: string, more: object = {}) => ({ type: "session_meta", payload: { id, ...more } });
    const older = [meta("s1"), ...turn("a"), ...turn("b")];
    const fork = [meta("s2", { forked_from_id: "s1" }), ...older, ...turn("c")];
    const seenAnswers = new Set<string>();
    const sessions = [older, fork].flatMap((log) => readSessionLog("r", text(log), { seenAnswers }));
    expect(sessions.map(({ billed }) => billed.length)).toEqual([2, 1]);
    expect(readSessionLog("r", text(fork)).map(({ billed }) => billed.length)).toEqual([3]);
  });
});
