// What is sent once more after a refusal whose cause is known: thinking that is bound to other messages, reasoning of another
// provider, and, where the policy asks for it, a prompt that is too long.

import type { ReduceOptions } from "../contract/backend.js";
import type { Wire } from "../contract/report.js";
import type { Policy } from "../policy/policy.js";
import type { Sent } from "../reduce/drop-thinking.js";
import { refusesReasoning, withoutReasoning } from "../reduce/refused-reasoning.js";
import { isBindingError, recoverPrefix } from "../reduce/session/recover-prefix.js";
import type { RequestSession } from "../reduce/session/request.js";
import { WIRES } from "../wires/index.js";
import { createReducer } from "./create-reducer.js";

/** What providers say. Numbers are in tokens: what came, and the most that is taken. */
const REFUSALS: readonly RegExp[] = [
  /prompt is too long(?:: (?<came>\d+) tokens > (?<most>\d+) maximum)?/i,
  /input length and `?max_tokens`? exceed context limit: (?<came>\d+) \+ \d+ > (?<most>\d+)/i,
  /maximum context length is (?<most>\d+) tokens\D{1,200}(?<came>\d+) tokens/i,
  /input token count \(?(?<came>\d+)\)? exceeds the maximum number of tokens allowed \(?(?<most>\d+)\)?/i,
  /context_length_exceeded|maximum context length|exceeds the context window|input is too long for requested model/i,
  /request_too_large|request exceeds the maximum size|request entity too large/i,
];

const STATUSES: ReadonlySet<number> = new Set([400, 413]);

/** Whether an answer says that the request is too long. */
const saysTooLong = (status: number, text: string): boolean =>
  STATUSES.has(status) && REFUSALS.some((pattern) => pattern.test(text));

/** Room for what our estimate and the provider's count differ by. */
const MARGIN = 0.9;
/** How much of a request is tried where the answer names no number. */
const HALF = 0.5;

/** The part of a request that fits, by what the answer says. */
function shareOf(text: string): number {
  for (const pattern of REFUSALS) {
    const { came, most } = pattern.exec(text)?.groups ?? {};
    const share = Number(most) / Number(came);
    if (share > 0 && share < 1) return share * MARGIN;
  }
  return HALF;
}

/** The request in the part of its tokens that fits; undefined if nothing brings it there. */
async function fitRefused(
  body: Uint8Array,
  answer: string,
  policy: Policy,
  options: ReduceOptions,
): Promise<{ body: Uint8Array; tokens: number | undefined } | undefined> {
  const budgetOf = (tokens: number) => ({ ...policy.settings.budget, tokens: Math.max(1, Math.floor(tokens)) });
  const measured = await createReducer({ policy, budget: budgetOf(Number.MAX_SAFE_INTEGER), stages: [] }).reduce(
    body,
    options,
  );
  const tokens = measured.report.tokens?.before;
  if (tokens === undefined) return undefined;
  const { body: next, report } = await createReducer({
    policy,
    budget: budgetOf(tokens * shareOf(answer)),
  }).reduce(body, options);
  return report.fits && next.length < body.length ? { body: next, tokens: report.tokens?.after } : undefined;
}

/** What a provider answers to a request that it refuses. */
export interface Refused {
  wire: Wire;
  status: number;
  text: string;
}

/** What is known of a request that was sent. */
export interface RefusedRequest {
  session?: RequestSession | undefined;
  /** Remembers a refusal of its thinking; undefined where its session does, or none is kept. */
  refused?: ((sent: Uint8Array) => Promise<void>) | undefined;
  /** How it is reduced where it is too long; undefined where the policy does not ask for it. */
  refitBy?: { policy: Policy; model?: string | undefined } | undefined;
  host?: string | undefined;
  /** Whether it goes as its client made it, also a second time: only bound thinking is taken out. */
  isLeft?: boolean;
}

/** Another request, and why. */
export interface Recovered extends Sent {
  cause: "thinking" | "reasoning" | "too_long";
  /** Of one that was too long. */
  tokens?: number | undefined;
}

/**
 * @param read The request, decoded; undefined where it cannot be read again.
 * @returns Undefined for any other answer, and where nothing could be changed.
 */
export async function recover(
  read: () => Uint8Array | undefined | Promise<Uint8Array | undefined>,
  { wire, status, text }: Refused,
  { session, refused, refitBy, host, isLeft = false }: RefusedRequest,
): Promise<Recovered | undefined> {
  if (WIRES.of(wire).thinkingIsBlock && isBindingError(status, text)) {
    const original = (await session?.recovered()) ?? (await read());
    if (original === undefined) return undefined;
    if (session === undefined) await refused?.(original);
    return { cause: "thinking", ...(await recoverPrefix(original)) };
  }
  if (isLeft) return undefined;
  if (refusesReasoning(status, text, wire)) {
    const sent = await read();
    const body = sent && withoutReasoning(sent, wire, text);
    return body && { cause: "reasoning", body, replaced: true, headers: undefined };
  }
  const sent = refitBy !== undefined && saysTooLong(status, text) ? await read() : undefined;
  if (refitBy === undefined || sent === undefined) return undefined;
  const { policy, model } = refitBy;
  const named = { ...(model !== undefined && { model }), ...(host !== undefined && { host }) };
  const fit = await fitRefused(sent, text, policy, { wire, tokens: true, ...named });
  return fit && { cause: "too_long", replaced: true, headers: undefined, ...fit };
}
