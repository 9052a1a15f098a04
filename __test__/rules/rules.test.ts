import { describe, expect, it } from "vitest";
import { RULE_IDS, type RuleId } from "../../ts/contract/rule-texts.js";
import type { Wire } from "../../ts/index.js";
import { bothBackends } from "../support/native.js";

/** The smallest request that breaks a rule, and the nearest one that does not. */
type Case = [rule: RuleId, path: string, wire: Wire, broken: string, fine: string];

const chat = (messages: string) => `{"messages":[${messages}]}`;
const user = '{"role":"user","content":"q"}';
const asks = '{"role":"assistant","tool_calls":[{"id":"a"}]}';
const tells = '{"role":"tool","tool_call_id":"a","content":""}';

const CHAT: Case[] = (
  [
    [
      "duplicate-key",
      "/messages/0",
      '{"role":"user","content":"q","role":"user"}',
      '{"role":"user","content":"q","x":1,"x":2}',
    ],
    ["message-not-object", "/messages/1", `${user},"x"`, user],
    [
      "block-not-object",
      "/messages/0",
      '{"role":"user","content":["x"]}',
      '{"role":"user","content":[{"type":"text","text":"x"}]}',
    ],
    [
      "lone-surrogate",
      "/messages/0",
      '{"role":"user","content":"\\ud83d"}',
      '{"role":"user","content":"\\ud83d\\ude00 \\\\ud83d"}',
    ],
    ["chat/no-messages", "", "", user],
    ["chat/role", "/messages/0", '{"role":"critic","content":""}', '{"role":"developer","content":""}'],
    [
      "chat/content-missing",
      "/messages/0",
      '{"role":"assistant","content":null}',
      '{"role":"assistant","content":null,"refusal":"no"}',
    ],
    [
      "chat/calls-empty",
      "/messages/0",
      '{"role":"assistant","content":"x","tool_calls":[]}',
      '{"role":"assistant","content":"x"}',
    ],
    [
      "chat/call-without-id",
      "/messages/0/tool_calls/0",
      '{"role":"assistant","tool_calls":[{"id":""}]}',
      `${asks},${tells}`,
    ],
    ["chat/call-unanswered", "/messages/0/tool_calls/0", `${asks},${user}`, `${asks},${tells},${user}`],
    ["chat/call-unanswered-at-end", "/messages/0/tool_calls/0", asks, `${asks},${tells}`],
    ["chat/result-without-id", "/messages/0", '{"role":"tool","content":""}', `${asks},${tells}`],
    ["chat/result-orphan", "/messages/0", tells, `${asks},${tells}`],
    ["chat/duplicate-result", "/messages/2", `${asks},${tells},${tells}`, `${asks},${tells},${asks},${tells}`],
    [
      "chat/function-without-name",
      "/messages/0",
      '{"role":"function","content":"x"}',
      '{"role":"function","name":"f","content":null}',
    ],
  ] satisfies [RuleId, string, string, string][]
).map(([rule, path, broken, fine]) => [rule, path, "openai-chat", chat(broken), chat(fine)]);

const block = (json: string) => `{"role":"assistant","content":[${json}]}`;
const says = (json: string) => `{"role":"user","content":[${json}]}`;
const use = '{"type":"tool_use","id":"a"}';
const result = '{"type":"tool_result","tool_use_id":"a"}';
const text = '{"type":"text","text":"x"}';
const thought = '{"type":"thinking","thinking":"","signature":"s"}';
const marked = (ttl: string) => `{"type":"text","text":"x","cache_control":{"type":"ephemeral"${ttl}}}`;
const long = ',"ttl":"1h"';

