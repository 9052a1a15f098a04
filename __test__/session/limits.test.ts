import { describe, expect, it } from "vitest";
import { ContextSession } from "../../ts/session/index.js";
import { masksAlone } from "../support/masks-alone.js";
import { addAll, assistant, call, charsSession, dialogue, listen, result, tokensOfText, user } from "./build.js";

describe("a trim for which dropping turns is not enough", () => {
  it("masks old results, oldest first, no more than needed", async () => {
    const session = charsSession(1000);
    const heard = listen(session);
    await addAll(session, [
      user("q"),
      call("a"),
      result("a", tokensOfText(300)),
      call("b"),
      result("b", tokensOfText(300)),
    ]);
    await addAll(session, [call("c"), result("c", tokensOfText(250)), assistant("done")]);
    await session.prompt("openai-chat");
    const results = session.turns.filter(({ role }) => role === "tool").map(({ content }) => content);
    expect(results).toEqual([
      "[Observation masked: old tool result (tool_call_id=a, tool=read_file, chars=1200)]",
      tokensOfText(300),
      tokensOfText(250),
    ]);
    expect(session.tokens).toBeLessThan(800);
    expect(heard.notices).toEqual(["Context trimmed. Kept all turns. Masked 1 old result."]);
    expect(session.stats()).toMatchObject({ maskedCount: 1, trims: 1, trimmedTurns: 0 });
  });

  it("clips the largest texts next: results first, then answers, never the user's or the system's", async () => {
    const session = charsSession(1000, { systemPrompt: tokensOfText(100) });
    await addAll(session, [
      user(tokensOfText(200)),
      call("a"),
      result("a", `begin${tokensOfText(500)}end`),
      assistant(tokensOfText(300)),
    ]);
    await session.prompt("openai-chat");
    const [system, asked, , found, said] = session.turns.map(({ content }) => content);
    expect([system, asked, said]).toEqual([tokensOfText(100), tokensOfText(200), tokensOfText(300)]);
    expect(found).toMatch(/^begin(abcd)+(a|ab|abc)?\n\[clipped — 2008 chars\]\n.*end$/);
    await session.addTurn(user("more"));
    await session.addTurn(assistant(tokensOfText(400)));
    await session.prompt("openai-chat");
    expect(session.turns.filter(({ content }) => content.includes("[clipped — ")).length).toBeGreaterThan(1);
    expect(session.tokens).toBeLessThan(800);
  });

  it("says what to do if nothing helps, and the session continues", async () => {
    const session = charsSession(1000);
    const heard = listen(session);
    await addAll(session, [user(tokensOfText(1100)), assistant("ok")]);
    const { fits } = await session.prompt("openai-chat");
    expect(fits).toBe(false);
    expect(heard.notices.at(-1)).toBe(
      "The turns that are always kept take 1101 of 1000 tokens (110%). Use /clear or /undo, or a larger limit.",
    );
    await session.undo();
    await session.addTurn(user("shorter"));
    expect((await session.prompt("openai-chat")).fits).toBe(true);
  });

  it("never cuts a surrogate pair", async () => {
    for (let shift = 0; shift < 4; shift++) {
      const session = charsSession(1000);
      await addAll(session, [user("q"), assistant("x".repeat(shift) + "😀".repeat(2000))]);
      await session.prompt("openai-chat");
      const text = session.turns[1]?.content ?? "";
      expect(text).toContain("[clipped — ");
      expect(/\p{Surrogate}/u.test(text)).toBe(false);
    }
  });
});

