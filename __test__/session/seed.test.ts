import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ContextSession } from "../../ts/session/index.js";
import { countTokens } from "../../ts/tokens/index.js";
import { temporaryFolder } from "../support/folder.js";
import { addAll, assistant, call, charsSession, dialogue, listen, result, tokensOfText, user } from "./build.js";

const contents = (session: ContextSession) => session.turns.map(({ content }) => content);

describe("context window management", () => {
  it("adds a user's and an assistant's turn, for all later prompts", async () => {
    const session = charsSession(1000);
    await session.addTurn(user("hello"));
    await session.addTurn(assistant("hi"));
    expect(session.turns.map(({ role, content }) => [role, content])).toEqual([
      ["user", "hello"],
      ["assistant", "hi"],
    ]);
    for (const _ of [1, 2]) {
      const { request } = await session.prompt("openai-chat");
      expect(request).toEqual({
        messages: [
          { role: "user", content: "hello" },
          { role: "assistant", content: "hi" },
        ],
      });
    }
  });

  it("puts all 5 turns into the prompt, in order, with their roles, in every wire", async () => {
    const session = charsSession(1000);
    await addAll(session, dialogue(5, 2));
    const texts = ["#1 xxxxx", "#2 xxxxx", "#3 xxxxx", "#4 xxxxx", "#5 xxxxx"];
    const roles = (name: string) => ["user", name, "user", name, "user"];
    const zip = (name: string) => texts.map((content, at) => ({ role: roles(name)[at], content }));
    expect((await session.prompt("openai-chat")).request).toEqual({ messages: zip("assistant") });
    expect((await session.prompt("openai-responses")).request).toEqual({ input: zip("assistant") });
    expect((await session.prompt("anthropic")).request).toEqual({ messages: zip("assistant") });
    const parts = texts.map((text, at) => ({ role: roles("model")[at], parts: [{ text }] }));
    expect((await session.prompt("gemini")).request).toEqual({ contents: parts });
  });

  it("removes all turns on clear, starts fresh, and keeps the metadata", async () => {
    const session = charsSession(1000, { id: "s-1", agent: "coder", name: "work", systemPrompt: "be brief" });
    await addAll(session, dialogue(6));
    await session.clear();
    await session.addTurn(user("again"));
    const { request } = await session.prompt("openai-chat");
    expect(request.messages).toEqual([
      { role: "system", content: "be brief" },
      { role: "user", content: "again" },
    ]);
    expect(session.stats()).toMatchObject({ id: "s-1", agent: "coder", name: "work", maxTokens: 1000, turns: 1 });
  });
});

describe("token estimation", () => {
  it("counts four chars a token if asked", async () => {
    const session = charsSession(1000);
    await session.addTurn(user("x".repeat(41)));
    await session.addTurn(assistant("x".repeat(40)));
    // Of the sum: 81 chars.
    expect(session.tokens).toBe(21);
  });

  it("estimates within 20 % of the actual count, on prose, code and data", async () => {
    const prose = readFileSync(new URL("../../docs/guide.md", import.meta.url), "utf8");
    const code = readFileSync(new URL("../../ts/session/context-session.ts", import.meta.url), "utf8");
    const data = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    for (const text of [prose, code, data]) {
      const session = new ContextSession({ maxTokens: 100_000 });
      await session.addTurn(user(text));
      expect(session.tokens / countTokens(text)).toBeGreaterThan(0.8);
      expect(session.tokens / countTokens(text)).toBeLessThan(1.2);
    }
  });

  it("approaches the provider's bills", async () => {
    const session = new ContextSession({ maxTokens: 100_000, model: "gpt-5" });
    await addAll(session, [user(tokensOfText(1000)), assistant("ok")]);
    const { tokens } = await session.prompt("openai-chat");
    const billed = Math.round(1.5 * tokens);
    expect(session.recordUsage({ prompt_tokens: billed, completion_tokens: 5 })).toBe(true);
    expect(Math.abs(session.tokens - billed)).toBeLessThanOrEqual(1);
    expect(session.recordUsage({ nonsense: 1 })).toBe(false);
  });

  it("reads each turn once, however long the session is", async () => {
    const seen: string[] = [];
    const session = new ContextSession({
      maxTokens: 1_000_000,
      tokens: (text) => {
        seen.push(text);
        return text.length;
      },
    });
    await addAll(session, dialogue(100, 2));
    expect(seen).toHaveLength(100);
    expect(session.stats().tokens).toBe(800);
    await session.prompt("anthropic");
    expect(seen).toHaveLength(100);
  });
});

