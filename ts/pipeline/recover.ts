// What is sent once more after a refusal whose cause is known: thinking that is bound to other messages, reasoning of another
// provider, and, where the policy asks for it, a prompt that is too long.
import type { Wire } from "../contract/report.js";
import type { Policy } from "../policy/policy.js";
import type { Sent } from "../reduce/ask-to-drop.js";
import { refusesReasoning, withoutReasoning } from "../reduce/refused-reasoning.js";
import { isBindingError, recoverPrefix } from "../reduce/session/recover-prefix.js";
import type { RequestSession } from "../reduce/session/request.js";
import { WIRES } from "../wires/index.js";
import { fitRefused, saysTooLong } from "./fit-refused.js";

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
  refused?: ((sent: Uint8Array) => void) | undefined;
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
    const original = session?.recovered() ?? (await read());
    if (original === undefined) return undefined;
    if (session === undefined) refused?.(original);
    return { cause: "thinking", ...recoverPrefix(original) };
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