const ANTHROPIC: Case[] = (
  [
    ["anthropic/no-messages", "", "", user],
    ["anthropic/role", "/messages/0", '{"role":"system","content":"x"}', user],
    ["anthropic/first-role", "/messages/0", block(text), `${user},${block(text)}`],
    ["anthropic/content", "/messages/0", '{"role":"user","content":null}', user],
    ["anthropic/empty-user-message", "/messages/0", says(""), `${user},${block("")}`],
    ["anthropic/empty-text", "/messages/0/content/0", says(`{"type":"text","text":""},${text}`), says(text)],
    [
      "anthropic/blank-text",
      "/messages/0",
      says('{"type":"text","text":"\\n "}'),
      says(`{"type":"text","text":" "},${text}`),
    ],
    [
      "anthropic/block-role",
      "/messages/1/content/0",
      `${user},${block(result)}`,
      `${user},${block(use)},${says(result)}`,
    ],
    [
      "anthropic/call-without-id",
      "/messages/1/content/0",
      `${user},${block('{"type":"tool_use"}')}`,
      `${user},${block(text)}`,
    ],
    ["anthropic/result-without-id", "/messages/0/content/0", says('{"type":"tool_result"}'), says(text)],
    [
      "anthropic/result-content",
      "/messages/2/content/0",
      `${user},${block(use)},${says('{"type":"tool_result","tool_use_id":"a","content":{"type":"text","text":"x"}}')}`,
      `${user},${block(use)},${says('{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"x"}]}')}`,
    ],
    [
      "anthropic/duplicate-call-id",
      "/messages/1/content/1",
      `${user},${block(`${use},${use}`)},${says(result)}`,
      `${user},${block(use)},${says(result)},${block(use)},${says(result)}`,
    ],
    [
      "anthropic/missing-result",
      "/messages/1/content/0",
      `${user},${block(use)},${user}`,
      `${user},${block(use)},${says(result)},${user}`,
    ],
    [
      "anthropic/missing-result-at-end",
      "/messages/1/content/0",
      `${user},${block(use)}`,
      `${user},${block(use)},${says(result)}`,
    ],
    ["anthropic/orphan-result", "/messages/0/content/0", says(result), `${user},${block(use)},${says(result)}`],
    [
      "anthropic/duplicate-result",
      "/messages/2/content/1",
      `${user},${block(use)},${says(`${result},${result}`)}`,
      `${user},${block(use)},${says(result)}`,
    ],
    [
      "anthropic/result-not-first",
      "/messages/2/content/1",
      `${user},${block(use)},${says(`${text},${result}`)}`,
      `${user},${block(use)},${says(`${result},${text}`)}`,
    ],
    [
      "anthropic/thinking-at-end",
      "/messages/1/content/1",
      `${user},${block(`${text},${thought}`)}`,
      `${user},${block(thought)},${user}`,
    ],
    [
      "anthropic/thinking-signature",
      "/messages/1/content/0",
      `${user},${block(`{"type":"thinking","thinking":"x"},${text}`)}`,
      `${user},${block(`${thought},${text}`)}`,
    ],
    [
      "anthropic/breakpoint-on-thinking",
      "/messages/1/content/0",
      `${user},${block(`{"type":"redacted_thinking","cache_control":{}},${text}`)}`,
      `${user},${block(`{"type":"redacted_thinking","cache_control":null},${text}`)}`,
    ],
    [
      "anthropic/breakpoint-on-empty-text",
      "/messages/2/content/0/content/0",
      `${user},${block(use)},${says('{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"","cache_control":{}}]}')}`,
      `${user},${block(use)},${says('{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":""}]}')}`,
    ],
    [
      "anthropic/breakpoint-ttl-order",
      "/messages/0/content/1",
      says(`${marked("")},${marked(long)}`),
      says(`${marked(long)},${marked("")}`),
    ],
    [
      "anthropic/too-many-breakpoints",
      "",
      says(Array(5).fill(marked("")).join()),
      says(Array(4).fill(marked("")).join()),
    ],
  ] satisfies [RuleId, string, string, string][]
).map(([rule, path, broken, fine]) => [rule, path, "anthropic", chat(broken), chat(fine)]);

