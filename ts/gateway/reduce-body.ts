import type { BriefReduction, BriefReport, ReduceOptions } from "../contract/backend.js";
import type { Wire } from "../contract/report.js";
import { type Sent, toSend } from "../reduce/drop-thinking.js";
import { reduceBody } from "../reduce/reduce.js";
import type { RequestSession } from "../reduce/session/request.js";
import { WIRES } from "../wires/index.js";
import type { ReceivedBody } from "./body/received.js";
import type { ReadyPolicy } from "./choose-policy.js";
import type { Hold } from "./in-flight.js";
import { type Keeping, reduceKept } from "./restore/reduce-kept.js";

/** A body, and what its reduction goes by. */
export interface ReducibleBody {
  /** As it came. */
  body: ReceivedBody;
  wire: Wire;
  /** The model, if the path names it. */
  model?: string | undefined;
  /** The upstream's host. */
  host: string;
  /** A signal that is aborted when the client leaves. Created on first use. */
  gone(): AbortSignal;
  /** Where all bytes are counted that are held for it: those that came, and every copy that is made of them. */
  hold: Hold;
}

/**
 * Bodies beyond it do not take the pipeline, which reads them on the JavaScript thread: everybody else would wait, and no
 * deadline could interrupt it.
 */
export const MOST_PIPELINE_BYTES = 4 * 1024 * 1024;
/** Bodies up to it are reduced at once, without a promise; a backend would do the same with them. */
const MOST_AT_ONCE = 64 * 1024;

/** A reduced body, and its report. */
export type Reduced = Sent & { report: BriefReport };

/** What became of a reduction: also why there is none. */
export type Outcome = Reduced | "deadline" | "reducer_failed";

/** @param body The body, decoded. Never throws and never rejects. */
export function reduce(
  body: ReceivedBody,
  ready: ReadyPolicy,
  request: ReducibleBody,
  observe: boolean,
  session: RequestSession | undefined,
  keeping: Keeping | undefined,
): Outcome | Promise<Outcome> {
  const { wire, model, host } = request;
  const options: ReduceOptions =
    model === undefined ? { wire, tokens: true, host } : { wire, tokens: true, host, model };
  const whole = body.small;
  const isPlain = ready.pipeline === undefined && keeping === undefined && session === undefined;
  try {
    if (whole !== undefined && whole.length <= MOST_AT_ONCE && (isPlain || observe))
      return sending(wire, reduceBody(whole, observe ? ready.observing : ready.policy, options));
  } catch {
    return "reducer_failed";
  }
  return reduceLater(body, ready, request, observe, session, keeping, options).catch(() => "reducer_failed");
}

async function reduceLater(
  body: ReceivedBody,
  { pipeline, observing, policy }: ReadyPolicy,
  { wire, gone, hold }: ReducibleBody,
  observe: boolean,
  session: RequestSession | undefined,
  keeping: Keeping | undefined,
  options: ReduceOptions,
): Promise<Reduced | "deadline"> {
  if (pipeline !== undefined && !observe && body.bytes <= MOST_PIPELINE_BYTES) {
    const trial = session?.trial();
    const call = { ...options, ...trial?.options };
    const reduced = await withDeadline(pipeline, body.whole(), call, gone());
    if (reduced === "deadline") return reduced;
    await trial?.settle();
    return sending(wire, reduced);
  }
  const chosen = observe ? observing : policy;
  const signal = session?.isLong ? gone() : undefined;
  if (keeping !== undefined && !observe) {
    return await reduceKept(body.whole(), policy, options, session, keeping, signal);
  }
  if (session !== undefined && !observe) return session.reduce(policy, options, signal);
  return sending(wire, await body.reduce(chosen, options, hold.isAlone));
}

function sending(wire: Wire, { body, changed, report }: Pick<BriefReduction, "body" | "changed" | "report">): Reduced {
  // Reading what the cache decision did makes it, and for wires without thinking no caller may want to know.
  if (!WIRES.of(wire).thinkingIsBlock) return { body, replaced: changed, headers: report.headers, report };
  const sent = toSend({ body, changed, report });
  return { body: sent.body, replaced: sent.replaced, headers: sent.headers, report };
}

/** Stops waiting for the pipeline's model at the deadline, even if the model ignores the signal. */
async function withDeadline(
  { reducer, deadlineMs }: NonNullable<ReadyPolicy["pipeline"]>,
  body: Buffer,
  options: ReduceOptions,
  gone: AbortSignal,
) {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<"deadline">((resolve) => {
    timer = setTimeout(() => {
      resolve("deadline");
      late.abort();
    }, deadlineMs);
  });
  const call = { ...options, signal: AbortSignal.any([gone, late.signal]) };
  const reduced = reducer.reduce<Uint8Array>(body, call);
  reduced.catch(() => {});
  try {
    return await Promise.race([reduced, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
