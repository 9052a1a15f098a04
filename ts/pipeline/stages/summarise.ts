// Replaces old turns of the agent by a summary:
//
//   steps over the budget ─▶ cuts ─▶ pieces ─▶ texts (store, model or extract) ─▶ one edit of the list
//
// Each move of the cut adds a piece, so that earlier pieces keep their bytes. The fourth move joins all into one again.

import type { Wire } from "../../contract/report.js";
import type { ChatMessage } from "../../history/chat-message.js";
import { countSummarized, readSummaryMessage, renderSummaryMessage } from "../../history/summary-message.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { WIRES } from "../../wires/index.js";
import { messagesOf } from "../atomic-units.js";
import type { Draft } from "../draft.js";
import type { Insertion, ListEdit } from "../list-edit.js";
import { type Cut, droppedUnits, replayCuts } from "../replay-cut.js";
import type { ConversationView, Stage, StageContext, StageOutcome } from "../stage.js";
import { readSource } from "../summary/source.js";
import type { PieceSource, Written } from "../summary/writer.js";

/** Number of newest units that are never summarised; equal to the messages that `HistoryReducer` keeps. */
const KEPT_UNITS = 4;
/** Share of the longest summary that each piece may have. */
const SHARES = [1 / 2, 1 / 4, 1 / 4] as const;

/** Summarises old turns of the agent. Messages of the user, of the system and pinned ones remain word for word. */
export const summariseStage: Stage = {
  name: "summarization",
  async run(draft, context) {
    const { writer, wire } = context;
    if (writer === undefined) return { reason: "disabled" };
    const view = context.view();
    if ("reason" in view) return view;
    const maxChars = roomFor(view, writer.settings.maxChars);
    const cuts = replaySummaries(view, maxChars);
    if (cuts.length === 0) return { reason: "nothing_to_do" };
    const plan = planSummary(WIRES.of(wire), view, cuts, maxChars);
    const written = await writer.write(plan.pieces, context.signal);
    for (const { reason, detail } of written.notes) context.note({ stage: "summarization", reason, detail });
    const outcome = apply(draft, wire, plan, written);
    if (written.report.by === "extract" || isEnough(outcome.draft, draft, context)) return outcome;
    // The model's text may be the reason for the excess.
    context.note({ stage: "summarization", reason: "over_budget", detail: "the model's summary" });
    const { report } = written;
    const extract = apply(draft, wire, plan, writer.extract(plan.pieces));
    return { ...extract, summary: { ...report, by: "extract" } };
  },
};

function isEnough(after: Draft, before: Draft, context: StageContext): boolean {
  return context.fits(after) && context.isSmaller(after, before);
}

/** A small budget limits the summary, whatever the policy allows. */
function roomFor({ dimensions }: ConversationView, maxChars: number): number {
  const chars = dimensions.map(({ limit }, d) => (d === 0 ? limit : limit / 4));
  return Math.max(LEAST_CHARS, Math.min(maxChars, Math.floor(Math.min(...chars))));
}

const LEAST_CHARS = 200;
/** The size of the line and the fence around a piece. */
const AROUND = { chars: 200, tokens: 60 };

function replaySummaries(view: ConversationView, maxChars: number): Cut[] {
  const { history, units, clearAtLeast } = view;
  const dimensions = view.dimensions.map((dimension, d) => ({
    ...dimension,
    reserve: d === 0 ? Math.ceil(maxChars / 4) + AROUND.tokens : maxChars + AROUND.chars,
  }));
  return replayCuts(history, units, {
    dimensions,
    keepNewest: KEPT_UNITS,
    dropsUser: false,
    keepsFirst: true,
    clearAtLeast,
  });
}

/** The summarised content and its replacement. */
interface SummaryPlan {
  dropped: ReadonlySet<number>;
  /** Results to remove from messages that also have the user's words. */
  stripped: ReadonlyMap<number, readonly number[]>;
  /** The number of original messages that each piece replaces. */
  counts: number[];
  pieces: PieceSource[];
  /** The place of the summary. Earlier summaries there become part of the new one. */
  place: ReturnType<typeof placeSummary>;
}

