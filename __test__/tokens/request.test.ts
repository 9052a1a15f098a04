import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import {
  countRequest,
  countTokens,
  estimateRequest,
  estimateTokens,
  type RequestTokens,
} from "../../ts/tokens/index.js";
import { measureRequest } from "../../ts/tokens/request/index.js";
import { arbitraryWireCase } from "../support/arbitrary-wire-case.js";
import { arbitraryWireRequest } from "../support/arbitrary-wires.js";
import { chatOf } from "../support/on-wire.js";
import { readRecording, recordings } from "../support/recordings.js";
import { thrownBy } from "../support/thrown.js";
import { tokenBackends } from "../support/tokens.js";

const bytes = (request: unknown) => Buffer.from(JSON.stringify(request));
const LONG = 'A tool result that is long enough to stay behind in the body, with "quotes",\nlines and é語😀. '.repeat(
  4,
);

const CHAT = {
  model: "gpt-4o",
  messages: [
    { role: "system", content: "You are terse." },
    { role: "user", name: "ann", content: [{ type: "text", text: "Read it." }] },
    ...chatOf([{ calls: [{ id: "c1", tool: "read_file", args: { path: "a.txt" }, result: LONG }] }]),
  ],
};

describe("estimateRequest and countRequest", () => {
  it("counts OpenAI's messages by its cookbook", () => {
    const found = countRequest(CHAT);
    const t = (text: string) => countTokens(text);
    const perMessage = [
      3 + t("system") + t("You are terse."),
      3 + t("user") + t("ann") + 1 + t("Read it."),
      3 + t("assistant") + t("read_file") + t('{"path":"a.txt"}'),
      3 + t("tool") + t(LONG),
    ];
    expect(found.messages.map(({ tokens }) => tokens)).toEqual(perMessage);
    expect(found).toMatchObject({
      wire: "openai-chat",
      model: "gpt-4o",
      method: "exact",
      encoding: "o200k_base",
      totalTokens: perMessage.reduce((a, b) => a + b) + 3,
      systemTokens: perMessage[0],
      toolTokens: 0,
      overheadTokens: 3,
      approximated: { "tool-calls": 1 },
    });
    expect(found.messages[3]?.blocks).toEqual([
      {
        kind: "tool-result",
        role: "tool",
        messageIndex: 3,
        blockIndex: 0,
        toolName: "read_file",
        callId: "c1",
        tokens: t(LONG),
        chars: LONG.length,
      },
    ]);
    expect(estimateRequest(CHAT).messages[3]?.blocks[0]?.tokens).toBe(estimateTokens(LONG));
  });

  // The example of the cookbook's section 7: two functions for gpt-4o, with one property that is one of two values.
  it("counts OpenAI's tools by its cookbook", () => {
    const tools = [
      {
        type: "function",
        function: {
          name: "get_current_weather",
          description: "Get the current weather in a given location",
          parameters: {
            type: "object",
            properties: {
              location: { type: "string", description: "The city and state, e.g. San Francisco, CA" },
              unit: {
                type: "string",
                description: "The unit of temperature to return",
                enum: ["celsius", "fahrenheit"],
              },
            },
            required: ["location"],
          },
        },
      },
    ];
    const messages = [
      { role: "system", content: "You are a helpful assistant that can answer to questions about the weather." },
      { role: "user", content: "What's the weather like in San Francisco?" },
    ];
    // 105 is what the cookbook's notebook prints for gpt-3.5 and gpt-4, 101 for gpt-4o.
    expect(countRequest({ model: "gpt-4o", messages, tools }).totalTokens).toBe(101);
    expect(countRequest({ model: "gpt-4", messages, tools }).totalTokens).toBe(105);
    const flat = tools.map(({ type, function: definition }) => ({ type, ...definition }));
    expect(countRequest({ model: "gpt-4o", input: messages, tools: flat }).totalTokens).toBe(101);
  });

  it("adds Anthropic's tool prompt by model and choice", () => {
    const request = (model: string, choice?: string) => ({
      model,
      max_tokens: 10,
      system: "You are a scientist",
      messages: [{ role: "user", content: "Hello, Claude" }],
      tools: [{ name: "t", input_schema: { type: "object" } }],
      ...(choice === undefined ? {} : { tool_choice: { type: choice } }),
    });
    const added = (model: string, choice?: string) => {
      const { toolTokens, tools } = countRequest(request(model, choice));
      return toolTokens - (tools[0]?.tokens ?? 0);
    };
    expect([added("claude-sonnet-4-5"), added("claude-sonnet-4-5", "any")]).toEqual([346, 313]);
    expect([added("claude-3-5-haiku-latest"), added("claude-3-opus-20240229", "tool")]).toEqual([264, 281]);
    const { tools: _, ...plain } = request("claude-sonnet-4-5");
    // What the page on token counting says of it.
    expect(countRequest(plain).totalTokens).toBe(14);
    expect(countRequest(plain).approximated).toMatchObject({ encoding: 1, "message-overhead": 1 });
  });

  it("reads every kind of block of Anthropic's and Gemini's wires", () => {
    const anthropic = countRequest({
      model: "claude-sonnet-4-5",
      system: [{ type: "text", text: LONG, cache_control: { type: "ephemeral" } }],
      messages: [
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "x".repeat(500) },
            { type: "thinking", thinking: "", signature: "x".repeat(400) },
            { type: "tool_use", id: "t1", name: "ls", input: { path: "/", all: true } },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "t1",
              content: [
                { type: "text", text: LONG },
                { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
              ],
            },
            { type: "text", text: "and?" },
          ],
        },
      ],
    });
    expect(
      anthropic.messages.flatMap(({ blocks }) => blocks.map(({ kind, toolName, tokens }) => [kind, toolName, tokens])),
    ).toEqual([
      ["thinking", undefined, countTokens("hm")],
      ["thinking", undefined, 70],
      ["tool-call", "ls", ["ls", "path", "/", "all"].reduce((sum, text) => sum + countTokens(text), 2 + 2)],
      ["tool-result", "ls", countTokens(LONG)],
      ["image", "ls", 1568],
      ["text", undefined, countTokens("and?")],
    ]);
    expect(anthropic.systemTokens).toBe(countTokens(LONG));
    const gemini = countRequest(
      {
        systemInstruction: { parts: [{ text: "Be brief." }] },
        contents: [
          { role: "user", parts: [{ text: "Go" }] },
          { role: "model", parts: [{ functionCall: { name: "ls", args: {} } }] },
          { role: "user", parts: [{ functionResponse: { name: "ls", response: { output: LONG } } }] },
        ],
        tools: [{ functionDeclarations: [{ name: "ls", description: "Lists" }] }, { googleSearch: {} }],
      },
      { model: "gemini-2.5-pro" },
    );
    expect(gemini.messages.map(({ tokens }) => tokens)).toEqual([
      countTokens("Go"),
      countTokens("ls"),
      countTokens("ls") + countTokens("output") + 1 + countTokens(LONG),
    ]);
    expect(gemini).toMatchObject({ systemTokens: countTokens("Be brief."), overheadTokens: 0 });
    expect(gemini.tools.map(({ name }) => name)).toEqual(["ls", "googleSearch"]);
  });

  it("adds up all parts", () => {
    for (const request of [CHAT, { ...CHAT, tools: [{ type: "function", function: { name: "f" } }] }])
      checkSums(estimateRequest(request));
  });

  it("refuses a value that is no request, and says why", () => {
    for (const [input, message] of [
      [Buffer.from("{"), /invalid_json/],
      [Buffer.from([0xff]), /invalid_utf8/],
      [Buffer.from("[]"), /supported wire/],
      [{}, /supported wire/],
    ] as const) {
      const error = thrownBy(() => estimateRequest(input));
      expect(error).toMatchObject({ code: "OPTION_INVALID", message: expect.stringMatching(message) });
    }
    const self: { messages: unknown[] } = { messages: [] };
    self.messages.push({ role: "assistant", content: [self] });
    expect(thrownBy(() => estimateRequest(self, { wire: "anthropic" }))).toMatchObject({ code: "OPTION_INVALID" });
    expect(thrownBy(() => estimateRequest(CHAT, { wires: "x" } as never))).toMatchObject({ code: "OPTION_INVALID" });
    expect(thrownBy(() => estimateRequest(CHAT, { wire: "x" as never }))).toMatchObject({ code: "OPTION_INVALID" });
  });

  it("estimates a request of an unknown model, but counts it only with an explicit encoding", () => {
    const request = { ...CHAT, model: "gtp-4o" };
    expect(estimateRequest(request)).toMatchObject({ method: "estimate", approximated: { encoding: 1 } });
    expect(thrownBy(() => countRequest(request))).toMatchObject({
      code: "MODEL_UNKNOWN",
      message: expect.stringContaining("gpt-4o"),
    });
    expect(countRequest(request, { allowUnknown: true }).method).toBe("estimate");
    expect(countRequest(request, { encoding: "cl100k_base" })).toMatchObject({
      method: "exact",
      encoding: "cl100k_base",
    });
    expect(thrownBy(() => estimateRequest(CHAT, { model: "nope" }))).toMatchObject({ code: "MODEL_UNKNOWN" });
  });
});

