import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { MessageRole, WireDefinition } from "../../wires/define-wire.js";
import type { Conversation } from "./open.js";

/** A text that comes into a conversation: a summary, or a marker in place of dropped messages. */
export interface TextInsertion {
  /** 0-based index of the message that it comes before; the number of messages: at the end. */
  at: number;
  /** In whose name. */
  author: "user" | "assistant";
  text: string;
  /** Changes the message that carries the text, for example to mark it. */
  mark?: ((message: JsonRecord) => JsonRecord) | undefined;
}

/** A message of the result, and where it comes from. */
interface Placed {
  message: JsonRecord;
  author: "user" | "assistant" | "other";
  /** Texts that it has taken in, each before its own content or after its results. */
  taken: number;
}

/**
 * Puts texts between the messages that are left. Where roles alternate, a text joins the next message of its author, else
 * the one before, else it is a message of its own. Linear.
 *
 * @param kept The messages; undefined where one is gone.
 */
export function insertTexts(
  { wire, reader, roles }: Conversation,
  kept: readonly (JsonRecord | undefined)[],
  insertions: readonly TextInsertion[],
): { messages: JsonRecord[]; indexes: (number | undefined)[] } {
  const out: Placed[] = [];
  const indexes: (number | undefined)[] = [];
  let waiting: TextInsertion[] = [];
  let next = 0;
  const settle = (following: Placed | undefined) => {
    for (const insertion of waiting) {
      const into = wire.alternates
        ? [following, out.at(-1)].find((one) => one?.author === insertion.author)
        : undefined;
      if (into !== undefined) join(wire, into, insertion, into === following);
      else out.push(messageOf(insertion));
    }
    waiting = [];
  };
  const messageOf = ({ author, text, mark }: TextInsertion): Placed => {
    const message = author === "user" ? wire.userMessage([text]) : reader.assistantMessage(text);
    return { message: mark?.(message) ?? message, author, taken: 0 };
  };
  for (const [index, message] of kept.entries()) {
    for (let one = insertions[next]; one !== undefined && one.at <= index; one = insertions[next]) {
      waiting.push(one);
      next++;
    }
    const placed: Placed | undefined = message && { message, author: speakerOf(roles[index]), taken: 0 };
    if (placed !== undefined) settle(placed);
    indexes.push(placed === undefined ? undefined : out.push(placed) - 1);
  }
  waiting.push(...insertions.slice(next));
  settle(undefined);
  return { messages: out.map(({ message }) => message), indexes };
}

/** Where roles alternate, results are in messages of the user. */
function speakerOf(role: MessageRole | undefined): Placed["author"] {
  if (role === "assistant") return role;
  return role === "user" || role === "tool" ? "user" : "other";
}

function join(wire: WireDefinition, into: Placed, { text, mark }: TextInsertion, isNext: boolean): void {
  const { key } = wire.blocks;
  const content = into.message[key];
  const blocks: readonly unknown[] = Array.isArray(content)
    ? content
    : content
      ? [wire.blocks.ofText(String(content))]
      : [];
  const results = blocks.findLastIndex((block) => isRecord(block) && wire.blocks.isResult(block)) + 1;
  const at = isNext ? results + into.taken : blocks.length;
  into.taken++;
  const message = { ...into.message, [key]: blocks.toSpliced(at, 0, wire.blocks.ofText(text)) };
  into.message = mark?.(message) ?? message;
}