const loop = `${user},${block(use)},${says(result)}`;
const MORE: Case[] = [
  ["duplicate-key", "", "openai-chat", `{"messages":[${user}],"messages":[]}`, chat(user)],
  [
    "lone-surrogate",
    "",
    "openai-chat",
    `{"x":"\\udc00","messages":[${user}]}`,
    `{"x":"\\\\udc00","messages":[${user}]}`,
  ],
  [
    "anthropic/thinking-first",
    "/messages/1",
    "anthropic",
    `{"thinking":{"type":"enabled"},"messages":[${loop}]}`,
    `{"thinking":{"type":"adaptive"},"messages":[${loop}]}`,
  ],
  [
    "anthropic/empty-text",
    "/system/0",
    "anthropic",
    `{"system":[{"type":"text","text":""}],"messages":[${user}]}`,
    `{"system":"","messages":[${user}]}`,
  ],
  [
    "anthropic/breakpoint-ttl-order",
    "/system/0",
    "anthropic",
    `{"messages":[${user}],"system":[${marked(long)}],"tools":[{"cache_control":{}}]}`,
    `{"messages":[${user}],"system":[${marked("")}],"tools":[{"cache_control":{"ttl":"1h"}}]}`,
  ],
  [
    "anthropic/too-many-breakpoints",
    "",
    "anthropic",
    `{"cache_control":{},"messages":[${says(`${Array(4).fill(marked("")).join()},${text}`)}]}`,
    `{"cache_control":{},"messages":[${says(`${text},${Array(4).fill(marked("")).join()}`)}]}`,
  ],
];

const input = (items: string, more = "") => `{"input":[${items}]${more}}`;
const call = '{"type":"function_call","call_id":"a"}';
const output = '{"type":"function_call_output","call_id":"a","output":""}';
const thinks = '{"type":"reasoning","id":"r"}';

const RESPONSES: Case[] = (
  [
    ["responses/role", "/input/0", input('{"role":"tool","content":""}'), input('{"role":"system","content":""}')],
    [
      "responses/content-type",
      "/input/0/content/0",
      input('{"role":"assistant","content":[{"type":"input_text"}]}'),
      input('{"role":"assistant","content":[{"type":"output_text"}]}'),
    ],
    ["responses/call-without-id", "/input/0", input('{"type":"function_call"}'), input('{"type":"web_search_call"}')],
    [
      "responses/output-without-id",
      "/input/0",
      input('{"type":"function_call_output","output":""}'),
      input('{"type":"tool_search_output"}'),
    ],
    [
      "responses/output-missing",
      "/input/1",
      input(`${call},{"type":"function_call_output","call_id":"a","output":null}`),
      input(`${call},${output}`),
    ],
    ["responses/call-without-output", "/input/0", input(`${call},${user}`), input(`${call},${user},${output}`)],
    [
      "responses/call-unanswered-at-end",
      "/input/1",
      input(`${user},${call},${thinks},{"type":"web_search_call"}`),
      input(`${user},${call},${output}`),
    ],
    ["responses/orphan-output", "/input/0", input(output), input(output, ',"previous_response_id":"resp"')],
    [
      "responses/duplicate-output",
      "/input/2",
      input(`${call},${output},${output}`),
      input(`${call},${output},${call},${output}`),
    ],
    [
      "responses/duplicate-item-id",
      "/input/1",
      input('{"role":"user","content":"","id":"m"},{"role":"user","content":"","id":"m"}'),
      input('{"role":"user","content":"","id":"m"},{"type":"item_reference","id":"m"}'),
    ],
    ["responses/reasoning-without-item", "/input/0", input(`${thinks},${user}`), input(`${thinks},${call},${output}`)],
  ] satisfies [RuleId, string, string, string][]
).map(([rule, path, broken, fine]) => [rule, path, "openai-responses", broken, fine]);

const contents = (items: string, more = "") => `{"contents":[${items}]${more}}`;
const asked = '{"parts":[{"text":"q"}]}';
const model = (parts: string) => `{"role":"model","parts":[${parts}]}`;
const replies = (parts: string) => `{"role":"user","parts":[${parts}]}`;
const f = '{"functionCall":{"name":"f"}}';
const g = '{"functionCall":{"name":"g"}}';
const rf = '{"functionResponse":{"name":"f","response":{}}}';
const rg = '{"functionResponse":{"name":"g","response":{}}}';
const words = '{"text":"x"}';

