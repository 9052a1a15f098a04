// Checks what a phase made of a conversation. A phase that fails one check is taken back alone.

import { readSummaryMessage } from "../../history/summary-message.js";
import { visitStrings } from "../../text/json-value.js";
import { validateRequest } from "../../validate/validate.js";
import type { Conversation } from "../conversation/open.js";
import { requestOf } from "../conversation/request.js";
import type { ContentReference } from "../lossless/references/content-reference.js";
import { expandReferences } from "../lossless/references/expand.js";
import { classify, type TypedConversation } from "../lossy/classification/classify.js";
import type { Rollback, ValidationCheck } from "../providers/base/result.js";

export interface Measured {
  conversation: Conversation;
  tokens: number;
}

export interface PhaseChange {
  /**
   * The conversation as it came, whose user's words have to be there. In what a phase left, text that took a result's place in
   * the user's message would look like the user's words. @default {@link before}
   */
  said?: TypedConversation | undefined;
  before: Measured;
  after: Measured;
  /** The references that are in the conversation now. */
  references: readonly ContentReference[];
  /** Texts that must not get lost. */
  pins: readonly string[];
  /** By the index of a message before: its index now; undefined where it is gone. @default no message is gone */
  indexes?: readonly (number | undefined)[] | undefined;
}

type Check = (change: PhaseChange) => string | undefined;

/** What must hold however a conversation was condensed: it is smaller, and its wire's rules hold. */
export const WIRE_CHECKS: ReadonlySet<ValidationCheck> = new Set(["tokens", "pairs", "roles", "wire_rules", "pinned"]);

/** Checks that read all texts, and those that do not. */
export const SLOW_CHECKS: ReadonlySet<ValidationCheck> = new Set(["wire_rules", "references"]);
export const QUICK_CHECKS: ReadonlySet<ValidationCheck> = new Set([
  ...["tokens", "markers", "user_messages", "pairs", "roles", "pinned"],
] as ValidationCheck[]);

/**
 * What is wrong with a phase's work; undefined if nothing is. The first check that fails counts. Linear.
 *
 * @param only Default: all checks.
 */
export function validatePhase(change: PhaseChange, only?: ReadonlySet<ValidationCheck>): Rollback | undefined {
  for (const [check, find] of CHECKS) {
    if (only?.has(check) === false) continue;
    const message = find(change);
    if (message !== undefined) return { check, message };
  }
  return undefined;
}

const CHECKS: readonly (readonly [ValidationCheck, Check])[] = [
  ["tokens", findGrowth],
  ["markers", findUnmarked],
  ["user_messages", findLostWords],
  ["pairs", findBrokenPair],
  ["roles", findRepeatedRole],
  ["wire_rules", findViolation],
  ["references", findLostReference],
  ["pinned", findLostPin],
];

function findGrowth({ before, after }: PhaseChange): string | undefined {
  if (after.tokens <= before.tokens) return undefined;
  return `the conversation grew from ${before.tokens} to ${after.tokens} tokens`;
}

function findLostReference({ after, references }: PhaseChange): string | undefined {
  if (references.length === 0) return undefined;
  const { missing } = expandReferences(classify(after.conversation), references);
  const [first] = missing;
  return first === undefined ? undefined : `the reference at ${first.place} leads to nothing that has its hash`;
}

/** The words of the user, in order, as texts that other text may be around. */
function userWords({ blocks }: TypedConversation): string[] {
  return blocks.flatMap(({ type, source, texts }) => {
    if (type !== "USER_MESSAGE") return [];
    const said = texts.map(({ text }) => text);
    return said.length > 0 ? said : [source.text];
  });
}

function findLostWords({ before, after, said = classify(before.conversation) }: PhaseChange): string | undefined {
  const text = after.conversation.blocks.flatMap((block) => (block.author === "user" ? [block.text] : [])).join("\n");
  let at = 0;
  for (const [index, words] of userWords(said).entries()) {
    const found = text.indexOf(words, at);
    if (found < 0) return `text ${index} of the user is not there, or not in its place`;
    at = found + words.length;
  }
  return undefined;
}

