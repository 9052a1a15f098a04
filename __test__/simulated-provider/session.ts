// An agent that keeps its whole history and marks it as Claude Code does, and a script of answers for it.
import type { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { type Block, blocksOf, type MessagesRequest } from "../support/simulated-provider/types.js";

/** A text of about `tokens` tokens that no other text begins with. */
export const wordsOf = (name: string, tokens: number): string => `${name}${" lorem ipsum".repeat(tokens / 4)}`;

/** Each answer thinks and calls one tool; each fifth ends the turn. */
export function scripted(turn: number): Block[] {
  const calls =
    turn % 5 === 4 ? [] : [{ type: "tool_use", id: `call_${turn}`, name: "read", input: { path: `${turn}` } }];
  return [{ type: "thinking", thinking: `thought ${turn}` }, { type: "text", text: `answer ${turn}` }, ...calls];
}

export interface SessionOptions {
  model?: string;
  /** Tokens of a tool's result. */
  resultTokens?: number;
  /** Before each request. */
  tick?: () => void;
  ttl?: "1h";
  /** What is sent for the history. */
  reduce?: (request: MessagesRequest) => MessagesRequest;
  betas?: readonly string[];
  extra?: Record<string, unknown>;
}

/** The request of a history, with the markers of a client: the system prompt and the two newest messages of the user. */
export function markedRequest(messages: MessagesRequest["messages"], options: SessionOptions = {}): MessagesRequest {
  const marker = { cache_control: { type: "ephemeral", ...(options.ttl === undefined ? {} : { ttl: options.ttl }) } };
  const users = messages.flatMap(({ role }, at) => (role === "user" ? [at] : [])).slice(-2);
  return {
    model: options.model ?? "claude-fable-5-2",
    max_tokens: 1000,
    system: [{ type: "text", text: wordsOf("You are an agent.", 3000), ...marker }],
    tools: [{ name: "read", input_schema: { type: "object" } }],
    thinking: { type: "adaptive" },
    messages: messages.map(({ role, content }, at) => {
      const blocks = blocksOf(content);
      return {
        role,
        content: blocks.map((block, index) =>
          users.includes(at) && index === blocks.length - 1 ? { ...block, ...marker } : block,
        ),
      };
    }),
    ...options.extra,
  };
}

/** Runs a session of so many answers, and returns its history. It stops at a refusal. */
export function runSession(
  provider: Pick<SimulatedProvider, "handle">,
  turns: number,
  options: SessionOptions = {},
): MessagesRequest["messages"] {
  const { reduce = (request) => request, tick = () => {}, betas = [] } = options;
  const messages: MessagesRequest["messages"] = [{ role: "user", content: "please do it" }];
  for (let turn = 0; turn < turns; turn++) {
    tick();
    const { status, body } = provider.handle(reduce(markedRequest(messages, options)), betas);
    if (status !== 200) break;
    const content = body.content as Block[];
    messages.push({ role: "assistant", content }, { role: "user", content: replyTo(content, turn, options) });
  }
  return messages;
}

/** The user's next blocks: a result for each call, else words. Results are named by the turn, or by their calls' ids. */
export function replyTo(
  content: readonly Block[],
  turn: number,
  { resultTokens = 400, namesIds = false }: { resultTokens?: number; namesIds?: boolean },
): Block[] {
  const calls = content.filter(({ type }) => type === "tool_use");
  if (calls.length === 0) return [{ type: "text", text: `go on after ${turn}` }];
  return calls.map(({ id }) => ({
    type: "tool_result",
    tool_use_id: id,
    content: wordsOf(namesIds ? `r ${id}` : `result ${turn}`, resultTokens),
  }));
}
