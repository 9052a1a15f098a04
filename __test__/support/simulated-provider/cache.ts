// The prompt cache, by what Anthropic's page says of it: entries at breakpoints, looked for at this request's breakpoints
// and up to 20 blocks before each, five minutes or an hour from their last use, nothing below the model's minimum.
import type { ModelRow } from "../../../ts/models/rows.js";
import { isObject, type Usage } from "./types.js";

/** A piece of a prompt as the model reads it. */
export interface PromptPart {
  /** Equal parts have equal texts. */
  text: string;
  tokens: number;
  /** The frame around a message's blocks is none. */
  isBlock: boolean;
  /** Its cache marker. */
  marker?: unknown;
}

const MINUTE = 60_000;
const LOOK_BACK_BLOCKS = 20;

interface Place {
  /** Everything up to here. */
  key: string;
  tokens: number;
  part: PromptPart;
  isHour: boolean;
}

export class PromptCache {
  readonly #row: ModelRow;
  readonly #entries = new Map<string, { usedAt: number; lifeMs: number }>();

  constructor(row: ModelRow) {
    this.#row = row;
  }

  /** Bills a prompt, and remembers it. */
  bill(parts: readonly PromptPart[], now: number): Omit<Usage, "output_tokens"> {
    const places = placesOf(parts);
    const marked = places.filter(({ part, tokens }) => part.marker != null && tokens >= this.#row.cache.minimumTokens);
    const hit = this.#find(places, marked, now);
    for (const { key } of places.slice(0, hit + 1)) this.#use(key, now);
    for (const { key, isHour } of marked) {
      if (!this.#isAlive(key, now)) this.#entries.set(key, { usedAt: now, lifeMs: (isHour ? 60 : 5) * MINUTE });
    }
    const read = places[hit]?.tokens ?? 0;
    const hour = Math.max(read, ...marked.filter(({ isHour }) => isHour).map(({ tokens }) => tokens));
    const end = Math.max(hour, marked.at(-1)?.tokens ?? 0);
    return {
      input_tokens: (places.at(-1)?.tokens ?? 0) - end,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: end - read,
      cache_creation: { ephemeral_1h_input_tokens: hour - read, ephemeral_5m_input_tokens: end - hour },
    };
  }

  /** Index of the last place of the longest prefix with an entry; -1 if there is none. */
  #find(places: readonly Place[], marked: readonly Place[], now: number): number {
    return Math.max(
      -1,
      ...marked.map((breakpoint) => {
        const from = places.indexOf(breakpoint);
        let blocks = 0;
        for (let at = from; at >= 0; at--) {
          const place = places[at] as Place;
          if (!place.part.isBlock) continue;
          if (blocks++ > LOOK_BACK_BLOCKS) return -1;
          if (this.#isAlive(place.key, now)) return at;
        }
        return -1;
      }),
    );
  }

  #isAlive(key: string, now: number): boolean {
    const entry = this.#entries.get(key);
    return entry !== undefined && now - entry.usedAt <= entry.lifeMs;
  }

  #use(key: string, now: number): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined && this.#isAlive(key, now)) entry.usedAt = now;
  }
}

function placesOf(parts: readonly PromptPart[]): Place[] {
  const { hash } = process.getBuiltinModule("node:crypto");
  let [key, tokens] = ["", 0];
  return parts.map((part) => {
    key = hash("sha256", `${key}${part.text}`);
    tokens += part.tokens;
    return { key, tokens, part, isHour: isObject(part.marker) && part.marker.ttl === "1h" };
  });
}

/** What a usage costs, in fresh input tokens, by the row of the model. */
export function costOf(usage: Omit<Usage, "output_tokens">, { cache, dear }: ModelRow): number {
  const { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: hour } = usage.cache_creation;
  const read = usage.cache_read_input_tokens;
  const cost = usage.input_tokens + cache.read * read + cache.write * minutes + (cache.writeLong ?? cache.write) * hour;
  const prompt = usage.input_tokens + read + usage.cache_creation_input_tokens;
  return dear !== undefined && prompt > dear.aboveTokens ? cost * dear.times : cost;
}
