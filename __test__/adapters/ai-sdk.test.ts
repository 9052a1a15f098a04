import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TamisModelMiddlewareOptions, tamisModelMiddleware } from "../../ts/adapters/ai-sdk.js";
import type { Report } from "../../ts/index.js";
import { validateRequest } from "../../ts/validate/index.js";
import { everyTurn } from "../support/every-turn.js";
import { thrownBy } from "../support/thrown.js";
import { type Seen, startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { ANSWER, SCRIPT } from "./agents/agent.js";
import { aiSdkAgents } from "./agents/ai-sdk.js";
import { unmask } from "./unmask.js";

const POLICY = everyTurn({ mask: { windowTurns: 2, placeholder: { family: "conversation" } } });

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const plain = aiSdkAgents();
const reports: Report[] = [];
const middleware = tamisModelMiddleware(POLICY, { onReport: (report) => reports.push(report) });
const wrapped = aiSdkAgents((model) => wrapLanguageModel({ model: model as never, middleware }));

describe.each(["chat", "responses", "anthropic", "google"] as const)("a wrapped model of %s", (name) => {
  it.each([false, true])("answers the same and sends old results masked, streaming: %s", async (stream) => {
    const run = async (agent: (typeof plain)["chat"]): Promise<Seen[]> => {
      upstream.script(SCRIPT, stream ? { chunkBytes: 31 } : {});
      expect(await agent({ url: upstream.url, stream })).toBe(ANSWER);
      return [...upstream.seen];
    };
    const direct = await run(plain[name]);
    reports.length = 0;
    const through = await run(wrapped[name]);
    const back = through.map(({ text }) => unmask(text));
    expect(back.map(({ text }) => text)).toEqual(direct.map(({ text }) => text));
    expect(back.map(({ masked }) => masked.length)).toEqual([0, 0, 0, 1, 3, 4]);
    for (const { bytes } of through) expect(validateRequest(bytes)).toEqual([]);
    expect(reports.map(({ wire, maskedCount }) => [wire, maskedCount])).toEqual(
      [0, 0, 0, 1, 3, 4].map((count) => [name === "anthropic" ? "anthropic" : "openai-chat", count]),
    );
  });
});

const LONG = "a long result ".repeat(40);

type Output = Extract<LanguageModelV4Prompt[number], { role: "tool" }>["content"][number] & { type: "tool-result" };

/** A prompt whose first tool turn has these results, and whose second is the window. */
function promptOf(outputs: Output["output"][], more: object = {}): LanguageModelV4Prompt {
  const turn = (ids: string[], results: Output["output"][]): LanguageModelV4Prompt => [
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "hm", providerOptions: { x: { signature: "s" } } },
        ...ids.map((toolCallId) => ({ type: "tool-call" as const, toolCallId, toolName: "run", input: { a: 1 } })),
      ],
    },
    {
      role: "tool",
      content: ids.map((toolCallId, index) => ({
        type: "tool-result" as const,
        toolCallId,
        toolName: "run",
        output: results[index] as Output["output"],
        ...more,
      })),
    },
  ];
  return [
    { role: "system", content: "Be brief.", providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
    { role: "user", content: [{ type: "text", text: "go" }] },
    ...turn(
      outputs.map((_, index) => `old_${index}`),
      outputs,
    ),
    ...turn(["new"], [{ type: "text", value: LONG }]),
  ];
}

const WINDOW_1 = everyTurn({ mask: { windowTurns: 1 } });
const model = { provider: "openai.chat", modelId: "gpt-5" };

async function transform(prompt: LanguageModelV4Prompt, policy: object = WINDOW_1, of = model) {
  const params: LanguageModelV4CallOptions = { prompt, temperature: 0.5, providerOptions: { x: { y: 1 } } };
  const result = await tamisModelMiddleware(policy).transformParams({ params, model: of });
  return { params, result };
}

const placeholder = (chars: number) => `[old result left out: ${chars} chars]`;

