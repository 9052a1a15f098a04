import {
  Breakpoints,
  type Call,
  type Draft,
  type Media,
  type Result,
  type Step,
  unknownMember,
} from "./conversation.js";

/** The conversation as a valid Anthropic Messages request: server tools, thinking and caching as recordings show them. */
export function writeAnthropic(draft: Draft): Record<string, unknown> {
  const { conversation, random } = draft;
  const cache = new Breakpoints(
    draft,
    random.chance(0.7) ? EPHEMERAL : { cache_control: { type: "ephemeral", ttl: "1h" } },
  );
  const system = writeSystem(draft, cache);
  const messages: Message[] = [];
  for (const [round, { user, steps, answer }] of conversation.rounds.entries()) {
    push(messages, { role: "user", content: userContent(draft, cache, user.texts, user.media) });
    for (const [index, step] of steps.entries()) {
      const compacted = round === 0 && index === 0 && draft.has("server") && random.chance(0.1);
      push(messages, {
        role: "assistant",
        content: assistantBlocks(draft, cache, step, compacted),
        ...unknownMember(draft),
      });
      push(messages, { role: "user", content: resultBlocks(draft, cache, step), ...unknownMember(draft) });
    }
    if (answer !== undefined)
      push(messages, { role: "assistant", content: random.chance(0.5) ? answer : [textBlock(answer)] });
  }
  // A request ends with something to answer.
  if (messages.at(-1)?.role === "assistant") messages.push({ role: "user", content: "go on" });
  // Where thinking is on, the loop that is still open has to begin with it; earlier ones may be from before.
  const thinks = conversation.rounds.at(-1)?.steps.every(({ thinking }) => thinking !== undefined) === true;
  return {
    model: "claude-sonnet-4-5",
    max_tokens: 16_000,
    ...(system === undefined ? {} : { system }),
    ...(thinks && draft.has("thinking") ? { thinking: { type: "enabled", budget_tokens: 4_000 } } : {}),
    ...unknownMember(draft),
    messages,
    stream: true,
  };
}

interface Message {
  role: "user" | "assistant";
  content: string | object[];
}

const EPHEMERAL = { cache_control: { type: "ephemeral" } };
const textBlock = (text: string): object => ({ type: "text", text });

/** A message after one of its own role is joined to it, as the provider would join them. */
function push(messages: Message[], message: Message): void {
  const last = messages.at(-1);
  if (last?.role !== message.role) messages.push(message);
  else last.content = [...blocksOf(last.content), ...blocksOf(message.content)];
}

const blocksOf = (content: string | object[]): object[] =>
  typeof content === "string" ? [textBlock(content)] : content;

function writeSystem({ conversation, random }: Draft, cache: Breakpoints): unknown {
  if (conversation.system.length === 0) return undefined;
  if (random.chance(0.3)) return conversation.system.join("\n");
  return conversation.system.map((text) => ({ type: "text", text, ...cache.maybe(0.4) }));
}

function userContent(
  draft: Draft,
  cache: Breakpoints,
  texts: readonly string[],
  media: readonly Media[],
): string | object[] {
  const [only] = texts;
  if (texts.length === 1 && media.length === 0 && only !== undefined && draft.random.chance(0.6)) return only;
  const parts = texts.map((text) => ({ ...textBlock(text), ...cache.maybe(0.1), ...unknownMember(draft) }));
  return [...media.map((one) => mediaBlock(draft, one)), ...parts];
}

function mediaBlock({ random }: Draft, { kind, mimeType, data }: Media): object {
  if (random.chance(0.2)) return { type: kind, source: { type: "url", url: "https://example.com/a" } };
  return { type: kind, source: { type: "base64", media_type: mimeType, data } };
}

function assistantBlocks(draft: Draft, cache: Breakpoints, step: Step, compacted: boolean): object[] {
  const { random } = draft;
  const blocks: object[] =
    compacted && step.thinking === undefined
      ? [{ type: "compaction", content: "Earlier: the user asked for a parser." }]
      : [];
  if (step.thinking !== undefined) {
    const redacted = { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" };
    blocks.push(
      random.chance(0.15) ? redacted : { type: "thinking", thinking: step.thinking, signature: "EqQBCgIYAhIM1gbc" },
    );
  }
  if (step.say !== undefined) blocks.push({ ...textBlock(step.say), ...cache.maybe(0.05) });
  if (step.server !== undefined) blocks.push(...serverBlocks(draft, step.server));
  if (draft.has("unknown") && random.chance(0.05)) blocks.push({ type: "x_future_block", data: "opaque" });
  const caller =
    step.server !== undefined && random.chance(0.3)
      ? { caller: { type: "code_execution_20250825", tool_id: step.server.id } }
      : {};
  for (const { id, name, args } of step.calls) {
    blocks.push({ type: "tool_use", id, name, input: args, ...caller, ...cache.maybe(0.03), ...unknownMember(draft) });
  }
  return blocks;
}

function serverBlocks({ random }: Draft, { id, query }: { id: string; query: string }): object[] {
  if (random.chance(0.5)) {
    const found = [{ type: "web_search_result", url: "https://example.com", title: "t", encrypted_content: "EqgfC" }];
    return [
      { type: "server_tool_use", id, name: "web_search", input: { query } },
      { type: "web_search_tool_result", tool_use_id: id, content: found },
    ];
  }
  const ran = { type: "code_execution_result", stdout: query, stderr: "", return_code: 0, content: [] };
  return [
    { type: "server_tool_use", id, name: "code_execution", input: { code: "print(1)" } },
    { type: "code_execution_tool_result", tool_use_id: id, content: ran },
  ];
}

function resultBlocks(draft: Draft, cache: Breakpoints, { calls, aside }: Step): object[] {
  const results = calls.map((call) => writeResult(draft, cache, call));
  const ordered = draft.random.chance(0.2) ? results.toReversed() : results;
  return aside === undefined ? ordered : [...ordered, textBlock(aside)];
}

function writeResult(draft: Draft, cache: Breakpoints, { id, result }: Call): object {
  const content = writeContent(draft, cache, result);
  const marker = result.isError ? { is_error: true } : draft.random.chance(0.1) ? { is_error: false } : {};
  const first = { type: "tool_result", tool_use_id: id };
  const members = content === undefined ? first : { ...first, content };
  return { ...members, ...marker, ...cache.maybe(0.08), ...unknownMember(draft) };
}

function writeContent(draft: Draft, cache: Breakpoints, { kind, texts, media }: Result): unknown {
  const { random } = draft;
  if (kind === "empty") return random.pick([undefined, "", []]);
  if (kind === "nested") return JSON.stringify({ results: texts });
  if (kind === "text") return texts[0];
  const parts = texts.map((text) => ({ ...textBlock(text), ...cache.maybe(0.08), ...unknownMember(draft) }));
  if (draft.has("unknown") && random.chance(0.05)) parts.push({ type: "x_future_block", text: "opaque" });
  const pictures = media.map((one) => mediaBlock(draft, one));
  return random.chance(0.5) ? [...parts, ...pictures] : [...pictures, ...parts];
}
