// What each thinking block is bound to, written down in full: so simple that it is unlikely to be wrong. The library's
// checker is held to it.
import { isDeepStrictEqual } from "node:util";
import { type Block, blocksOf, isObject, isThinking, type Json, type MessagesRequest } from "./types.js";

interface Binding {
  block: unknown;
  /** Everything but thinking that was before the block, in order. */
  content: unknown[];
  /** The proofs of all thinking that was before it. */
  thinking: string[];
}

/** A thinking block of a request, and what is before it there. */
interface Found extends Binding {
  proof: string;
}

const INVALID = "Invalid signature in thinking block.";
export const OTHER_CONVERSATION = `${INVALID} The block is bound to a different conversation`;

/** The thinking blocks that the provider has made. */
export class Bindings {
  readonly #made = new Map<string, Binding>();

  /** Signs the thinking of an answer to a request, and binds it to that request and to the answer before it. */
  sign(request: MessagesRequest, answer: readonly Block[]): Block[] {
    const signed = answer.map((block) => {
      const proof = `proof ${this.#made.size + 1}`;
      if (!isThinking(block)) return block;
      const whole = block.type === "thinking" ? { ...block, signature: proof } : { ...block, data: proof };
      this.#made.set(proof, { block: whole, content: [], thinking: [] });
      return whole;
    });
    const messages = [...request.messages, { role: "assistant", content: signed }];
    for (const { proof, ...binding } of findThinking({ ...request, messages })) {
      if (signed.some((block) => proofOf(block) === proof)) this.#made.set(proof, binding);
    }
    return signed;
  }

  /** Why a request's thinking is refused, block by block; undefined for those that are right. */
  problems(request: MessagesRequest): (string | undefined)[] {
    return findThinking(request).map(({ proof, block, content, thinking }) => {
      const made = this.#made.get(proof);
      if (made === undefined || !isDeepStrictEqual(made.block, block)) return INVALID;
      const rest = made.thinking.slice(made.thinking.length - thinking.length);
      const isSame = isDeepStrictEqual(made.content, content) && isDeepStrictEqual(rest, thinking);
      return isSame ? undefined : OTHER_CONVERSATION;
    });
  }
}

const proofOf = ({ signature, data }: Json): string => String(signature ?? data);

function findThinking({ tools = [], system, messages }: MessagesRequest): Found[] {
  const content: unknown[] = [...tools, "system", ...blocksOf(system)].map(plain);
  const thinking: string[] = [];
  return messages.flatMap(({ role, content: blocks }) => {
    content.push(role);
    return blocksOf(blocks).flatMap((block) => {
      if (!isThinking(block)) {
        content.push(plain(block));
        return [];
      }
      const proof = proofOf(block);
      const found = { proof, block: plain(block), content: [...content], thinking: [...thinking] };
      thinking.push(proof);
      return [found];
    });
  });
}

/** A value without cache markers; in arguments nothing is left out, and the order counts. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => key !== "cache_control");
  return Object.fromEntries(
    members.map(([key, one]) => {
      if (key === "input" || key === "input_schema") return [key, JSON.stringify(one)];
      return [key, key === "content" ? blocksOf(one).map(plain) : plain(one)];
    }),
  );
}
