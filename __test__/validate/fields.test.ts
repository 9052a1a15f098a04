import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { repairRequest, validateRequest } from "../../ts/validate/index.js";

const user = '{"role":"user","content":"q"}';
const use = (id: string, more = ',"input":{}') => `{"type":"tool_use","id":"${id}","name":"f"${more}}`;
const answer = (id: string) => `{"type":"tool_result","tool_use_id":"${id}"}`;
const assistant = (blocks: string) => `{"role":"assistant","content":[${blocks}]}`;
const results = (blocks: string) => `{"role":"user","content":[${blocks}]}`;
const claude = (more: string) => `{"messages":[${user},${assistant(use("a", more))},${results(answer("a"))}]}`;
const chat = (fn: string) =>
  `{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f"${fn}}}]},{"role":"tool","tool_call_id":"a","content":""}]}`;
const item = (more: string) =>
  `{"input":[{"type":"function_call","call_id":"a","name":"f"${more}},{"type":"function_call_output","call_id":"a","output":""}]}`;
const gemini = (call: string) =>
  `{"contents":[{"parts":[{"text":"q"}]},{"role":"model","parts":[{${call}}]},{"parts":[{"functionResponse":{"name":"f"}}]}]}`;

/** Repairs bytes and the object; both must become the same, and valid. */
function repaired(wire: Wire, before: string): { text: string; rules: string[] } {
  const { body, repairs } = repairRequest(Buffer.from(before), { wire });
  const text = Buffer.from(body).toString();
  const ofObject = repairRequest(JSON.parse(before) as object, { wire });
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(ofObject.body)));
  expect(ofObject.repairs).toEqual(repairs);
  expect(repairRequest(body, { wire })).toEqual({ body, repairs: [] });
  return { text, rules: repairs.map(({ rule, action }) => `${rule} ${action}`) };
}

describe("repairRequest makes a value what the provider expects", () => {
  it.each<[title: string, wire: Wire, before: string, after: string, ...rules: string[]]>([
    [
      "a tool_use input that is the JSON of an object, spelled as it was",
      "anthropic",
      claude(',"input":" {\\"n\\": 1.0, \\"big\\": 12345678901234567890}"'),
      claude(',"input":{"n": 1.0, "big": 12345678901234567890}'),
      "anthropic/input-not-object replaced",
    ],
    ["an empty list", "anthropic", claude(',"input":[]'), claude(',"input":{}'), "anthropic/input-not-object replaced"],
    ["null", "anthropic", claude(',"input" : null'), claude(',"input" : {}'), "anthropic/input-not-object replaced"],
    ["an empty text", "anthropic", claude(',"input":""'), claude(',"input":{}'), "anthropic/input-not-object replaced"],
    ["no input", "anthropic", claude(""), claude(',"input":{}'), "anthropic/input-not-object replaced"],
    [
      "white space at the end of the last message",
      "anthropic",
      `{"messages":[${user},{"role":"assistant","content":"caf\\u00e9 \\n"}]}`,
      `{"messages":[${user},{"role":"assistant","content":"café"}]}`,
      "anthropic/trailing-space replaced",
    ],
    [
      "arguments that are an object",
      "openai-chat",
      chat(',"arguments":{"a":[1]}'),
      chat(',"arguments":"{\\"a\\":[1]}"'),
      "chat/arguments-not-text replaced",
    ],
    ["no arguments", "openai-chat", chat(""), chat(',"arguments":"{}"'), "chat/arguments-not-text replaced"],
    [
      "an empty list of calls",
      "openai-chat",
      '{"messages":[{"tool_calls":[] , "role":"assistant","content":"x"}]}',
      '{"messages":[{ "role":"assistant","content":"x"}]}',
      "chat/calls-empty removed",
    ],
    [
      "the id of another kind of item",
      "openai-responses",
      item(',"arguments":"", "id":"call_1"'),
      item(',"arguments":""'),
      "responses/item-id-form removed",
    ],
    [
      "arguments of an item",
      "openai-responses",
      item(',"arguments":{"a":[1]},"id":"msg_1"'),
      item(',"arguments":"{\\"a\\":[1]}"'),
      "responses/item-id-form removed",
      "responses/arguments-not-text replaced",
    ],
    [
      "the status of a reasoning item",
      "openai-responses",
      '{"model":"gpt-5","input":[{"type":"reasoning","id":"rs_1","status":null,"summary":[]},{"role":"assistant","content":"x"}]}',
      '{"model":"gpt-5","input":[{"type":"reasoning","id":"rs_1","summary":[]},{"role":"assistant","content":"x"}]}',
      "responses/reasoning-status removed",
    ],
    [
      "args in either spelling",
      "gemini",
      gemini('"function_call":{"name":"f","args":"{\\"a\\":1}"}'),
      gemini('"function_call":{"name":"f","args":{"a":1}}'),
      "gemini/args-not-object replaced",
    ],
  ])("%s", (_, wire, before, after, ...rules) => {
    const found = repaired(wire, before);
    expect(found.text).toBe(after);
    expect(found.rules.sort()).toEqual(rules.sort());
    expect(validateRequest(Buffer.from(found.text), { wire })).toEqual([]);
  });

  it.each<[title: string, wire: Wire, body: string]>([
    ["a text that is no JSON", "anthropic", claude(',"input":"ls -la"')],
    ["the JSON of a list", "anthropic", claude(',"input":"[1]"')],
    ["a list with elements", "anthropic", claude(',"input":[1]')],
    ["a number", "anthropic", claude(',"input":7')],
    ["arguments that are a list", "openai-chat", chat(',"arguments":[1]')],
    [
      "a custom tool's input that is no text",
      "openai-responses",
      '{"input":[{"type":"custom_tool_call","call_id":"a","name":"f","input":{}}]}',
    ],
    ["args that are a number", "gemini", gemini('"functionCall":{"name":"f","args":1}')],
    ["a call without a name", "anthropic", claude(',"input":{}').replace('"name":"f",', "")],
    [
      "reasoning that is not stored",
      "openai-responses",
      '{"store":false,"input":[{"type":"reasoning","id":"rs_1"},{"role":"assistant","content":"x"}]}',
    ],
  ])("and leaves what would be a guess: %s", (_, wire, body) => {
    expect(repaired(wire, body)).toEqual({ text: body, rules: [] });
    expect(validateRequest(Buffer.from(body), { wire }).length).toBeGreaterThan(0);
  });
});