function checkSums(found: RequestTokens) {
  const sum = (parts: readonly { tokens: number }[]) => parts.reduce((all, { tokens }) => all + tokens, 0);
  const { totalTokens, systemTokens, toolTokens, messageTokens, overheadTokens } = found;
  expect(systemTokens + toolTokens + messageTokens + overheadTokens).toBe(totalTokens);
  expect(sum(found.system) + sum(found.messages)).toBe(systemTokens + messageTokens);
  for (const message of found.messages) expect(sum(message.blocks) + message.overheadTokens).toBe(message.tokens);
}

describe("additional_tools, an item that defines tools", () => {
  const tools = [{ type: "function", name: "read_file", description: "Reads a file. ".repeat(40), parameters: {} }];
  const item = (type: string, more = {}) => ({ type, ...more, tools });
  const measured = (...items: object[]) => estimateRequest({ input: [{ role: "user", content: "go" }, ...items] });

  it.each([{}, { role: "developer" }])("counts as tools, with %j", (more) => {
    const [found, without] = [measured(item("additional_tools", more)), measured()];
    expect(found.toolTokens).toBeGreaterThan(100);
    expect(found.totalTokens).toBe(without.totalTokens + found.toolTokens);
    expect([found.messageTokens, found.systemTokens]).toEqual([without.messageTokens, without.systemTokens]);
    expect(found.messages[1]?.blocks).toMatchObject([{ kind: "tool-definition", toolName: undefined }]);
  });

  it("counts an item of an unknown type as a message, and one without tools as nothing", () => {
    expect(measured(item("other_tools")).toolTokens).toBe(0);
    expect(measured({ type: "additional_tools" }).totalTokens).toBe(measured().totalTokens);
  });
});

