import { Breakpoints, type Call, type Draft, type Media, type Result, unknownMember } from "./conversation.js";

/** The conversation as a valid OpenAI Chat Completions request. Media in results become text: the wire has no others. */
export function writeOpenAiChat(draft: Draft): Record<string, unknown> {
  const { conversation, random } = draft;
  const cache = new Breakpoints(draft, { cache_control: { type: "ephemeral" } });
  const messages: object[] = conversation.system.map((text, index) => ({
    role: index === 0 ? "system" : "developer",
    content: random.chance(0.7) ? text : [{ type: "text", text, ...cache.maybe(0.5) }],
  }));
  for (const { user, steps, answer } of conversation.rounds) {
    messages.push({
      role: "user",
      content: userContent(draft, cache, user.texts, user.media),
      ...unknownMember(draft),
    });
    for (const { say, thinking, calls, aside } of steps) {
      const content = say ?? (random.chance(0.5) ? null : undefined);
      messages.push({
        role: "assistant",
        ...(content === undefined ? {} : { content }),
        ...(thinking === undefined ? {} : { reasoning_content: thinking }),
        tool_calls: calls.map((call) => writeCall(draft, call)),
        ...(random.chance(0.1) ? { refusal: null } : {}),
        ...unknownMember(draft),
      });
      const results = calls.map((call) => writeResult(draft, cache, call));
      // Parallel results may come in any order.
      messages.push(...(random.chance(0.2) ? results.toReversed() : results));
      if (aside !== undefined) messages.push({ role: "user", content: aside });
    }
    if (answer !== undefined) messages.push({ role: "assistant", content: answer });
  }
  const tools = [{ type: "function", function: { name: "read_file", parameters: { type: "object", properties: {} } } }];
  return { model: "gpt-5", ...unknownMember(draft), messages, ...(random.chance(0.3) ? { tools } : {}), stream: true };
}

function userContent(draft: Draft, cache: Breakpoints, texts: readonly string[], media: readonly Media[]): unknown {
  if (texts.length === 1 && media.length === 0) return texts[0];
  const parts = texts.map((text) => ({ type: "text", text, ...cache.maybe(0.1), ...unknownMember(draft) }));
  return [...media.map(writeMedia), ...parts];
}

function writeMedia({ kind, mimeType, data }: Media): object {
  const url = `data:${mimeType};base64,${data}`;
  return kind === "image"
    ? { type: "image_url", image_url: { url, detail: "low" } }
    : { type: "file", file: { filename: "a.pdf", file_data: url } };
}

function writeCall(draft: Draft, { id, name, args, isCustom }: Call): object {
  if (isCustom) return { id, type: "custom", custom: { name, input: JSON.stringify(args) }, ...unknownMember(draft) };
  return { id, type: "function", function: { name, arguments: JSON.stringify(args) }, ...unknownMember(draft) };
}

function writeResult(draft: Draft, cache: Breakpoints, { id, result }: Call): object {
  return { role: "tool", tool_call_id: id, content: writeContent(draft, cache, result), ...unknownMember(draft) };
}

function writeContent(draft: Draft, cache: Breakpoints, { kind, texts }: Result): unknown {
  if (kind === "empty") return "";
  if (kind === "nested") return JSON.stringify({ results: texts });
  if (kind === "text" || texts.length === 0) return texts[0] ?? "an image was here";
  return texts.map((text) => ({ type: "text", text, ...cache.maybe(0.2), ...unknownMember(draft) }));
}
