// A provider refuses reasoning that it did not make, or cannot open any more: after a switch of the provider, of the host or of the
// organisation. The request goes a second time without that reasoning.
import type { Wire } from "../contract/report.js";
import { applySplices, type Child, childrenOf, lastMember, type Splice, skipSpace } from "../text/json-children.js";
import { parseJson } from "../text/json-value.js";
import { wireTable } from "../wires/wire-table.js";
import { decodeText, encodeText } from "./body-intake.js";

/** Statuses of answers that say what is wrong with a request, so that another may be right. */
export const REFUSAL_STATUSES: ReadonlySet<number> = new Set([400, 404, 413, 422]);

const MISSING = /reasoning_content.{0,40}\bmissing|missing.{0,40}reasoning_content/i;

/** What providers say, by wire, in the words that users quote; not tried at the providers themselves. */
const REFUSALS = wireTable<readonly RegExp[]>({
  anthropic: [
    /invalid [`'"]?signature[`'"]? in [`'"]?thinking/i,
    /thinking\.signature[`'"]?: field required/i,
    /expected [`'"]?thinking[`'"]? or [`'"]?redacted_thinking[`'"]?,? but found/i,
    /thinking[`'"]? (or [`'"]?redacted_thinking[`'"]? )?blocks in the latest assistant message cannot be modified/i,
  ],
  "openai-responses": [
    /invalid_encrypted_content/,
    /encrypted content .{0,120}could not be (verified|decrypted|decoded)/is,
    /item [`'"]\w+[`'"] of type [`'"]\w+[`'"] was provided without its required/i,
    /item with id [`'"]rs_\w+[`'"] not found/i,
  ],
  "openai-chat": [
    /(reasoning(_content|_details)?|thinking_blocks)\b.{0,80}(not permitted|not supported|unsupported|not allowed|unrecognized|unknown)/is,
    /(extra inputs|not permitted|unsupported|unrecognized|unknown)\b.{0,80}(reasoning(_content|_details)?|thinking_blocks)\b/is,
    MISSING,
  ],
  gemini: [
    /thought[_ ]?signature.{0,80}(invalid|not valid|missing|corrupt)/is,
    /(invalid|missing|corrupt\w*).{0,80}thought[_ ]?signature/is,
  ],
});

const STATUSES: ReadonlySet<number> = new Set([400, 404, 422]);

/** Whether an answer refuses the reasoning of a request. */
export const refusesReasoning = (status: number, text: string, wire: Wire): boolean =>
  STATUSES.has(status) && REFUSALS.of(wire).some((pattern) => pattern.test(text));

/**
 * The request without the reasoning that `answer` refuses; undefined where it has none, or cannot do without. Everything else keeps
 * its bytes, but ids of items that belong to the reasoning, and a wish to think that an open loop of tools without thinking must not have.
 */
export function withoutReasoning(body: Uint8Array, wire: Wire, answer: string): Uint8Array | undefined {
  const text = decodeText(body);
  const splices = SPLICES.of(wire)(new Request(text), answer);
  return splices.length === 0 ? undefined : encodeText(applySplices(text, splices));
}

/** A request's text, and the places in it. */
class Request {
  readonly root: readonly Child[];

  constructor(readonly text: string) {
    this.root = childrenOf(text, skipSpace(text, 0));
  }

  list(key: string): readonly Child[] {
    const list = lastMember(this.root, key);
    return list === undefined ? [] : this.inside(list);
  }

  inside(child: Child | undefined): readonly Child[] {
    return child === undefined ? [] : childrenOf(this.text, child.start);
  }

  /** The text under a key of an object, if that is a string. */
  string(object: Child, key: string): string | undefined {
    const member = lastMember(this.inside(object), key);
    const value = member && parseJson(this.text.slice(member.start, member.end));
    return typeof value === "string" ? value : undefined;
  }

  without(list: readonly Child[], isGone: (element: Child) => boolean): Splice[] {
    let before: Child | undefined;
    return list.flatMap((element, at): Splice[] => {
      if (!isGone(element)) {
        before = element;
        return [];
      }
      // The comma in front; of the first that stays, the one behind.
      const next = list[at + 1];
      if (before === undefined) return [{ start: element.start, end: next?.start ?? element.end, text: "" }];
      return [{ start: list[at - 1]?.end ?? element.start, end: element.end, text: "" }];
    });
  }

  withoutMembers(object: Child, keys: ReadonlySet<string>): Splice[] {
    const members = this.inside(object);
    const comma = (member: Child | undefined) => this.text.indexOf(",", member?.end) + 1;
    let hasBefore = false;
    return members.flatMap((member, at): Splice[] => {
      if (member.key === undefined || !keys.has(member.key)) {
        hasBefore = true;
        return [];
      }
      const before = members[at - 1];
      if (hasBefore && before !== undefined) return [{ start: before.end, end: member.end, text: "" }];
      const start = at === 0 ? object.start + 1 : comma(before);
      return [{ start, end: at === members.length - 1 ? member.end : comma(member), text: "" }];
    });
  }
}

type Splicer = (request: Request, answer: string) => Splice[];

const THINKING: ReadonlySet<string | undefined> = new Set(["thinking", "redacted_thinking"]);
/** Anthropic takes no message without content. */
const NOTHING = '[{"type":"text","text":"[no content recorded]"}]';

const anthropic: Splicer = (request) => {
  const messages = request.list("messages");
  const splices = messages.flatMap((message): Splice[] => {
    const content = lastMember(request.inside(message), "content");
    if (content === undefined || request.string(message, "role") !== "assistant") return [];
    if (request.text[content.start] !== "[") return [];
    const blocks = request.inside(content);
    const isThinking = (block: Child) => THINKING.has(request.string(block, "type"));
    if (blocks.length > 0 && blocks.every(isThinking))
      return [{ start: content.start, end: content.end, text: NOTHING }];
    return request.without(blocks, isThinking);
  });
  const thinking = lastMember(request.root, "thinking");
  const last = messages.at(-1);
  const results = request.inside(last && lastMember(request.inside(last), "content"));
  const isOpen = results.some((block) => request.string(block, "type") === "tool_result");
  if (thinking === undefined || !isOpen || request.string(thinking, "type") !== "enabled") return splices;
  // Thinking that is asked for by hand must begin an open loop.
  return [...splices, { start: thinking.start, end: thinking.end, text: '{"type":"disabled"}' }];
};

const ID: ReadonlySet<string> = new Set(["id"]);
/** Items whose own id is optional, and binds them to reasoning that the provider has. */
const WITH_IDS: ReadonlySet<string | undefined> = new Set(["message", "function_call", "custom_tool_call", undefined]);

const responses: Splicer = (request) => {
  const items = request.list("input");
  const isReasoning = (item: Child) => {
    const type = request.string(item, "type");
    return (
      type === "reasoning" || (type === "item_reference" && request.string(item, "id")?.startsWith("rs_") === true)
    );
  };
  const gone = request.without(items, isReasoning);
  if (gone.length === 0) return [];
  const others = items.filter((item) => !isReasoning(item) && WITH_IDS.has(request.string(item, "type")));
  return [...gone, ...others.flatMap((item) => request.withoutMembers(item, ID))];
};

const REASONING: ReadonlySet<string> = new Set([
  "reasoning_content",
  "reasoning",
  "reasoning_details",
  "thinking_blocks",
]);

const chat: Splicer = (request, answer) => {
  const messages = request.list("messages").filter((message) => request.string(message, "role") === "assistant");
  if (!MISSING.test(answer)) return messages.flatMap((message) => request.withoutMembers(message, REASONING));
  return messages.flatMap((message): Splice[] => {
    const members = request.inside(message);
    const isLacking =
      lastMember(members, "tool_calls") !== undefined && !members.some(({ key }) => key === "reasoning_content");
    const last = members.at(-1);
    return isLacking && last !== undefined
      ? [{ start: last.end, end: last.end, text: ',"reasoning_content":" "' }]
      : [];
  });
};

/** What stands for a signature that another model made. Source: Gemini API, "Thought signatures", FAQ. */
const SKIPPED = '"skip_thought_signature_validator"';

const gemini: Splicer = (request) =>
  request.list("contents").flatMap((content) => {
    if (request.string(content, "role") !== "model") return [];
    let calls = 0;
    return request.inside(lastMember(request.inside(content), "parts")).flatMap((part): Splice[] => {
      const members = request.inside(part);
      const isFirstCall = members.some(({ key }) => key === "functionCall" || key === "function_call") && calls++ === 0;
      const signature = members.findLast(({ key }) => key === "thoughtSignature" || key === "thought_signature");
      if (signature !== undefined) {
        const isSame = request.text.slice(signature.start, signature.end) === SKIPPED;
        return isSame ? [] : [{ start: signature.start, end: signature.end, text: SKIPPED }];
      }
      const end = members.at(-1)?.end;
      return isFirstCall && end !== undefined ? [{ start: end, end, text: `,"thoughtSignature":${SKIPPED}` }] : [];
    });
  });

const SPLICES = wireTable<Splicer>({
  anthropic,
  "openai-responses": responses,
  "openai-chat": chat,
  gemini,
});
