// A batch's requests are reduced one by one; every byte between them stays.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { definePolicy, reduceBatch, reduceBody, TamisError, type Wire } from "../../ts/index.js";
import { agentRequest } from "../gateway/requests.js";

const EVERY_TURN = definePolicy({ cache: { strategy: "every-turn" } });
const request = (wire: Wire) => JSON.stringify(agentRequest(wire));
/** What becomes of one request alone where nothing is cached. */
const alone = (text: string) => Buffer.from(reduceBody(Buffer.from(text), EVERY_TURN).body).toString();
const [chat, messages, responses, gemini] = (["openai-chat", "anthropic", "openai-responses", "gemini"] as const).map(
  request,
) as [string, string, string, string];

const line = (url: string, body: string, id = "a") =>
  `{"custom_id": "${id}", "method":"POST","url":"${url}","body":${body}}`;

function reduced(text: string) {
  const { body, changed, report } = reduceBatch(Buffer.from(text));
  return { text: Buffer.from(body).toString(), changed, report };
}

/** Batches, with a sign in place of each request. */
const BATCHES: [name: string, text: string, requests: string[]][] = [
  [
    "Anthropic",
    '{ "requests": [{"custom_id":"a","params":@},\n {"params": @ ,"custom_id":"b"}] }',
    [messages, messages],
  ],
  [
    "Gemini",
    '{"batch":{"display_name":"d","input_config":{"requests":{"requests":[{"request":@,"metadata":{"key":"a"}}]}}}}',
    [gemini],
  ],
  ["Gemini in camelCase", '{"batch":{"inputConfig":{"requests":{"requests":[{"request":@}]}}}}', [gemini]],
  ["a list", '[{"custom_id":"a","params":@}]\n', [messages]],
  ["a file of OpenAI", `${line("/v1/chat/completions", "@")}\r\n\n${line("/v1/responses", "@")}\n`, [chat, responses]],
  ["a file of one line", line("/v1/chat/completions", "@"), [chat]],
  ["a file with a byte order mark", `\ufeff${line("/v1/chat/completions", "@")}\n`, [chat]],
  ["a file of Azure's", line("/openai/deployments/gpt-5/chat/completions", "@"), [chat]],
  ["a file of Mistral's", '{"custom_id":"a","body":@}\n', [chat]],
  ["a file of Gemini's", '{"key":"a","request":@}\n{"key":"b","request":@}', [gemini, gemini]],
  ["a file of Bedrock's", '{"recordId":"a","modelInput":@}\n', [messages]],
];

