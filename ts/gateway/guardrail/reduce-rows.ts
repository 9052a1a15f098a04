import type { ReduceOptions } from "../../contract/backend.js";
import type { Reduction, Report, Wire } from "../../contract/report.js";
import type { Policy } from "../../policy/policy.js";
import { detectWire, reduceBodyAsync } from "../../reduce/reduce.js";
import { elementsUnder } from "../../text/json-children.js";
import { isRecord, nonEmpty } from "../../text/json-value.js";
import { estimateRequest } from "../../tokens/index.js";
import type { Keeping } from "../restore/reduce-kept.js";

/** The rows of a conversation as they came. */
export interface Rows {
  /** Each row's JSON text, byte for byte as it came. */
  texts: string[];
  parsed: readonly unknown[];
  model: string | undefined;
}

/** Reduced rows: as many as came, in the same order. */
export interface ReducedRows {
  texts: readonly string[];
  /** Whether any row changed. */
  changed: boolean;
  tokensBefore: number;
  tokensAfter: number;
  /** What was done how often: `mask`, `clip`, `shorten` … */
  transforms: string[];
  /** Handles of the originals that were kept; empty unless they are. */
  handles: readonly string[];
  report: Report;
}

/**
 * The rows that an object has under `key`.
 *
 * @param value What `JSON.parse` makes of `text`
 * @returns a sentence where there are none
 */
export function rowsOf(text: string, value: unknown, key: string): Rows | string {
  if (!isRecord(value)) return "expected a JSON object";
  const parsed = value[key];
  if (!Array.isArray(parsed)) return `expected a list under "${key}"`;
  const strange = parsed.findIndex((row) => !isRecord(row) || nonEmpty(row.role) === undefined);
  if (strange >= 0) return `${key}[${strange}] is no object with a role`;
  return { texts: rowTexts(text, key), parsed, model: nonEmpty(value.model) };
}

/**
 * Reduces rows by a policy. It goes by the rows alone: no state, no clock, so the same rows give the same bytes each time,
 * and rows that nothing was done to are their own bytes. Rows with blocks of the Messages API are that wire's, all others
 * those of Chat Completions. Linear.
 *
 * @param keeping Where originals are kept before their rows are given back; what cannot be kept stays whole.
 */
export async function reduceRows(
  { texts, parsed, model }: Rows,
  policy: Policy,
  keeping?: Keeping,
): Promise<ReducedRows> {
  const calls = missingCalls(parsed);
  const whole = texts.flatMap((text, at) => {
    const call = calls.get(at);
    return [...(call === undefined ? [] : [{ text: call, isOwn: false }]), { text, isOwn: true }];
  });
  const body = bodyOf(
    whole.map(({ text }) => text),
    model,
  );
  const wire = detectWire(body);
  const options = { ...(wire === undefined ? {} : { wire }), tokens: "estimate" as const };
  const { body: smaller, changed, report, handles } = await reduceAndKeep(body, policy, options, keeping);
  const added = calls.size === 0 ? 0 : estimated(bodyOf([...calls.values()], model), wire).before;
  // What is skipped is not measured by the reduction.
  const tokens = report.tokens ?? estimated(body, wire);
  const tokensOf = (when: "before" | "after") => Math.max(0, tokens[when] - added);
  const sizes = { tokensBefore: tokensOf("before"), tokensAfter: tokensOf("after") };
  const kept = changed ? rowTexts(Buffer.from(smaller).toString("utf8"), "messages") : [];
  // A reduction keeps every row; one that did not would be no answer to these.
  if (!changed || kept.length !== whole.length)
    return { texts, changed: false, ...sizes, tokensAfter: sizes.tokensBefore, transforms: [], handles: [], report };
  const own = kept.filter((_, at) => whole[at]?.isOwn === true);
  return { texts: own, changed: true, ...sizes, transforms: transformsOf(report), handles, report };
}

async function reduceAndKeep(body: Buffer, policy: Policy, options: ReduceOptions, keeping: Keeping | undefined) {
  if (keeping === undefined) return { ...pick(await reduceBodyAsync(body, policy, options)), handles: [] };
  const { originals, tenant } = keeping;
  const reduction = await reduceBodyAsync(body, originals.policyOf(policy), { ...options, tenant });
  const { body: sent, report, handles } = await originals.keep(body, reduction, tenant);
  return { body: sent, changed: reduction.changed && !body.equals(sent), report, handles };
}

/** A reduction has getters, which a spread would call. */
const pick = ({ body, changed, report }: Reduction<Uint8Array>) => ({ body, changed, report });

const rowTexts = (text: string, key: string): string[] =>
  (elementsUnder(text, key) ?? []).map(({ start, end }) => text.slice(start, end));

/** 0 of rows that are no conversation, such as none. */
function estimated(body: Uint8Array, wire: Wire | undefined): { before: number; after: number } {
  const totalTokens = wire === undefined ? 0 : estimateRequest(body, { wire }).totalTokens;
  return { before: totalTokens, after: totalTokens };
}

function bodyOf(texts: readonly string[], model: string | undefined): Buffer {
  const named = model === undefined ? "" : `"model":${JSON.stringify(model)},`;
  return Buffer.from(`{${named}"messages":[${texts.join(",")}]}`);
}

/** `mask:12`: what was done, and to how many results. */
function transformsOf({ maskedCount, clippedCount, shortenedCount, shortenedArgsCount }: Report): string[] {
  const counts = { mask: maskedCount, clip: clippedCount, shorten: shortenedCount, trim: shortenedArgsCount };
  return Object.entries(counts).flatMap(([name, count]) => ((count ?? 0) > 0 ? `${name}:${count}` : []));
}

/**
 * A guardrail may hold back what the assistant said, and then results come without the calls that they answer: no wire
 * allows that, and nothing of it would be reduced. So each such result gets a call of its own in front, for the time of
 * the reduction. The rows to put in, by the number of the row that they go in front of.
 *
 * @param rows The rows as parsed
 */
function missingCalls(rows: readonly unknown[]): Map<number, string> {
  const called = new Set<string>();
  const missing = new Map<number, string>();
  rows.forEach((row, at) => {
    if (!isRecord(row)) return;
    for (const id of callIds(row)) called.add(id);
    const id = row.role === "tool" ? nonEmpty(row.tool_call_id) : undefined;
    if (id === undefined || called.has(id)) return;
    called.add(id);
    missing.set(at, callRow(id, nonEmpty(row.name) ?? "tool"));
  });
  return missing;
}

function callIds({ role, tool_calls: calls }: Record<string, unknown>): string[] {
  if (role !== "assistant" || !Array.isArray(calls)) return [];
  return calls.flatMap((call) => (isRecord(call) ? (nonEmpty(call.id) ?? []) : []));
}

const callRow = (id: string, name: string): string =>
  JSON.stringify({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
  });
