import { type Refused, recover } from "../pipeline/recover.js";
import type { Finished } from "./account/finished.js";
import { headerOf } from "./edge.js";
import { MOST_PIPELINE_BYTES } from "./reduce-body.js";
import { addNames, upstreamHeaders } from "./upstream/headers.js";
import type { UpstreamRequest } from "./upstream/relay.js";

/** Whether another request could be made of one that is refused. */
export const mayRecover = ({ body, headers }: UpstreamRequest): boolean =>
  body instanceof Uint8Array && headerOf(headers, "content-encoding") === undefined;

/** The request to send instead; undefined for any other answer, and where nothing could be changed. Never rejects. */
export async function recoverSent(
  sent: UpstreamRequest,
  refused: Refused,
  finished: Finished,
): Promise<UpstreamRequest | undefined> {
  const { body } = sent;
  if (!(body instanceof Uint8Array)) return undefined;
  const { prepared, host } = finished;
  const refitBy = body.length > MOST_PIPELINE_BYTES ? undefined : prepared?.refitBy;
  const isLeft = LEFT.has(prepared?.skipped);
  const found = await recover(() => body, refused, { ...prepared, refitBy, host, isLeft }).catch(() => undefined);
  if (found === undefined) return undefined;
  finished.recovered = found.cause;
  finished.fitTokens = found.tokens;
  const headers = upstreamHeaders(sent.headers, true);
  addNames(headers, found.headers);
  return { ...sent, headers, body: found.body };
}

/** Why a request goes as its client made it, also a second time. */
const LEFT: ReadonlySet<string | undefined> = new Set(["observe", "dry_run", "holdout", "bypass", "switched_off"]);
