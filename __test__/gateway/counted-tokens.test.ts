import { describe, expect, it } from "vitest";
import { estimateRequest } from "../../ts/tokens/index.js";
import { PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json } from "./upstream.js";

const line = "a line of the log of one step of the build\n";
const input = (text: string) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] });
const reasoning = (chars: number) => ({
  type: "reasoning",
  summary: [],
  encrypted_content: "gAAAAB".repeat(chars / 6),
});
const call = { type: "custom_tool_call", call_id: "c0", name: "exec", input: "make" };
const output = {
  type: "custom_tool_call_output",
  call_id: "c0",
  output: [{ type: "input_text", text: line.repeat(900) }],
};
const tools = [{ type: "custom", name: "exec", description: line.repeat(900) }];

/** Requests of Codex of 40 KB and more, nearly all of it in one kind of item, and the least tokens that they have. */
const REQUESTS: Record<string, [items: object[], least: number]> = {
  "encrypted reasoning": [[input("go"), reasoning(39_000)], 6_800],
  "a compaction": [[{ type: "compaction", encrypted_content: "gAAAAB".repeat(6_500) }], 6_800],
  "outputs of custom tools": [[input("go"), call, output], 9_000],
  "definitions of tools in the conversation": [[{ type: "additional_tools", tools }, input("go")], 9_000],
  "an item of a kind that is not known": [[input("go"), { type: "future_item", zz: line.repeat(900) }], 9_000],
  "a message of the user": [[input(line.repeat(900))], 9_000],
};

describe("the tokens of a Codex request of 40 KB", () => {
  it.each(Object.entries(REQUESTS))("are counted where nearly all of it is %s", async (_, [items, least]) => {
    const request = { model: "gpt-5.6", instructions: "", input: items, store: false, stream: true };
    const body = JSON.stringify(request);
    expect(body.length).toBeGreaterThan(38_000);
    const { url, gateway, log } = await startGateway(json({}));
    const answer = await ask(url, PATHS["openai-responses"], { body });
    const [, metric] =
      /^tamis_tokens_total\{wire="openai-responses",when="before"\} (\d+)$/m.exec(await gateway.metrics()) ?? [];
    const [, logged] = /"tokensBefore":(\d+)/.exec(log()) ?? [];
    const shown = [answer.headers.get("x-tamis-tokens-before"), gateway.totals.tokensBefore, metric, logged].map(
      Number,
    );
    for (const tokens of shown) expect(tokens).toBeGreaterThan(least);
    expect(estimateRequest(request).totalTokens).toBeGreaterThan(Math.min(least, 6_800));
  });
});