describe('onLimit: "reduce"', () => {
  const agentRun = (turns: number) => [
    user("fix it"),
    ...Array.from({ length: turns }, (_, at) => [call(`c${at}`), result(`c${at}`, tokensOfText(40))]).flat(),
    assistant("done"),
  ];

  it("masks by the policy first, and drops no turn if that is enough", async () => {
    const session = charsSession(1000, { onLimit: "reduce" });
    const heard = listen(session);
    await addAll(session, agentRun(19));
    expect(heard.warnings).toHaveLength(1);
    // Short results stay by the default policy: whatever is left to do is done, too.
    const { tokens } = await session.prompt("openai-chat");
    expect(heard.order).toContain("reduce");
    expect(tokens).toBeLessThan(800);
    const other = charsSession(1000, {
      onLimit: "reduce",
      policy: { mask: { windowTurns: 4, minChars: 0 }, cache: { strategy: "every-turn" } },
    });
    const told = listen(other);
    await addAll(other, agentRun(19));
    await other.prompt("openai-chat");
    expect(other.turns.filter(({ content }) => content.startsWith("[old result left out"))).toHaveLength(15);
    expect(other.turns).toHaveLength(40);
    expect(told.order).not.toContain("trim");
    expect(told.notices).toEqual(["Context reduced. Masked 15 old results."]);
  });

  it("checks a policy at once, and reduces when asked", async () => {
    expect(() => charsSession(1000, { policy: { mask: { windowTurn: 1 } } as never })).toThrow(
      expect.objectContaining({ code: "POLICY_INVALID" }),
    );
    const session = charsSession(100_000, { policy: masksAlone() });
    await addAll(session, [
      user("q"),
      ...Array.from({ length: 12 }, (_, at) => [call(`c${at}`), result(`c${at}`, tokensOfText(500))]).flat(),
    ]);
    const { maskedCount, tokensBefore, tokensAfter } = await session.reduce();
    expect(maskedCount).toBe(4);
    expect(tokensBefore - tokensAfter).toBeGreaterThan(1900);
    expect(session.stats().savedTokens).toBe(tokensBefore - tokensAfter);
    expect((await session.reduce()).maskedCount).toBe(0);
  });
});

describe("a session", () => {
  it.each([
    [{ maxTokens: 0 }, "maxTokens"],
    [{ maxTokens: 10, keepLast: 0 }, "keepLast"],
    [{ maxTokens: 10, warnAt: 0.9, urgentAt: 0.8 }, "urgentAt"],
    [{ maxTokens: 10, onLimit: "shrink" }, "onLimit"],
    [{ maxTokens: 10, tokens: "words" }, "tokens"],
    [{ maxTokens: 10, keepfirst: 1 }, "keepFirst"],
    [{ maxTokens: 10, model: "" }, "model"],
  ])("refuses %j", (options, text) => {
    expect(() => new ContextSession(options as never)).toThrow(expect.objectContaining({ code: "OPTION_INVALID" }));
    expect(() => new ContextSession(options as never)).toThrow(text);
  });

  it("refuses invalid turns, and does not change", async () => {
    const session = charsSession(1000);
    await addAll(session, [user("q"), call("a"), result("a")]);
    const bad: [unknown, string][] = [
      [{ role: "critic", content: "x" }, 'turn.role: unknown role "critic"; expected system, user, assistant, tool'],
      [{ role: "user", content: 5 }, "turn.content: expected text, got number"],
      [{ role: "user", timestamp: "soon" }, "turn.timestamp"],
      [{ role: "tool", content: "x" }, "a tool turn must say which call it answers"],
      [result("nobody"), 'no call "nobody" is before this result'],
      [result("a"), 'the call "a" is answered already'],
      [{ role: "user", toolCalls: [{ id: "x", name: "f", arguments: "{}" }] }, "only an assistant turn calls tools"],
      [{ role: "assistant", toolCalls: [{ id: "", name: "f", arguments: "{}" }] }, "turn.toolCalls[0]"],
      [call("x", "x"), "occurs twice"],
      [{ role: "user", contents: "x" }, "turn.contents: unknown key"],
      [{ role: "user", metadata: { big: 1n } }, "turn.metadata: not plain JSON"],
      [{ role: "user", original: { wire: "telex", value: 1 } }, "turn.original"],
      [null, "expected an object"],
    ];
    for (const [turn, text] of bad) {
      await expect(session.addTurn(turn as never)).rejects.toMatchObject({
        code: "SESSION_INVALID",
        message: expect.stringContaining(text),
      });
    }
    expect(session.turns).toHaveLength(3);
    await session.addTurn(assistant("still here"));
  });

  it("runs calls in order, even if none is awaited", async () => {
    const session = charsSession(1000);
    await Promise.all([
      ...dialogue(4).map((turn) => session.addTurn(turn)),
      session.undo(),
      session.addTurn(user("last")),
    ]);
    expect(session.turns.map(({ content }) => content)).toEqual(
      ["#1 x", "#2 x", "last"].map((text) => expect.stringMatching(new RegExp(`^${text.slice(0, 2)}`))),
    );
  });

  it("stops calling a removed listener, and survives a listener that throws", async () => {
    const session = charsSession(1000);
    const heard: string[] = [];
    const off = session.on("turn", ({ turn }) => heard.push(turn.content));
    session.on("turn", () => {
      throw new Error("a listener's own business");
    });
    const warned = new Promise((resolve) => process.once("warning", resolve));
    await session.addTurn(user("one"));
    expect(await warned).toMatchObject({ message: "a listener's own business" });
    off();
    await session.addTurn(assistant("two"));
    expect(heard).toEqual(["one"]);
  });
});

