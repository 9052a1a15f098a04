// Requests as a client of Anthropic's sends them: all contents lists of blocks, and breakpoints as Claude Code sets them.

type Json = Record<string, unknown>;

const MARKER = { cache_control: { type: "ephemeral" } };

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A recording with every text content as a list, and without the markers of its own last request. */
export function asListsOfBlocks(request: object): object {
  const bare = JSON.parse(
    JSON.stringify(request, (key, value) => (key === "cache_control" ? undefined : value)),
  ) as Json;
  const { messages } = bare;
  if (!Array.isArray(messages)) return bare;
  return { ...bare, messages: messages.map(asList) };
}

/** A recording of OpenAI's with the text of every result as a list, so that a breakpoint does not make it one. */
export function asListsOfParts(request: object): object {
  const { messages } = request as Json;
  if (!Array.isArray(messages)) return request;
  const isResult = (message: unknown) => isObject(message) && message.role === "tool";
  return { ...request, messages: messages.map((message) => (isResult(message) ? asList(message) : message)) };
}

function asList(message: unknown): unknown {
  if (!isObject(message) || typeof message.content !== "string" || message.content === "") return message;
  return { ...message, content: [{ type: "text", text: message.content }] };
}

/** The request with a breakpoint on the system prompt, on its end, and on the end of the request before it. */
export function markAsClient(request: object): object {
  const { messages, system } = request as Json;
  if (!Array.isArray(messages)) return request;
  const isFromModel = (at: number) => isObject(messages[at]) && messages[at].role === "assistant";
  let before = messages.length - 1;
  while (before >= 0 && !isFromModel(before)) before--;
  while (before >= 0 && isFromModel(before)) before--;
  const marked = new Set([messages.length - 1, before]);
  const text = typeof system === "string" && system !== "" ? system : "be brief";
  return {
    ...request,
    system: Array.isArray(system) && system.length > 0 ? markLast(system) : [{ type: "text", text, ...MARKER }],
    messages: messages.map((message, at) => (marked.has(at) ? markMessage(message) : message)),
  };
}

function markMessage(message: unknown): unknown {
  if (!isObject(message) || !Array.isArray(message.content)) return message;
  return { ...message, content: markLast(message.content) };
}

/** Thinking and empty texts take no breakpoint. */
function markLast(blocks: readonly unknown[]): unknown[] {
  const last = blocks.at(-1);
  const canBeMarked = isObject(last) && last.text !== "" && !String(last.type).includes("thinking");
  return canBeMarked ? [...blocks.slice(0, -1), { ...last, ...MARKER }] : [...blocks];
}
