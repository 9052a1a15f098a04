// Rows that another proxy has reduced: LiteLLM's two contracts.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GatewayInput } from "../../ts/gateway/index.js";
import { definePolicy, reduceBody } from "../../ts/index.js";
import { elementsUnder } from "../../ts/text/json-children.js";
import { agentRequest, bytesOf } from "./requests.js";
import { ask, startGateway } from "./start.js";

const everyTurn = { cache: { strategy: "every-turn" as const }, mask: { windowTurns: 4, minChars: 0 } };
const policies = { default: everyTurn, none: { mode: "off" as const } };

interface Row {
  role: string;
  content?: unknown;
  tool_call_id?: string;
}
const rowsOf = (request: object) => (request as { messages: Row[] }).messages;
const chat = rowsOf(agentRequest("openai-chat", { turns: 12 }));
const compress = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await ask(url, "/v1/compress", {
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers,
  });
  return { ...answer, json: JSON.parse(answer.text) };
};
const guardrail = async (url: string, body: object) =>
  JSON.parse((await ask(url, "/beta/litellm_basic_guardrail_api", { body: JSON.stringify(body) })).text);

describe("POST /v1/compress from Portkey's webhook", () => {
  const hook = (json: unknown, eventType = "beforeRequestHook") => ({
    request: { json, text: "", isTransformed: false },
    response: { json: {} },
    eventType,
  });

  it("answers with the request to send instead, everything else in it as it came", async () => {
    const { url } = await startGateway(undefined, { policies });
    const { json } = await compress(url, hook({ model: "m-1", stream: true, messages: chat }));
    const { body } = reduceBody(bytesOf({ messages: chat }), definePolicy(everyTurn));
    const { messages } = JSON.parse(Buffer.from(body).toString());
    expect(json).toEqual({
      verdict: true,
      transformedData: { request: { json: { model: "m-1", stream: true, messages } } },
    });
  });

  it("has nothing to say of answers, of requests without rows, and of what it leaves as it is", async () => {
    const { url } = await startGateway(undefined, { policies });
    for (const body of [
      hook({ messages: chat }, "afterRequestHook"),
      hook({ input: "x" }),
      hook(null),
      hook({ messages: [] }),
    ])
      expect((await compress(url, body)).json).toEqual({ verdict: true });
    const { json } = await compress(url, hook({ messages: chat }), { "x-tamis-policy": "none" });
    expect(json).toEqual({ verdict: true });
  });
});

