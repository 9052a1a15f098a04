// Sessions of Anthropic's wire whose thinking its newest models check: every request of each.

import { createRandom } from "./random.js";

type Json = Record<string, unknown>;
interface Message {
  role: "user" | "assistant" | "system";
  content: Json[];
}

/** Settings of a conversation that is made. */
export interface BoundOptions {
  seed: number;
  /** Prompts of the user. */
  prompts: number;
  /** Most tool turns between two prompts. */
  turns: number;
  model?: string;
  /** Chars of a result. */
  resultChars?: number;
  /** The tool that is called; files that were read stay longer than other results. @default "Read" */
  tool?: string;
  /** The system prompt. */
  system?: string;
  /** Whether an answer may be nothing but thinking. @default true */
  bare?: boolean;
}

/** A conversation with cache markers as Claude Code sets them: on the system prompt and on the newest message. */
export function boundSession(options: BoundOptions): { requests: Json[]; whole: Json } {
  const {
    seed,
    prompts,
    turns,
    model = "claude-opus-5-5",
    resultChars = 900,
    bare = true,
    system = "Be brief",
    tool = "Read",
  } = options;
  const random = createRandom(seed);
  const messages: Message[] = [];
  const cuts: number[] = [];
  let next = 0;
  const thinking = () => {
    const id = next++;
    if (random.below(10) === 0) return { type: "redacted_thinking", data: `sealed-${seed}-${id}` };
    return {
      type: "thinking",
      thinking: `I think ${id} ${"so ".repeat(random.below(90))}`,
      signature: `S${seed}-${id}`,
    };
  };
  for (let prompt = 0; prompt < prompts; prompt++) {
    messages.push({ role: "user", content: [{ type: "text", text: `Do the thing ${prompt}` }] });
    if (random.below(6) === 0) messages.push({ role: "system", content: [{ type: "text", text: "A reminder" }] });
    for (let turn = random.below(turns + 1); turn > 0; turn--) {
      cuts.push(messages.length);
      const thoughts = Array.from({ length: random.pick([1, 1, 2, 0]) }, thinking);
      const ids = Array.from({ length: 1 + random.below(2) }, () => `toolu_${seed}_${next++}`);
      const calls = ids.map((id) => ({ type: "tool_use", id, name: tool, input: { file_path: `/a/${id}` } }));
      messages.push({ role: "assistant", content: [...thoughts, ...calls] });
      const size = resultChars / 2 + random.below(resultChars / 2);
      const results = ids.map((id) => ({
        type: "tool_result",
        tool_use_id: id,
        content: `${id} ${"word ".repeat(size / 5)}`,
      }));
      const said = random.below(8) === 0 ? [{ type: "text", text: "by the way" }] : [];
      messages.push({ role: "user", content: [...results, ...said] });
    }
    cuts.push(messages.length);
    const end = random.below(7);
    const last =
      bare && end === 0 ? [thinking()] : [...(end < 4 ? [thinking()] : []), { type: "text", text: `Done ${prompt}` }];
    messages.push({ role: "assistant", content: last });
  }
  messages.push({ role: "user", content: [{ type: "text", text: "And now?" }] });
  cuts.push(messages.length);
  const at = (cut: number) => ({
    model,
    ...FRAME,
    tools: [{ name: tool, input_schema: { type: "object" } }],
    system: [systemOf(system)],
    messages: marked(messages.slice(0, cut)),
  });
  return { requests: cuts.map(at), whole: at(messages.length) };
}

const systemOf = (text: string) => ({ type: "text", text, cache_control: { type: "ephemeral" } });

const FRAME = {
  max_tokens: 4096,
  thinking: { type: "adaptive" },
};

function marked(messages: readonly Message[]): Message[] {
  return messages.map((message, index) => {
    if (index < messages.length - 1) return message;
    const content = message.content.map((block, at) =>
      at < message.content.length - 1 ? block : { ...block, cache_control: { type: "ephemeral" } },
    );
    return { ...message, content };
  });
}
