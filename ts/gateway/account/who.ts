import { type Who, whoIn } from "../guardrail/contracts.js";

const PREFIX = "x-litellm-user_api_key_";

/**
 * LiteLLM's virtual key, team and user, as it adds them to what it sends with `add_user_information_to_llm_headers`. They say
 * who is counted and choose nothing else: a client can write them, too.
 */
export function whoOf(rawHeaders: readonly string[]): Who | undefined {
  let data: Record<string, string> | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (!name.startsWith(PREFIX)) continue;
    data ??= {};
    data[`user_api_key_${name.slice(PREFIX.length)}`] = rawHeaders[at + 1] as string;
  }
  return data === undefined ? undefined : whoIn(data);
}

/** Names that are told apart as labels; all others are one, so that no caller makes the metrics grow without end. */
const MOST_NAMES = 200;
const MOST_CHARS = 64;
const OTHERS = "other";

/** Keeps the number of a label's values bounded. */
export class BoundedNames {
  readonly #names = new Set<string>();

  /** The value of a label: the name, shortened; `none` for none, `other` beyond the bound. */
  labelOf(name: string | undefined): string {
    if (name === undefined) return "none";
    const short = name.length > MOST_CHARS ? name.slice(0, MOST_CHARS) : name;
    if (this.#names.has(short)) return short;
    if (this.#names.size >= MOST_NAMES) return OTHERS;
    this.#names.add(short);
    return short;
  }
}
