import {
  Breakpoints,
  type Call,
  type Draft,
  type Media,
  type Result,
  type Step,
  unknownMember,
} from "./conversation.js";
import type { Random } from "./random.js";

/** The conversation as a valid OpenAI Responses request: every kind of item that a replayed history holds. */
export function writeOpenAiResponses(draft: Draft): Record<string, unknown> {
  const { conversation, random } = draft;
  const cache = new Breakpoints(draft, { prompt_cache_breakpoint: { type: "ephemeral" } });
  const input: object[] = [];
  if (draft.has("server") && random.chance(0.15))
    input.push({ type: "compaction", id: "cmp_1", encrypted_content: "gAAAA" });
  if (conversation.isDelta) input.push(...lateOutputs(draft, cache));
  for (const text of conversation.system.slice(1)) input.push({ type: "message", role: "developer", content: text });
  for (const { user, steps, answer } of conversation.rounds) {
    input.push(userItem(draft, cache, user.texts, user.media));
    for (const step of steps) input.push(...stepItems(draft, cache, step));
    if (answer !== undefined) input.push(assistantItem(draft, answer));
  }
  const [instructions] = conversation.system;
  const delta = random.chance(0.6)
    ? { previous_response_id: "resp_1" }
    : { conversation: random.pick<unknown>(["conv_1", { id: "conv_1" }]) };
  return {
    model: "gpt-5.1-codex",
    ...(instructions === undefined ? {} : { instructions }),
    ...(conversation.isDelta ? delta : {}),
    ...unknownMember(draft),
    input,
    store: false,
    include: ["reasoning.encrypted_content"],
  };
}

/** Outputs of calls that the provider keeps. */
function lateOutputs(draft: Draft, cache: Breakpoints): object[] {
  const [first] = draft.conversation.rounds;
  const call = first?.steps[0]?.calls[0];
  return call === undefined ? [] : [outputItem(draft, cache, { ...call, id: "call_before", isCustom: false })];
}

function userItem(draft: Draft, cache: Breakpoints, texts: readonly string[], media: readonly Media[]): object {
  const { random } = draft;
  const type = random.chance(0.5) ? { type: "message" } : {};
  if (texts.length === 1 && media.length === 0 && random.chance(0.5))
    return { ...type, role: "user", content: texts[0] };
  const parts = texts.map((text) => ({ type: "input_text", text, ...cache.maybe(0.1), ...unknownMember(draft) }));
  return { ...type, role: "user", content: [...media.map(mediaPart), ...parts], ...unknownMember(draft) };
}

function mediaPart({ kind, mimeType, data }: Media): object {
  const url = `data:${mimeType};base64,${data}`;
  return kind === "image"
    ? { type: "input_image", image_url: url }
    : { type: "input_file", filename: "a.pdf", file_data: url };
}

/** No request has two items of one id: of a million numbers two would meet once in 50,000 requests. */
const itemId = ({ below }: Random): string => [below(2 ** 32), below(2 ** 32)].map((n) => n.toString(36)).join("");

function assistantItem({ random }: Draft, text: string): object {
  if (random.chance(0.2)) return { role: "assistant", content: text };
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", role: "assistant", id: `msg_${itemId(random)}`, status: "completed", content };
}

function stepItems(draft: Draft, cache: Breakpoints, step: Step): object[] {
  const { random } = draft;
  const items: object[] = [];
  if (step.server !== undefined) items.push(serverItem(draft, step.server));
  if (step.thinking !== undefined) items.push(reasoningItem(draft, step.thinking));
  if (step.say !== undefined) items.push(assistantItem(draft, step.say));
  const calls = step.calls.map((call) => callItem(draft, call));
  const outputs = step.calls.map((call) => outputItem(draft, cache, call));
  if (random.chance(0.2)) {
    // Each call with its output at once: these are turns of their own.
    for (const [index, call] of calls.entries()) items.push(call, outputs[index] as object);
  } else {
    // Reasoning between parallel calls does not part them.
    if (step.thinking !== undefined && calls.length > 1 && random.chance(0.3))
      calls.splice(1, 0, reasoningItem(draft, "more"));
    items.push(...calls, ...(random.chance(0.2) ? outputs.toReversed() : outputs));
  }
  if (step.aside !== undefined) items.push({ role: "user", content: step.aside });
  return items;
}

function serverItem({ random }: Draft, { id, query }: { id: string; query: string }): object {
  return random.pick<object>([
    { type: "web_search_call", id, status: "completed", action: { type: "search", query } },
    { type: "file_search_call", id, status: "completed", queries: [query], results: null },
    { type: "mcp_call", id, name: "lookup", server_label: "db", arguments: "{}", output: query },
    { type: "code_interpreter_call", id, status: "completed", container_id: "c1", code: "1", outputs: null },
  ]);
}

function reasoningItem(draft: Draft, text: string): object {
  const summary = draft.random.chance(0.5) ? [{ type: "summary_text", text }] : [];
  const id = `rs_${itemId(draft.random)}`;
  return { type: "reasoning", id, summary, encrypted_content: "gAAAAABo", ...unknownMember(draft) };
}

/** Custom calls are of several kinds. */
function callItem(draft: Draft, { id, name, args, isCustom }: Call): object {
  const prefix = isCustom ? "ctc" : "fc";
  const more = { ...(draft.random.chance(0.5) ? { id: `${prefix}_${id}` } : {}), ...unknownMember(draft) };
  const json = JSON.stringify(args);
  if (!isCustom) return { type: "function_call", call_id: id, name, arguments: json, ...more };
  return kindOf(id) === "custom_tool_call"
    ? { type: "custom_tool_call", call_id: id, name, input: json, ...more }
    : {
        type: kindOf(id),
        call_id: id,
        status: "completed",
        action: { type: "exec", command: ["ls"], env: {} },
        ...more,
      };
}

const kindOf = (id: string): string => (id.length % 3 === 0 ? "local_shell_call" : "custom_tool_call");

function outputItem(draft: Draft, cache: Breakpoints, { id, isCustom, result }: Call): object {
  const type = isCustom ? `${kindOf(id)}_output` : "function_call_output";
  const output = isCustom ? (result.texts[0] ?? "") : writeOutput(draft, cache, result);
  return { type, call_id: id, output, ...unknownMember(draft) };
}

function writeOutput(draft: Draft, cache: Breakpoints, { kind, texts, media }: Result): unknown {
  if (kind === "empty") return "";
  if (kind === "nested") return JSON.stringify({ results: texts });
  if (kind === "text") return texts[0];
  const parts = texts.map((text) => ({ type: "input_text", text, ...cache.maybe(0.2), ...unknownMember(draft) }));
  return [...parts, ...media.map(mediaPart)];
}
