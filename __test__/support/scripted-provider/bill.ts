// The simulated bill: OpenAI's tokens by its public tokenizer, of the others a token is four chars; each wire's cache by its
// vendor's rule.
import { createHash } from "node:crypto";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { factsOf } from "../../../ts/models/facts.js";
import type { Part, WireName } from "./wires.js";

/** Tokens of one request by how they are billed. */
export interface ScriptedUsage {
  fresh: number;
  read: number;
  write: number;
  /** Of the written ones, those kept for an hour. */
  hour: number;
  output: number;
}

const CHARS_A_TOKEN = 4;
const LOOK_BACK = 20;
const OUTPUT_WEIGHT = 5;

/** The caches of one vendor's models. Nothing expires within a test. */
export class ScriptedCache {
  readonly #known = new Set<string>();
  /** Every request has the parts of those before it. */
  readonly #counts = new Map<string, number>();

  /** Bills a prompt, and remembers it. */
  bill(wire: WireName, model: string, parts: readonly Part[], output: number): ScriptedUsage {
    const lengths: number[] = [];
    const keys: string[] = [];
    const hash = createHash("sha256").update(`${model}\n`);
    let length = 0;
    for (const { text } of parts) {
      length += this.#tokensOf(wire, text);
      lengths.push(length);
      keys.push(hash.update(`${text}\n`).copy().digest("hex"));
    }
    if (wire !== "anthropic") return { ...this.#byPrefix(keys, lengths, length), output };
    return { ...this.#byBreakpoints(parts, keys, lengths, length), output };
  }

  #tokensOf(wire: WireName, text: string): number {
    if (!wire.startsWith("openai")) return Math.ceil(text.length / CHARS_A_TOKEN);
    // A provider counts texts, not their JSON.
    const known = this.#counts.get(text) ?? countTokens(text.replaceAll("\\n", "\n").replaceAll('\\"', '"'));
    this.#counts.set(text, known);
    return known;
  }

  #byPrefix(keys: readonly string[], lengths: readonly number[], total: number) {
    const found = keys.findLastIndex((key) => this.#known.has(key));
    for (const key of keys) this.#known.add(key);
    const read = lengths[found] ?? 0;
    return { fresh: total - read, read, write: 0, hour: 0 };
  }

  #byBreakpoints(parts: readonly Part[], keys: readonly string[], lengths: readonly number[], total: number) {
    const marked = parts.flatMap(({ isMarked }, at) => (isMarked ? [at] : []));
    let read = 0;
    for (const at of marked)
      for (let back = at; back >= 0 && back > at - LOOK_BACK; back--) {
        if (!this.#known.has(keys[back] as string)) continue;
        read = Math.max(read, lengths[back] ?? 0);
        break;
      }
    for (const at of marked) this.#known.add(keys[at] as string);
    const last = marked.at(-1);
    const written = last === undefined ? 0 : Math.max(0, (lengths[last] ?? 0) - read);
    const hour = last !== undefined && parts[last]?.isHour === true ? written : 0;
    return { fresh: total - read - written, read, write: written, hour };
  }
}

/** The price of a usage in tokens of fresh input, by the table of models. */
export function weightOf(model: string, wire: WireName, { fresh, read, write, hour, output }: ScriptedUsage): number {
  const { cache } = factsOf({ model, wire }).row;
  const written = (write - hour) * cache.write + hour * (cache.writeLong ?? cache.write);
  return fresh + read * cache.read + written + output * OUTPUT_WEIGHT;
}

/** How a model treats thinking that comes back in a request. */
export const thinkingOf = (model: string, wire: WireName): string => factsOf({ model, wire }).row.thinking.history;
