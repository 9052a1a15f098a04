// Adversarial requests of any size, for which growth and memory must be limited too. All are valid OpenAI Chat
// requests. Those with long results have 20 tool turns, of which a window of 8 leaves 12 to mask.
import { generateChatRequest } from "../__test__/support/generate.js";
import { isRequest, stretchRequest } from "./stretch.js";

/** A kind of request that can be created in any size. */
export interface Family {
  name: string;
  make(bytes: number): Buffer;
}

const TURNS = 20;

/** A list of messages as text: cheap to build, and its JSON is exactly what is written here. */
const chatBody = (messages: readonly string[], extra = ""): Buffer =>
  Buffer.from(`{"model":"gpt-4o"${extra},"messages":[${messages.join(",")}]}`);

function turn(id: string, rawText: string): string {
  const call = `{"id":"${id}","type":"function","function":{"name":"read_file","arguments":"{}"}}`;
  return `{"role":"assistant","content":null,"tool_calls":[${call}]},{"role":"tool","tool_call_id":"${id}","content":"${rawText}"}`;
}

/** 20 results that consist of one JSON string escape, or one text, repeated. */
const repeated = (unit: string) => (bytes: number) =>
  chatBody(
    Array.from({ length: TURNS }, (_, index) => turn(`call_${index}`, unit.repeat(bytes / TURNS / unit.length))),
  );

/** Quotes of the JSON structure: a list of empty strings outside the conversation. */
const emptyStrings = (bytes: number): Buffer => {
  const list = Array(Math.floor(bytes / 3))
    .fill('""')
    .join(",");
  const turns = Array.from({ length: TURNS }, (_, index) => turn(`call_${index}`, "some text of a result ".repeat(8)));
  return chatBody(turns, `,"metadata":[${list}]`);
};

/** Messages of 64 bytes on average: a million of them in 64 MB, half of them calls, half results. */
const tinyMessages = (bytes: number): Buffer =>
  chatBody(
    Array.from({ length: Math.floor(bytes / 128) - 1 }, (_, index) => {
      const id = index.toString(36).padStart(5, "0");
      const call = `{"role":"assistant","tool_calls":[{"id":"${id}","function":{}}]}`;
      return `${call},{"role":"tool","tool_call_id":"${id}","content":"abcdefghij"}`;
    }),
  );

/** One tool that is always called: 100,000 calls in 64 MB, each with a result of 480 bytes. */
const oneTool = (bytes: number): Buffer =>
  chatBody(Array.from({ length: Math.floor(bytes / 640) }, (_, index) => turn(`call_${index}`, "result ".repeat(68))));

/** Messages of 1 KB, calls and results alike. */
const kilobyteMessages = (bytes: number): Buffer => {
  const text = "a line of a file, or of a log\\n".repeat(32);
  const makeTurn = (id: string) => {
    const call = `{"id":"${id}","type":"function","function":{"name":"write_file","arguments":"${text}"}}`;
    const result = `{"role":"tool","tool_call_id":"${id}","content":"${text}"}`;
    return `{"role":"assistant","content":null,"tool_calls":[${call}]},${result}`;
  };
  const count = Math.floor(bytes / (makeTurn("call_10000").length + 1));
  return chatBody(Array.from({ length: count }, (_, index) => makeTurn(`call_${index}`)));
};

/** Agent traffic of the generator, its turns repeated. */
const realistic = (bytes: number): Buffer => {
  const request: unknown = JSON.parse(JSON.stringify(generateChatRequest({ seed: 1, targetBytes: 500_000 })));
  if (!isRequest(request)) throw new Error("the generator made no chat request");
  return stretchRequest(request, bytes);
};

export const GROWTH_FAMILIES: readonly Family[] = [
  { name: "realistic", make: realistic },
  { name: "escaped quotes", make: repeated('\\"') },
  { name: "structural quotes", make: emptyStrings },
  { name: "backslashes", make: repeated("\\\\") },
  { name: "\\u escapes", make: repeated("\\u00e9") },
  { name: "tiny messages", make: tinyMessages },
  { name: "one tool", make: oneTool },
  { name: "dispatch blocks", make: repeated("BEGIN_DISPATCH_RESULT\\nEND_DISPATCH_RESULT\\n") },
];

export const MEMORY_FAMILIES: readonly (Family & { isBelowKilobyte: boolean })[] = [
  { name: "1 KB messages", make: kilobyteMessages, isBelowKilobyte: false },
  { name: "one tool, 320 B messages", make: oneTool, isBelowKilobyte: true },
  { name: "tiny messages", make: tinyMessages, isBelowKilobyte: true },
];
