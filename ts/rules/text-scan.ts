import { stringEnd } from "../text/json-strings.js";
import type { Rows } from "./rows.js";
import { hasLoneSurrogate } from "./surrogates.js";

/**
 * Finds faults that a parsed value no longer shows: keys that occur twice, and strings hidden by a repeated key. One
 * pass over the tokens of a text that `JSON.parse` has accepted, without recursion.
 */
export function scanText(text: string, conversationKey: string, rows: { keys: Rows; surrogates: Rows }): void {
  new Scan(text, conversationKey, rows).run();
}

/** The meaning of a container to the rules. */
type Kind = "root" | "list" | "message" | "blocks" | "block" | "inner" | "opaque";

interface Open {
  kind: Kind;
  /** Structural keys so far; undefined in a list. */
  keys: Set<string> | undefined;
  /** The key of the next value. */
  key: string;
}

const SAME: Record<string, string> = {
  function_call: "functionCall",
  function_response: "functionResponse",
  thought_signature: "thoughtSignature",
};

/** Keys that readers use, in one spelling. */
const STRUCTURAL: ReadonlySet<string> = new Set([
  ...["args", "arguments", "cache_control", "call_id", "content", "custom", "function", "functionCall"],
  ...["functionResponse", "id", "input", "is_error", "name", "output", "parts", "response", "role", "signature"],
  ...["text", "thinking", "thoughtSignature", "tool_call_id", "tool_calls", "tool_use_id", "type"],
]);

const LISTS: ReadonlySet<string> = new Set(["content", "parts", "tool_calls"]);
const ELEMENTS: Partial<Record<Kind, Kind>> = { list: "message", blocks: "block" };
const INNER: ReadonlySet<string> = new Set(["function", "custom", "functionCall", "functionResponse"]);

class Scan {
  readonly #open: Open[] = [];
  /** The message being read; -1 outside the conversation. */
  #message = -1;
  readonly #reported = { key: -2, surrogate: -2, surrogateOutside: false };

  constructor(
    private readonly text: string,
    private readonly conversationKey: string,
    private readonly rows: { keys: Rows; surrogates: Rows },
  ) {}

  run(): void {
    const { text } = this;
    let expectsKey = false;
    for (let at = 0; at < text.length; at++) {
      switch (text[at]) {
        case "{":
        case "[":
          this.#begin(text[at] === "{");
          expectsKey = text[at] === "{";
          break;
        case "}":
        case "]":
          if (this.#open.pop()?.kind === "list") this.#message = -1;
          expectsKey = false;
          break;
        case ",":
          expectsKey = this.#open.at(-1)?.keys !== undefined;
          if (this.#open.at(-1)?.kind === "list") this.#message++;
          break;
        case '"': {
          const end = stringEnd(text, at);
          this.#string(text.slice(at, end + 1), expectsKey);
          expectsKey = false;
          at = end;
        }
      }
    }
  }

  #begin(isObject: boolean): void {
    const kind = this.#kindOf(isObject);
    this.#open.push({ kind, keys: isObject ? new Set() : undefined, key: "" });
    if (kind === "list") this.#message = 0;
  }

  #kindOf(isObject: boolean): Kind {
    const parent = this.#open.at(-1);
    if (parent === undefined) return isObject ? "root" : "opaque";
    const { kind, key } = parent;
    if (kind === "root") return !isObject && key === this.conversationKey ? "list" : "opaque";
    if (kind === "message") return !isObject && LISTS.has(key) ? "blocks" : "opaque";
    if (kind === "block") return isObject && INNER.has(key) ? "inner" : "opaque";
    return (isObject ? ELEMENTS[kind] : undefined) ?? "opaque";
  }

  #string(token: string, isKey: boolean): void {
    const value = token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
    if (isKey) this.#key(value);
    if (token.includes("\\u") && hasLoneSurrogate(value)) this.#surrogate();
  }

  #key(name: string): void {
    const open = this.#open.at(-1);
    if (open?.keys === undefined || open.kind === "opaque") return;
    const isRoot = open.kind === "root";
    open.key = !isRoot && Object.hasOwn(SAME, name) ? (SAME[name] ?? name) : name;
    if (!(isRoot ? name === this.conversationKey : STRUCTURAL.has(open.key))) return;
    if (open.keys.has(open.key)) this.#repeated(isRoot);
    open.keys.add(open.key);
  }

  /** Reports one row for a message, whatever it repeats. */
  #repeated(inRoot: boolean): void {
    if (inRoot) {
      this.#forgetConversation();
      return;
    }
    if (this.#message !== this.#reported.key) this.rows.keys.message("duplicate-key", this.#message);
    this.#reported.key = this.#message;
  }

  /** The conversation comes a second time, and the last one counts: what the one before has is in no message. */
  #forgetConversation(): void {
    const { keys, surrogates } = this.rows;
    keys.rows.length = 0;
    keys.request("duplicate-key");
    this.#reported.key = -2;
    this.#reported.surrogate = -2;
    if (surrogates.rows.length === 0) return;
    surrogates.rows.length = 0;
    surrogates.request("lone-surrogate");
    this.#reported.surrogateOutside = true;
  }

  #surrogate(): void {
    const { surrogates } = this.rows;
    if (this.#message < 0) {
      if (!this.#reported.surrogateOutside) surrogates.request("lone-surrogate");
      this.#reported.surrogateOutside = true;
    } else if (this.#message !== this.#reported.surrogate) {
      surrogates.message("lone-surrogate", this.#message);
      this.#reported.surrogate = this.#message;
    }
  }
}