describe("transformParams", () => {
  const keep = { providerOptions: { openai: { detail: "low" } } };
  const json = { rows: [LONG] };

  it.each([
    ["text", { type: "text", value: LONG, ...keep }, { type: "text", value: placeholder(560), ...keep }],
    ["json", { type: "json", value: json, ...keep }, { type: "text", value: placeholder(573), ...keep }],
    [
      "a list of texts",
      {
        type: "content",
        value: [
          { type: "text", text: LONG, ...keep },
          { type: "text", text: LONG },
        ],
        ...keep,
      },
      { type: "content", value: [{ type: "text", text: placeholder(1120), ...keep }], ...keep },
    ],
  ])("masks %s", async (_, output, expected) => {
    const { params, result } = await transform(promptOf([output as Output["output"]], keep));
    const before = structuredClone(params);
    const { prompt, ...others } = result;
    expect(others).toEqual({ temperature: 0.5, providerOptions: { x: { y: 1 } } });
    const message = prompt[3] as { content: { output: unknown }[] };
    expect(message.content[0]).toEqual({
      type: "tool-result",
      toolCallId: "old_0",
      toolName: "run",
      output: expected,
      ...keep,
    });
    // All other messages are the same objects, and nothing that came in was written to.
    for (const index of [0, 1, 2, 4, 5]) expect(prompt[index]).toBe(params.prompt[index]);
    expect(params).toEqual(before);
  });

  it.each([
    ["an error text", { type: "error-text", value: LONG }],
    ["an error as JSON", { type: "error-json", value: { message: LONG } }],
  ])("keeps %s for Anthropic's models, and masks it as an error if errors are not kept", async (_, output) => {
    const prompt = promptOf([output as Output["output"]]);
    const claude = { provider: "anthropic.messages", modelId: "claude-sonnet-5" };
    expect((await transform(prompt, WINDOW_1, claude)).result.prompt).toBe(prompt);
    const { result } = await transform(prompt, everyTurn({ mask: { windowTurns: 1, keepErrors: false } }), claude);
    const [part] = (result.prompt[3] as { content: Output[] }).content;
    const value = expect.stringMatching(/^\[old error left out: /);
    expect(part?.output).toEqual({ type: "error-text", value });
  });

  it("keeps the part with the cache marker", async () => {
    const marked = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
    const value = [
      { type: "text" as const, text: LONG },
      { type: "text" as const, text: LONG, ...marked },
    ];
    const { result } = await transform(promptOf([{ type: "content", value }]));
    const [part] = (result.prompt[3] as { content: Output[] }).content;
    expect(part?.output).toEqual({
      type: "content",
      value: [{ type: "text", text: placeholder(1120), ...marked }],
    });
  });

  it.each([
    ["a file among the texts", { type: "content", value: [{ type: "text", text: LONG }, { type: "custom" }] }],
    ["a denied call", { type: "execution-denied", reason: LONG }],
    ["a short text", { type: "text", value: "ok" }],
    ["nothing", { type: "json", value: undefined }],
  ])("leaves %s and the whole prompt unchanged", async (_, output) => {
    const prompt = promptOf([output as Output["output"]]);
    const { params, result } = await transform(prompt);
    expect(result).toBe(params);
  });

  it("masks the right one of parallel results", async () => {
    const outputs = [LONG, "short", LONG].map((value) => ({ type: "text" as const, value }));
    const { result, params } = await transform(promptOf(outputs));
    const { content } = result.prompt[3] as { content: Output[] };
    expect(content.map(({ output }) => (output as { value: string }).value)).toEqual([
      placeholder(560),
      "short",
      placeholder(560),
    ]);
    expect(content[1]).toBe((params.prompt[3] as { content: Output[] }).content[1]);
  });

  it("leaves results that the provider ran itself, and counts no tool turn for them", async () => {
    const prompt = promptOf([{ type: "text", value: LONG }]);
    const own = { toolCallId: "srv", toolName: "web_search" };
    prompt.push({
      role: "assistant",
      content: [
        { type: "tool-call", ...own, input: {}, providerExecuted: true },
        { type: "tool-result", ...own, output: { type: "text", value: LONG } },
      ],
    });
    const { result, params } = await transform(prompt);
    expect(JSON.stringify(result.prompt).match(/old result left out/g)).toHaveLength(1);
    expect(result.prompt[6]).toBe(params.prompt[6]);
  });

  it("keeps an approval next to results", async () => {
    const prompt = promptOf([{ type: "text", value: LONG }]);
    const approval = { type: "tool-approval-response" as const, approvalId: "a", approved: true };
    (prompt[3] as { content: unknown[] }).content.unshift(approval);
    const { result } = await transform(prompt);
    const { content } = result.prompt[3] as { content: unknown[] };
    expect(content).toEqual([approval, expect.objectContaining({ output: { type: "text", value: placeholder(560) } })]);
  });

  it("passes an unreadable prompt on and reports it", async () => {
    const errors: unknown[] = [];
    const params = { prompt: [{ role: "tool", content: 5 }] };
    const own = tamisModelMiddleware(POLICY, { onError: (error) => errors.push(error) });
    expect(await own.transformParams({ params, model })).toBe(params);
    expect(errors).toHaveLength(1);
  });
});

describe("options", () => {
  it("name the specification", () => {
    expect(tamisModelMiddleware().specificationVersion).toBe("v4");
    expect(tamisModelMiddleware({}, { specificationVersion: "v3" }).specificationVersion).toBe("v3");
  });

  it.each([[{ specificationVersion: "v1" }], [{ reducer: { reduce() {} } }], [{ onReport: 1 }], [{ model: "x" }]])(
    "refuse %j at once",
    (options) => {
      expect(thrownBy(() => tamisModelMiddleware(POLICY, options as TamisModelMiddlewareOptions<"v4">))).toMatchObject({
        code: "OPTION_INVALID",
      });
    },
  );
});
