import type { ReduceOptions } from "../../contract/backend.js";
import type { Report } from "../../contract/report.js";
import type { Policy } from "../../policy/policy.js";
import { type Sent, toSend } from "../../reduce/drop-thinking.js";
import { reduceLent } from "../../reduce/reduce.js";
import type { RequestSession } from "../../reduce/session/request.js";
import type { Originals } from "./originals.js";

/** Where a request's originals are kept, and whose they are. */
export interface Keeping {
  originals: Originals;
  tenant: string;
}

/** Reduces a body, and keeps what its markers name before it is sent. @param signal As of `RequestSession.reduce` */
export async function reduceKept(
  body: Uint8Array,
  policy: Policy,
  options: ReduceOptions,
  session: RequestSession | undefined,
  { originals, tenant }: Keeping,
  signal: AbortSignal | undefined,
): Promise<Sent & { report: Report }> {
  const named = originals.policyOf(policy);
  if (session !== undefined) {
    const reduction = await session.reduce(named, options, signal);
    const { body: sent, report } = await originals.keep(body, reduction, tenant);
    return { ...reduction, body: sent, report };
  }
  const reduction = await reduceLent(body, named, { ...options, tenant });
  const { body: sent, report } = await originals.keep(body, reduction, tenant);
  return { ...toSend({ ...reduction, body: sent }), report };
}
