import type { Backend, ReduceOptions } from "../../ts/contract/backend.js";
import { useCore } from "../../ts/edge/platform/load-backend.js";
import { loadBackend } from "../../ts/load/backend.js";
import { DEFAULT_POLICY, type PolicySettings, withSettings } from "../../ts/policy/policy.js";

/** A call of `reduceBody` and its answer in Node. Bodies are base64; the times in the report are 0. */
export interface NotedCall {
  body: string;
  settings: PolicySettings;
  options: ReduceOptions;
  answer: { body: string; report: object };
}

export { useCore };

/** Makes the calls again, and gives the indexes of those that are answered otherwise than in Node. */
export function replay(calls: readonly NotedCall[]): { index: number; why: string }[] {
  // In the bundle this is the backend of `tamis/edge` (`ts/edge/build.mjs`).
  const { backend } = loadBackend();
  return calls.flatMap(({ body, settings, options, answer }, index) => {
    const reduction = backend.reduceBody(Buffer.from(body, "base64"), withSettings(DEFAULT_POLICY, settings), options);
    const now = noteOf(reduction.body, reduction.report);
    return JSON.stringify(now) === JSON.stringify(answer) ? [] : [{ index, why: JSON.stringify(now) }];
  });
}

/** An answer as it is compared: without times. */
function noteOf(body: Uint8Array, report: object): NotedCall["answer"] {
  return { body: Buffer.from(body).toString("base64"), report: { ...report, elapsedMicros: 0 } };
}

/** Gives each call and its answer to `note`, for a replay in other runtimes. */
export function noting(backend: Backend, note: (call: NotedCall) => void): Backend {
  const reduceBody: Backend["reduceBody"] = (body, policy, options) => {
    const reduction = backend.reduceBody(body, policy, options);
    const answer = noteOf(reduction.body, reduction.report);
    note({ body: Buffer.from(body).toString("base64"), settings: policy.settings, options, answer });
    return reduction;
  };
  return new Proxy(backend, {
    get: (target, key) => {
      if (key === "reduceBody") return reduceBody;
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
