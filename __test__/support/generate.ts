import { makeName, makePath, makeProse, makeToolText } from "./generate-text.js";
import { createRandom, type Random } from "./random.js";

export { type ArbitraryBody, arbitraryChatBody, arbitraryChatRequest, arbitraryPolicy } from "./arbitrary-chat.js";

/** What to generate. */
export interface GenerateOptions {
  seed: number;
  /** Size of the request as compact JSON, in bytes; met within a few percent from 10 KB on. */
  targetBytes: number;
}

/** A generated OpenAI Chat request. */
export interface GeneratedRequest {
  model: string;
  temperature: number;
  tools: object[];
  messages: object[];
}

const TOOLS = ["read_file", "bash", "grep", "list_dir", "run_tests", "write_file"] as const;

/**
 * An OpenAI Chat request as a coding agent sends it: system prompt, task, then turns of calls (sometimes parallel) and
 * results of code, logs, search hits and JSON, some of it not ASCII. Sizes of results are log-normal as recorded:
 * half are below 350 bytes, nine in ten below 7 KB. The same options give the same request everywhere.
 */
export function generateChatRequest({ seed, targetBytes }: GenerateOptions): GeneratedRequest {
  const random = createRandom(seed);
  const request: GeneratedRequest = {
    model: "gpt-4o",
    temperature: 0.2,
    tools: TOOLS.map(makeTool),
    messages: [
      { role: "system", content: makeProse(random, Math.min(20, 1 + Math.floor(targetBytes / 8_000))) },
      { role: "user", content: makeProse(random, 3) },
    ],
  };
  let bytes = jsonBytes(request);
  for (let turn = 0; bytes < targetBytes; turn++) {
    const messages = makeTurn(random, turn, targetBytes, targetBytes - bytes);
    for (const message of messages) bytes += jsonBytes(message) + 1;
    request.messages.push(...messages);
  }
  return request;
}

/** {@link generateChatRequest} as compact JSON bytes. */
export function generateChatBody(options: GenerateOptions): Buffer {
  return Buffer.from(JSON.stringify(generateChatRequest(options)));
}

function makeTurn(random: Random, turn: number, targetBytes: number, bytesLeft: number): object[] {
  const callCount = random.chance(0.2) ? 2 + random.below(2) : 1;
  const calls = Array.from({ length: callCount }, (_, index) => makeCall(random, turn, index));
  const messages: object[] = [
    { role: "assistant", content: random.chance(0.6) ? makeProse(random, 1) : null, tool_calls: calls },
  ];
  for (const call of calls) {
    messages.push({
      role: "tool",
      tool_call_id: call.id,
      content: makeToolText(random, resultBytes(random, targetBytes, bytesLeft)),
    });
  }
  if (random.chance(0.08)) messages.push({ role: "user", content: makeProse(random, 1) });
  return messages;
}

/** Log-normal with the recorded median and ninth decile; never so large that a small request is one result. */
function resultBytes(random: Random, targetBytes: number, bytesLeft: number): number {
  const bytes = Math.exp(Math.log(350) + 2.337 * random.normal());
  return Math.max(8, Math.floor(Math.min(bytes, 60_000, targetBytes / 10, bytesLeft)));
}

function makeCall(random: Random, turn: number, index: number) {
  const name = random.pick(TOOLS);
  const id = `call_${turn.toString(36)}_${index}_${random.below(2 ** 31).toString(36)}`;
  return { id, type: "function", function: { name, arguments: makeArguments(random, name) } };
}

function makeArguments(random: Random, name: (typeof TOOLS)[number]): string {
  if (name === "bash")
    return JSON.stringify({ command: `npm test -- ${makePath(random)} | tail -n ${random.below(80)}` });
  if (name === "grep") return JSON.stringify({ pattern: makeName(random), path: makePath(random) });
  if (name === "write_file") {
    return JSON.stringify({ path: makePath(random), content: makeToolText(random, 50 + random.below(400)) });
  }
  return JSON.stringify({ path: makePath(random) });
}

function makeTool(name: string): object {
  const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
  return { type: "function", function: { name, description: `Runs ${name} in the workspace.`, parameters } };
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