/** How often each call's id has a call, less how often it has a result. */
function pairBalance({ blocks }: Conversation): Map<string, number> {
  const balance = new Map<string, number>();
  for (const { kind, callId } of blocks) {
    if (callId === undefined || (kind !== "call" && kind !== "result")) continue;
    balance.set(callId, (balance.get(callId) ?? 0) + (kind === "call" ? 1 : -1));
  }
  return balance;
}

function findBrokenPair({ before, after }: PhaseChange): string | undefined {
  const known = pairBalance(before.conversation);
  for (const [id, balance] of pairBalance(after.conversation)) {
    if (balance !== 0 && known.get(id) !== balance)
      return `call ${JSON.stringify(id.slice(0, 64))} and its result are not both there`;
  }
  return undefined;
}

const speaker = (role: string): string => (role === "tool" ? "user" : role);

function repeatedRoles({ roles }: Conversation): number {
  return roles.filter((role, index) => index > 0 && speaker(role) === speaker(roles[index - 1] ?? "")).length;
}

function findRepeatedRole({ before, after }: PhaseChange): string | undefined {
  if (!before.conversation.wire.alternates) return undefined;
  const isMore = repeatedRoles(after.conversation) > repeatedRoles(before.conversation);
  return isMore ? "two messages of one role follow each other that did not before" : undefined;
}

function violationsOf(conversation: Conversation) {
  const { request, wire } = requestOf(conversation);
  return validateRequest(request, { wire });
}

/** Only what the conversation did not have before counts. */
function findViolation({ before, after }: PhaseChange): string | undefined {
  const known = new Map<string, number>();
  const count = (key: string, by: number) => {
    known.set(key, (known.get(key) ?? 0) + by);
    return known.get(key) ?? 0;
  };
  const found = violationsOf(after.conversation);
  if (found.length === 0) return undefined;
  for (const { rule, message } of violationsOf(before.conversation)) count(`${rule} ${message}`, 1);
  const first = found.find(({ rule, message }) => count(`${rule} ${message}`, -1) < 0);
  return first === undefined ? undefined : `${first.rule} at ${first.path || "the request"}`;
}

/** Whether a text says that messages are missing in its place. */
export function isMarker(text: string): boolean {
  return (
    /^\[(?:[0-9]+ (?:earlier )?messages? (?:left out|dropped|removed)|Truncated)/.test(text) ||
    readSummaryMessage({ role: "user", content: text }) !== undefined
  );
}

/** Every run of dropped messages has one marker in its place: a message of its own, or a text in the one before or behind. */
function findUnmarked({ before, after, indexes }: PhaseChange): string | undefined {
  const count = before.conversation.messages.length;
  if (indexes === undefined) {
    return after.conversation.messages.length === count ? undefined : "messages were dropped without a marker";
  }
  for (let at = 0; at < count; at++) {
    if (indexes[at] !== undefined) continue;
    const from = at;
    while (at < count && indexes[at] === undefined) at++;
    const first = from === 0 ? 0 : (indexes[from - 1] ?? 0);
    const last = at === count ? after.conversation.messages.length - 1 : (indexes[at] ?? 0);
    if (markersBetween(after.conversation, first, last) === 1) continue;
    return `messages ${from} to ${at - 1} were dropped, and there is not one marker in their place`;
  }
  return undefined;
}

function markersBetween({ blocks }: Conversation, first: number, last: number): number {
  const between = blocks.filter(({ messageIndex }) => messageIndex >= first && messageIndex <= last);
  return between.filter(({ kind, text }) => kind === "text" && isMarker(text)).length;
}

function findLostPin({ before, after, pins }: PhaseChange): string | undefined {
  for (const pin of pins) {
    const isLess = timesIn(after.conversation, pin) < timesIn(before.conversation, pin);
    if (isLess) return `the pinned text ${JSON.stringify(pin.slice(0, 64))} is not there`;
  }
  return undefined;
}

function timesIn({ messages }: Conversation, pin: string): number {
  let times = 0;
  visitStrings(messages, (text) => {
    if (text.includes(pin)) times++;
  });
  return times;
}