describe("trimming", () => {
  /** 80,000 of 100,000 tokens after the last turn. */
  const full = async (options = {}) => {
    const session = charsSession(100_000, options);
    const heard = listen(session);
    await addAll(session, dialogue(20, 4000));
    return { session, heard };
  };

  it("trims at 80 %, with a warning, before the next turn is sent", async () => {
    const { session, heard } = await full();
    expect(session.tokens).toBe(80_000);
    expect(heard.warnings).toHaveLength(1);
    expect(session.stats().trimDue).toBe(true);
    await session.addTurn(user("next"));
    expect(session.turns).toHaveLength(21);
    const { tokens } = await session.prompt("openai-chat");
    expect(tokens).toBeLessThan(80_000);
    expect(heard.order.slice(-4)).toEqual(["warning", "turn", "trim", "notice"]);
  });

  it("does not trim below 80 %", async () => {
    const session = charsSession(100_001);
    const heard = listen(session);
    await addAll(session, dialogue(20, 4000));
    await session.prompt("openai-chat");
    expect([heard.warnings, heard.notices, session.turns.length]).toEqual([[], [], 20]);
  });

  it("keeps the first 2 and last 10 turns of 20, discards 3 to 10, and leaves a marker", async () => {
    const { session } = await full();
    await session.prompt("openai-chat");
    const numbers = contents(session).map((text) => Number(/^#(\d+) /.exec(text)?.[1]));
    expect(numbers).toEqual([1, 2, Number.NaN, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(contents(session)[2]).toBe("[8 earlier turns trimmed]");
  });

  it("keeps a question that waits for its answer beside the last 10 turns", async () => {
    const { session } = await full();
    await session.addTurn(user("#21 the next question"));
    await session.prompt("openai-chat");
    const numbers = contents(session).map((text) => Number(/^#(\d+) /.exec(text)?.[1]));
    expect(numbers).toEqual([1, 2, Number.NaN, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
  });

  it("updates the one marker at the next trim", async () => {
    const { session } = await full();
    await session.prompt("openai-chat");
    await addAll(session, dialogue(8, 4000));
    await session.prompt("openai-chat");
    const markers = contents(session).filter((text) => text.includes("trimmed]"));
    expect(markers).toEqual(["[16 earlier turns trimmed]"]);
    expect(session.stats()).toMatchObject({ trims: 2, trimmedTurns: 16, turns: 12 });
  });

  it("always keeps the first query, the first answer, the newest turns and system entries", async () => {
    const session = charsSession(100_000, { systemPrompt: "be brief" });
    await addAll(session, [user("the query"), assistant("the answer"), { role: "system", content: "a note" }]);
    await addAll(session, dialogue(20, 4000));
    await session.prompt("openai-chat");
    expect(contents(session).slice(0, 5)).toEqual([
      "be brief",
      "the query",
      "the answer",
      "a note",
      "[10 earlier turns trimmed]",
    ]);
    expect(contents(session).at(-1)).toMatch(/^#20 /);
    expect(session.turns).toHaveLength(15);
  });

  it("never separates a call from its results, and reports what that keeps", async () => {
    const session = charsSession(1000, { keepFirst: 1, keepLast: 2 });
    const heard = listen(session);
    await addAll(session, [user("q"), call("a", "b"), result("a"), user("meanwhile"), assistant("old")]);
    await addAll(session, [user("more"), assistant("then"), result("b"), assistant(tokensOfText(900))]);
    const change = await session.trim();
    expect(change).toMatchObject({ droppedTurns: 3, widened: 2 });
    expect(session.turns.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "system",
      "assistant",
      "tool",
      "assistant",
    ]);
    await session.prompt("openai-chat");
    expect(heard.notices[0]).toMatch(
      /^Context trimmed\. Kept first 1 and last 2 turns \(\+2 to keep calls with their results\)\./,
    );
  });
});

describe("warnings", () => {
  it("warns at 80 % in yellow, after the answer, once, and blocks nothing", async () => {
    const session = charsSession(1000);
    const heard = listen(session);
    await session.addTurn(user(tokensOfText(800)));
    expect(heard.warnings).toEqual([]);
    await session.addTurn(assistant("ok"));
    expect(heard.warnings).toMatchObject([
      { level: "warn", color: "yellow", message: "Context at 80% capacity. Consider /clear or /save." },
    ]);
    expect(heard.warnings[0]?.advice).toContain("trimmed before the next prompt");
    await session.addTurn(user("go on"));
    await session.addTurn(assistant("fine"));
    expect(heard.warnings).toHaveLength(1);
  });

  it("warns at 90 % in orange, says what to do, and allows one more turn before the trim", async () => {
    const session = charsSession(1000, { keepFirst: 1, keepLast: 1 });
    const heard = listen(session);
    await addAll(session, [user("q"), user(tokensOfText(500)), assistant(tokensOfText(420))]);
    expect(heard.warnings).toMatchObject([
      { level: "urgent", color: "orange", message: "Context at 90% capacity. Auto-trimming soon." },
    ]);
    expect(heard.warnings[0]?.advice).toMatch(/\/save, \/clear or \/reduce now/);
    await session.addTurn(user("one more"));
    expect((await session.prompt("openai-chat")).tokens).toBeGreaterThan(900);
    await session.addTurn(assistant("ok"));
    expect(heard.warnings).toHaveLength(1);
    expect(session.stats().trimDue).toBe(true);
    await session.addTurn(user("next"));
    await session.prompt("openai-chat");
    expect(session.tokens).toBeLessThan(800);
  });

  it("does not wait if the next prompt would not fit", async () => {
    const session = charsSession(1000, { keepFirst: 1, keepLast: 1 });
    const heard = listen(session);
    await addAll(session, [user("q"), user(tokensOfText(500)), assistant(tokensOfText(420)), user(tokensOfText(100))]);
    const { tokens, fits } = await session.prompt("openai-chat");
    expect({ small: tokens < 800, fits }).toEqual({ small: true, fits: true });
    expect(heard.notices[0]).toBe("The next prompt would not fit: making room at once.");
  });

  it("emits the trim's line with the next prompt, and the session continues", async () => {
    const session = charsSession(100_000);
    const heard = listen(session);
    await addAll(session, dialogue(20, 4000));
    expect(heard.notices).toEqual([]);
    await session.prompt("openai-chat");
    expect(heard.notices).toEqual(["Context trimmed. Kept first 2 and last 10 turns."]);
    await addAll(session, [user("and now?"), assistant("on we go")]);
    expect((await session.prompt("openai-chat")).request.messages).toHaveLength(15);
    expect(heard.notices).toHaveLength(1);
  });

  it("warns again at the next crossing", async () => {
    const session = charsSession(1000, { keepFirst: 1, keepLast: 1 });
    const heard = listen(session);
    for (const turns of [8, 6]) {
      await addAll(session, dialogue(turns, 100));
      await session.prompt("openai-chat");
    }
    expect(heard.warnings.map(({ level }) => level)).toEqual(["warn", "warn"]);
  });
});

describe("portability", () => {
  it("exports all turns as a JSON array of turn objects with session, agent and time", async () => {
    const session = charsSession(1000, { id: "s-1", agent: "coder" });
    await session.addTurn({ role: "user", content: "hello", timestamp: "2026-01-02T03:04:05.000Z" });
    await session.addTurn({ role: "assistant", content: "hi", timestamp: "2026-01-02T03:04:06.000Z" });
    const owner = { session_id: "s-1", agent: "coder" };
    expect(JSON.parse(session.export())).toEqual([
      { ...owner, timestamp: "2026-01-02T03:04:05.000Z", role: "user", content: "hello" },
      { ...owner, timestamp: "2026-01-02T03:04:06.000Z", role: "assistant", content: "hi" },
    ]);
  });

  it("imports turns into the open session, for all later prompts", async () => {
    const first = charsSession(1000);
    await addAll(first, [user("hello"), call("c"), result("c"), assistant("done")]);
    const folder = temporaryFolder();
    const path = join(folder, "context.json");
    writeFileSync(path, first.export());
    const second = charsSession(1000);
    await second.addTurn(user("before"));
    expect(await second.import(readFileSync(path))).toMatchObject({ turns: 4, source: "export" });
    rmSync(folder, { recursive: true });
    expect(contents(second)).toEqual(["before", "hello", "", "done", "done"]);
    expect(second.tokens).toBe(Math.ceil((6 + 5 + 9 + 12 + 4 + 4) / 4));
    await second.addTurn(user("after"));
    expect((await second.prompt("openai-chat")).request.messages).toHaveLength(6);
  });
});
