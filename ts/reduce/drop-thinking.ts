// Asks the provider, by a header and a member of `thinking`, to drop thinking that does not fit instead of refusing the request.
import { joinLists } from "../base/header-list.js";
import { inSlices, runNow, type Steps } from "../base/steps.js";
import type { Report } from "../contract/report.js";
import { memberAt } from "../text/json-bytes.js";
import { isRecord, parseJson } from "../text/json-value.js";
import { DROP_HEADERS } from "../wires/anthropic.js";

/** What to send of a request. */
export interface Sent<T = Uint8Array> {
  body: T;
  /** Whether `body` differs from the one that came. */
  replaced: boolean;
  /** Values to add to lists in the request's headers, by their names in lower case; undefined if there are none. */
  headers: Report["headers"] | undefined;
}

/** A reduction, as far as it decides about what is sent. */
interface Outcome<T> {
  body: T;
  changed: boolean;
  report: Pick<Report, "headers"> & { cache: Pick<Report["cache"], "thinkingNet"> };
}

/** What to send of a reduced request; where its policy wants it, asking to drop thinking. */
export function toSend<T>({ body, changed, report }: Outcome<T>): Sent<T> {
  const { headers, cache } = report;
  const sent = { body, replaced: changed, headers };
  return cache.thinkingNet === undefined ? sent : askToDropThinking(sent, cache.thinkingNet.headers);
}

/**
 * The request that asks the provider to drop thinking that does not fit, with the header that this needs. Unchanged if it has no
 * `thinking`, or says itself what becomes of what does not fit.
 */
export function askToDropThinking<T>(sent: Sent<T>, headers: Report["headers"] = DROP_HEADERS): Sent<T> {
  return runNow(asking(sent, headers));
}

/** The same in slices, between which others have the thread. */
export const askToDropThinkingInSlices = (sent: Sent, headers: Report["headers"] = DROP_HEADERS): Promise<Sent> =>
  inSlices(asking(sent, headers));

function* asking<T>(sent: Sent<T>, headers: Report["headers"]): Steps<Sent<T>> {
  const body = sent.body instanceof Uint8Array ? yield* asked(sent.body) : undefined;
  if (body === undefined) return sent;
  return { body: body as T & Uint8Array, replaced: true, headers: joinLists(sent.headers, headers) };
}

function* asked(body: Uint8Array): Steps<Uint8Array | undefined> {
  const place = yield* memberAt(body, "thinking", "object");
  if (place === undefined) return undefined;
  const thinking = parsed(body.subarray(place.start, place.end));
  if (!isRecord(thinking) || thinking.block_binding !== undefined) return undefined;
  const text = Object.keys(thinking).length === 0 ? DROP : `,${DROP}`;
  return Buffer.concat([body.subarray(0, place.end - 1), Buffer.from(text), body.subarray(place.end - 1)]);
}

const DROP = '"block_binding":{"prefix_mismatch_behavior":"drop_block"}';

const parsed = (json: Uint8Array): unknown => parseJson(Buffer.from(json).toString("utf8"));
