import { visitStrings } from "../../text/json-value.js";
import type { Steps } from "../../wires/steps.js";
import type { CallSite, ResultPlan, ToolResult, Transcript } from "../../wires/transcript.js";
import { roundWeight, type TextWeight } from "../../wires/units.js";
import type { CompiledArgs, CompiledPolicy } from "../compile-policy.js";
import { cameWithError, withoutMedia } from "../plan-results.js";
import { hasMark, type ShortenedMember, shortenJson, shortenLines, shortenMembers } from "./shorten.js";

/** The content of a plan for a call's arguments. */
export type ArgumentsContent = Extract<ToolResult["content"], { kind: "arguments" }>;

/**
 * Plans the arguments of every call that is old, and whose result came back without an error. In document order. Linear.
 *
 * @param list The request's messages.
 */
export function planArguments(
  transcript: Transcript,
  list: readonly unknown[],
  policy: CompiledPolicy,
): readonly ResultPlan[] {
  const { args } = policy;
  if (args === undefined || transcript.calls === undefined) return [];
  const settingsOf = policy.toolResolver();
  const answers = answersOf(transcript.results);
  return transcript.calls.flatMap((call) => {
    const settings = settingsOf(call.toolName);
    const isRecent = call.turnIndex >= transcript.toolTurnCount - settings.windowTurns;
    if (isRecent || settings.excluded || settings.never || !args.appliesTo(call.toolName)) return [];
    if (!args.inOpenLoop && call.messageIndex > transcript.lastUserMessage && transcript.lastUserMessage >= 0)
      return [];
    const answer = answers.get(call);
    if (answer === undefined || answer.ambiguous === true) return [];
    const members = shortenArguments(call, args);
    if (members.length === 0 || isPinned(list[call.messageIndex], args)) return [];
    const result = policy.maskMedia ? answer : withoutMedia(answer);
    return cameWithError(result, settings, policy) ? [] : [planCall(call, answer.messageIndex, members)];
  });
}

/** The first result of each call. */
function answersOf(results: readonly ToolResult[]): ReadonlyMap<CallSite, ToolResult> {
  const answers = new Map<CallSite, ToolResult>();
  for (const result of results) {
    if (result.call !== undefined && !answers.has(result.call)) answers.set(result.call, result);
  }
  return answers;
}

function isPinned(message: unknown, { pins }: CompiledArgs): boolean {
  let found = false;
  if (pins !== undefined) visitStrings(message, (text) => (found ||= pins.test(text)));
  return found;
}

function shortenArguments({ args, isFree }: CallSite, { rules }: CompiledArgs): readonly ShortenedMember[] {
  if (typeof args !== "string") return shortenMembers(args, rules);
  const json = shortenJson(args, rules);
  const shortened = json !== "no_json" ? json : isFree ? shortenLines(args, rules) : undefined;
  return shortened === undefined ? [] : [{ path: [], text: args, shortened }];
}

function planCall(call: CallSite, answeredAt: number, members: readonly ShortenedMember[]): ResultPlan {
  const { messageIndex, blockIndex, callId, toolName, turnIndex } = call;
  const sum = (chars: (member: ShortenedMember) => number) => members.reduce((all, member) => all + chars(member), 0);
  const content: ArgumentsContent = {
    kind: "arguments",
    call,
    answeredAt,
    texts: members.map(({ text }) => text),
    paths: members.map(({ path }) => [...call.path, ...path]),
    shortened: members.map(({ shortened }) => shortened),
  };
  return {
    result: { messageIndex, blockIndex, callId, toolName, turnIndex, content, errorMarker: "unknown" },
    action: "trim",
    reason: "arguments",
    charsBefore: sum(({ text }) => text.length),
    charsAfter: sum(({ shortened }) => shortened.length),
    replacement: "",
  };
}

/**
 * Tokens that shortening saves: of the strings alone, as text, whatever they are members of.
 *
 * @param most Tokens of the unit that they are in, where a member named like data weighs less than as text.
 */
export function savedByShortening({ texts, shortened }: ArgumentsContent, weight: TextWeight, most: number): number {
  const tokens = (all: readonly string[]) => roundWeight(all.reduce((sum, text) => sum + weight(text), 0));
  return Math.min(most, Math.max(0, tokens(texts) - tokens(shortened)));
}

/**
 * Messages with a call that has a mark in its arguments, ascending: what the model wrote itself, or what came back
 * shortened. Empty if the policy shortens none.
 */
export function markedMessages({ calls = [] }: Transcript, policy: CompiledPolicy): readonly number[] {
  if (policy.args === undefined) return [];
  return calls.flatMap(({ messageIndex, args }) => (hasMark(args) ? [messageIndex] : []));
}

/**
 * The message from which on a call's arguments are shortened: the window has passed it, and it is answered.
 *
 * @param nextUser The user's next message, if the loop must be closed; else 0.
 */
export function readyMessageOf(
  { call, answeredAt }: ArgumentsContent,
  windowTurns: number,
  { turnStarts }: Steps,
  nextUser: number,
): number {
  return Math.max(turnStarts[call.turnIndex + windowTurns] ?? 0, answeredAt, nextUser);
}
