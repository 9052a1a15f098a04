// A model of Anthropic's `clear_tool_uses`. The client sends its whole history each time; the provider works out anew, for
// every request, what it clears of it before the prompt reaches model and cache. So with a fixed `keep` the boundary moves
// with each tool use, and everything behind it is written again. Source: Anthropic, "Context editing".
import { Copies } from "../text/copies.js";
import { WIRES } from "../wires/index.js";
import type { ToolResult } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import type { Stretch } from "./schedule.js";
import { unitSumsOf } from "./session-units.js";
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

/** A result, cleared. */
interface Cleared {
  result: ToolResult;
  unit: number;
  id: number;
  savedTokens: number;
}

function stretchOf(fromStep: number, cleared: readonly Cleared[]): Stretch {
  const results = cleared.map(({ result }) => result);
  return {
    fromStep,
    changes: cleared.map(({ unit, id }) => [unit, id]),
    moved: cleared.map(({ unit }) => unit).sort((a, b) => a - b),
    taken: results,
    shown: results.map((result) => [result, CLEARED]),
    said: [],
  };
}

const CLEARED = "[Old tool result content cleared]";

function clearResult(session: Session, result: ToolResult): Cleared {
  const { list, messageStarts, units, ids, idsOf } = session;
  const { messageIndex, blockIndex } = result;
  const wire = WIRES.of(session.wire);
  const path = wire.contentPath(blockIndex, wire.isSnakeCase(list[messageIndex], blockIndex));
  const content = wire.resultsAreObjects ? { output: CLEARED } : CLEARED;
  const offset = unitOfBlock(wire, blockIndex);
  const unit = (messageStarts[messageIndex] ?? 0) + offset;
  const copies = new Copies(list[messageIndex] as object);
  copies.set(path, content);
  const id = idsOf(copies.root)[offset] ?? 0;
  return { result, unit, id, savedTokens: (units.tokens[ids[unit] ?? 0] ?? 0) - (units.tokens[id] ?? 0) };
}