describe("POST /v1/compress", () => {
  it("gives back as many rows, as reduceBody has them, with what was saved", async () => {
    const { url } = await startGateway(undefined, { policies });
    const { json, status } = await compress(url, { messages: chat, model: "m-1" });
    const { body } = reduceBody(bytesOf({ messages: chat }), definePolicy(everyTurn));
    expect(status).toBe(200);
    expect(json.messages).toEqual(JSON.parse(Buffer.from(body).toString()).messages);
    expect(json.messages).toHaveLength(chat.length);
    expect(json.tokens_saved).toBe(json.tokens_before - json.tokens_after);
    expect(json.tokens_saved).toBeGreaterThan(0);
    expect(json.compression_ratio).toBeCloseTo(json.tokens_after / json.tokens_before, 3);
    expect(json).toMatchObject({ transforms_applied: ["mask:8"], ccr_hashes: [] });
  });

  it("reduces results whose calls were held back, and gives no row that did not come", async () => {
    const { url } = await startGateway(undefined, { policies });
    const held = chat.filter(({ role }) => role !== "assistant");
    const { json } = await compress(url, { messages: held });
    expect(json.messages.map(({ role, tool_call_id }: Row) => [role, tool_call_id])).toEqual(
      held.map(({ role, tool_call_id }) => [role, tool_call_id]),
    );
    expect(
      json.messages.filter(({ content }: Row) => String(content).startsWith("[old result left out: ")),
    ).toHaveLength(8);
    const { json: none } = await compress(url, { messages: held, config: { policy: "none" } });
    expect(none.messages).toEqual(held);
    expect(none).toMatchObject({ tokens_before: json.tokens_before, tokens_saved: 0, compression_ratio: 1 });
  });

  it("gives the same rows the same bytes in every later turn", async () => {
    const { url } = await startGateway(undefined, { policies: { default: { mask: { windowTurns: 4, minChars: 0 } } } });
    const long = rowsOf(agentRequest("openai-chat", { turns: 40, chars: 3000 }));
    let before: string[] = [];
    for (let turns = 1; turns <= 40; turns++) {
      const { json } = await compress(url, { messages: long.slice(0, 1 + 2 * turns) });
      const rows: string[] = json.messages.map((row: Row) => JSON.stringify(row));
      const kept = before.filter((row) => row.includes("[old result left out: "));
      expect(rows.filter((row) => kept.includes(row))).toEqual(kept);
      before = rows;
    }
    expect(before.filter((row) => row.includes("[old result left out: ")).length).toBeGreaterThan(10);
  });

  it("gives rows that it leaves alone back byte for byte, whatever their numbers and spaces", async () => {
    const { url } = await startGateway(undefined, { policies });
    const odd = '{ "role" : "user","content":"a\\u00e9\\ud800", "n": 12345678901234567890, "f": 1.0, "z": -0 }';
    const rows = chat.map((row) => JSON.stringify(row));
    const { text } = await compress(url, `{"messages":[${odd}, ${rows.slice(1).join(" , ")}]}`);
    expect(text.startsWith(`{"messages":[${odd},`)).toBe(true);
    expect(text).toContain("[old result left out: ");
  });

  it("reads Anthropic's own blocks", async () => {
    const { url } = await startGateway(undefined, { policies });
    const rows = rowsOf(agentRequest("anthropic", { turns: 12 }));
    const { json } = await compress(url, { messages: rows });
    expect(json.transforms_applied).toEqual(["mask:8"]);
    expect(json.messages).toHaveLength(rows.length);
  });

  it.each([
    ["not JSON", "{", "not JSON"],
    ["no object", "[]", "expected a JSON object"],
    ["no rows", '{"model":"m"}', 'expected a list under \\"messages\\"'],
    ["a row without a role", '{"messages":[{"role":"user"},{"content":"x"}]}', "messages[1]"],
    ["a config that is none", '{"messages":[],"config":3}', "config"],
    ["an unknown policy", '{"messages":[],"config":{"policy":"nope"}}', "names no policy"],
  ])("answers 400 with the place for %s", async (_, body, part) => {
    const { url, upstream } = await startGateway(undefined, { policies });
    const answer = await ask(url, "/v1/compress", { body });
    expect([answer.status, answer.headers.get("x-tamis-error")]).toEqual([400, "bad_rows"]);
    expect(answer.text).toContain(part);
    expect(upstream.arrived).toEqual([]);
  });

  it("leaves everything alone in mode observe, and counts what would be", async () => {
    const { url, gateway } = await startGateway(undefined, { policies, gateway: { mode: "observe" } });
    const { json } = await compress(url, { messages: chat });
    expect(json.messages).toEqual(chat);
    expect(json.skipped).toBe("observe");
    expect(gateway.totals.tokensAfter).toBeLessThan(gateway.totals.tokensBefore);
  });
});

