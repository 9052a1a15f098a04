// A model of Anthropic's `clear_tool_uses`. The client sends its whole history each time; the provider works out anew, for
// every request, what it clears of it before the prompt reaches model and cache. So with a fixed `keep` the boundary moves
// with each tool use, and everything behind it is written again. Source: Anthropic, "Context editing".
import type { MoveCandidate } from "../masking/cache/move-rule.js";
import { clearableResults, findClearing, type OldResult } from "../masking/clearing.js";
import { compilePolicy } from "../masking/compile-policy.js";
import { planPlain } from "../masking/plan-request.js";
import { clearingOf, type Policy } from "../policy/policy.js";
import { isRecord } from "../text/json-value.js";
import type { Path } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import type { CallSite, ToolResult } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import { destinationOf, type Masks, unitSumsOf } from "./masks.js";
import type { Schedule } from "./schedule.js";
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

/** What is cleared at each step. */
export function clearSchedule(session: Session, settings: ClearSettings): Schedule {
  const masks = clearedResults(session, session.transcript.results.map(asItCame));
  return { masks, maskedAt: clearedAt(session, masks, settings), anchors: false };
}

/**
 * What the provider clears where a policy leaves it to it, at the policy's own moments; undefined for a session whose
 * provider cannot.
 */
export function readClearing(session: Session, policy: Policy): Masks | undefined {
  const { request } = session;
  // Most policies leave nothing to the provider, and planning them takes long.
  if (clearingOf(policy.settings) !== "provider") return undefined;
  const planned = planPlain(request, policy, destinationOf(session));
  if ("skip" in planned) return undefined;
  const clearing = findClearing(planned, policy);
  if (clearing === undefined || !("place" in clearing)) return undefined;
  return clearedResults(session, clearableResults(planned, session.steps, compilePolicy(policy)).old);
}

const asItCame = (result: ToolResult): OldResult => ({ result, readyMessage: result.messageIndex });

const CLEARED = "[Old tool result content cleared]";

/** Results, and calls whose arguments go with them, as they are and cleared. */
function clearedResults(
  { wire, list, messageStarts, units, ids, idsOf }: Session,
  results: readonly OldResult[],
): Masks {
  const definition = WIRES.of(wire);
  const edited: { candidate: MoveCandidate; editedId: number }[] = [];
  const add = (
    { messageIndex, blockIndex }: ToolResult | CallSite,
    path: Path,
    value: unknown,
    readyMessage: number,
  ) => {
    const offset = unitOfBlock(definition, blockIndex);
    const unit = (messageStarts[messageIndex] ?? 0) + offset;
    const editedId = idsOf(withValue(list[messageIndex], path, value))[offset] ?? 0;
    const savedTokens = (units.tokens[ids[unit] ?? 0] ?? 0) - (units.tokens[editedId] ?? 0);
    edited.push({ editedId, candidate: { unit, readyMessage, savedTokens } });
  };
  const content = definition.resultsAreObjects ? { output: CLEARED } : CLEARED;
  for (const { result, readyMessage, cleared } of results) {
    const { messageIndex, blockIndex } = result;
    const isSnakeCase = definition.isSnakeCase(list[messageIndex], blockIndex);
    add(result, definition.contentPath(blockIndex, isSnakeCase), content, readyMessage);
    if (cleared !== undefined) add(cleared, cleared.path, {}, readyMessage);
  }
  // Several calls of one message are in front of all their results.
  edited.sort((a, b) => a.candidate.unit - b.candidate.unit);
  return { candidates: edited.map(({ candidate }) => candidate), editedIds: edited.map(({ editedId }) => editedId) };
}

/** A copy of a JSON value with another value at a path. */
function withValue(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? withValue(one, rest, replacement) : one));
  return isRecord(value) ? { ...value, [key]: withValue(value[key], rest, replacement) } : value;
}

/** The first step at which each result is cleared. A history only grows, so what is cleared once is cleared ever after. */
function clearedAt(session: Session, { candidates }: Masks, settings: ClearSettings): Int32Array {
  const { tokens, keep, clearAtLeast = 0, excludeTools = [] } = settings;
  const { steps, messageStarts, prefixTokens, transcript } = session;
  const unitSums = unitSumsOf(session);
  const stays = transcript.results.map(({ toolName = "" }) => excludeTools.includes(toolName));
  const maskedAt = new Int32Array(candidates.length).fill(-1);
  let seen = 0;
  let [old, saved, cleared] = [0, 0, 0];
  for (const [step, cut] of steps.cuts.entries()) {
    while ((candidates[seen]?.readyMessage ?? cut) < cut) seen++;
    for (; old < seen - keep; old++) if (stays[old] !== true) saved += candidates[old]?.savedTokens ?? 0;
    const sent = prefixTokens + (unitSums[messageStarts[cut] ?? 0] ?? 0);
    if (sent <= tokens || saved < clearAtLeast) continue;
    for (; cleared < old; cleared++) if (stays[cleared] !== true) maskedAt[cleared] = step;
  }
  return maskedAt;
}
