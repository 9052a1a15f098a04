import { describe, expect, it } from "vitest";
import { RULE_IDS, type RuleId } from "../../ts/contract/rule-texts.js";
import { bothBackends } from "../support/native.js";
import { LIMIT_CASES } from "./limit-cases.js";
import { type Case, SETTING_CASES } from "./setting-cases.js";

const chat = (messages: string) => `{"messages":[${messages}]}`;
const user = '{"role":"user","content":"q"}';
const tells = '{"role":"tool","tool_call_id":"a","content":""}';
const named = '"function":{"name":"f","arguments":"{}"}';
const asks = `{"role":"assistant","tool_calls":[{"id":"a",${named}}]}`;
/** An answered call with these members; `more` are members of the request. */
const calls = (members: string, more = "") =>
  `{"messages":[{"role":"assistant","tool_calls":[{"id":"a",${members}}]},${tells}]${more}}`;
const withId = (id: string, model: string) =>
  `{"model":"${model}","messages":[{"role":"assistant","tool_calls":[{"id":"${id}",${named}}]},{"role":"tool","tool_call_id":"${id}","content":""}]}`;

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

const long65 = "a".repeat(65);
const CHAT_CALLS: Case[] = (
  [
    ["chat/call-id-form", withId(long65, "gpt-5"), withId(long65, "gemini-2.5-pro")],
    ["chat/call-id-form", withId("call_12345", "mistralai/Mistral-small"), withId("aB3xK9mP2", "mistral-large")],
    ["chat/call-without-name", calls('"function":{"arguments":""}'), calls(named)],
    ["chat/call-without-name", calls('"x":1'), calls('"custom":{"name":"g","input":"x"}')],
    ["chat/call-name-form", calls('"function":{"name":"a.b","arguments":"{}"}'), calls(named)],
    [
      "chat/call-name-form",
      calls('"function":{"name":"a.b","arguments":"{}"}', ',"model":"openai/gpt-5.2"'),
      calls('"function":{"name":"a.b","arguments":"{}"}', ',"model":"some-model"'),
    ],
    [
      "chat/arguments-not-text",
      calls('"function":{"name":"f","arguments":{}}'),
      calls('"function":{"name":"f","arguments":"{"}'),
    ],
    ["chat/arguments-not-text", calls('"function":{"name":"f"}'), calls('"function":{"name":"f","arguments":""}')],
    [
      "chat/arguments-not-json",
      calls('"function":{"name":"f","arguments":"[1]"}', ',"model":"qwen3.5-plus"'),
      calls('"function":{"name":"f","arguments":"[1]"}', ',"model":"gpt-5"'),
    ],
    [
      "chat/arguments-not-json",
      calls('"function":{"name":"f","arguments":"{\\"path\\": \\"b.t"}', ',"model":"MiniMax-M2.5"'),
      calls('"function":{"name":"f","arguments":" {\\"path\\": \\"b.t\\"}"}', ',"model":"MiniMax-M2.5"'),
    ],
  ] satisfies [RuleId, string, string][]
).map(([rule, broken, fine]) => [rule, "/messages/0/tool_calls/0", "openai-chat", broken, fine]);

const block = (json: string) => `{"role":"assistant","content":[${json}]}`;
const says = (json: string) => `{"role":"user","content":[${json}]}`;
const use = '{"type":"tool_use","id":"a","name":"f","input":{}}';
const search = '{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}';
const found = '{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]}';
const result = '{"type":"tool_result","tool_use_id":"a"}';
const text = '{"type":"text","text":"x"}';
const thought = '{"type":"thinking","thinking":"","signature":"s"}';
const marked = (ttl: string) => `{"type":"text","text":"x","cache_control":{"type":"ephemeral"${ttl}}}`;
const long = ',"ttl":"1h"';

