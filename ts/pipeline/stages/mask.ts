import type { ReduceOptions } from "../../contract/backend.js";
import { isDisabled } from "../../contract/report-basis.js";
import { jsonAfter } from "../../reduce/object-reduction.js";
import { reduceChecked } from "../../reduce/reduce.js";
import { Draft } from "../draft.js";
import type { Stage, StageContext, StageOutcome } from "../stage.js";

/** Masks old tool results, like `reduceBody` and `reduceRequest`. */
export const maskStage: Stage = {
  name: "masking",
  run: (draft, context) => maskBy(draft, context, context.options),
};

/** The same by other options than the context's. */
export async function maskBy(
  draft: Draft,
  { maskPolicy, signal, memory }: StageContext,
  options: ReduceOptions,
): Promise<StageOutcome> {
  if (isDisabled(maskPolicy)) return { reason: "disabled" };
  const call = { ...options, ...(signal && { signal }), ...(memory && { memory }), margins: true };
  const masked = await reduceChecked(draft.body, maskPolicy, call, draft.written);
  const { skipped, skippedDetail = "" } = masked.report;
  if (skipped === "server_side_editing") return { reason: "server_side_editing", detail: skippedDetail };
  if (skipped !== undefined) return { reason: "unreadable", detail: `${skipped}: ${skippedDetail}` };
  if (!masked.changed) return { reason: "nothing_to_do" };
  return {
    draft: new Draft(masked.body, jsonAfter(masked)),
    masked,
    firstChangedByte: masked.report.firstChangedByte,
  };
}
