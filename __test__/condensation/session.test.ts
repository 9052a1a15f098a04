import { describe, expect, it } from "vitest";
import { ContextSession } from "../../ts/session/index.js";

async function filled(provider: string) {
  const session = new ContextSession({ maxTokens: 4_000, onLimit: "condense", condensation: { provider } });
  const [notices, changes]: [string[], unknown[]] = [[], []];
  session.on("notice", ({ message }) => notices.push(message));
  session.on("reduce", (change) => changes.push(change));
  for (let round = 0; round < 12; round++) {
    await session.addTurn({ role: "user", content: `question ${round} about the module` });
    const id = `call_${round}`;
    await session.addTurn({ role: "assistant", content: "", toolCalls: [{ id, name: "read_file", arguments: "{}" }] });
    await session.addTurn({
      role: "tool",
      toolCallId: id,
      content: `file ${round}\n${"a line of the file\n".repeat(60)}`,
    });
    await session.addTurn({ role: "assistant", content: `answer ${round}: it is done` });
    await session.addTurn({ role: "user", content: "next" });
    await session.prompt("openai-chat");
    await session.addTurn({ role: "assistant", content: "ok" });
  }
  return { session, notices, changes };
}

describe.each(["native", "smart"])("a session that condenses at its limit, with %s", (provider) => {
  it("stays within it, says what was done, and sends the same turns until the next time", async () => {
    const { session, notices, changes } = await filled(provider);
    expect(changes.length).toBeGreaterThan(0);
    expect(notices[0]).toMatch(
      new RegExp(`^Context condensed using ${provider === "smart" ? "Smart" : "Native"} strategy:\n`),
    );
    await session.addTurn({ role: "user", content: "go on" });
    const [one, two] = [await session.prompt("anthropic"), await session.prompt("anthropic")];
    expect(one.fits).toBe(true);
    expect(JSON.stringify(two.request)).toBe(JSON.stringify(one.request));
  });
});

it("a session that is given a function has its settings anew for each condensation", async () => {
  let provider = "native";
  const session = new ContextSession({ maxTokens: 2_000, onLimit: "condense", condensation: () => ({ provider }) });
  const notices: string[] = [];
  session.on("notice", ({ message }) => notices.push(message));
  for (let round = 0; round < 24; round++) {
    if (notices.length > 0) provider = "smart";
    await session.addTurn({ role: "user", content: `question ${round} about the module` });
    const id = `call_${round}`;
    await session.addTurn({ role: "assistant", content: "", toolCalls: [{ id, name: "read_file", arguments: "{}" }] });
    await session.addTurn({ role: "tool", toolCallId: id, content: `file ${round}\n${"a line of it\n".repeat(60)}` });
    await session.addTurn({ role: "assistant", content: `answer ${round}: it is done` });
    await session.prompt("openai-chat");
  }
  const strategies = notices.flatMap((line) => /^Context condensed using (\w+)/.exec(line)?.[1] ?? []);
  expect([...new Set(strategies)]).toEqual(["Native", "Smart"]);
});
