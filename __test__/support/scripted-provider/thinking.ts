// Thinking of the scripted model, bound as Claude's newest models bind it: to everything before it but thinking.
import { createHash } from "node:crypto";
import type { Json, Part } from "./wires.js";

const THINKING = /^assistant\{"type":"(?:redacted_)?thinking"/;
const SIGNATURE = /"signature":"([^"]+)"/;
const SIGNATURE_CHARS = 400;
const THOUGHT =
  "The failing test points at the parser; the loop condition looks at the wrong index, so I compare it with the caller. ";

/** The thinking of one run. */
export class BoundThinking {
  readonly #made = new Map<string, { text: string; before: string }>();

  /** A new block, bound to the parts of the request that it answers. */
  think(parts: readonly Part[], turn: number): Json {
    const thinking = `I think about step ${turn}. ${THOUGHT.repeat(4)}`;
    const signature = Buffer.from(`signature ${this.#made.size}`).toString("base64").padEnd(SIGNATURE_CHARS, "A");
    const block = { type: "thinking", thinking, signature };
    this.#made.set(signature, { text: `assistant${JSON.stringify(block)}`, before: bound(parts) });
    return block;
  }

  /** Why a model that checks would refuse the request. */
  faults(parts: readonly Part[]): string[] {
    return parts.flatMap(({ text }, at) => {
      const signature = THINKING.test(text) ? SIGNATURE.exec(text)?.[1] : undefined;
      if (signature === undefined) return [];
      const made = this.#made.get(signature);
      if (made?.text !== text) return ["Invalid signature in thinking block."];
      if (made.before === bound(parts.slice(0, at))) return [];
      return ["Invalid signature in thinking block. The block is bound to a different conversation"];
    });
  }
}

const bound = (parts: readonly Part[]) =>
  parts
    .filter(({ text }) => !THINKING.test(text))
    .reduce((hash, { text }) => hash.update(`${text}\n`), createHash("sha256"))
    .digest("hex");
