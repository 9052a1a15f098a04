import type { TokenMethod } from "../../contract/token-backend.js";
import type { DraftBlock, DraftMessage, DraftTool, Sheet } from "./sheet.js";
import type { BlockTokens, MessageTokens, RequestTokens, ToolDefinitionTokens } from "./types.js";

/** Counts the strings of a sheet in one call and adds them up. */
export function sumUp(sheet: Sheet, method: TokenMethod): RequestTokens {
  const counts = new Counts(sheet);
  const system = sheet.system.map((block) => blockTokens(block, "system", undefined, counts));
  const messages = sheet.messages.map((draft, at) => messageTokens(draft, at, counts));
  const sums = messages.reduce(addMessage, NO_SUMS);
  const tools = sheet.tools.map((tool) => toolTokens(tool, counts));
  const systemTokens = total(system) + sums.systemTokens;
  const allTools = total(tools) + sheet.toolOverheadTokens + sums.toolTokens;
  return {
    wire: sheet.wire,
    model: sheet.model,
    method: method.exact ? "exact" : "estimate",
    encoding: method.encoding,
    totalTokens: systemTokens + sums.otherTokens + allTools + sheet.overheadTokens,
    systemTokens,
    toolTokens: allTools,
    messageTokens: sums.otherTokens,
    overheadTokens: sheet.overheadTokens,
    chars: [...system, ...tools].reduce((sum, { chars }) => sum + chars, sums.chars),
    system,
    tools,
    messages,
    approximated: sheet.approximated,
  };
}

/** The totals of several messages. */
interface MessageSums {
  /** Tokens of the roles `system` and `developer`. */
  systemTokens: number;
  /** Tokens of messages that define tools. */
  toolTokens: number;
  otherTokens: number;
  chars: number;
}

const NO_SUMS: MessageSums = { systemTokens: 0, toolTokens: 0, otherTokens: 0, chars: 0 };

function addMessage(sums: MessageSums, { role, tokens, chars, blocks }: MessageTokens): MessageSums {
  const isSystem = role === "system" || role === "developer";
  const isTools = blocks[0]?.kind === "tool-definition";
  return {
    systemTokens: sums.systemTokens + (isSystem ? tokens : 0),
    toolTokens: sums.toolTokens + (isTools ? tokens : 0),
    otherTokens: sums.otherTokens + (isSystem || isTools ? 0 : tokens),
    chars: sums.chars + chars,
  };
}

const total = (parts: readonly { tokens: number }[]) => parts.reduce((sum, { tokens }) => sum + tokens, 0);

function joined(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

/** Hands out the counts in the order in which the strings were collected. */
class Counts {
  readonly #tokens: Uint32Array;
  readonly #sheet: Sheet;
  #next = 0;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    const strings: string[] = [];
    const add = (list: readonly string[]) => {
      for (const text of list) strings.push(text);
    };
    for (const block of sheet.system) add(block.strings);
    for (const message of sheet.messages) {
      add(message.strings);
      for (const block of message.blocks) add(block.strings);
    }
    const own = sheet.source.tokensOf(strings);
    // Texts of tools were created here, so none of them is a mark.
    const texts = sheet.tools.flatMap((tool) => tool.texts);
    this.#tokens = texts.length === 0 ? own : joined(own, sheet.source.tokensOfTexts(texts));
  }

  /** Tokens of the next `count` strings. */
  take(count: number): number {
    let sum = 0;
    for (const end = this.#next + count; this.#next < end; this.#next++) sum += this.#tokens[this.#next] ?? 0;
    return sum;
  }

  charsOf(strings: readonly string[]): number {
    return strings.reduce((sum, text) => sum + this.#sheet.source.charsOf(text), 0);
  }
}

function blockTokens(block: DraftBlock, role: string, messageIndex: number | undefined, counts: Counts): BlockTokens {
  const { kind, blockIndex, toolName, callId, strings, fixedTokens, nameChars } = block;
  const tokens = counts.take(strings.length) + fixedTokens;
  const chars = counts.charsOf(strings) - nameChars;
  return { kind, role, messageIndex, blockIndex, toolName, callId, tokens, chars };
}

function messageTokens(
  { role, strings, fixedTokens, blocks }: DraftMessage,
  at: number,
  counts: Counts,
): MessageTokens {
  const overheadTokens = counts.take(strings.length) + fixedTokens;
  const parts = blocks.map((block) => blockTokens(block, role, at, counts));
  const chars = parts.reduce((sum, part) => sum + part.chars, 0);
  return { messageIndex: at, role, tokens: overheadTokens + total(parts), overheadTokens, chars, blocks: parts };
}

function toolTokens({ name, texts, chars, fixedTokens }: DraftTool, counts: Counts): ToolDefinitionTokens {
  return { name, tokens: counts.take(texts.length) + fixedTokens, chars };
}
