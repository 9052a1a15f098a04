// A reduction in full, for the page.
import type { BlockScore } from "../../condensation/index.js";
import { roleText } from "../../contract/result-role.js";
import type { DecisionRow, DiffBlock, ReductionDetail, ReferenceRow } from "../api.js";
import { diffMessages } from "../diff/messages.js";
import { reasonText } from "../diff/reasons.js";
import { ApiError } from "../server/answers.js";
import { condensedPhases, doneBy, feedbackOf } from "./feedback.js";
import { numbersOf } from "./numbers.js";
import type { Pointer, ReductionRecord } from "./record.js";

/** Everything about a reduction. */
export function detailOf(record: ReductionRecord): ReductionDetail {
  const { id, strategy, before, after, hints, decisions, pointers, report, result, row } = record;
  const diff = diffMessages(before, after, hints);
  const numbers = numbersOf(record, diff);
  const scores = result?.report.scores as readonly BlockScore[] | undefined;
  return {
    ...{ id, strategy, doneBy: doneBy(record), feedback: feedbackOf(record, numbers), numbers, diff },
    ...(row === undefined ? {} : { row }),
    phases: phasesOf(record, numbers.tokensBefore, numbers.tokensAfter),
    decisions: decisions.map(decisionRow),
    ...(result === undefined ? {} : { preserved: result.report.preserved }),
    references: pointers.map(referenceRow),
    ...(scores === undefined ? {} : { scores: scores.map((one) => ({ ...one, parts: { ...one.parts } })) }),
    ...(result === undefined || result.report.types.length === 0
      ? {}
      : { types: result.report.types.map((one) => ({ ...one })) }),
    notes: [
      ...(report?.skippedDetail === undefined ? [] : [report.skippedDetail]),
      ...(report?.notes ?? []).map(({ reason, detail }) => detail ?? reason),
    ],
  };
}

function phasesOf(record: ReductionRecord, before: number, after: number): ReductionDetail["phases"] {
  const { result, report, condensed } = record;
  if (condensed !== undefined) {
    const own = condensedPhases(condensed);
    const { tokensAfter } = condensed;
    return [...own, ...phasesOf({ ...record, condensed: undefined }, tokensAfter, Math.min(after, tokensAfter))];
  }
  if (result !== undefined) {
    return result.report.phases.map(({ name, kind, tokensBefore, tokensAfter, durationMs, rolledBack }) => ({
      ...{ name, kind, tokensBefore, tokensAfter, ms: durationMs },
      ...(rolledBack === undefined ? {} : { note: `taken back: ${rolledBack.message}` }),
    }));
  }
  const stages = report?.phases;
  if (stages !== undefined) return stages.map((stage) => ({ ...stage, kind: "lossy" as const }));
  return before === after ? [] : [{ name: "masking", kind: "lossy", tokensBefore: before, tokensAfter: after }];
}

function decisionRow(decision: ReductionRecord["decisions"][number]): DecisionRow {
  const { messageIndex, blockIndex, toolName, callId, action, reason, role, charsBefore, charsAfter } = decision;
  return {
    ...{ messageIndex, blockIndex, action, reason, why: reasonText(action, reason), charsBefore, charsAfter },
    ...(toolName === undefined ? {} : { toolName }),
    ...(callId === undefined ? {} : { callId }),
    ...(role === undefined ? {} : { role, what: roleText(role, decision.roleFrom) }),
  };
}

function referenceRow({
  id,
  messageIndex,
  blockIndex,
  type,
  originalIndex,
  path,
  operation,
  hash,
}: Pointer): ReferenceRow {
  return {
    ...{ pointer: id, messageIndex, blockIndex, type, originalIndex, hash },
    ...(path === undefined ? {} : { path }),
    ...(operation === undefined ? {} : { operation }),
  };
}

/** One block with its whole texts: by the place of its message among those of the diff. @throws ApiError */
export function blockOf({ before, after, hints }: ReductionRecord, message: number, block: number): DiffBlock {
  const found = diffMessages(before, after, hints, Number.POSITIVE_INFINITY)[message]?.blocks[block];
  if (found === undefined) throw new ApiError("not_found", "there is no such block in this reduction");
  return found;
}