const ANTHROPIC: Case[] = (
  [
    ["anthropic/no-messages", "", "", user],
    [
      "anthropic/role",
      "/messages/1",
      `${user},{"role":"tool","content":"x"}`,
      `${user},{"role":"system","clear_at":"next_user_message","content":"x"}`,
    ],
    ["anthropic/first-role", "/messages/0", block(text), `${user},${block(text)}`],
    ["anthropic/first-role", "/messages/0", block(text), `${block('{"type":"compaction","content":"s"}')},${user}`],
    [
      "anthropic/trailing-space",
      "/messages/1",
      `${user},{"role":"assistant","content":"x\\n"}`,
      `${user},{"role":"assistant","content":"x "},${user}`,
    ],
    [
      "anthropic/trailing-space",
      "/messages/1/content/1",
      `${user},${block(`${text},{"type":"text","text":"x\\u0020"}`)}`,
      `${user},${block(`{"type":"text","text":"x "},${text}`)}`,
    ],
    ...(
      [
        ["call-id-form", use.replace('"a"', '"functions.read:0"'), use.replace('"a"', '"toolu_a-1"')],
        ["call-without-name", use.replace('"name":"f",', ""), use],
        ["call-without-name", use.replace('"f"', '""'), use],
        ["call-name-form", use.replace('"f"', '"git diff"'), use.replace('"f"', `"${"f".repeat(128)}"`)],
        ["call-name-form", use.replace('"f"', `"${"f".repeat(129)}"`), use],
        ["input-not-object", use.replace("{}", '"{}"'), use.replace("{}", '{"a":1}')],
        ["input-not-object", use.replace("{}", "[]"), use],
        ["input-not-object", use.replace("{}", "null"), use],
        ["input-not-object", use.replace(',"input":{}', ""), use],
      ] as const
    ).map(([rule, broken, fine]): [RuleId, string, string, string] => [
      `anthropic/${rule}`,
      "/messages/1/content/0",
      `${user},${block(broken)},${says(result.replace("a", broken.match(/"id":"(.*?)"/)?.[1] ?? ""))}`,
      `${user},${block(fine)},${says(result.replace('"a"', `"${fine.match(/"id":"(.*?)"/)?.[1]}"`))}`,
    ]),
    [
      "anthropic/result-id-form",
      "/messages/2/content/0",
      `${user},${block(use)},${says(result.replace('"a"', '"a|b"'))}`,
      `${user},${block(use)},${says(result)}`,
    ],
    [
      "anthropic/server-call-id-form",
      "/messages/1/content/0",
      `${user},${block(search.replace("srvtoolu_1", "toolu_1"))}`,
      `${user},${block(search)}`,
    ],
    [
      "anthropic/server-call-without-result",
      "/messages/1/content/0",
      `${user},${block(`${search},${text}`)},${user}`,
      `${user},${block(`${search},${use}`)},${says(result)},${block(`${found},${text}`)},${user}`,
    ],
    [
      "anthropic/server-result-orphan",
      "/messages/1/content/0",
      `${user},${block(`${found},${text}`)}`,
      `${user},${block(`${search},${found},${text}`)}`,
    ],
    [
      "anthropic/server-result-orphan",
      "/messages/1/content/1",
      `${user},${block(`${search},{"type":"mcp_tool_result","tool_use_id":"srvtoolu_1"},${text}`)}`,
      `${user},${block(`{"type":"mcp_tool_use","id":"mcptoolu_1","name":"x","input":{}},{"type":"mcp_tool_result","tool_use_id":"mcptoolu_1"},${text}`)}`,
    ],
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
      `${user},${block('{"type":"tool_use","name":"f","input":{}}')}`,
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

/** A call of this id over the Anthropic wire; other vendors speak it, too. */
const kimi = (id: string) =>
  `"messages":[${user},${block(use.replace('"a"', `"${id}"`))},${says(result.replace('"a"', `"${id}"`))}]}`;
const VENDORS: Case[] = [
  [
    "anthropic/call-id-form",
    "/messages/1/content/0",
    "anthropic",
    `{"model":"us.anthropic.claude-opus-4-8",${kimi("functions.f:0")}`,
    `{"model":"moonshotai/Kimi-K2.5",${kimi("functions.f:0")}`,
  ],
  [
    "anthropic/result-id-form",
    "/messages/2/content/0",
    "anthropic",
    `{"model":"an-alias",${kimi("functions.f:0")}`,
    `{"model":"an-alias",${kimi("toolu_1")}`,
  ],
];
/** A thread whose earlier messages the provider has. */
const thread = (messages: string) => `{"thread":{"type":"continue","id":"thread_1"},"messages":[${messages}]}`;
const THREADS: Case[] = [
  ["anthropic/orphan-result", "/messages/0/content/0", "anthropic", chat(says(result)), thread(says(result))],
  [
    "anthropic/orphan-result",
    "/messages/2/content/0",
    "anthropic",
    thread(`${user},${block(text)},${says(result)}`),
    thread(`${says(`${text},${result}`)},${block(text)},${user}`),
  ],
  ["anthropic/first-role", "/messages/0", "anthropic", chat(block(text)), thread(block(text))],
  [
    "anthropic/orphan-result",
    "/messages/0/content/0",
    "anthropic",
    `{"thread":{"type":"create"},"messages":[${says(result)}]}`,
    thread(says(result)),
  ],
];

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
const call = '{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}';
const output = '{"type":"function_call_output","call_id":"a","output":""}';
const thinks = '{"type":"reasoning","id":"rs_1"}';
/** An answered function call with these members; `more` are members of the request. */
const made = (members: string, more = "") => input(`{"type":"function_call","call_id":"a",${members}},${output}`, more);

const RESPONSES: Case[] = (
  [
    ["responses/role", "/input/0", input('{"role":"tool","content":""}'), input('{"role":"system","content":""}')],
    [
      "responses/content-type",
      "/input/0/content/0",
      input('{"role":"assistant","content":[{"type":"input_text"}]}'),
      input('{"role":"assistant","content":[{"type":"output_text"}]}'),
    ],
    [
      "responses/call-without-id",
      "/input/0",
      input('{"type":"function_call","name":"f","arguments":""}'),
      input('{"type":"web_search_call"}'),
    ],
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
    [
      "responses/item-id-form",
      "/input/0",
      made('"name":"f","arguments":"","id":"call_1"'),
      made('"name":"f","arguments":"","id":"fc_1"'),
    ],
    [
      "responses/item-id-form",
      "/input/0",
      made('"name":"f","arguments":"","id":""', ',"model":"openai/gpt-5"'),
      made('"name":"f","arguments":"","id":"call_1"', ',"model":"deepseek-v4"'),
    ],
    [
      "responses/item-id-form",
      "/input/0",
      input('{"type":"message","role":"assistant","content":"x","id":"item_1"}'),
      input('{"type":"message","role":"assistant","content":"x","id":"msg_1"},{"role":"user","content":"","id":"x"}'),
    ],
    [
      "responses/item-id-form",
      "/input/1",
      input(`${call},{"type":"function_call_output","call_id":"a","output":"","id":"ctco_1"}`),
      input(`${call},{"type":"function_call_output","call_id":"a","output":"","id":"fco_1"}`),
    ],
    [
      "responses/call-id-form",
      "/input/0",
      input(`${call},${output}`.replaceAll('"a"', `"${long65}"`)),
      input(`${call},${output}`.replaceAll('"a"', `"${"a".repeat(64)}"`)),
    ],
    ["responses/call-without-name", "/input/0", made('"arguments":""'), made('"name":"f","arguments":""')],
    [
      "responses/call-name-form",
      "/input/0",
      made('"name":"a b","arguments":""'),
      made('"name":"a b","arguments":""', ',"model":"other"'),
    ],
    [
      "responses/arguments-not-text",
      "/input/0",
      made('"name":"f","arguments":{}'),
      input(
        '{"type":"custom_tool_call","call_id":"a","name":"f","input":""},{"type":"custom_tool_call_output","call_id":"a","output":""}',
      ),
    ],
    [
      "responses/reasoning-not-stored",
      "/input/0",
      input(`${thinks},${call},${output}`, ',"store":false'),
      input(`${thinks},${call},${output}`, ',"store":true'),
    ],
    [
      "responses/reasoning-not-stored",
      "/input/0",
      input(`{"type":"reasoning","id":"rs_1","encrypted_content":null},${call},${output}`, ',"store":false'),
      input(`{"type":"reasoning","id":"rs_1","encrypted_content":"x"},${call},${output}`, ',"store":false'),
    ],
    [
      "responses/reference-not-stored",
      "/input/0",
      input('{"type":"item_reference","id":"msg_1"}', ',"store":false'),
      input('{"type":"item_reference","id":"msg_1"}'),
    ],
    [
      "responses/call-without-output",
      "/input/0",
      input(`{"type":"local_shell_call","call_id":"a","id":"lsh_1"},${user}`),
      input('{"type":"local_shell_call","call_id":"a","id":"lsh_1"},{"type":"local_shell_call_output","id":"lsh_1"}'),
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
    ["gemini/empty-part", "/contents/0/parts/0", contents('{"parts":[{}]}'), contents('{"parts":[{"text":""}]}')],
    [
      "gemini/call-name-form",
      "/contents/1/parts/0",
      contents(
        `${asked},${model('{"functionCall":{"name":"a b"}}')},${replies('{"functionResponse":{"name":"a b"}}')}`,
      ),
      contents(
        `${asked},${model('{"functionCall":{"name":"a.b:c-d"}}')},${replies('{"functionResponse":{"name":"a.b:c-d"}}')}`,
      ),
    ],
    [
      "gemini/args-not-object",
      "/contents/1/parts/0",
      contents(`${asked},${model('{"functionCall":{"name":"f","args":"{}"}}')},${replies(rf)}`),
      contents(`${asked},${model('{"functionCall":{"name":"f","args":null}}')},${replies(rf)}`),
    ],
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

const CASES = [
  ...CHAT,
  ...CHAT_CALLS,
  ...ANTHROPIC,
  ...VENDORS,
  ...THREADS,
  ...MORE,
  ...RESPONSES,
  ...GEMINI,
  ...SETTING_CASES,
  ...LIMIT_CASES,
];

describe.each(bothBackends())("rules, %s", (_, backend) => {
  it.each(CASES)("%s at %j", (rule, path, wire, broken, fine) => {
    const found = backend.validateBody(Buffer.from(broken), { wire });
    expect(found).toContainEqual(expect.objectContaining({ rule, path }));
    expect(found.find((violation) => violation.rule === rule)?.message).not.toMatch(/\{(id|count)\}/);
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