function planSummary(
  wire: WireDefinition,
  view: ConversationView,
  cuts: readonly Cut[],
  maxChars: number,
): SummaryPlan {
  const { list } = view.history;
  const last = cuts.at(-1) ?? { agentUnits: 0, userUnits: 0, spared: [] };
  const { dropped, stripped } = messagesOf(droppedUnits(view.units, last));
  const place = placeSummary(wire, view, dropped);
  const earlier = place.earlier.map((content): ChatMessage => ({ role: "user", content }));
  const ends = cuts.map((cut) => droppedUnits(view.units, cut).at(-1)?.end ?? 0);
  /** The messages between two moves, including the user's words, because they explain the rest. */
  const between = (from: number, to: number): ChatMessage[] => {
    const messages = list.slice(from === 0 ? 0 : ends[from - 1], ends[to - 1]);
    return [...(from === 0 ? earlier : []), ...messages.flatMap((message) => readSource(wire, message))];
  };
  const pieceOf = ([from, to]: readonly [number, number], place: number): PieceSource => ({
    source: between(from, to),
    maxChars: Math.max(LEAST_CHARS / 2, Math.floor(maxChars * (SHARES[place] ?? 0))),
  });
  const spans = groupMoves(cuts.length);
  const pieces = spans.map((span, index): PieceSource => {
    const [from, to] = span;
    if (from > 0 || to < 2) return pieceOf(span, index);
    const before = groupMoves(to - 1).map(pieceOf);
    return { ...pieceOf(span, index), extended: { pieces: before, rest: between(to - 1, to) } };
  });
  const counts = spans.map(([from, to]) => {
    const start = from === 0 ? 0 : (ends[from - 1] ?? 0);
    const gone = [...dropped].filter((index) => index >= start && index < (ends[to - 1] ?? 0));
    const messages = gone.flatMap((index) => readSource(wire, list[index]).slice(0, 1));
    const known = from === 0 ? [...earlier, ...messages] : messages;
    return Math.max(gone.length, countSummarized(known));
  });
  return { dropped, stripped, counts, pieces, place };
}

/**
 * Assigns moves to pieces: up to two of the newest have a piece each, all others share the first. Each pair has the moves
 * before the piece and up to its end.
 */
export function groupMoves(count: number): [from: number, to: number][] {
  const first = count - ((count - 1) % SHARES.length);
  const spans: [number, number][] = [[0, first]];
  for (let move = first; move < count; move++) spans.push([move, move + 1]);
  return spans;
}

function apply(
  draft: Draft,
  wire: Wire,
  { dropped, stripped, counts, place }: SummaryPlan,
  { texts, report }: Written,
): Extract<StageOutcome, { draft: Draft }> {
  const contents = texts.map((text, index) => renderSummaryMessage(text, counts[index] ?? 1, "user").content);
  const insertion: Insertion = place.insertionOf(contents);
  const edit: ListEdit = { dropped, stripped, insertion };
  return { ...draft.edit(wire, edit), edit, summary: report };
}

interface SummaryPlace {
  /** Tamis's earlier summaries that are removed, oldest first. */
  earlier: string[];
  /** The insertion that adds these texts. */
  insertionOf(texts: readonly string[]): Insertion;
}

// The place of a summary keeps the request valid: in the user's name, after the leading system messages. Where roles
// alternate, it is the first text of the user's first message, after results that must come first.
/** Finds the place in a conversation without the messages in `dropped`. */
function placeSummary(wire: WireDefinition, view: ConversationView, dropped: ReadonlySet<number>): SummaryPlace {
  const { list } = view.history;
  const { roles } = view.history.steps;
  if (!wire.alternates) {
    const at = Math.max(
      0,
      roles.findIndex((role) => role !== "system"),
    );
    const values = (texts: readonly string[]) => texts.map((text) => wire.userMessage([text]));
    return { earlier: [], insertionOf: (texts) => ({ kind: "messages", at, values: values(texts) }) };
  }
  const message = roles.findIndex((role, index) => role === "user" && !dropped.has(index));
  const host = list[message];
  if (!isRecord(host)) {
    const value = (texts: readonly string[]) => [wire.userMessage(texts)];
    return { earlier: [], insertionOf: (texts) => ({ kind: "messages", at: 0, values: value(texts) }) };
  }
  const { at, earlier } = lookInto(wire, host);
  const values = (texts: readonly string[]) => texts.map((text) => wire.blocks.ofText(text));
  return {
    earlier,
    insertionOf: (texts) => ({ kind: "blocks", message, at, replaced: earlier.length, values: values(texts) }),
  };
}

/** Finds the place after results, and the summaries at it. */
function lookInto(wire: WireDefinition, host: JsonRecord): { at: number; earlier: string[] } {
  const blocks: unknown = host[wire.blocks.key];
  if (!Array.isArray(blocks)) return { at: 0, earlier: [] };
  const at = blocks.findLastIndex((block) => wire.blocks.isResult(block)) + 1;
  const earlier: string[] = [];
  // At least one of the user's own blocks must remain.
  for (const block of blocks.slice(at, -1)) {
    const text: unknown = isRecord(block) ? block.text : undefined;
    if (typeof text !== "string" || readSummaryMessage({ role: "user", content: text }) === undefined) break;
    earlier.push(text);
  }
  return { at, earlier };
}