describe("a batch", () => {
  it.each(BATCHES)("of %s is reduced request by request", (_, pattern, requests) => {
    const filled = (made: (text: string) => string) => {
      let at = 0;
      return pattern.replace(/@/g, () => made(requests[at++] as string));
    };
    const before = filled((text) => text);
    const { text, changed, report } = reduced(before);
    expect(text).toBe(filled(alone));
    expect(changed).toBe(true);
    expect(text.length).toBeLessThan(before.length / 2);
    expect(report).toMatchObject({ reducedCount: requests.length, skippedCount: 0 });
    expect(report.bytes).toEqual({ before: Buffer.byteLength(before), after: Buffer.byteLength(text) });
  });

  it("names each request, and where it was", () => {
    const text = `${line("/v1/responses", responses, "one")}\n${line("/v1/chat/completions", chat, "two")}\n`;
    const { report } = reduced(text);
    expect(report.form).toBe("lines");
    expect(report.requests.map(({ index, id, report: { wire } }) => [index, id, wire])).toEqual([
      [0, "one", "openai-responses"],
      [1, "two", "openai-chat"],
    ]);
    expect(report.requests.map(({ span }) => text.slice(span.start, span.end))).toEqual([responses, chat]);
  });

  it("leaves what cannot be read as it is, and reduces the rest", () => {
    const broken = [
      '{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{"messages":[',
      "not JSON",
      '{"custom_id":"b","body":{"messages":[{"role":"tool",}]}}',
      '{"custom_id":"c"}',
      line("/v1/embeddings", '{"model":"m","input":["a","b"]}'),
      `{"custom_id":"d","body":${chat},"body":${chat}}`,
      `[${chat}]`,
      "\\ud800\u0000",
    ];
    const good = line("/v1/chat/completions", chat, "good");
    const { text, report } = reduced([...broken, good].join("\n"));
    expect(text).toBe([...broken, good.replace(chat, alone(chat))].join("\n"));
    expect(report.requests.map(({ report: { skipped } }) => skipped)).toEqual([
      "invalid_json",
      "invalid_json",
      "invalid_json",
      "no_conversation",
      "no_conversation",
      "duplicate_key",
      "invalid_json",
      "invalid_json",
      undefined,
    ]);
    expect(report).toMatchObject({ reducedCount: 1, skippedCount: 8 });
  });

  it("leaves one broken request of a list as it is", () => {
    const before = `{"requests":[{"custom_id":"a","params":{"messages":7}},5,{"custom_id":"b","params":${messages}}]}`;
    const { text, report } = reduced(before);
    expect(text).toBe(before.replace(messages, alone(messages)));
    expect(report).toMatchObject({ reducedCount: 1, skippedCount: 2 });
  });

  it.each([
    ["nothing", "", "empty"],
    ["blank lines", " \n\n ", "empty"],
    ["a request alone", chat, "no_conversation"],
    ["a batch whose requests are in a file", '{"batch":{"input_config":{"file_name":"files/1"}}}', "no_conversation"],
    ["a list that is cut off", `{"requests":[{"custom_id":"a","params":${messages}}`, "invalid_json"],
    ["brackets that never close", "[".repeat(100_000), "invalid_json"],
    ["text", "to whom it may concern", "invalid_json"],
  ])("is not made of %s", (_, text, skipped) => {
    const body = Buffer.from(text);
    const reduction = reduceBatch(body);
    expect(reduction.body).toBe(body);
    expect(reduction.report).toMatchObject({ skipped, changed: false, requests: [] });
  });

  it("goes by the policy: what it switches off stays", () => {
    const body = Buffer.from(line("/v1/chat/completions", chat));
    expect(reduceBatch(body, { mode: "off" }).body).toBe(body);
    expect(reduceBatch(body, { mode: "observe" }).report).toMatchObject({ changed: false, reducedCount: 0 });
    expect(reduceBatch(body, { cache: { strategy: "off" } }).report.requests[0]?.report.maskedCount).toBe(0);
    expect(reduceBatch(body, { cache: { strategy: "rent" } }).body).toEqual(reduceBatch(body).body);
  });

  it("leaves alone what checked thinking was made over", () => {
    const step = (turn: number) => [
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: `step ${turn}`, signature: "c2ln" },
          { type: "tool_use", id: `toolu_${turn}`, name: "read", input: {} },
        ],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: `toolu_${turn}`, content: `${turn} x y z `.repeat(500) }],
      },
    ];
    const steps = Array.from({ length: 12 }, (_, turn) => step(turn)).flat();
    const loops = [{ role: "user", content: "go" }, ...steps, { role: "assistant", content: "done" }];
    const asked = [...loops, { role: "user", content: "once more" }];
    const batch = (list: object[]) =>
      Buffer.from(
        JSON.stringify({
          requests: [
            {
              custom_id: "a",
              params: {
                model: "claude-fable-5-2",
                max_tokens: 9,
                thinking: { type: "enabled", budget_tokens: 1024 },
                messages: list,
              },
            },
          ],
        }),
      );
    expect(reduceBatch(batch([...asked, ...step(12)])).changed).toBe(false);
    // The user speaks: the old thinking goes, and the results with it.
    expect(reduceBatch(batch(asked)).report.requests[0]?.report).toMatchObject({ changed: true, thinkingRemoved: 12 });
  });

  it("becomes the same bytes by WebAssembly", async () => {
    const text = BATCHES.map(([, pattern]) => pattern).filter((pattern) => pattern.startsWith('{"custom_id'));
    const batch = Buffer.from(text.join("\n").replace(/@/g, () => chat));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      vi.resetModules();
    });
    vi.stubEnv("TAMIS_BACKEND", "wasm");
    vi.resetModules();
    const other = await import("../../ts/index.js");
    expect(other.backend.name).toBe("wasm");
    const [native, wasm] = [reduceBatch(batch), other.reduceBatch(batch)];
    expect(native.report.reducedCount).toBeGreaterThan(2);
    expect(Buffer.from(wasm.body).equals(Buffer.from(native.body))).toBe(true);
    expect(wasm.report.bytes).toEqual(native.report.bytes);
  });

  it("has no session", () => {
    expect(() => reduceBatch(Buffer.from("{}"), {}, { session: {} } as never)).toThrow(TamisError);
    expect(() => reduceBatch("{}" as never)).toThrow(TamisError);
  });

  it("is read in one pass, whatever it is", () => {
    const blank = Buffer.alloc(400_000, "\n");
    const opened = Buffer.alloc(400_000, '"\n');
    const startedAt = performance.now();
    expect(reduceBatch(blank).report.skipped).toBe("empty");
    expect(reduceBatch(opened).report.skipped).toBe("invalid_json");
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