describe("rows of a gateway that keeps originals", () => {
  const tokens = { TAMIS_A: "token-of-tenant-a-1", TAMIS_B: "token-of-tenant-b-1" };
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const start = (originals: GatewayInput["originals"] = { store: "memory" }) =>
    startGateway(
      undefined,
      { policies, originals, keys: { a: { tokenEnv: "TAMIS_A" }, b: { tokenEnv: "TAMIS_B" } } },
      { env: { ...tokens, TAMIS_RESTORE_KEY: "5a".repeat(32) } },
    );
  const get = (url: string, handle: string, headers: Record<string, string>) =>
    ask(url, `/v1/retrieve/${handle}`, { method: "GET", headers });

  it("name a handle for each, by which the holder of the key alone has it back", async () => {
    const { url } = await start();
    const { json } = await compress(url, { messages: chat }, as(tokens.TAMIS_A));
    expect(json.ccr_hashes).toHaveLength(8);
    const masked = json.messages.filter(({ content }: Row) => String(content).includes(json.ccr_hashes[0]));
    expect(masked).toHaveLength(1);
    const { tool_call_id: id } = masked[0];
    const found = await get(url, json.ccr_hashes[0], as(tokens.TAMIS_A));
    expect([found.status, found.text]).toEqual([200, chat.find((row) => row.tool_call_id === id)?.content]);
    expect((await get(url, json.ccr_hashes[0], { "x-tamis-key": tokens.TAMIS_A })).status).toBe(200);
    expect((await get(url, json.ccr_hashes[0], as(tokens.TAMIS_B))).status).toBe(404);
    expect((await get(url, json.ccr_hashes[0], {})).status).toBe(404);
  });

  it("are the same bytes each time, for a tenant, and have other handles for another", async () => {
    const { url } = await start();
    const [one, two] = [
      await compress(url, { messages: chat }, as(tokens.TAMIS_A)),
      await compress(url, { messages: chat }, as(tokens.TAMIS_A)),
    ];
    expect(two.text).toBe(one.text);
    const other = await compress(url, { messages: chat }, as(tokens.TAMIS_B));
    expect(other.json.ccr_hashes).toHaveLength(8);
    expect(other.json.ccr_hashes).not.toContain(one.json.ccr_hashes[0]);
  });

  it("name none where nothing is kept, or nothing is reduced", async () => {
    const { url } = await start({ store: "off" });
    expect((await compress(url, { messages: chat }, as(tokens.TAMIS_A))).json.ccr_hashes).toEqual([]);
    const keeping = await start();
    const dry = { ...as(tokens.TAMIS_A), "x-tamis-dry-run": "1" };
    expect((await compress(keeping.url, { messages: chat }, dry)).json.ccr_hashes).toEqual([]);
  });
});

describe("LiteLLM's generic guardrail", () => {
  it("gets the rows back only where one has changed", async () => {
    const { url } = await startGateway(undefined, { policies });
    const common = { input_type: "request", texts: [], request_data: {}, model: "m-1" };
    const changed = await guardrail(url, { ...common, structured_messages: chat });
    expect(changed.action).toBe("GUARDRAIL_INTERVENED");
    expect(changed.structured_messages).toHaveLength(chat.length);
    const same = await guardrail(url, { ...common, structured_messages: chat.slice(0, 3) });
    expect(same).toEqual({ action: "NONE" });
  });

  it("does nothing to answers and to requests without rows", async () => {
    const { url } = await startGateway(undefined, { policies });
    for (const more of [{ input_type: "response", structured_messages: chat }, { input_type: "request" }])
      expect(await guardrail(url, { texts: ["x"], request_data: {}, ...more })).toEqual({ action: "NONE" });
  });

  it("goes by the policy of its settings", async () => {
    const { url } = await startGateway(undefined, { policies });
    const answer = await guardrail(url, {
      input_type: "request",
      structured_messages: chat,
      additional_provider_specific_params: { policy: "none" },
    });
    expect(answer).toEqual({ action: "NONE" });
  });
});

describe("places of a list's elements", () => {
  it("are those of every JSON text that JSON.parse takes", () => {
    const spaces = fc.constantFrom("", " ", "\n\t");
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.jsonValue(), spaces, (list, other, space) => {
        const elements = list.map((element) => JSON.stringify(element));
        const rows = `[${space}${elements.join(`${space},${space}`)}${space}]`;
        const text = `{"a":${JSON.stringify({ messages: other })},"messages":${rows},"b":${JSON.stringify(other)}}`;
        const found = elementsUnder(text, "messages")?.map(({ start, end }) => text.slice(start, end));
        expect(found).toEqual(elements);
      }),
    );
  });

  it("take a key written with escapes, and the last of two", () => {
    const text = '{"messages":[1],"\\u006dessages":[ {"a":"]"} ,3]}';
    expect(elementsUnder(text, "messages")?.map(({ start, end }) => text.slice(start, end))).toEqual([
      '{"a":"]"}',
      "3",
    ]);
    expect(elementsUnder('{"messages":{"a":[1]}}', "messages")).toBeUndefined();
  });
});
