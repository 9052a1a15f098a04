// Conversations of Anthropic's wire with thinking, and what its newest models check in them.

import { createRandom } from "./random.js";

type Json = Record<string, unknown>;
interface Message {
  role: "user" | "assistant" | "system";
  content: Json[];
}

/** Settings of a conversation that is made. */
export interface ThinkingOptions {
  seed: number;
  /** Prompts of the user. */
  prompts: number;
  /** Most tool turns between two prompts. */
  turns: number;
  model?: string;
  /** Chars of a result. */
  resultChars?: number;
  /** Whether an answer may be nothing but thinking. @default true */
  bare?: boolean;
}

/** A conversation with cache markers as Claude Code sets them: on the system prompt and on the newest message. */
export function thinkingConversation(options: ThinkingOptions): { requests: Json[]; whole: Json } {
  const { seed, prompts, turns, model = "claude-opus-5-5", resultChars = 900, bare = true } = options;
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
      const calls = ids.map((id) => ({ type: "tool_use", id, name: "Read", input: { file_path: `/a/${id}` } }));
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
  const at = (cut: number) => ({ model, ...FRAME, messages: marked(messages.slice(0, cut)) });
  return { requests: cuts.map(at), whole: at(messages.length) };
}

const FRAME = {
  max_tokens: 4096,
  thinking: { type: "adaptive" },
  system: [{ type: "text", text: "Be brief", cache_control: { type: "ephemeral" } }],
  tools: [{ name: "Read", input_schema: { type: "object" } }],
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

const isThinking = ({ type }: Json) => type === "thinking" || type === "redacted_thinking";

/**
 * Checks thinking as the provider does: what is in front of a block must be what was sent when it was made, apart from
 * cache markers and thinking that is missing oldest first.
 */
export class ThinkingCheck {
  /** By block: the pieces that were in front of it. */
  readonly #made = new Map<string, readonly string[]>();
  #last: readonly string[] = [];

  /** Faults of the next request of a session. */
  check(request: Json): string[] {
    const pieces: string[] = [plain(request.system), plain(request.tools)];
    const faults: string[] = [];
    const fresh: [string, readonly string[]][] = [];
    (request.messages as Message[]).forEach(({ role, content }, index) => {
      pieces.push(`${index} ${role}`);
      for (const block of content) {
        const text = plain(block);
        if (isThinking(block)) {
          const made = this.#made.get(text);
          if (made === undefined) fresh.push([text, pieces.slice()]);
          else if (!isSame(made, pieces)) faults.push(`messages.${index}: ${text.slice(0, 60)}`);
        }
        pieces.push(text);
      }
    });
    for (const [text, front] of fresh) {
      const length = this.#last.length;
      if (length > 0 && !isSame(this.#last, front.slice(0, length))) faults.push(`new ${text.slice(0, 60)}`);
      this.#made.set(text, front);
    }
    this.#last = pieces;
    return faults;
  }
}

/** Whether both are the same but for the first thinking blocks of `made`. */
function isSame(made: readonly string[], now: readonly string[]): boolean {
  let at = 0;
  let kept = false;
  for (const piece of made) {
    const isThought = /^\{"type":"(?:redacted_)?thinking"/.test(piece);
    if (now[at] === piece) {
      kept ||= isThought;
      at++;
    } else if (!isThought || kept) return false;
  }
  return at === now.length;
}

const plain = (value: unknown): string =>
  JSON.stringify(value, (key, child) => (key === "cache_control" ? undefined : child)) ?? "";
