import type { BriefReduction, BriefReport, ReduceOptions } from "../contract/backend.js";
import type { Wire } from "../contract/report.js";
import { withDeadline } from "../llm/deadline.js";
import { ModelFailureError } from "../llm/failure.js";
import { type Sent, toSend } from "../reduce/drop-thinking.js";
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

/** A reduced body, and its report. */
export type Reduced = Sent & { report: BriefReport };

/** What became of a reduction: also why there is none. */
export type Outcome = Reduced | "deadline" | "reducer_failed";

/** @param body The body, decoded. Never rejects. */
export async function reduce(
  body: ReceivedBody,
  ready: ReadyPolicy,
  request: ReducibleBody,
  observe: boolean,
  session: RequestSession | undefined,
  keeping: Keeping | undefined,
): Promise<Outcome> {
  try {
    return await reduceBy(body, ready, request, observe, session, keeping);
  } catch {
    return "reducer_failed";
  }
}

async function reduceBy(
  body: ReceivedBody,
  { pipeline, observing, policy }: ReadyPolicy,
  { wire, model, host, gone, hold }: ReducibleBody,
  observe: boolean,
  session: RequestSession | undefined,
  keeping: Keeping | undefined,
): Promise<Reduced | "deadline"> {
  const options: ReduceOptions = { wire, tokens: true, host, ...(model !== undefined && { model }) };
  if (observe) return sending(wire, await body.reduce(observing, options, hold.isAlone));
  if (pipeline !== undefined && body.bytes <= MOST_PIPELINE_BYTES) {
    const trial = session?.trial();
    const call = { ...options, ...trial?.options };
    const reduced = await inTime(pipeline, body.whole(), call, gone());
    if (reduced === "deadline") return reduced;
    await trial?.settle();
    return sending(wire, reduced);
  }
  const signal = session?.isLong ? gone() : undefined;
  if (keeping !== undefined) return reduceKept(body.whole(), policy, options, session, keeping, signal);
  if (session !== undefined) return session.reduce(policy, options, signal);
  return sending(wire, await body.reduce(policy, options, hold.isAlone));
}

function sending(wire: Wire, { body, changed, report }: Pick<BriefReduction, "body" | "changed" | "report">): Reduced {
  // Reading what the cache decision did makes it, and for wires without thinking no caller may want to know.
  if (!WIRES.of(wire).thinkingIsBlock) return { body, replaced: changed, headers: report.headers, report };
  const sent = toSend({ body, changed, report });
  return { body: sent.body, replaced: sent.replaced, headers: sent.headers, report };
}

/** Stops waiting for the pipeline's model at the deadline, and when the client leaves, even if the model ignores the signal. */
async function inTime({ reducer, deadlineMs }: Pipeline, body: Buffer, options: ReduceOptions, gone: AbortSignal) {
  const run = (signal: AbortSignal) => reducer.reduce<Uint8Array>(body, { ...options, signal });
  try {
    return await withDeadline(run, { timeoutMs: deadlineMs, signal: gone });
  } catch (error) {
    if (error instanceof ModelFailureError && error.reason === "timeout") return "deadline";
    throw error;
  }
}

type Pipeline = NonNullable<ReadyPolicy["pipeline"]>;
