// Libraries have their own message types. This file writes them as a request that the core can read, reduces it, and
// reads back the tool results, and which thinking is left.
import type { Engine } from "./engine.js";

/** A text, or a list of parts with `type: "text"` and a `text`. Any other part in a list prevents its masking. */
export type ResultContent = string | readonly object[];

export interface ResultTurn {
  callId: string;
  /** Undefined if it has nothing to mask. */
  content: ResultContent | undefined;
  isError: boolean;
  /** The result's `cache_control`, if any. */
  marker?: object;
}

export interface CallTurn {
  id: string;
  name: string;
  args: unknown;
}

/** The model's thinking, with what its provider signed. */
export interface ThinkingTurn {
  text: string;
  signature: string;
}

/** A message independent of any library. `blocks` are text blocks with their cache markers, and opaque blocks. */
export type Turn =
  | { role: "system"; blocks: readonly object[] }
  | { role: "user"; blocks: readonly object[] }
  | { role: "assistant"; blocks: readonly object[]; calls: readonly CallTurn[]; thinking?: readonly ThinkingTurn[] }
  | { role: "results"; results: readonly ResultTurn[] };

/** The wire decides how errors are marked and what a prompt cache costs. */
export interface TurnsTarget {
  wire: "openai-chat" | "anthropic";
  model: string | undefined;
}

/** The changes to the messages of a library. */
export interface ReducedTurns {
  /** The new contents of the results, in order; undefined for one that does not change. */
  contents: readonly (ResultContent | undefined)[];
  /** Numbers of the thinking that goes, counted over all messages from 0. */
  gone: ReadonlySet<number>;
}

/** Undefined if nothing changes. */
export async function reduceTurns(
  engine: Engine,
  turns: readonly Turn[],
  { wire, model }: TurnsTarget,
): Promise<ReducedTurns | undefined> {
  const request = WRITERS[wire](turns);
  const reduced = await engine.reduce(request, { kind: "generate", wire, model });
  if (reduced === undefined) return undefined;
  const before = contentsOf(request);
  const left = new Set(thinkingOf(reduced.body));
  return {
    contents: contentsOf(reduced.body).map((content, index) => (content === before[index] ? undefined : content)),
    gone: new Set(thinkingOf(request).filter((number) => !left.has(number))),
  };
}

/** The numbers of the thinking blocks of a written request. */
function thinkingOf({ messages }: Written): number[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== "assistant" || !Array.isArray(content)) return [];
    return content.flatMap(({ type, number }) => (type === "thinking" ? [number as number] : []));
  });
}

const WRITERS: Record<TurnsTarget["wire"], (turns: readonly Turn[]) => Written> = {
  "openai-chat": writeChat,
  anthropic: writeAnthropic,
};

interface Written {
  messages: readonly { role: string; content?: unknown }[];
}

function writeChat(turns: readonly Turn[]): Written {
  return {
    messages: turns.flatMap((turn): { role: string; content?: unknown }[] => {
      if (turn.role === "results") {
        return turn.results.map(({ callId, content }) => ({ role: "tool", tool_call_id: callId, content }));
      }
      if (turn.role !== "assistant") return [{ role: turn.role, content: turn.blocks }];
      const tool_calls = turn.calls.map(({ id, name, args }) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(args) },
      }));
      const thinking_blocks = turn.thinking ?? [];
      return [
        {
          role: "assistant",
          content: turn.blocks,
          ...(tool_calls.length > 0 && { tool_calls }),
          ...(thinking_blocks.length > 0 && { thinking_blocks }),
        },
      ];
    }),
  };
}

/** Joins consecutive messages of one role, as Anthropic requires. */
function writeAnthropic(turns: readonly Turn[]): Written & { system: readonly object[] } {
  const system = turns.flatMap((turn) => (turn.role === "system" ? turn.blocks : []));
  const messages: { role: string; content: object[] }[] = [];
  let thinking = 0;
  const thought = ({ text, signature }: ThinkingTurn) => {
    return { type: "thinking", thinking: text, signature, number: thinking++ };
  };
  for (const turn of turns) {
    if (turn.role === "system") continue;
    const role = turn.role === "assistant" ? "assistant" : "user";
    const last = messages.at(-1);
    const thoughts = turn.role === "assistant" ? (turn.thinking ?? []).map(thought) : [];
    const blocks = [...thoughts, ...blocksOf(turn)];
    if (last?.role === role) last.content.push(...blocks);
    else messages.push({ role, content: blocks });
  }
  return { system, messages };
}

function blocksOf(turn: Turn): readonly object[] {
  if (turn.role === "results") return turn.results.map(resultBlock);
  if (turn.role !== "assistant") return turn.blocks;
  const used = turn.calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }));
  return [...turn.blocks, ...used];
}

function resultBlock({ callId, content, isError, marker }: ResultTurn): object {
  return {
    type: "tool_result",
    tool_use_id: callId,
    content,
    is_error: isError,
    ...(marker && { cache_control: marker }),
  };
}

/** The contents of all results, in order, in either wire. */
function contentsOf({ messages }: Written): (ResultContent | undefined)[] {
  return messages.flatMap(({ role, content }) => {
    if (role === "tool") return [content as ResultContent];
    if (role !== "user" || !Array.isArray(content)) return [];
    return content.filter(({ type }) => type === "tool_result").map((block) => block.content as ResultContent);
  });
}
