import {
  ContextSession,
  type ContextSessionOptions,
  type SessionWarning,
  type TurnInput,
} from "../../ts/session/index.js";

/** A session that counts four chars a token, so that numbers in tests can be checked by eye. */
export function charsSession(maxTokens: number, options: Partial<ContextSessionOptions> = {}): ContextSession {
  return new ContextSession({ maxTokens, tokens: "chars4", ...options });
}

/** Text of so many tokens, at four chars each. */
export const tokensOfText = (tokens: number): string => "abcd".repeat(tokens);

export const user = (content: string): TurnInput => ({ role: "user", content });
export const assistant = (content: string): TurnInput => ({ role: "assistant", content });
export const call = (...ids: string[]): TurnInput => ({
  role: "assistant",
  toolCalls: ids.map((id) => ({ id, name: "read_file", arguments: '{"path":"a"}' })),
});
export const result = (toolCallId: string, content = "done"): TurnInput => ({ role: "tool", toolCallId, content });

export async function addAll(session: ContextSession, turns: readonly TurnInput[]): Promise<void> {
  for (const turn of turns) await session.addTurn(turn);
}

/** So many turns of the user and the assistant in turns, each of so many tokens, beginning with its number. */
export function dialogue(turns: number, tokens = 1): TurnInput[] {
  return Array.from({ length: turns }, (_, at) => {
    const text = `#${at + 1} `.padEnd(4 * tokens, "x");
    return at % 2 === 0 ? user(text) : assistant(text);
  });
}

/** A session's notices, in order. */
export function listen(session: ContextSession): { warnings: SessionWarning[]; notices: string[]; order: string[] } {
  const heard = { warnings: [] as SessionWarning[], notices: [] as string[], order: [] as string[] };
  session.on("warning", (warning) => heard.warnings.push(warning));
  session.on("notice", ({ message }) => heard.notices.push(message));
  for (const event of ["turn", "warning", "notice", "trim", "reduce", "clear", "undo", "import"] as const) {
    session.on(event, () => heard.order.push(event));
  }
  return heard;
}
