// The AI SDK prunes a recorded request with its own function: each message is turned into a `ModelMessage`, pruned there,
// and what survived is picked from the wire's messages.
import { type ModelMessage, pruneMessages } from "ai";
import { type Json, listOf, objectsIn, type RivalWire, textOf, withList } from "./wires.js";

type Settings = Omit<Parameters<typeof pruneMessages>[0], "messages">;

/** A transform that applies `pruneMessages` with these settings to each request on its own. */
export function prune(settings: Settings): (request: object, wire: RivalWire) => object {
  const known = new WeakMap<object, Made>();
  return (request, wire) => {
    const list = listOf(request);
    const names = toolNames(list, wire);
    const made = list.map((message) => {
      const one =
        known.get(message) ?? (wire === "anthropic" ? fromAnthropic(message, names) : fromChat(message, names));
      known.set(message, one);
      return one;
    });
    const kept = survivors(pruneMessages({ ...settings, messages: made.flatMap(({ messages }) => messages) }));
    return withList(
      request,
      list.flatMap((message, index) => pick(message, made[index], kept, wire)),
    );
  };
}

/** AI SDK messages, and for each block or call of the wire's message the part that it became. */
interface Made {
  messages: ModelMessage[];
  parts: object[];
}

/** What is left, whole messages with a plain text included. */
function survivors(messages: readonly ModelMessage[]): Set<object> {
  const left = new Set<object>();
  for (const message of messages) {
    if (typeof message.content === "string") left.add(message);
    else for (const part of message.content) left.add(part);
  }
  return left;
}

function toolNames(list: readonly Json[], wire: RivalWire): Map<string, string> {
  const names = new Map<string, string>();
  for (const message of list) {
    if (wire === "anthropic") {
      for (const { type, id, name } of objectsIn(message.content))
        if (type === "tool_use") names.set(String(id), String(name));
    } else {
      for (const { id, function: body } of objectsIn(message.tool_calls)) {
        names.set(String(id), String(objectsIn([body])[0]?.name ?? ""));
      }
    }
  }
  return names;
}

const resultPart = (id: unknown, content: unknown, names: ReadonlyMap<string, string>) => ({
  type: "tool-result" as const,
  toolCallId: String(id ?? ""),
  toolName: names.get(String(id)) ?? "",
  output: { type: "text" as const, value: textOf(content) },
});

const callPart = (id: unknown, name: unknown) => ({
  type: "tool-call" as const,
  toolCallId: String(id ?? ""),
  toolName: String(name ?? ""),
  input: {},
});

function fromChat(message: Json, names: ReadonlyMap<string, string>): Made {
  const { role } = message;
  if (role === "tool") {
    const part = resultPart(message.tool_call_id, message.content, names);
    return { messages: [{ role: "tool", content: [part] }], parts: [part] };
  }
  if (role === "assistant") {
    const text = { type: "text" as const, text: textOf(message.content) };
    const calls = objectsIn(message.tool_calls).map((call) => callPart(call.id, objectsIn([call.function])[0]?.name));
    const content = [...(text.text === "" ? [] : [text]), ...calls];
    return { messages: [{ role: "assistant", content }], parts: [text, ...calls] };
  }
  const plain = {
    role: role === "system" || role === "developer" ? ("system" as const) : ("user" as const),
    content: textOf(message.content),
  };
  return { messages: [plain], parts: [plain] };
}

function fromAnthropic(message: Json, names: ReadonlyMap<string, string>): Made {
  const blocks = objectsIn(message.content);
  if (blocks.length === 0) {
    const plain = {
      role: message.role === "assistant" ? ("assistant" as const) : ("user" as const),
      content: textOf(message.content),
    };
    return { messages: [plain], parts: [plain] };
  }
  if (message.role === "assistant") {
    const parts = blocks.map((block) => {
      if (block.type === "tool_use") return callPart(block.id, block.name);
      if (block.type === "thinking") return { type: "reasoning" as const, text: String(block.thinking ?? "") };
      return { type: "text" as const, text: textOf([block]) };
    });
    return { messages: [{ role: "assistant", content: parts }], parts };
  }
  const results = blocks.filter(({ type }) => type === "tool_result");
  if (results.length === 0) {
    const parts = blocks.map((block) => ({ type: "text" as const, text: textOf([block]) }));
    return { messages: [{ role: "user", content: parts }], parts };
  }
  const parts = blocks.map((block) =>
    block.type === "tool_result"
      ? resultPart(block.tool_use_id, block.content, names)
      : { type: "text" as const, text: textOf([block]) },
  );
  const isResult = (part: (typeof parts)[number]) => part.type === "tool-result";
  const texts = parts.filter((part) => !isResult(part));
  const messages = [{ role: "tool", content: parts.filter(isResult) }] as ModelMessage[];
  if (texts.length > 0) messages.push({ role: "user", content: texts } as ModelMessage);
  return { messages, parts };
}

/** The surviving parts of a message: nothing if none survived, the same object if all did. */
function pick(message: Json, made: Made | undefined, kept: ReadonlySet<object>, wire: RivalWire): Json[] {
  const parts = made?.parts ?? [];
  const survived = parts.map((part) => kept.has(part));
  if (wire === "anthropic") {
    if (survived.every(Boolean)) return [message];
    const blocks = objectsIn(message.content).filter((_, index) => survived[index]);
    return blocks.length === 0 ? [] : [{ ...message, content: blocks }];
  }
  if (message.role !== "assistant") return survived[0] ? [message] : [];
  const calls = objectsIn(message.tool_calls).filter((_, index) => survived[index + 1]);
  if (calls.length === objectsIn(message.tool_calls).length) return [message];
  const { tool_calls: _, ...rest } = message;
  if (calls.length > 0) return [{ ...rest, tool_calls: calls }];
  return survived[0] ? [rest] : [];
}
