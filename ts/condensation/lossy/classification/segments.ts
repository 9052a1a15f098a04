// Splits a text that holds several things, as clients without native tool calls write them:
//
//   user       [read_file for 'a.ts'] Result:        ▶ TOOL_RESULT
//              const a = 1;
//              <feedback>Do not touch it.</feedback>  ▶ USER_MESSAGE
//   assistant  <thinking>…</thinking>                ▶ ASSISTANT_THINKING
//              I will write it.                      ▶ ASSISTANT_MESSAGE
//              <write_to_file>…</write_to_file>      ▶ TOOL_CALL

import type { MessageType } from "../../providers/base/message-type.js";
import rules from "./segment-rules.json" with { type: "json" };

/** A part of a text. The parts of a text, joined, are the text. */
export interface Segment {
  type: MessageType;
  text: string;
  /** The tool, where the text says it. */
  call?: SpelledCall;
}

export interface SpelledCall {
  tool: string;
  /** Its main argument as JSON, where the text has it. */
  args?: string | undefined;
}

const tagTypes = (group: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, MessageType> =>
  new Map(Object.entries(group).flatMap(([type, tags]) => tags.map((tag) => [tag, type as MessageType] as const)));

const USER_TAGS = tagTypes(rules.userTags);
/** Tags of results that answer a call in the assistant's text; without one, the user wrote them. */
const ANSWERS: ReadonlySet<string> = new Set(rules.answerTags);
const TAGS_OF_ALL: ReadonlyMap<string, MessageType> = new Map([...USER_TAGS].filter(([tag]) => !ANSWERS.has(tag)));
const ASSISTANT_TAGS = tagTypes(rules.assistantTags);
const CALL_TAGS = new Set<string>(rules.assistantTags.TOOL_CALL);

/** Header of a result in the user's text, as Cline and Roo write it: `[read_file for 'a.ts'] Result:`. */
const HEADER = /^\[([a-z_]{2,40})( for [^\n]{0,2000}|: [^\n]{0,2000})?\] Result:/;
/** One argument of a header; several files are none. Roo writes advice or a reason behind it. */
const HEADER_ARGUMENT = /^ for '([^'\n]+)'(?: in '[^'\n]*')?(?:\. .*| \(.*)?$/;
const ARGUMENT_NAMES: Readonly<Record<string, string>> = rules.headerArguments;
/** Beginnings of results in the user's text, as smolagents, SWE-agent and ReAct prompts write them. */
const OBSERVATION = /^(?:Call id: [^\n]{0,200}\n)?(?:Observation|OBSERVATION):/;
/** What an assistant's message has that such an observation answers. */
const ACTS = /(?:^|\n)(?:Code|Action|Calling tools|DISCUSSION):|<code>|```/;

/** What an assistant's message has that makes a call in its text: a tag, a block of code, or a step of a prompt's form. */
const CALLS = /<[a-z][\w:-]{1,60}[\s>]|```|(?:^|\n)(?:Code|Action|Calling tools|DISCUSSION):/;

export interface Answered {
  /** The text of the assistant's message before. */
  before: string;
  /** The call whose header alone was the text before this one in the same message, so that this one is its result. */
  continues: SpelledCall | undefined;
}

/** The header's call if a text is a header and nothing else, so that the next text is the result. */
export function headerAlone(text: string, before: string): SpelledCall | undefined {
  return HEADER.exec(text)?.[0].length === text.trimEnd().length ? resultHeader(text, before) : undefined;
}

/** The parts of a text of the user's. Linear. */
export function splitUserText(text: string, { before, continues }: Answered): Segment[] {
  const header = headerAlone(text, before);
  // A header alone shows nothing of the file that it names.
  const call = continues ?? (header === undefined ? resultHeader(text, before) : { tool: header.tool });
  const isResult = call !== undefined || (OBSERVATION.test(text) && ACTS.test(before));
  const rest = isResult ? "TOOL_RESULT" : "USER_MESSAGE";
  const segments = splitByTags(text, CALLS.test(before) ? USER_TAGS : TAGS_OF_ALL, rest);
  return call === undefined ? segments : segments.map((one) => (one.type === rest ? { ...one, call } : one));
}

/** The call of a header that answers one which the message before makes. */
function resultHeader(text: string, before: string): SpelledCall | undefined {
  const [, tool, about = ""] = HEADER.exec(text) ?? [];
  if (tool === undefined || !before.includes(`<${tool}>`)) return undefined;
  const [name, value] = [ARGUMENT_NAMES[tool], HEADER_ARGUMENT.exec(about)?.[1]];
  return { tool, ...(name !== undefined && value !== undefined && { args: JSON.stringify({ [name]: value }) }) };
}

/** The parts of a text of the assistant's. Linear. */
export function splitAssistantText(text: string): Segment[] {
  return splitByTags(text, ASSISTANT_TAGS, "ASSISTANT_MESSAGE").map((segment) => {
    const tool = segment.type === "TOOL_CALL" ? /^<([a-z_]+)>/.exec(segment.text)?.[1] : undefined;
    return tool !== undefined && CALL_TAGS.has(tool) ? { ...segment, call: { tool } } : segment;
  });
}

const OPENING = /<([a-z_-]{2,40})>/g;

function splitByTags(text: string, tags: ReadonlyMap<string, MessageType>, rest: MessageType): Segment[] {
  if (!text.includes("<")) return [{ type: rest, text }];
  const segments: Segment[] = [];
  // A tag that does not end here does not end later either.
  const unclosed = new Set<string>();
  let from = 0;
  OPENING.lastIndex = 0;
  for (const found of text.matchAll(OPENING)) {
    const tag = found[1] ?? "";
    const type = tags.get(tag);
    if (type === undefined || found.index < from || unclosed.has(tag)) continue;
    const close = text.indexOf(`</${tag}>`, found.index);
    if (close < 0) {
      unclosed.add(tag);
      continue;
    }
    const end = close + tag.length + 3;
    if (found.index > from) segments.push({ type: rest, text: text.slice(from, found.index) });
    segments.push({ type, text: text.slice(found.index, end) });
    from = end;
  }
  if (from < text.length || segments.length === 0) segments.push({ type: rest, text: text.slice(from) });
  return segments;
}
