// Settings beside the messages: the smallest request that breaks a rule, and its nearest neighbour that does not.
import type { RuleId } from "../../ts/contract/rule-texts.js";
import type { Wire } from "../../ts/index.js";

/** Rule, path, wire, broken request, fine request. */
export type Case = [rule: RuleId, path: string, wire: Wire, broken: string, fine: string];

const gemini = (more: string) => `{"contents":[{"parts":[{"text":"q"}]}],${more}}`;
const cached = '"cachedContent":"cachedContents/1"';
const chat = (more: string) => `{"messages":[{"role":"user","content":"q"}],${more}}`;
const input = (more: string, items = '{"role":"user","content":"q"}') => `{"input":[${items}],${more}}`;
const answer = '{"type":"message","role":"assistant","content":"x","status":"completed"}';

const document = (citations: string) =>
  `{"type":"document","source":{"type":"text","media_type":"text/plain","data":"x"}${citations}}`;
const found = (citations: string) =>
  `{"type":"search_result","source":"u","title":"t","content":[{"type":"text","text":"x"}]${citations}}`;
const cited = ',"citations":{"enabled":true}';
const plain = ',"citations":{"enabled":false}';
const reads = (blocks: string, more = "") => `{"messages":[{"role":"user","content":[${blocks}]}]${more}}`;
const use = '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}';
const inResult = (first: string, second: string) =>
  `{"messages":[{"role":"user","content":[${first}]},${use},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[${second}]}]}]}`;
const format = '{"type":"json_schema","schema":{"type":"object"}}';
const deferred = '{"name":"f","input_schema":{"type":"object"},"defer_loading":true}';
const lazy = '{"type":"function","name":"f","defer_loading":true}';

/** The cases. */
export const SETTING_CASES: Case[] = [
  ...(
    [
      [`${cached},"tools":[{"functionDeclarations":[{"name":"f"}]}]`, `${cached},"tools":[]`],
      [`${cached},"systemInstruction":{"parts":[{"text":"x"}]}`, `${cached},"systemInstruction":null`],
      [
        '"cached_content":"c","tool_config":{"function_calling_config":{"mode":"ANY"}}',
        `${cached},"generationConfig":{}`,
      ],
      [`"toolConfig":{},${cached}`, '"toolConfig":{},"cachedContent":null'],
    ] satisfies [string, string][]
  ).map(([broken, fine]): Case => ["gemini/cached-content-with-settings", "", "gemini", gemini(broken), gemini(fine)]),
  ...(
    [
      [
        "/messages/0/content/1",
        reads(`${document(cited)},${document("")}`),
        reads(`${document(cited)},${document(cited)}`),
      ],
      [
        "/messages/0/content/1",
        reads(`${document("")},${document(cited)}`),
        reads(`${document("")},${document(plain)}`),
      ],
      // Documents and search results are told apart.
      ["/messages/0/content/1", reads(`${found(cited)},${found(plain)}`), reads(`${found(cited)},${document(plain)}`)],
      [
        "/messages/2/content/0/content/0",
        inResult(document(cited), document("")),
        inResult(document(cited), document(cited)),
      ],
    ] satisfies [string, string, string][]
  ).map(([path, broken, fine]): Case => ["anthropic/mixed-citations", path, "anthropic", broken, fine]),
  ...(
    [
      [
        reads(document(cited), `,"output_config":{"format":${format}}`),
        reads(document(cited), ',"output_config":{"effort":"low"}'),
      ],
      [reads(found(cited), `,"output_format":${format}`), reads(found(plain), `,"output_format":${format}`)],
      [
        reads(document(cited), `,"output_config":{"format":${format}}`),
        reads(document(cited), ',"output_config":{"format":null}'),
      ],
    ] satisfies [string, string][]
  ).map(([broken, fine]): Case => ["anthropic/citations-with-format", "", "anthropic", broken, fine]),
  ...(
    [
      [
        `"tools":[${deferred}]`,
        `"tools":[${deferred},{"type":"tool_search_tool_bm25_20251119","name":"tool_search_tool_bm25"}]`,
      ],
      // A client may search by a tool of its own.
      [
        `"tools":[${deferred},${deferred}]`,
        `"tools":[${deferred},{"name":"find_tools","input_schema":{"type":"object"}}]`,
      ],
      [`"tools":[${deferred}]`, `"tools":[${deferred.replace("true", "false")}]`],
      [`"model":"claude-opus-5","tools":[${deferred}]`, `"model":"deepseek-v4","tools":[${deferred}]`],
    ] satisfies [string, string][]
  ).map(([broken, fine]): Case => ["anthropic/all-tools-deferred", "", "anthropic", chat(broken), chat(fine)]),
  ...(
    [
      [`"tools":[${lazy}]`, `"tools":[${lazy},{"type":"tool_search"}]`],
      [
        '"tools":[{"type":"namespace","name":"n","tools":[{"type":"function","name":"f","defer_loading":true}]}]',
        '"tools":[{"type":"namespace","name":"n","tools":[{"type":"function","name":"f"}]}]',
      ],
      [
        '"tools":[{"type":"mcp","server_label":"s","defer_loading":true}]',
        '"tools":[{"type":"mcp","server_label":"s"}]',
      ],
      [`"model":"gpt-5.4","tools":[${lazy}]`, `"model":"grok-4","tools":[${lazy}]`],
    ] satisfies [string, string][]
  ).map(
    ([broken, fine]): Case => [
      "responses/deferred-without-search",
      "/tools/0",
      "openai-responses",
      input(broken),
      input(fine),
    ],
  ),
  ...(
    [
      [input('"background":true,"store":false'), input('"background":true')],
      [input('"store":false,"background":true'), input('"background":false,"store":false')],
      ['{"input":"q","background":true,"store":false}', '{"input":"q","background":true,"store":true}'],
    ] satisfies [string, string][]
  ).map(([broken, fine]): Case => ["responses/background-not-stored", "", "openai-responses", broken, fine]),
  ...(
    [
      ['{"type":"reasoning","id":"rs_1","status":null}', '{"type":"reasoning","id":"rs_1"}'],
      ['{"type":"reasoning","id":"rs_1","status":"completed"}', '{"type":"reasoning","id":"rs_1","summary":[]}'],
    ] satisfies [string, string][]
  ).map(
    ([broken, fine]): Case => [
      "responses/reasoning-status",
      "/input/0",
      "openai-responses",
      input('"model":"gpt-5"', `${broken},${answer}`),
      input('"model":"gpt-5"', `${fine},${answer}`),
    ],
  ),
  ...(
    [
      ['"tools":[]', '"tools":null'],
      ['"model":"gpt-5","tools":[ ]', '"model":"gpt-5","tools":[{"type":"function","function":{"name":"f"}}]'],
      ['"model":"deepseek-chat","tools":[]', '"model":"some-model","tools":[]'],
    ] satisfies [string, string][]
  ).map(([broken, fine]): Case => ["chat/tools-empty", "", "openai-chat", chat(broken), chat(fine)]),
];
