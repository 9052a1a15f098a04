// A model of Anthropic's `clear_tool_uses`. The client sends its whole history each time; the provider works out anew, for
// every request, what it clears of it before the prompt reaches model and cache. So with a fixed `keep` the boundary moves
// with each tool use, and everything behind it is written again. Source: Anthropic, "Context editing".
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { Path } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import type { CallSite, ToolResult } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import type { Stretch } from "./schedule.js";
import { unitSumsOf } from "./session-units.js";
import type { StepPlan } from "./step-plans.js";
import type { Session } from "./trace.js";

/** The settings of `clear_tool_uses`. */
export interface ClearSettings {
  /** `trigger`: requests with more tokens, as they were sent, are cleared. Anthropic's own default is 100,000. */
  tokens: number;
  /** Newest results that stay, parallel ones counted singly. Anthropic's own default is 3. */
  keep: number;
  /** Nothing is cleared unless this many tokens are. @default 0 */
  clearAtLeast?: number;
  /** Names of tools whose results stay; they count among the newest. @default none */
  excludeTools?: readonly string[];
}

/** What is cleared at each step with settings that stay the same. A history only grows: what is cleared once stays so. */
export function clearedStretches(session: Session, settings: ClearSettings): Stretch[] {
  const { tokens, keep, clearAtLeast = 0, excludeTools = [] } = settings;
  const { steps, messageStarts, prefixTokens, transcript } = session;
  const cleared = transcript.results.map((result) => clearResult(session, result));
  const unitSums = unitSumsOf(session);
  const stays = transcript.results.map(({ toolName = "" }) => excludeTools.includes(toolName));
  const stretches: Stretch[] = [];
  let [seen, old, saved, next] = [0, 0, 0, 0];
  for (const [step, cut] of steps.cuts.entries()) {
    while ((cleared[seen]?.result.messageIndex ?? cut) < cut) seen++;
    for (; old < seen - keep; old++) if (stays[old] !== true) saved += cleared[old]?.savedTokens ?? 0;
    const sent = prefixTokens + (unitSums[messageStarts[cut] ?? 0] ?? 0);
    if (sent <= tokens || saved < clearAtLeast || next >= old) continue;
    const now = cleared.slice(next, old).filter((_, at) => stays[next + at] !== true);
    next = old;
    if (now.length > 0) stretches.push(stretchOf(step, now));
  }
  return stretches;
}

/** What the provider clears by the edits of plans that leave it to the provider. */
export function clearedByPlans(session: Session, plans: readonly StepPlan[]): Stretch[] {
  const { wire, list, transcript } = session;
  const facts = WIRES.of(wire).clearing;
  const done = new Set<ToolResult | CallSite>();
  return plans.flatMap(({ fromStep, messages, clears }) => {
    const edit = clearEditIn(clears);
    if (facts === undefined || edit === undefined) return [];
    const uses = facts.toolUses(list.slice(0, messages));
    const lastTurn = uses[uses.length - edit.kept - 1]?.turnIndex ?? -1;
    const now = transcript.results.flatMap((result) => {
      const { turnIndex, toolName = "", call, messageIndex } = result;
      const goes = turnIndex !== undefined && turnIndex <= lastTurn && messageIndex < messages;
      if (!goes || done.has(result) || edit.excluded.includes(toolName)) return [];
      done.add(result);
      const withCall = call !== undefined && !done.has(call) && edit.clearsInputs(toolName);
      if (withCall) done.add(call);
      return [clearResult(session, result), ...(withCall ? [clearCall(session, result, call)] : [])];
    });
    return now.length === 0 ? [] : [stretchOf(fromStep, now)];
  });
}

interface ClearEdit {
  /** Newest tool uses that stay. */
  kept: number;
  excluded: readonly string[];
  clearsInputs(tool: string): boolean;
}

/** The edit that tells the provider what to clear. */
function clearEditIn(edits: readonly string[]): ClearEdit | undefined {
  for (const replacement of edits) {
    const text = replacement.startsWith(",") ? replacement.slice(1) : replacement;
    const found = findEdit(JSON.parse(/^"[^"]*":/.test(text) ? `{${text}}` : text));
    if (found === undefined) continue;
    const { keep, exclude_tools: excluded, clear_tool_inputs: inputs } = found;
    return {
      kept: isRecord(keep) && typeof keep.value === "number" ? keep.value : 0,
      excluded: Array.isArray(excluded) ? excluded : [],
      clearsInputs: (tool) => inputs === true || (Array.isArray(inputs) && inputs.includes(tool)),
    };
  }
  return undefined;
}

function findEdit(value: unknown): JsonRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isRecord(value) && typeof value.type === "string" && value.type.startsWith("clear_tool_uses")) return value;
  for (const child of Object.values(value)) {
    const found = findEdit(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A result or a call, cleared. */
interface Cleared {
  result: ToolResult;
  unit: number;
  id: number;
  savedTokens: number;
  isCall: boolean;
}

function stretchOf(fromStep: number, cleared: readonly Cleared[]): Stretch {
  const results = cleared.filter(({ isCall }) => !isCall).map(({ result }) => result);
  return {
    fromStep,
    changes: cleared.map(({ unit, id }) => [unit, id]),
    moved: cleared.map(({ unit }) => unit).sort((a, b) => a - b),
    taken: results,
    shown: results.map((result) => [result, CLEARED]),
    said: cleared.flatMap(({ isCall, unit }) => (isCall ? [[unit, []] as const] : [])),
  };
}

const CLEARED = "[Old tool result content cleared]";

function clearResult(session: Session, result: ToolResult): Cleared {
  const wire = WIRES.of(session.wire);
  const { messageIndex, blockIndex } = result;
  const path = wire.contentPath(blockIndex, wire.isSnakeCase(session.list[messageIndex], blockIndex));
  const content = wire.resultsAreObjects ? { output: CLEARED } : CLEARED;
  return { ...clear(session, result, path, content), result, isCall: false };
}

const clearCall = (session: Session, result: ToolResult, call: CallSite): Cleared => ({
  ...clear(session, call, call.path, {}),
  result,
  isCall: true,
});

function clear(
  { wire, list, messageStarts, units, ids, idsOf }: Session,
  { messageIndex, blockIndex }: ToolResult | CallSite,
  path: Path,
  value: unknown,
): Pick<Cleared, "unit" | "id" | "savedTokens"> {
  const offset = unitOfBlock(WIRES.of(wire), blockIndex);
  const unit = (messageStarts[messageIndex] ?? 0) + offset;
  const id = idsOf(withValue(list[messageIndex], path, value))[offset] ?? 0;
  return { unit, id, savedTokens: (units.tokens[ids[unit] ?? 0] ?? 0) - (units.tokens[id] ?? 0) };
}

/** A copy of a JSON value with another value at a path. */
function withValue(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? withValue(one, rest, replacement) : one));
  return isRecord(value) ? { ...value, [key]: withValue(value[key], rest, replacement) } : value;
}
