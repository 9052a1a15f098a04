// Limits that are not tokens: a request just above each, and one at it.
import type { Case } from "./setting-cases.js";

/** The beginning of a PNG of these sizes, in base64: no more of an image is read. */
export function png(width: number, height: number): string {
  const bytes = Buffer.alloc(33);
  bytes.set(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
  bytes.writeUInt32BE(13, 8);
  bytes.write("IHDR", 12, "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString("base64");
}

const image = (data: string, label = "image/png") =>
  `{"type":"image","source":{"type":"base64","media_type":"${label}","data":"${data}"}}`;
const document = '{"type":"document","source":{"type":"text","media_type":"text/plain","data":"x"}}';
const reads = (blocks: string, more = "") => `{"messages":[{"role":"user","content":[${blocks}]}]${more}}`;
const many = (count: number, one = image(png(10, 10))) => Array(count).fill(one).join();
const use = '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}';
const shows = (blocks: string) =>
  `{"messages":[{"role":"user","content":"q"},${use},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[${blocks}]}]}]}`;

const MOST_BYTES = 32_000_000;
const ofBytes = (bytes: number, more = "") => {
  const frame = reads('{"type":"text","text":"x"}', more);
  return frame.replace('"x"', `"${"x".repeat(bytes - frame.length + 1)}"`);
};

const MOST_CHARS = 10_485_760;
const answered = (output: string, more = "") =>
  `{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"${output}"}]${more}}`;
const output = (text: string) =>
  `{"model":"gpt-5","input":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"a","output":"${text}"}]}`;
const tools = (count: number) => `"tools":[${Array(count).fill('{"type":"function","function":{"name":"f"}}').join()}]`;
const asks = (more: string) => `{"messages":[{"role":"user","content":"q"}],${more}}`;

/** The cases. */
export const LIMIT_CASES: Case[] = [
  ["request-too-large", "", "anthropic", ofBytes(MOST_BYTES + 1), ofBytes(MOST_BYTES)],
  [
    "request-too-large",
    "",
    "anthropic",
    ofBytes(MOST_BYTES + 1, ',"model":"claude-opus-5"'),
    ofBytes(MOST_BYTES + 1, ',"model":"deepseek-v4"'),
  ],
  ["too-many-images", "", "anthropic", reads(many(101)), reads(many(100))],
  ["too-many-images", "", "anthropic", reads(`${many(100)},${document}`), reads(`${many(99)},${document}`)],
  ["too-many-images", "", "anthropic", shows(many(101)), shows(many(100))],
  [
    "image-too-large",
    "/messages/0/content/20",
    "anthropic",
    reads(`${many(20)},${image(png(10, 2001))}`),
    reads(`${many(20)},${image(png(2000, 2000))}`),
  ],
  [
    "image-too-large",
    "/messages/0/content/20",
    "anthropic",
    reads(`${many(20)},${image(png(2001, 10))}`),
    reads(`${many(19)},${image(png(2001, 10))}`),
  ],
  [
    "image-too-large",
    "/messages/2/content/0/content/0",
    "anthropic",
    shows(image(png(8001, 10))),
    shows(image(png(8000, 8000))),
  ],
  // The label lies, and what has no header is not judged.
  [
    "image-too-large",
    "/messages/0/content/0",
    "anthropic",
    reads(image(png(9000, 9000), "image/jpeg")),
    reads(image("x".repeat(60))),
  ],
  [
    "string-too-long",
    "/messages/1",
    "openai-chat",
    answered("x".repeat(MOST_CHARS + 1)),
    answered("x".repeat(MOST_CHARS)),
  ],
  // Characters, not bytes and not escapes.
  [
    "string-too-long",
    "/messages/1",
    "openai-chat",
    answered("é".repeat(MOST_CHARS + 1)),
    answered("\\n".repeat(MOST_CHARS)),
  ],
  [
    "string-too-long",
    "/messages/1",
    "openai-chat",
    answered("x".repeat(MOST_CHARS + 1), ',"model":"gpt-5.4"'),
    answered("x".repeat(MOST_CHARS + 1), ',"model":"gemini-2.5-pro"'),
  ],
  [
    "string-too-long",
    "/input/1",
    "openai-responses",
    output("x".repeat(MOST_CHARS + 1)),
    output("x".repeat(MOST_CHARS)),
  ],
  ["too-many-tools", "", "openai-chat", asks(tools(129)), asks(tools(128))],
  ["too-many-tools", "", "openai-chat", asks(tools(129)), asks(`${tools(129)},"model":"some-model"`)],
];
