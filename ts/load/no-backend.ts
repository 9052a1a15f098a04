// What is in use where neither the addon nor WebAssembly can be loaded: every request goes on as it came.
import { nowMillis } from "../base/clock.js";
import { TamisError } from "../base/errors.js";
import type { Backend, BackendName } from "../contract/backend.js";
import type { Plan, Reduction, Report } from "../contract/report.js";
import { skipReport, Untouched } from "../contract/report-basis.js";
import { nothingPlanned } from "../contract/step-plan.js";
import type { Policy } from "../policy/policy.js";

/** Its name in reports. */
export const NO_BACKEND: BackendName = "none";

/**
 * Reports `skipped: "no_backend"` for every request, and says so once, in one line on standard error.
 *
 * @param reason Why nothing was loaded, and what to do, for people.
 */
export function createNoBackend(reason: string): Backend {
  const detail = `Tamis changes nothing here: ${reason}`;
  let isSaid = false;
  const report = (policy: Policy, bytes: number): Report => {
    if (!isSaid) console.error(`tamis: requests go on unchanged: ${reason}`);
    isSaid = true;
    return skipReport(
      { backend: NO_BACKEND, policy, startedAt: nowMillis(), bytes: { before: bytes, after: bytes } },
      { reason: "no_backend", detail },
    );
  };
  const untouched = (body: Uint8Array, policy: Policy): Reduction<Uint8Array> =>
    new Untouched(body, report(policy, body.length));
  const unavailable = (): never => {
    throw new TamisError("BACKEND_UNAVAILABLE", reason);
  };
  return {
    name: NO_BACKEND,
    cpu: "",
    reduceBody: untouched,
    reduceBodyInto: (body, _out, policy) => ({ bytesWritten: 0, changed: false, report: report(policy, body.length) }),
    reduceBodyAsync: async (body, policy) => untouched(body, policy),
    planBody: (body, policy): Plan => ({ edits: [], report: report(policy, body.length) }),
    planStep: (body, policy) => nothingPlanned(report(policy, body.length)),
    describe: () => undefined,
    detectWire: () => undefined,
    locateSession: () => undefined,
    locateLent: async () => undefined,
    validateBody: unavailable,
    findFaults: unavailable,
  };
}
