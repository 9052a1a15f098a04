import type { BeforeAfter, Decision, Original, Report } from "../../contract/report.js";
import { WIRES } from "../../wires/index.js";

/** The report of a reduction, some of whose values went back into the request. Chars and tokens of it by its bytes. */
export function reportWithout(report: Report, back: readonly Original[], sent: Uint8Array): Report {
  if (back.length === 0) return report;
  const places = new Set(back.map(({ edit }) => placeOf(edit.path, report.wire)));
  const isBack = ({ messageIndex, blockIndex }: Decision) => places.has(`${messageIndex}/${blockIndex}`);
  const went = report.decisions.filter(isBack);
  const masked = went.filter(({ action }) => action === "mask");
  const { before = 0, after = 0 } = report.bytes ?? {};
  const share = before === after ? 0 : (before - sent.length) / (before - after);
  const part = <T extends BeforeAfter>(one: T): T => ({
    ...one,
    after: Math.round(one.before - share * (one.before - one.after)),
  });
  return {
    ...report,
    decisions: report.decisions.filter((decision) => !isBack(decision)),
    maskedCount: report.maskedCount - masked.length,
    maskedChars: report.maskedChars - masked.reduce((sum, one) => sum + one.charsBefore - one.charsAfter, 0),
    bytes: { before, after: sent.length },
    ...(report.chars === undefined ? {} : { chars: part(report.chars) }),
    ...(report.tokens === undefined ? {} : { tokens: part(report.tokens) }),
  };
}

/** The message and block of a value by its JSON Pointer, as decisions have them. */
function placeOf(path: string, wire: Report["wire"]): string {
  const [, , message, , block] = path.split("/");
  const hasBlocks = wire !== undefined && WIRES.of(wire).blocks.holdResults;
  return `${message}/${hasBlocks ? (block ?? 0) : 0}`;
}
