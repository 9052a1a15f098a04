// An agent that keeps its whole history and talks to a provider that refuses thinking which does not fit.
import { createPrefixChecker, type PrefixViolation } from "../../ts/validate/index.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import type { Block, MessagesRequest } from "../support/simulated-provider/types.js";
import { markedRequest, replyTo, scripted } from "./session.js";

export const ROUNDS = 40;

export interface Step {
  /** Undefined: straight to the provider. */
  url: string | undefined;
  /** @default the global fetch */
  send?: typeof fetch;
  headers?: Record<string, string>;
  model?: string;
  /** How long its cache is kept. @default five minutes */
  ttl?: "1h";
  extra?: Record<string, unknown>;
  /** Changes the client's history. */
  edit?: (messages: MessagesRequest["messages"]) => MessagesRequest["messages"];
}

export interface Talk {
  statuses: number[];
  /** Of requests that the provider refused. */
  refused: number;
  edited: boolean[];
  /** Thinking of the sent requests that a provider would refuse, as the library sees it. */
  violations: PrefixViolation[];
}

/** A provider that also looks at what it was sent as the library does. */
export class WatchedProvider extends SimulatedProvider {
  readonly #checker = createPrefixChecker();
  readonly violations: PrefixViolation[] = [];

  override handle(request: MessagesRequest, betas?: readonly string[]) {
    this.violations.push(...this.#checker.check(structuredClone(request)));
    return super.handle(request, betas);
  }
}

/** An agent of `ROUNDS` requests; each answer of the provider comes back to it. */
export async function talk(
  provider: WatchedProvider,
  direct: string,
  step: (turn: number) => Step | Promise<Step>,
  first = "please do it",
): Promise<Talk> {
  const talk: Talk = { statuses: [], refused: 0, edited: [], violations: [] };
  let messages: MessagesRequest["messages"] = [{ role: "user", content: first }];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const {
      url = direct,
      send = fetch,
      headers = {},
      model = "claude-fable-5-2",
      extra = {},
      edit,
      ttl,
    } = await step(turn);
    messages = edit?.(messages) ?? messages;
    const request = markedRequest(messages, { model, extra, ...(ttl === undefined ? {} : { ttl }) });
    const response = await send(`${url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01", ...headers },
      body: JSON.stringify(request),
    });
    const { content = [] } = (await response.json()) as { content?: Block[] };
    talk.statuses.push(response.status);
    if (response.status !== 200) break;
    const sent = JSON.stringify(provider.exchanges.at(-1)?.prompt?.messages);
    talk.edited.push(/masked|left out/.test(sent));
    const reply = replyTo(content, turn, { resultTokens: 2_000, namesIds: true });
    messages.push({ role: "assistant", content }, { role: "user", content: reply });
  }
  talk.violations = provider.violations;
  talk.refused = provider.exchanges.filter(({ status }) => status !== 200).length;
  return talk;
}

export const FINE = new Array(ROUNDS).fill(200);

/** Call ids differ between conversations, as a provider's do. */
export function newProvider(): WatchedProvider {
  let calls = 0;
  return new WatchedProvider({
    answer: (turn) =>
      scripted(turn).map((block) => (block.type === "tool_use" ? { ...block, id: `c${calls++}` } : block)),
  });
}
