// The older form of Chat Completions: a message's `function_call`, which a message of role `function` answers by its name.
import { describe, expect, it } from "vitest";
import { collectStats } from "../../ts/cli/reduce/stats/collect.js";
import { createReducer } from "../../ts/pipeline/create-reducer.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { bothBackends } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";

const listing = (of: number) => `line ${of} of a listing\n`.repeat(100);
function conversation(turns: number, more: object[] = []) {
  const messages: object[] = [{ role: "user", content: "go" }];
  for (let at = 0; at < turns; at++) {
    messages.push(
      { role: "assistant", content: null, function_call: { name: "ls", arguments: `{"at":${at}}` } },
      { role: "function", name: "ls", content: listing(at) },
    );
  }
  return { model: "gpt-4", messages: [...messages, ...more] };
}
const bytesOf = (request: object) => Buffer.from(JSON.stringify(request));
const POLICY = definePolicy({ mask: { windowTurns: 2 }, cache: { strategy: "every-turn" } });

describe.each(bothBackends())("function messages, %s", (_, backend) => {
  it("are results of the calls before them, by name", () => {
    const { body, report } = backend.reduceBody(bytesOf(conversation(5)), POLICY, { explain: true });
    expect(report).toMatchObject({ toolTurnCount: 5, toolResultCount: 5, maskedCount: 3 });
    expect(report.decisions.map(({ toolName, messageIndex }) => [toolName, messageIndex])).toEqual(
      [2, 4, 6, 8, 10].map((message) => ["ls", message]),
    );
    const { messages } = JSON.parse(Buffer.from(body).toString());
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(
      conversation(5).messages.map((message) => (message as { role: string }).role),
    );
    expect(messages[2].content.length).toBeLessThan(200);
    expect(messages.at(-1).content).toBe(listing(4));
    expect(backend.validateBody(body, {})).toEqual([]);
  });

  it("of no call, and of no name, stay as they are", () => {
    const request = conversation(4, [{ role: "user", content: "and?" }]);
    request.messages.splice(1, 0, { role: "function", name: "other", content: listing(9) });
    request.messages.splice(1, 0, { role: "function", content: listing(8) });
    const { body } = backend.reduceBody(bytesOf(request), POLICY, {});
    const { messages } = JSON.parse(Buffer.from(body).toString());
    expect([messages[1].content, messages[2].content]).toEqual([listing(8), listing(9)]);
  });

  it("and messages of tools may stand in one conversation", () => {
    const request = conversation(1, [
      ...chatOf([{ calls: [{ id: "c1", tool: "read", result: listing(7) }] }]),
      ...conversation(2).messages.slice(1),
    ]);
    const { report } = backend.reduceBody(bytesOf(request), POLICY, { explain: true });
    expect(report.decisions.map(({ toolName }) => toolName)).toEqual(["ls", "read", "ls", "ls"]);
    expect(report).toMatchObject({ toolTurnCount: 4, maskedCount: 2 });
  });
});

it("statistics count them everywhere", () => {
  const stats = collectStats("a.json", bytesOf(conversation(6)));
  if (!("conversation" in stats) || stats.conversation === undefined) throw new Error("no conversation");
  const { toolTurns, toolResults, toolResultChars, chars, tools, tokens } = stats.conversation;
  expect([toolTurns, toolResults]).toEqual([6, 6]);
  expect(toolResultChars / chars).toBeGreaterThan(0.95);
  expect(tokens.toolResults / tokens.total).toBeGreaterThan(0.9);
  expect(tools).toMatchObject([{ name: "ls", calls: 6, results: 6 }]);
  expect(tools).toHaveLength(1);
});

it("the pipeline keeps a call with its answer", async () => {
  const { body, report } = await createReducer({ budget: { tokens: 1500 } }).reduce(conversation(20));
  expect(report.fits).toBe(true);
  const roles = body.messages.map((message) => (message as { role: string }).role);
  for (const [at, role] of roles.entries()) if (role === "function") expect(roles[at - 1]).toBe("assistant");
});