describe("a request has the same tokens", () => {
  const measureAll = (body: Buffer, exact: boolean, wire: (typeof WIRE_NAMES)[number]) =>
    tokenBackends.flatMap(([, backend]) =>
      [body, JSON.parse(body.toString()) as object].map((input) =>
        measureRequest(input, { wire, encoding: "o200k_base" }, exact, backend),
      ),
    );

  it.each(WIRE_NAMES)("as bytes and object on both backends: %s", (wire) => {
    fc.assert(
      fc.property(arbitraryWireCase(wire), fc.boolean(), ({ body }, exact) => {
        const [first, ...others] = measureAll(body, exact, wire);
        if (first !== undefined) checkSums(first);
        for (const other of others) expect(other).toEqual(first);
      }),
      { numRuns: 60 },
    );
  });

  it("is the same whatever the shapes", () => {
    fc.assert(
      fc.property(arbitraryWireRequest, ({ wire, messages, toRequest }) => {
        const [first, ...others] = measureAll(bytes(toRequest(messages)), false, wire);
        for (const other of others) expect(other).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });

  it("is the same with texts that look like marks, and repeated names", () => {
    const text = `\ufdd0${7}`;
    const body = Buffer.from(
      `{"messages":[{"role":"user","content":"${LONG.replaceAll(/["\n]/g, " ")}"},{"role":"user","content":"x","content":"${text}"},{"role":"tool","tool_call_id":"\\ufdd09","content":"\\ud83d ${"y".repeat(200)}"}]}`,
    );
    const [first, ...others] = measureAll(body, true, "openai-chat");
    expect(first?.messages[2]?.blocks[0]?.callId).toBe("\ufdd09");
    for (const other of others) expect(other).toEqual(first);
  });

  it("is the same in recordings", ({ skip }) => {
    if (recordings === undefined) return skip("TAMIS_SHARED names no folder of recordings");
    for (const recording of recordings.filter((_, at) => at % 40 === 0)) {
      const [first, ...others] = measureAll(readRecording(recording), false, recording.wire);
      expect(first?.totalTokens).toBeGreaterThan(50);
      for (const other of others) expect(other).toEqual(first);
    }
  }, 60_000);
});