describe("a message without an answer", () => {
  it("that reaches 80 % is seen before it is sent: old turns make room", async () => {
    const session = charsSession(1000, { keepFirst: 1, keepLast: 2 });
    const heard = listen(session);
    await addAll(session, dialogue(8, 90));
    expect(heard.warnings).toEqual([]);
    await session.addTurn(user(tokensOfText(100)));
    const { tokens, fits } = await session.prompt("openai-chat");
    expect({ fits, isBelow: tokens < 800 }).toEqual({ fits: true, isBelow: true });
    expect(heard.warnings).toMatchObject([
      {
        color: "yellow",
        message: "Context at 80% capacity. Consider /clear or /save.",
        advice: "Older turns are trimmed before this message is sent.",
        tokens: 820,
      },
    ]);
    expect(heard.notices).toEqual(["Context trimmed. Kept first 1 and last 2 turns."]);
    expect(session.turns.at(-1)?.content).toBe(tokensOfText(100));
  });

  it("that jumps to 90 % is sent whole after a warning in orange, and the trim comes one turn later", async () => {
    const session = charsSession(1000, { keepFirst: 1, keepLast: 2 });
    const heard = listen(session);
    await addAll(session, [...dialogue(8, 90), user(tokensOfText(180))]);
    expect(await session.prompt("openai-chat")).toMatchObject({ tokens: 900, fits: true });
    await session.prompt("openai-chat"); // after an error of the endpoint, for example
    await session.addTurn(assistant("ok"));
    const orange = { color: "orange", message: "Context at 90% capacity. Auto-trimming soon." };
    expect(heard.warnings).toMatchObject([orange]);
    expect(session.turns).toHaveLength(10);
    await session.addTurn(user("next"));
    await session.prompt("openai-chat");
    expect(heard.notices).toEqual(["Context trimmed. Kept first 1 and last 2 turns."]);
  });

  it("is kept in addition to the last turns", async () => {
    const session = charsSession(100_000);
    await addAll(session, [...dialogue(20, 4000), user("pending")]);
    await session.prompt("openai-chat");
    const numbers = session.turns.flatMap(({ content }) => /^#(\d+) /.exec(content)?.[1] ?? []);
    expect(numbers).toEqual(["1", "2", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20"]);
    expect(session.turns.at(-1)?.content).toBe("pending");
  });

  it("is sent as it is below 80 %, or where nothing can be left out", async () => {
    const small = charsSession(1000, { keepFirst: 1, keepLast: 1 });
    await addAll(small, [...dialogue(7, 90), user(tokensOfText(100))]);
    await small.prompt("openai-chat");
    expect(small.turns).toHaveLength(8);
    const alone = charsSession(1000);
    await alone.addTurn(user(tokensOfText(900)));
    expect(await alone.prompt("openai-chat")).toMatchObject({ tokens: 900, fits: true });
  });
});
