// OpenAI Chat requests as the invented wire has them, and back: other names in the same places.

type Json = Record<string, unknown>;

const REQUEST = { messages: "turns" };
const MESSAGE = { role: "by", content: "says", tool_calls: "asks", tool_call_id: "ticket" };
const CALL = { id: "ticket", function: "use", custom: "use" };
const ROLE: Json = { user: "human", assistant: "machine", tool: "reply" };

/** A Chat request as one of the invented wire. What cannot be a message stays as it is. */
export function toRelay(request: unknown): unknown {
  const turns = (list: unknown) => mapList(list, (message) => toTurn(message));
  return isObject(request) ? renamed({ ...request, messages: turns(request.messages) }, REQUEST) : request;
}

function toTurn(message: Json): Json {
  const turn = renamed(message, MESSAGE);
  if ("asks" in turn) turn.asks = mapList(turn.asks, (call) => renamed(call, CALL));
  if (typeof turn.by === "string") turn.by = ROLE[turn.by] ?? turn.by;
  return turn;
}

/** `original` with the contents of `relay`'s turns: a reduction changes nothing else. */
export function withContents(original: unknown, relay: unknown): unknown {
  const { turns } = relay as { turns: unknown[] };
  const { messages } = original as { messages: unknown[] };
  const next = messages.map((message, index) => {
    const turn = turns[index];
    return isObject(message) && isObject(turn) && "content" in message ? { ...message, content: turn.says } : message;
  });
  return { ...(original as Json), messages: next };
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function mapList(list: unknown, change: (element: Json) => Json): unknown {
  return Array.isArray(list) ? list.map((element: unknown) => (isObject(element) ? change(element) : element)) : list;
}

function renamed(object: Json, names: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [names[key] ?? key, value]));
}
