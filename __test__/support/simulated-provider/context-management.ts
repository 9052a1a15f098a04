// Server-side clearing, by Anthropic's page "Context editing". It is worked out anew for every request from the whole
// history that was sent, before the prompt reaches model and cache.
import { type Block, blocksOf, isObject, isThinking, type Json, type MessagesRequest, Refused } from "./types.js";

export const CONTEXT_BETA = "context-management-2025-06-27";
export const CLEARED = "[Old tool result content cleared]";

/** A request after clearing, and what was cleared. */
export interface Edited {
  request: MessagesRequest;
  applied: Json[];
}

type Count = (request: MessagesRequest) => number;
type Edit = (request: MessagesRequest, settings: Json, count: Count) => Edited;

/** Applies the edits of `context_management` in their order. @throws Refused */
export function applyContextManagement(request: MessagesRequest, betas: readonly string[], count: Count): Edited {
  const management = request.context_management;
  if (!isObject(management)) return { request, applied: [] };
  if (!betas.includes(CONTEXT_BETA)) throw new Refused("context_management: Extra inputs are not permitted");
  const edits = (Array.isArray(management.edits) ? management.edits : []) as Json[];
  if (edits.findIndex(({ type }) => type === "clear_thinking_20251015") > 0) {
    throw new Refused("context_management.edits: clear_thinking_20251015 must be the first edit");
  }
  return edits.reduce<Edited>(
    (before, settings) => {
      const edit = EDITS.get(String(settings.type));
      if (edit === undefined) throw new Refused(`context_management.edits: unknown type ${String(settings.type)}`);
      const after = edit(before.request, settings, count);
      return { request: after.request, applied: [...before.applied, ...after.applied] };
    },
    { request, applied: [] },
  );
}

const EDITS = new Map<string, Edit>([
  ["clear_tool_uses_20250919", clearToolUses],
  ["clear_thinking_20251015", clearThinking],
]);

const numberOf = (setting: unknown, otherwise: number): number =>
  isObject(setting) && typeof setting.value === "number" ? setting.value : otherwise;

function clearToolUses(request: MessagesRequest, settings: Json, count: Count): Edited {
  const nothing = { request, applied: [] };
  const uses = request.messages.flatMap(({ content }) => blocksOf(content).filter(({ type }) => type === "tool_use"));
  const size = isObject(settings.trigger) && settings.trigger.type === "tool_uses" ? uses.length : count(request);
  if (size <= numberOf(settings.trigger, 100_000)) return nothing;
  const excluded = Array.isArray(settings.exclude_tools) ? settings.exclude_tools : [];
  const old = uses.slice(0, Math.max(0, uses.length - numberOf(settings.keep, 3)));
  const ids = new Set(old.filter(({ name }) => !excluded.includes(name)).map(({ id }) => id));
  if (ids.size === 0) return nothing;
  const cleared = mapBlocks(request, (block) =>
    block.type === "tool_result" && ids.has(block.tool_use_id) ? { ...block, content: CLEARED } : block,
  );
  const tokens = count(request) - count(cleared);
  if (tokens < numberOf(settings.clear_at_least, 0)) return nothing;
  const applied = { type: settings.type, cleared_tool_uses: ids.size, cleared_input_tokens: tokens };
  return { request: cleared, applied: [applied] };
}

/** A turn is everything that the model says between two prompts of the user. */
function clearThinking(request: MessagesRequest, settings: Json, count: Count): Edited {
  if (settings.keep === "all") return { request, applied: [] };
  let turn = 0;
  const turns = request.messages.map(({ role, content }) => {
    if (role === "user" && !blocksOf(content).every(({ type }) => type === "tool_result")) turn++;
    return turn;
  });
  const thinking = new Set(
    request.messages.flatMap(({ content }, at) => (blocksOf(content).some(isThinking) ? [turns[at]] : [])),
  );
  const cleared = new Set([...thinking].slice(0, Math.max(0, thinking.size - numberOf(settings.keep, 1))));
  if (cleared.size === 0) return { request, applied: [] };
  const edited = mapBlocks(request, (block, at) => (isThinking(block) && cleared.has(turns[at]) ? undefined : block));
  const tokens = count(request) - count(edited);
  const applied = { type: settings.type, cleared_thinking_turns: cleared.size, cleared_input_tokens: tokens };
  return { request: edited, applied: [applied] };
}

/** A copy in which each block is replaced; undefined leaves it out. */
export function mapBlocks(
  request: MessagesRequest,
  change: (block: Block, message: number) => Block | undefined,
): MessagesRequest {
  const messages = request.messages.map(({ role, content }, at) => ({
    role,
    content: typeof content === "string" ? content : content.flatMap((block) => change(block, at) ?? []),
  }));
  return { ...request, messages };
}