it("repairRequest keeps the spelling of numbers in bytes that become a text", () => {
  const { body } = repairRequest(Buffer.from(chat(',"arguments":{"big":12345678901234567890}')), {
    wire: "openai-chat",
  });
  expect(Buffer.from(body).toString()).toBe(chat(',"arguments":"{\\"big\\":12345678901234567890}"'));
});

describe("repairRequest replaces ids of calls", () => {
  const body = (a: string, b: string) =>
    `{"messages":[${user},${assistant(`${use(a)}, ${use(b)}`)},${results(`${answer(b)},${answer(a)}`)}]}`;

  it("in the call and in its result, and keeps them apart", () => {
    const { text, rules } = repaired("anthropic", body("read:0", "read|0"));
    const [first, second] = [...text.matchAll(/"id":"(.*?)"/g)].map(([, id = ""]) => id);
    expect(text).toBe(body(first ?? "", second ?? ""));
    expect(first).toMatch(/^read_0_[0-9a-f]{8}$/);
    expect(first).not.toBe(second);
    expect(rules).toEqual([
      ...Array(2).fill("anthropic/call-id-form replaced"),
      ...Array(2).fill("anthropic/result-id-form replaced"),
    ]);
  });

  it("and leaves ids that are accepted, also of another vendor", () => {
    const long = "c".repeat(65);
    const asked = `{"model":"gemini-3-pro","messages":[{"role":"assistant","tool_calls":[{"id":"${long}","function":{"name":"f","arguments":""}}]},{"role":"tool","tool_call_id":"${long}","content":""}]}`;
    expect(repaired("openai-chat", asked).rules).toEqual([]);
    expect(repaired("anthropic", body("toolu_1", "call_2-3")).rules).toEqual([]);
    const openAi = repaired("openai-chat", asked.replace("gemini-3-pro", "gpt-5"));
    expect(openAi.text).not.toContain(long);
    expect(openAi.rules).toEqual(["chat/call-id-form replaced"]);
    const mistral = repaired("openai-chat", asked.replace("gemini-3-pro", "mistral-large-latest"));
    expect(mistral.text).toMatch(/"id":"[0-9a-f]{9}".*"tool_call_id":"[0-9a-f]{9}"/);
  });
});