const GEMINI: Case[] = (
  [
    ["gemini/no-contents", "", contents(""), contents("", ',"cachedContent":"c"')],
    [
      "gemini/role",
      "/contents/0",
      contents('{"role":"assistant","parts":[{"text":"x"}]}'),
      contents('{"role":"user","parts":[{"text":"x"}]}'),
    ],
    ["gemini/empty-parts", "/contents/0", contents('{"parts":[]}'), contents(asked)],
    [
      "gemini/call-without-name",
      "/contents/1/parts/0",
      contents(`${asked},${model('{"functionCall":{}}')},${replies(rf)}`),
      contents(`${asked},${model(f)},${replies(rf)}`),
    ],
    [
      "gemini/call-position",
      "/contents/0",
      contents(`${model(f)},${replies(rf)}`),
      contents(`${asked},${model(f)},${replies(rf)}`),
    ],
    [
      "gemini/response-count",
      "/contents/1",
      contents(`${asked},${model(`${f},${g}`)},${replies(rf)}`),
      contents(`${asked},${model(`${f},${g}`)},${replies(`${rf},${rg}`)}`),
    ],
    [
      "gemini/call-unanswered-at-end",
      "/contents/1",
      contents(`${asked},${model(f)}`),
      contents(`${asked},${model(words)}`),
    ],
    [
      "gemini/orphan-response",
      "/contents/0/parts/0",
      contents(replies(rf)),
      contents(replies(rf), ',"cached_content":"c"'),
    ],
    [
      "gemini/response-order",
      "/contents/2/parts/0",
      contents(`${asked},${model(`${f},${g}`)},${replies(`${rg},${rf}`)}`),
      contents(`${asked},${model(`${f},${g}`)},${replies(`${rf},${rg}`)}`),
    ],
    [
      "gemini/response-after-text",
      "/contents/2/parts/1",
      contents(`${asked},${model(f)},${replies(`${words},${rf}`)}`),
      contents(`${asked},${model(f)},${replies(`${rf},${words}`)}`),
    ],
    [
      "gemini/response-without-name",
      "/contents/2/parts/0",
      contents(`${asked},${model(f)},${replies('{"functionResponse":{"response":{}}}')}`),
      contents(`${asked},${model(f)},${replies(rf)}`),
    ],
    [
      "gemini/response-not-object",
      "/contents/2/parts/0",
      contents(`${asked},${model(f)},${replies('{"function_response":{"name":"f","response":"x"}}')}`),
      contents(`${asked},${model(f)},${replies('{"function_response":{"name":"f"}}')}`),
    ],
    [
      "gemini/signature-missing-in-current-turn",
      "/contents/1/parts/0",
      contents(`${asked},${model(f)},${replies(rf)}`, ',"model":"gemini-3-pro"'),
      contents(`${asked},${model(f)},${replies(rf)},${asked}`, ',"model":"gemini-3-pro"'),
    ],
  ] satisfies [RuleId, string, string, string][]
).map(([rule, path, broken, fine]) => [rule, path, "gemini", broken, fine]);

const CASES = [...CHAT, ...ANTHROPIC, ...MORE, ...RESPONSES, ...GEMINI];

describe.each(bothBackends())("rules, %s", (_, backend) => {
  it.each(CASES)("%s at %j", (rule, path, wire, broken, fine) => {
    const found = backend.validateBody(Buffer.from(broken), { wire });
    expect(found).toContainEqual(expect.objectContaining({ rule, path }));
    expect(found.find((violation) => violation.rule === rule)?.message).not.toMatch(/[{}]/);
    expect(backend.validateBody(Buffer.from(fine), { wire })).toEqual([]);
  });

  it("tests each rule by a case", () => {
    const tested = new Set(CASES.map(([rule]) => rule));
    expect(RULE_IDS.filter((rule) => !tested.has(rule))).toEqual([]);
  });

  it.each([
    ["", "empty"],
    ["{", "invalid_json"],
    ["\u0000", "invalid_json"],
    ["{}", "no_conversation"],
    ['{"messages":{}}', "no_conversation"],
  ])("%j is no request: %s", (body, rule) => {
    const found = backend.validateBody(Buffer.from(body), {});
    expect(found).toMatchObject([{ rule, path: "" }]);
    expect(found).toHaveLength(1);
  });

  it("reports violations in document order, at most 1,000", () => {
    const orphans = Array(1500).fill(tells).join();
    const found = backend.validateBody(Buffer.from(`{"messages":[${orphans}]}`), { wire: "openai-chat" });
    expect(found.map(({ messageIndex }) => messageIndex)).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  });
});
