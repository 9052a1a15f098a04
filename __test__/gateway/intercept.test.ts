// The gateway answers the model's calls of tamis_retrieve itself.
import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import type { GatewayInput } from "../../ts/gateway/index.js";
import { RETRIEVE_TOOL, retrieveTool } from "../../ts/restore/index.js";
import { agentRequest } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { events, json, type Respond } from "./upstream.js";

const PATHS: Record<Wire, (stream: boolean) => string> = {
  "openai-chat": () => "/v1/chat/completions",
  "openai-responses": () => "/v1/responses",
  anthropic: () => "/v1/messages",
  gemini: (stream) => `/v1beta/models/gemini-2.5-pro:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
};

interface Called {
  name: string;
  args: object;
}

const textOf = JSON.stringify;

/** Whole answers of a model that calls tools, or says "done". */
const ANSWERS: Record<Wire, (calls: readonly Called[]) => object> = {
  "openai-chat": (calls) => ({
    id: "a1",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: calls.length > 0 ? null : "done",
          ...(calls.length > 0
            ? {
                tool_calls: calls.map(({ name, args }, at) => ({
                  id: `r${at}`,
                  type: "function",
                  function: { name, arguments: textOf(args) },
                })),
              }
            : {}),
        },
      },
    ],
  }),
  "openai-responses": (calls) => ({
    id: "resp_1",
    output: [
      ...calls.map(({ name, args }, at) => ({
        type: "function_call",
        id: `fc_${at}`,
        call_id: `r${at}`,
        name,
        arguments: textOf(args),
      })),
      ...(calls.length > 0 ? [] : [{ type: "message", content: [{ type: "output_text", text: "done" }] }]),
    ],
  }),
  anthropic: (calls) => ({
    role: "assistant",
    content: [
      { type: "text", text: calls.length > 0 ? "let me look" : "done" },
      ...calls.map(({ name, args }, at) => ({ type: "tool_use", id: `r${at}`, name, input: args })),
    ],
  }),
  gemini: (calls) => ({
    candidates: [
      {
        content: {
          role: "model",
          parts:
            calls.length > 0 ? calls.map(({ name, args }) => ({ functionCall: { name, args } })) : [{ text: "done" }],
        },
      },
    ],
  }),
};

const data = (body: object) => `data: ${textOf(body)}\n\n`;
const halves = (text: string) => [text.slice(0, 5), text.slice(5)];

/** The same, streamed. */
const STREAMS: Record<Wire, (calls: readonly Called[]) => string[]> = {
  "openai-chat": (calls) => [
    ...(calls.length > 0 ? [] : [data({ choices: [{ delta: { content: "done" } }] })]),
    ...calls.flatMap(({ name, args }, index) => [
      data({
        choices: [
          { delta: { tool_calls: [{ index, id: `r${index}`, type: "function", function: { name, arguments: "" } }] } },
        ],
      }),
      ...halves(textOf(args)).map((piece) =>
        data({ choices: [{ delta: { tool_calls: [{ index, function: { arguments: piece } }] } }] }),
      ),
    ]),
    "data: [DONE]\n\n",
  ],
  "openai-responses": (calls) => [
    `event: response.created\n${data({ type: "response.created" })}`,
    `event: response.completed\n${data({ type: "response.completed", response: ANSWERS["openai-responses"](calls) })}`,
  ],
  anthropic: (calls) => [
    data({ type: "message_start", message: { role: "assistant", content: [] } }),
    data({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    data({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "do" } }),
    data({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "ne" } }),
    ...calls.flatMap(({ name, args }, at) => [
      data({
        type: "content_block_start",
        index: at + 1,
        content_block: { type: "tool_use", id: `r${at}`, name, input: {} },
      }),
      ...halves(textOf(args)).map((partial_json) =>
        data({ type: "content_block_delta", index: at + 1, delta: { type: "input_json_delta", partial_json } }),
      ),
    ]),
    data({ type: "message_stop" }),
  ],
  gemini: (calls) =>
    calls.length === 0
      ? [data({ candidates: [{ content: { role: "model", parts: [{ text: "done" }] } }] })]
      : calls.map(({ name, args }) =>
          data({ candidates: [{ content: { role: "model", parts: [{ functionCall: { name, args } }] } }] }),
        ),
};

const TOOLS: Record<Wire, object> = {
  "openai-chat": { type: "function", function: { name: "grep" } },
  "openai-responses": { type: "function", name: "grep", parameters: {} },
  anthropic: { name: "grep", input_schema: { type: "object" } },
  gemini: { functionDeclarations: [{ name: "grep" }] },
};

const CONFIG: GatewayInput = {
  originals: { store: "memory", intercept: true },
  policies: { default: { cache: { strategy: "every-turn" }, mask: { windowTurns: 1, minChars: 0 } } },
};

const handleIn = (body: Buffer | undefined) => / ref=([0-9a-f]{32})/.exec(body?.toString() ?? "")?.[1] ?? "";

describe.each(WIRE_NAMES)("on %s", (wire) => {
  describe.each([false, true])("streamed: %s", (stream) => {
    const sending = (calls: readonly Called[]): Respond =>
      stream ? events(STREAMS[wire](calls)) : json(ANSWERS[wire](calls));

    async function converse(respond: (round: number, handle: string) => readonly Called[], config = CONFIG) {
      let round = 0;
      const started = await startGateway((arrived, response) => {
        const calls = respond(round++, handleIn(arrived.body));
        return sending(calls)(arrived, response);
      }, config);
      const request = { ...agentRequest(wire), tools: [TOOLS[wire]], ...(wire === "gemini" ? {} : { stream }) };
      const answer = await ask(started.url, PATHS[wire](stream), {
        body: textOf(request),
        headers: { authorization: "Bearer k", "accept-encoding": "gzip" },
      });
      return { ...started, answer, sent: started.upstream.arrived.map(({ body }) => JSON.parse(body.toString())) };
    }

    it("the model gets the tool, its call is answered with the original, and the client gets the answer to that", async () => {
      const { answer, sent } = await converse((round, handle) =>
        round === 0 ? [{ name: RETRIEVE_TOOL, args: { handle, limit: 1 } }] : [],
      );
      expect(answer.text).toBe(stream ? STREAMS[wire]([]).join("") : textOf(ANSWERS[wire]([])));
      expect(sent).toHaveLength(2);
      expect(sent[0].tools).toEqual([TOOLS[wire], retrieveTool(wire)]);
      expect(sent[1].tools).toEqual(sent[0].tools);
      const key = ["messages", "input", "contents"].find((one) => Array.isArray(sent[0][one])) ?? "";
      const [before, after] = [sent[0][key], sent[1][key]];
      expect(after.slice(0, before.length)).toEqual(before);
      const added = textOf(after.slice(before.length));
      expect(added).toContain(RETRIEVE_TOOL);
      expect(added).not.toContain("There is no original");
      expect(added).not.toContain("Not run");
    });

    it("a call of a tool of the client's beside it is to be made again", async () => {
      const { answer, sent } = await converse((round, handle) =>
        round === 0
          ? [
              { name: RETRIEVE_TOOL, args: { handle } },
              { name: "grep", args: { pattern: "x" } },
            ]
          : [{ name: "grep", args: { pattern: "x" } }],
      );
      expect(textOf(sent[1])).toContain("Make this call again, alone");
      expect(answer.text).toContain("grep");
      expect(answer.text).not.toContain(RETRIEVE_TOOL);
    });

    it("an unknown handle is answered with a text, and the rounds have an end", async () => {
      const { answer, sent } = await converse(() => [{ name: RETRIEVE_TOOL, args: { handle: "0".repeat(32) } }]);
      expect(sent).toHaveLength(5);
      expect(textOf(sent[2])).toContain("There is no original of this handle");
      expect(answer.text).toContain(RETRIEVE_TOOL);
    });

    it("other answers pass as they are", async () => {
      const { answer, sent } = await converse(() => [{ name: "grep", args: { pattern: "ä" } }]);
      const calls = [{ name: "grep", args: { pattern: "ä" } }];
      expect(answer.text).toBe(stream ? STREAMS[wire](calls).join("") : textOf(ANSWERS[wire](calls)));
      expect(sent).toHaveLength(1);
    });
  });
});

describe("the tool is not added", () => {
  const sentFor = async (request: object, config = CONFIG) => {
    const { url, upstream } = await startGateway(undefined, config);
    await ask(url, "/v1/messages", { body: textOf(request), headers: { "x-api-key": "k" } });
    return upstream.arrived[0]?.body.toString() ?? "";
  };
  const anthropic = (more: object) => ({ ...agentRequest("anthropic"), tools: [TOOLS.anthropic], ...more });

  it.each([
    ["without intercept", anthropic({}), { ...CONFIG, originals: { store: "memory" as const } }],
    ["to a request without tools", anthropic({ tools: undefined }), CONFIG],
    ["to a request with an empty list of tools", anthropic({ tools: [] }), CONFIG],
    ["for a model that checks its thinking", anthropic({ model: "claude-opus-5-5" }), CONFIG],
  ])("%s", async (_, request, config) => {
    expect(await sentFor(request, config)).not.toContain(RETRIEVE_TOOL);
  });
});
