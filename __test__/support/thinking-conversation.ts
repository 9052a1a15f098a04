// Conversations with thinking as an agent sends them to Claude: `requests` has the whole history of each step.
import fc from "fast-check";

export type Block = Record<string, unknown> & { type: string };
export interface Message {
  role: "user" | "assistant";
  content: string | Block[];
}
export interface ThinkingRequest {
  model: string;
  system: string | Block[];
  tools: Record<string, unknown>[];
  thinking?: Record<string, unknown>;
  messages: Message[];
}

/** One answer of the model, and what comes back to it. */
export interface Answer {
  /** Thinking blocks at its beginning. */
  thoughts: number;
  /** Calls of tools, after a text; without any the user speaks next. */
  calls: number;
}

/** A model of the table that checks its thinking. */
export const BOUND_MODEL = "claude-opus-5-5";
export const FREE_MODEL = "claude-opus-4-6";

/** The whole conversation after these answers; the last message is the user's or its tools' results. */
export function thinkingConversation(answers: readonly Answer[], model = BOUND_MODEL): ThinkingRequest {
  const messages: Message[] = [{ role: "user", content: "please do it" }];
  for (const [turn, answer] of answers.entries()) messages.push(...turnOf(turn, answer));
  return {
    model,
    system: [{ type: "text", text: "You are an agent." }],
    tools: [{ name: "read_file", description: "Reads.", input_schema: { type: "object", properties: {} } }],
    thinking: { type: "adaptive" },
    messages,
  };
}

function turnOf(turn: number, { thoughts, calls }: Answer): Message[] {
  const ids = Array.from({ length: calls }, (_, at) => `call_${turn}_${at}`);
  return [
    {
      role: "assistant",
      content: [
        ...Array.from({ length: thoughts }, (_, at) => thoughtOf(`${turn}.${at}`)),
        { type: "text", text: `answer ${turn}` },
        ...ids.map((id) => ({ type: "tool_use", id, name: "read_file", input: { path: id } })),
      ],
    },
    calls === 0
      ? { role: "user", content: `go on after ${turn}` }
      : {
          role: "user",
          content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: `result of ${id}` })),
        },
  ];
}

export const thoughtOf = (name: string): Block => ({
  type: "thinking",
  thinking: `thought ${name}`,
  signature: `signature ${name}`,
});

/** The request of each step: before each answer, and at the end. */
export function requestsOf(whole: ThinkingRequest): ThinkingRequest[] {
  const cuts = whole.messages.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
  return [...cuts, whole.messages.length].map((cut) => ({ ...whole, messages: whole.messages.slice(0, cut) }));
}

export const isThinking = ({ type }: Block): boolean => type === "thinking" || type === "redacted_thinking";

/** A copy in which `change` has replaced each block; undefined removes it. */
export function mapBlocks(
  request: ThinkingRequest,
  change: (block: Block, message: number, index: number) => Block | undefined,
): ThinkingRequest {
  const messages = request.messages.map(({ role, content }, message) => ({
    role,
    content:
      typeof content === "string" ? content : content.flatMap((block, index) => change(block, message, index) ?? []),
  }));
  return { ...request, messages };
}

/** All blocks of a kind, with their places. */
export function placesOf(
  request: ThinkingRequest,
  matches: (block: Block) => boolean,
): [message: number, block: number][] {
  return request.messages.flatMap(({ content }, message) =>
    typeof content === "string"
      ? []
      : content.flatMap((block, index): [number, number][] => (matches(block) ? [[message, index]] : [])),
  );
}

const answer: fc.Arbitrary<Answer> = fc.record({
  thoughts: fc.integer({ min: 0, max: 2 }),
  calls: fc.integer({ min: 0, max: 2 }),
});

/** Conversations of 2 to 10 answers. */
export const thinkingConversations: fc.Arbitrary<ThinkingRequest> = fc
  .array(answer, { minLength: 2, maxLength: 10, size: "max" })
  .map((answers) => thinkingConversation(answers));
