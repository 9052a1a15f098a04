import { createBaseline } from "../../ts/baseline/index.js";
import type { ReduceOptions } from "../../ts/contract/backend.js";
import { DEFAULT_POLICY, type PolicySettings, withSettings } from "../../ts/policy/policy.js";

/** A call of `reduceBody` and its answer in Node. Bodies are base64; the times in the report are 0. */
export interface NotedCall {
  body: string;
  settings: PolicySettings;
  options: ReduceOptions;
  answer: { body: string; report: object };
}

/** Makes the calls again, and gives the indexes of those that are answered otherwise than in Node. */
export function replay(calls: readonly NotedCall[]): { index: number; why: string }[] {
  const backend = createBaseline();
  return calls.flatMap(({ body, settings, options, answer }, index) => {
    const reduction = backend.reduceBody(Buffer.from(body, "base64"), withSettings(DEFAULT_POLICY, settings), options);
    const now = noteOf(reduction.body, reduction.report);
    return JSON.stringify(now) === JSON.stringify(answer) ? [] : [{ index, why: JSON.stringify(now) }];
  });
}

/** An answer as it is compared: without times. */
export function noteOf(body: Uint8Array, report: object): NotedCall["answer"] {
  return { body: Buffer.from(body).toString("base64"), report: { ...report, elapsedMicros: 0 } };
}
