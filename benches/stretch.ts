// Stretches a recording to a longer request by repeating its turns, as if the agent had continued in the same way.

export type Json = Record<string, unknown>;

/** The path of each wire's conversation. */
const LIST_KEYS = ["messages", "contents", "input"] as const;

/** A request whose conversation is a list of objects, at least one. */
export function isRequest(value: unknown): value is Json {
  return isObject(value) && listOf(value) !== undefined;
}

/**
 * Repeats everything after the leading system messages until the compact JSON has about `targetBytes` bytes. Call ids
 * are renamed in each repetition, so that they stay unique; a call is never cut off from its results.
 */
export function stretchRequest(request: Json, targetBytes: number): Buffer {
  const { key, list } = listOf(request) ?? { key: "messages", list: [] };
  const start = Math.max(
    0,
    list.findIndex((message) => message.role !== "system" && message.role !== "developer"),
  );
  const turns = list.slice(start);
  const messages = list.slice(0, start);
  let bytes = byteLength({ ...request, [key]: messages });
  for (let round = 0; bytes < targetBytes; round++) {
    for (const message of turns) {
      if (bytes >= targetBytes && !hasResult(message)) break;
      const renamed = round === 0 ? message : (renameIds(message, round) as Json);
      bytes += byteLength(renamed) + 1;
      messages.push(renamed);
    }
  }
  return Buffer.from(JSON.stringify({ ...request, [key]: messages }));
}

function listOf(request: Json): { key: string; list: Json[] } | undefined {
  for (const key of LIST_KEYS) {
    const list = request[key];
    if (Array.isArray(list) && list.length > 0 && list.every(isObject)) return { key, list };
  }
  return undefined;
}

/** Whether a message answers a call: in any wire's words. */
function hasResult(message: Json): boolean {
  if (message.role === "tool" || String(message.type).endsWith("_output")) return true;
  const blocks = message.content ?? message.parts;
  if (!Array.isArray(blocks)) return false;
  return blocks.some(
    (block: unknown) =>
      isObject(block) && (block.type === "tool_result" || "functionResponse" in block || "function_response" in block),
  );
}

const ID_KEYS: ReadonlySet<string> = new Set(["id", "call_id", "tool_use_id", "tool_call_id"]);

/** Ids of messages, blocks and calls; what tools were given or said stays as it was. */
function renameIds(value: unknown, round: number): unknown {
  if (Array.isArray(value)) return value.map((item) => renameIds(item, round));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, child]) => {
    if (ID_KEYS.has(key) && typeof child === "string") return [key, `${child}_${round}`];
    const isOwn = key === "args" || key === "response" || (key === "input" && isObject(child));
    return [key, isOwn ? child : renameIds(child, round)];
  });
  return Object.fromEntries(members);
}

const byteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
