import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { createMiddleware } from "langchain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tamisAgentMiddleware, tamisMessages } from "../../ts/adapters/langchain.js";
import type { Report } from "../../ts/index.js";
import { validateRequest } from "../../ts/validate/index.js";
import { everyTurn } from "../support/every-turn.js";
import { thrownBy } from "../support/thrown.js";
import { type Seen, startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { type Agent, ANSWER, SCRIPT } from "./agents/agent.js";
import { chatModels, langchainAgents } from "./agents/langchain.js";
import { unmask } from "./unmask.js";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const reports: Report[] = [];
const middleware = createMiddleware(
  tamisAgentMiddleware(everyTurn({ mask: { windowTurns: 2, placeholder: { family: "conversation" } } }), {
    onReport: (report) => reports.push(report),
  }),
);
const plain = langchainAgents();
const wrapped = langchainAgents([middleware]);

describe.each(["chat", "responses", "anthropic"])("an agent with the middleware, on %s", (name) => {
  it.each([false, true])("answers the same and sends old results masked, streaming: %s", async (stream) => {
    const run = async (agent: Agent): Promise<Seen[]> => {
      upstream.script(SCRIPT, stream ? { chunkBytes: 31 } : {});
      expect(await agent({ url: upstream.url, stream })).toBe(ANSWER);
      return [...upstream.seen];
    };
    const direct = await run(plain[name] as Agent);
    reports.length = 0;
    const through = await run(wrapped[name] as Agent);
    const back = through.map(({ text }) => unmask(text));
    expect(back.map(({ text }) => text)).toEqual(direct.map(({ text }) => text));
    expect(back.map(({ masked }) => masked.length)).toEqual([0, 0, 0, 1, 3, 4]);
    for (const { bytes } of through) expect(validateRequest(bytes)).toEqual([]);
    expect(reports.map(({ wire, model }) => [wire, model])).toEqual(
      SCRIPT.map(() => (name === "anthropic" ? ["anthropic", "claude-sonnet-5"] : ["openai-chat", "gpt-5"])),
    );
  });
});

const LONG = "a long result ".repeat(40);
const call = (id: string) => ({ id, name: "run", args: { a: 1 }, type: "tool_call" as const });

/** Two tool turns; the first is old for a window of one. */
function history(old: ConstructorParameters<typeof ToolMessage>[0]): BaseMessage[] {
  return [
    new SystemMessage("Be brief."),
    new HumanMessage({ content: [{ type: "text", text: "go" }] }),
    new AIMessage({ content: "", tool_calls: [call("old")] }),
    new ToolMessage(old),
    new AIMessage({ content: [{ type: "text", text: "more" }], tool_calls: [call("new")] }),
    new ToolMessage({ tool_call_id: "new", content: LONG }),
  ];
}

const reduce = tamisMessages(everyTurn({ mask: { windowTurns: 1 } }));
const PLACEHOLDER = "[old result left out: 560 chars]";

describe("tamisMessages", () => {
  it("puts a placeholder into a copy of the message, which keeps all its members", async () => {
    const artifact = { rows: [1] };
    const messages = history({
      tool_call_id: "old",
      content: LONG,
      id: "m1",
      name: "run",
      artifact,
      status: "success",
    });
    const [, , , masked] = await reduce(messages);
    expect(masked).toBeInstanceOf(ToolMessage);
    expect(masked).toMatchObject({ content: PLACEHOLDER, text: PLACEHOLDER, id: "m1", name: "run", status: "success" });
    expect((masked as ToolMessage).artifact).toBe(artifact);
    expect(JSON.stringify(masked)).toBe(JSON.stringify(messages[3]).replace(LONG, PLACEHOLDER));
    expect(messages[3]?.content).toBe(LONG);
    // Ids that LangChain gives later are the copy's own.
    masked?._updateId("m2");
    expect(messages[3]).toMatchObject({ id: "m1", lc_kwargs: { id: "m1", content: LONG } });
  });

  it("returns all other messages as the same objects", async () => {
    const messages = history({ tool_call_id: "old", content: LONG });
    const reduced = await reduce(messages);
    for (const index of [0, 1, 2, 4, 5]) expect(reduced[index]).toBe(messages[index]);
    expect(reduced).toHaveLength(messages.length);
  });

  it("masks a list of texts, and keeps the part with the cache marker", async () => {
    const marked = { type: "text" as const, text: LONG, cache_control: { type: "ephemeral" } };
    const content = [{ type: "text" as const, text: LONG }, marked];
    const [, , , masked] = await reduce(history({ tool_call_id: "old", content }));
    expect(masked?.content).toEqual([{ ...marked, text: PLACEHOLDER.replace("560", "1120") }]);
  });

  it.each([
    ["a short text", { content: "ok" }],
    ["an image", { content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${LONG}` } }] }],
    ["the result of no call", { content: LONG, tool_call_id: "other" }],
  ])("leaves %s", async (_, fields) => {
    const messages = history({ tool_call_id: "old", ...fields } as never);
    expect((await reduce(messages))[3]).toBe(messages[3]);
  });

  it("recognises errors by their status for Anthropic's models, by their text for others", async () => {
    const model = chatModels.anthropic({ url: "http://127.0.0.1:1", stream: false });
    const forClaude = tamisMessages(everyTurn({ mask: { windowTurns: 1 } }), { model });
    const failed = history({ tool_call_id: "old", content: LONG, status: "error" });
    expect((await forClaude(failed))[3]).toBe(failed[3]);
    expect((await reduce(failed))[3]?.content).toBe(PLACEHOLDER);
  });

  it("works in a chain", async () => {
    const chain = RunnableLambda.from((messages: BaseMessage[]) => reduce(messages));
    expect((await chain.invoke(history({ tool_call_id: "old", content: LONG })))[3]?.content).toBe(PLACEHOLDER);
  });

  it("reads each tool call once, even if its block is in the content too", async () => {
    const messages = history({ tool_call_id: "old", content: LONG });
    messages[2] = new AIMessage({
      content: [{ type: "tool_use", id: "old", name: "run", input: { a: 1 } }],
      tool_calls: [call("old")],
    });
    expect((await reduce(messages))[3]?.content).toBe(PLACEHOLDER);
  });

  it("returns unreadable messages unchanged and reports them", async () => {
    const errors: unknown[] = [];
    const own = tamisMessages({}, { onError: (error) => errors.push(error) });
    const messages = [null as unknown as BaseMessage];
    expect(await own(messages)).toEqual(messages);
    expect(errors).toHaveLength(1);
  });
});

it.each([[{ onReport: 1 }], [{ reducer: {} }], [{ fetch }]])("options like %j are refused at once", (options) => {
  expect(thrownBy(() => tamisAgentMiddleware({}, options as never))).toMatchObject({ code: "OPTION_INVALID" });
  expect(thrownBy(() => tamisMessages({}, options as never))).toMatchObject({ code: "OPTION_INVALID" });
});
