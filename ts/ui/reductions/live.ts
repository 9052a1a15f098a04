// The reduction of a request that passed here, from its bodies as they came and were sent.
import type { PlacedReference, Report, Wire } from "../../contract/report.js";
import type { RequestBodies } from "../../gateway/index.js";
import type { Policy } from "../../policy/policy.js";
import { planBody } from "../../reduce/reduce.js";
import type { ReductionDetail, RequestRow } from "../api.js";
import { parsedBody, parsedConversation } from "../diff/parsed.js";
import { decodedNow } from "../requests/decode.js";
import type { LiveRequest } from "../requests/feed.js";
import { doneBy } from "./feedback.js";
import { hintsOf, placedPointers, type ReductionRecord, trialOf } from "./record.js";
import { CONFIGURED } from "./strategy.js";

/** The record; undefined where no body is kept, or it cannot be read. */
export function liveRecord(
  live: LiveRequest,
  row: RequestRow,
  policy: Policy | undefined,
): ReductionRecord | undefined {
  const { bodies, account, id } = live;
  const opened = bodies && openBodies(bodies, account.wire);
  if (opened === undefined) return undefined;
  const { body, request, before, after, bytes } = opened;
  const known = account.model === undefined ? {} : { model: account.model };
  const trial = {
    ...trialOf(body, request, account.wire),
    ...known,
    host: account.host,
    isLogin: account.subscription !== undefined,
  };
  const report = account.report;
  const pointers = placedPointers((report?.references ?? []) as readonly PlacedReference[]);
  // What a condensation did, no policy decided.
  const isPlanned = policy !== undefined && account.condensed === undefined;
  const planned = isPlanned ? planOf(body, policy, live) : undefined;
  const decisions = planned?.decisions ?? [];
  return {
    ...{ id, strategy: account.policy ?? "configured", trial, before, after, decisions, pointers, row },
    hints: hintsOf(decisions, pointers),
    report: planned,
    condensed: account.condensed,
    bytes,
  };
}

/** Both bodies of a request, unpacked; undefined where one cannot be read. */
export function openBodies({ came, encoding, sent }: RequestBodies, wire: Wire | undefined) {
  const body = decodedNow(came, encoding);
  const request = body === undefined ? undefined : parsedBody(body);
  if (body === undefined || request === undefined) return undefined;
  const other = sent ?? body;
  const [before, after] = [parsedConversation(body, wire), parsedConversation(other, wire)];
  if (before === undefined || after === undefined) return undefined;
  return { body, request, before, after, bytes: { before: body.byteLength, after: other.byteLength } };
}

/** Planned anew: which decisions were carried out, the bodies say. */
function planOf(body: Uint8Array, policy: Policy, { account }: LiveRequest): Report {
  const { wire, host, model } = account;
  const options = {
    wire,
    explain: true,
    ...(host === undefined ? {} : { host }),
    ...(model === undefined ? {} : { model }),
  };
  return planBody(body, policy, options).report;
}

/** What is known of a request without its body. */
export function bodylessDetail(row: RequestRow): ReductionDetail {
  const { id, tokensBefore, tokensAfter, reducedCount, reduceMicros = 0, policy = "", why } = row;
  const none = { clipped: 0, shortened: 0, deduplicated: 0, consolidated: 0, summarised: 0, dropped: 0 };
  return {
    doneBy: doneBy({ strategy: policy === "" ? CONFIGURED : policy }),
    ...{ id, strategy: policy, row, feedback: why ?? "", phases: [], decisions: [], references: [], notes: [] },
    numbers: {
      ...{ tokensBefore, tokensAfter, messages: 0, messagesAfter: 0, masked: reducedCount, ...none },
      ...{ shortenedArguments: 0, thinkingRemoved: 0, elapsedMicros: reduceMicros },
    },
    bodyGone:
      row.source === "live"
        ? "Its body is no longer kept: only those of the newest requests are, and in memory alone."
        : "Bodies are never written to disk; of this request only its numbers are known.",
  };
}
