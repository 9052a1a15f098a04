import type { Attributes } from "@opentelemetry/api";
import type { BeforeAfter, Report } from "../contract/report.js";
import { WIRES } from "../wires/index.js";
import { MAX_NAME_CHARS, present } from "./opentelemetry-parts.js";

/** The attributes of every metric of a reduction; each has few values. */
export function outcomeAttributes(report: Report): Attributes {
  const { wire, backend, model, skipped, fits, reductionStage } = report;
  return present({
    // A name of Tamis's own, so that a reduction does not count as a model call.
    "gen_ai.operation.name": "reduce",
    "gen_ai.provider.name": wire === undefined ? undefined : WIRES.of(wire).provider.telemetryName,
    "gen_ai.request.model": model?.slice(0, MAX_NAME_CHARS),
    "tamis.wire": wire,
    "tamis.backend": backend,
    "tamis.outcome": outcomeOf(report),
    "tamis.skip_reason": skipped,
    "tamis.stage": reductionStage,
    "tamis.fits": fits,
  });
}

/** All attributes of a reduction's span. */
export function spanAttributes(report: Report): Attributes {
  const { bytes, tokens, chars, cache, summary } = report;
  return present({
    ...outcomeAttributes(report),
    // Tokens that the reduction's own model call used; the tokens left to send are under `tamis.tokens`.
    "gen_ai.usage.input_tokens": summary?.inputTokens,
    "gen_ai.usage.output_tokens": summary?.outputTokens,
    "tamis.summary.calls": summary?.calls,
    ...beforeAfter("tamis.bytes", bytes),
    ...beforeAfter("tamis.chars", chars),
    ...beforeAfter("tamis.tokens", tokens),
    "tamis.tokens.method": tokens?.method,
    "tamis.messages": report.messageCount,
    "tamis.tool_turns": report.toolTurnCount,
    "tamis.tool_results": report.toolResultCount,
    "tamis.masked.count": report.maskedCount,
    "tamis.masked.chars": report.maskedChars,
    "tamis.clipped.count": report.clippedCount,
    "tamis.clipped.chars": report.clippedChars,
    "tamis.dropped.count": report.droppedCount,
    "tamis.invariant_status": report.invariantStatus,
    "tamis.cache.strategy": cache.strategy,
    "tamis.cache.moved": cache.moved,
    "tamis.cache.waiting.count": cache.waitingCount,
    "tamis.cache.saved_tokens": cache.savedTokens,
    "tamis.cache.lost_tokens": cache.lostTokens,
    "tamis.cache.net_saving": cache.netSaving,
  });
}

/** The attributes of a rejected reduction: a `TamisError`'s code, or the error's name, but not its message. */
export function failureAttributes(error: unknown): Attributes {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  const type = [code, name].find((word) => typeof word === "string" && word !== "");
  return {
    "gen_ai.operation.name": "reduce",
    "tamis.outcome": "failed",
    "error.type": String(type ?? "_OTHER").slice(0, MAX_NAME_CHARS),
  };
}

function outcomeOf({ skipped, changed, maskedCount, clippedCount }: Report): string {
  if (skipped !== undefined) return "skipped";
  if (changed) return "reduced";
  return maskedCount + clippedCount > 0 ? "observed" : "unchanged";
}

function beforeAfter(name: string, sizes: BeforeAfter | undefined): Attributes {
  return sizes === undefined ? {} : { [`${name}.before`]: sizes.before, [`${name}.after`]: sizes.after };
}
