import { runNow, type Steps } from "../base/steps.js";
import { stringEnd } from "./json-strings.js";

/** Tokens that one step reads. */
const IN_A_STEP = 2_000;

/**
 * JSON Pointer of the value after `json`, which is the beginning of a valid object or list, cut off just before that
 * value: `{"a":[1,{"b":` gives `/a/1/b`. Linear, without recursion.
 */
export function pathInObject(json: Uint8Array): string {
  const walk = new Walk();
  for (const { token } of tokensOf(byteText(json))) walk.take(token);
  return walk.path();
}

/**
 * JSON Pointers of the strings that contain the bytes at `offsets` (ascending) of the JSON text `json`. For an offset
 * in a member's name, the pointer of the member. Linear apart from the pointers' own length, without recursion.
 */
export const pathsAt = (json: Uint8Array, offsets: readonly number[]): string[] => runNow(pathsInSteps(json, offsets));

/** The same in steps. */
export function* pathsInSteps(json: Uint8Array, offsets: readonly number[]): Steps<string[]> {
  const walk = new Walk();
  const paths: string[] = [];
  let tokens = 0;
  for (const { token, end } of tokensOf(byteText(json))) {
    if (++tokens % IN_A_STEP === 0) yield;
    walk.take(token);
    for (let path: string | undefined; (offsets[paths.length] ?? end) < end; ) {
      path ??= walk.path();
      paths.push(path);
    }
    if (paths.length === offsets.length) break;
  }
  return paths;
}

/** The JSON Pointer of a path. */
export const toPointer = (path: readonly (string | number)[]): string =>
  path.map((key) => `/${escapePointer(String(key))}`).join("");

/** The keys of a JSON Pointer. */
export function fromPointer(pointer: string): string[] {
  const [, ...keys] = pointer.split("/");
  return pointer.includes("~") ? keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) : keys;
}

/** Maps each byte to one char, so that offsets are the same. */
function byteText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

/** Yields strings, brackets and commas. Skips a string that is cut off. */
function* tokensOf(text: string): Generator<{ token: string; end: number }> {
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = stringEnd(text, at) + 1;
      if (end === 0) return;
      yield { token: text.slice(at, end), end };
      at = end - 1;
    } else if ("{}[],".includes(char)) {
      yield { token: char, end: at + 1 };
    }
  }
}

interface Open {
  key: string;
  index: number;
  isList: boolean;
  expectsKey: boolean;
}

/** The current place of a walk over a JSON text's tokens. */
class Walk {
  readonly #open: Open[] = [];

  take(token: string): void {
    const inner = this.#open.at(-1);
    if (token === "{" || token === "[") {
      this.#open.push({ key: "", index: 0, isList: token === "[", expectsKey: token === "{" });
    } else if (token === "}" || token === "]") {
      this.#open.pop();
    } else if (inner !== undefined && token === ",") {
      inner.index++;
      inner.expectsKey = !inner.isList;
    } else if (inner?.expectsKey) {
      inner.key = token;
      inner.expectsKey = false;
    }
  }

  path(): string {
    return this.#open.map(({ key, index, isList }) => `/${isList ? index : escapePointer(decodeKey(key))}`).join("");
  }
}

function decodeKey(token: string): string {
  return JSON.parse(Buffer.from(token, "latin1").toString("utf8")) as string;
}

/** RFC 6901, section 3. */
function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
