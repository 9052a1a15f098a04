// A conversation before and after, message by message and block by block.
import type { Block } from "../../condensation/conversation/block.js";
import type { Conversation } from "../../condensation/conversation/open.js";
import { headOf } from "../../text/clip.js";
import type { ChangeKind, DiffBlock, DiffMessage, DiffSpan } from "../api.js";
import { type Message, messagesOf, type Pair, pairBlocks, pairMessages } from "./align.js";
import { type BlockHint, changeOf } from "./kinds.js";
import { diffLines } from "./lines.js";
import { reasonText } from "./reasons.js";

/** What is known of blocks, by `messageIndex/blockIndex` of the request as it came. */
export interface DiffHints {
  hints: ReadonlyMap<string, BlockHint>;
  /** Names of the pointers in a block, in their order, by `messageIndex/blockIndex` of the request as it is sent. */
  pointers: ReadonlyMap<string, readonly string[]>;
}

/** Chars of a span, unless the whole block is asked for. */
export const CUT_CHARS = 2_000;

/** All messages. @param cutChars Chars of a text that are given. */
export function diffMessages(
  before: Conversation,
  after: Conversation,
  known: DiffHints,
  cutChars: number = CUT_CHARS,
): DiffMessage[] {
  const pairs = pairMessages(messagesOf(before), messagesOf(after));
  return pairs.map((pair) => diffMessage(pair, known, cutChars));
}

function diffMessage({ before, after }: Pair<Message>, known: DiffHints, cutChars: number): DiffMessage {
  const pairs = pairBlocks(before?.blocks ?? [], after?.blocks ?? []);
  const blocks = pairs.map((pair, index) => diffBlock(pair, index, known, cutChars));
  const change = before === undefined ? "added" : after === undefined ? "dropped" : mainChange(blocks);
  return { index: before?.index ?? -1, role: before?.role ?? after?.role ?? "other", change, blocks };
}

/** Of several changes the first that is one. */
const mainChange = (blocks: readonly DiffBlock[]): ChangeKind =>
  blocks.find(({ change }) => change !== "kept")?.change ?? "kept";

const TYPES: Readonly<Record<Block["kind"], DiffBlock["type"]>> = {
  text: "text",
  thinking: "thinking",
  call: "call",
  result: "result",
  media: "media",
  unknown: "other",
};

export function diffBlock(
  { before, after }: Pair<Block>,
  index: number,
  known: DiffHints,
  cutChars: number,
): DiffBlock {
  const one = before ?? after;
  const hint = (before && known.hints.get(placeOf(before))) ?? {};
  const change = changeOfPair(before, after, hint);
  const why = hint.action === undefined ? undefined : reasonText(hint.action, hint.reason ?? "");
  const pointers = (after && known.pointers.get(placeOf(after))) ?? [];
  return {
    index: before?.blockIndex ?? index,
    type: one === undefined ? "other" : TYPES[one.kind],
    ...(one?.toolName === undefined ? {} : { toolName: one.toolName }),
    ...(one?.callId === undefined ? {} : { callId: one.callId }),
    change,
    ...(why === undefined ? {} : { why }),
    charsBefore: before?.text.length ?? 0,
    charsAfter: after?.text.length ?? 0,
    spans: spansOf(before?.text, after?.text, change, pointers).map((span) => cut(span, cutChars)),
  };
}

const placeOf = ({ messageIndex, blockIndex }: Block): string => `${messageIndex}/${blockIndex}`;

function changeOfPair(before: Block | undefined, after: Block | undefined, hint: BlockHint): ChangeKind {
  if (before === undefined) return "added";
  if (after === undefined) return "dropped";
  return before.text === after.text ? "kept" : changeOf(before, after, hint);
}

/** Kinds whose new text has nothing of the old one. */
const WHOLE: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["masked", "consolidated", "dropped", "added"]);

function spansOf(
  before: string | undefined,
  after: string | undefined,
  kind: ChangeKind,
  pointers: readonly string[],
): DiffSpan[] {
  if (before !== undefined && before === after)
    return before === "" ? [] : [{ side: "both", kind: "kept", text: before }];
  const runs = WHOLE.has(kind)
    ? ([
        { side: "before", text: before ?? "" },
        { side: "after", text: after ?? "" },
      ] as const)
    : lineRuns(before ?? "", after ?? "");
  let next = 0;
  return runs.flatMap(({ side, text }): DiffSpan[] => {
    if (text === "") return [];
    const pointer = side === "after" ? pointers[next++] : undefined;
    const shown = { side, kind: side === "both" ? ("kept" as const) : kind, text };
    return [pointer === undefined ? shown : { ...shown, pointer }];
  });
}

/** Runs of lines that both texts have, only the first, or only the second. Joined they are the texts again. */
function lineRuns(before: string, after: string): { side: DiffSpan["side"]; text: string }[] {
  const [old, now] = [before, after].map((text) => (text === "" ? [] : text.split(/(?<=\n)/))) as [string[], string[]];
  return diffLines(old, now).map(({ kind, from, count }) => ({
    side: SIDES[kind],
    text: (kind === "added" ? now : old).slice(from, from + count).join(""),
  }));
}

const SIDES = { same: "both", removed: "before", added: "after" } as const;

function cut(span: DiffSpan, chars: number): DiffSpan {
  if (span.text.length <= chars) return span;
  const text = headOf(span.text, chars);
  return { ...span, text, rest: span.text.length - text.length };
}
