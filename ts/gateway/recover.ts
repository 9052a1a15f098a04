// What is sent once more after a refusal whose cause is known: thinking that is bound to other messages, reasoning of another
// provider, and, where the policy asks for it, a prompt that is too long.
import type { Wire } from "../contract/report.js";
import { fitRefused, saysTooLong } from "../pipeline/fit-refused.js";
import { refusesReasoning, withoutReasoning } from "../reduce/refused-reasoning.js";
import { isBindingError, recoverPrefix } from "../reduce/session/recover-prefix.js";
import { WIRES } from "../wires/index.js";
import type { Finished } from "./account/finished.js";
import { headerOf } from "./edge.js";
import { MOST_PIPELINE_BYTES } from "./reduce-body.js";
import { addNames, upstreamHeaders } from "./upstream/headers.js";
import type { UpstreamRequest } from "./upstream/relay.js";

/** A refusal. */
interface Refused {
  wire: Wire;
  status: number;
  text: string;
}

/** Whether another request could be made of one that is refused. */
export const mayRecover = ({ body, headers }: UpstreamRequest): boolean =>
  body instanceof Uint8Array && headerOf(headers, "content-encoding") === undefined;

/** The request to send instead; undefined for any other answer, and where nothing could be changed. Never rejects. */
export async function recover(
  sent: UpstreamRequest,
  refused: Refused,
  finished: Finished,
): Promise<UpstreamRequest | undefined> {
  const { body } = sent;
  if (!(body instanceof Uint8Array)) return undefined;
  try {
    return boundAgain(sent, body, refused, finished) ?? (await otherwise(sent, body, refused, finished));
  } catch {
    return undefined;
  }
}

/** Without old thinking, where the answer says that this is bound to other messages. */
function boundAgain(
  sent: UpstreamRequest,
  body: Uint8Array,
  { wire, status, text }: Refused,
  finished: Finished,
): UpstreamRequest | undefined {
  if (!WIRES.of(wire).thinkingIsBlock || !isBindingError(status, text)) return undefined;
  finished.recovered = "thinking";
  const { session, refused } = finished.prepared ?? {};
  const original = session?.recovered() ?? body;
  refused?.(body);
  const next = recoverPrefix(original);
  const headers = upstreamHeaders(sent.headers, true);
  addNames(headers, next.headers);
  return { ...sent, headers, body: next.body };
}

async function otherwise(
  sent: UpstreamRequest,
  body: Uint8Array,
  { wire, status, text }: Refused,
  finished: Finished,
): Promise<UpstreamRequest | undefined> {
  const again = (cause: "reasoning" | "too_long", next: Uint8Array | undefined): UpstreamRequest | undefined => {
    if (next === undefined) return undefined;
    finished.recovered = cause;
    return { ...sent, headers: upstreamHeaders(sent.headers, true), body: next };
  };
  if (LEFT.has(finished.prepared?.skipped)) return undefined;
  if (refusesReasoning(status, text, wire)) return again("reasoning", withoutReasoning(body, wire, text));
  const by = finished.prepared?.refitBy;
  if (by === undefined || body.length > MOST_PIPELINE_BYTES || !saysTooLong(status, text)) return undefined;
  const { policy, model } = by;
  const options = { wire, tokens: true, ...(finished.host !== undefined && { host: finished.host }) };
  const fit = await fitRefused(body, text, policy, model === undefined ? options : { ...options, model });
  finished.fitTokens = fit?.tokens;
  return again("too_long", fit?.body);
}

/** Why a request goes as its client made it, also a second time. */
const LEFT: ReadonlySet<string | undefined> = new Set(["observe", "dry_run", "holdout", "bypass", "switched_off"]);
