// The lossless phase of a condensation in the addon: all texts cross in one call, one behind the other.
import type {
  Consolidated,
  Consolidation,
  Deduplication,
  LosslessBackend,
  LosslessChange,
  LosslessChanges,
  LosslessText,
  Repeat,
} from "../contract/lossless.js";
import { wellFormed } from "../text/surrogates.js";
import type { Addon } from "./addon.js";
import {
  LOSSLESS_CHANGE_DIFFERING,
  LOSSLESS_CHANGE_POINTERS,
  LOSSLESS_CHANGE_RUNS,
  LOSSLESS_FLAG_ERROR,
  LOSSLESS_FLAG_FILE,
  LOSSLESS_FLAG_FIXED,
  LOSSLESS_FLAG_WHOLE,
  LOSSLESS_HEAD_LABELS,
  LOSSLESS_HEAD_RESULTS,
  LOSSLESS_HEAD_WORDS,
  LOSSLESS_RESULT_CALL_ID,
  LOSSLESS_RESULT_CONTAINED,
  LOSSLESS_RESULT_FLAGS,
  LOSSLESS_RESULT_MESSAGE,
  LOSSLESS_RESULT_PATH,
  LOSSLESS_RESULT_SIMILAR,
  LOSSLESS_RESULT_TEXT,
  LOSSLESS_RESULT_TOOL_NAME,
  LOSSLESS_RESULT_WORDS,
  REFERENCE_HAS_LINES,
  REFERENCE_IS_RENUMBERED,
  REFERENCE_KIND_MASK,
  REFERENCE_KINDS,
} from "./protocol.js";

/** The phase by the addon. */
export function createNativeLossless(addon: Addon): LosslessBackend {
  return (texts, labels) => {
    const bytes = bytesOf(texts, labels);
    if (bytes === undefined) return undefined;
    const input = new InputWriter(Buffer.allocUnsafeSlow(bytes), texts.length, labels.length);
    texts.forEach((text, at) => {
      input.result(text, at);
    });
    labels.forEach((label, at) => {
      input.label(label, at);
    });
    const { words, bytes: found } = addon.losslessChanges(input.bytes, input.words);
    return new ChangeReader(words, found).read();
  };
}

const known = (text: string | undefined): string => text ?? "";

/** Bytes of all strings as UTF-8; undefined where one has half a surrogate pair. */
function bytesOf(texts: readonly LosslessText[], labels: readonly string[]): number | undefined {
  let bytes = 0;
  const take = (text: string): boolean => {
    bytes += Buffer.byteLength(text);
    return wellFormed(text) === text;
  };
  const takesAll = texts.every(
    ({ text, callId, toolName, path }) =>
      take(text) && take(known(callId)) && take(known(toolName)) && take(known(path)),
  );
  return takesAll && labels.every(take) ? bytes : undefined;
}

class InputWriter {
  readonly words: Uint32Array;
  readonly #labelsAt: number;
  #end = 0;

  constructor(
    readonly bytes: Buffer,
    results: number,
    labels: number,
  ) {
    this.#labelsAt = LOSSLESS_HEAD_WORDS + results * LOSSLESS_RESULT_WORDS;
    this.words = new Uint32Array(this.#labelsAt + labels);
    this.words[LOSSLESS_HEAD_RESULTS] = results;
    this.words[LOSSLESS_HEAD_LABELS] = labels;
  }

  result(one: LosslessText, index: number): void {
    const { words } = this;
    const at = LOSSLESS_HEAD_WORDS + index * LOSSLESS_RESULT_WORDS;
    words[at + LOSSLESS_RESULT_TEXT] = this.#write(one.text);
    words[at + LOSSLESS_RESULT_CALL_ID] = this.#writeKnown(one.callId);
    words[at + LOSSLESS_RESULT_TOOL_NAME] = this.#writeKnown(one.toolName);
    words[at + LOSSLESS_RESULT_PATH] = this.#writeKnown(one.path);
    words[at + LOSSLESS_RESULT_MESSAGE] = one.messageIndex;
    words[at + LOSSLESS_RESULT_FLAGS] = flagsOf(one);
    words[at + LOSSLESS_RESULT_CONTAINED] = one.contained === undefined ? 0 : one.contained + 1;
    words[at + LOSSLESS_RESULT_SIMILAR] = one.similar === undefined ? 0 : one.similar + 1;
  }

  label(label: string, index: number): void {
    this.words[this.#labelsAt + index] = this.#write(label);
  }

  #write(text: string): number {
    const bytes = this.bytes.write(text, this.#end);
    this.#end += bytes;
    return bytes;
  }

  #writeKnown(text: string | undefined): number {
    return text === undefined ? 0 : this.#write(text) + 1;
  }
}

function flagsOf({ isFile, isFixed, isError, isWhole }: LosslessText): number {
  return (
    (isFile ? LOSSLESS_FLAG_FILE : 0) |
    (isFixed ? LOSSLESS_FLAG_FIXED : 0) |
    (isError ? LOSSLESS_FLAG_ERROR : 0) |
    (isWhole ? LOSSLESS_FLAG_WHOLE : 0)
  );
}

/** Words of a hash of 128 bits. */
const HASH_WORDS = 4;

class ChangeReader {
  readonly #words: readonly number[];
  readonly #bytes: Buffer;
  #at = 0;
  #end = 0;

  constructor(words: readonly number[], bytes: Buffer) {
    this.#words = words;
    this.#bytes = bytes;
  }

  read(): LosslessChanges {
    const shortened: LosslessChange[] = [];
    const consolidations: Consolidation[] = [];
    const deduplications: Deduplication[] = [];
    while (this.#at < this.#words.length) {
      const kind = this.#next();
      const change = { result: this.#next(), text: this.#text(this.#next()) };
      const count = this.#next();
      if (kind === LOSSLESS_CHANGE_RUNS || kind === LOSSLESS_CHANGE_DIFFERING) {
        const origin = { source: this.#next(), hash: this.#hash() };
        consolidations.push({ ...change, ...origin, consolidated: this.#consolidated(kind, count) });
      } else if (kind === LOSSLESS_CHANGE_POINTERS) {
        deduplications.push({ ...change, repeats: this.#list(count, () => this.#repeat()) });
      } else shortened.push(change);
    }
    return { shortened, consolidations, deduplications };
  }

  #next(): number {
    return this.#words[this.#at++] ?? 0;
  }

  #list<T>(count: number, one: () => T): T[] {
    const list: T[] = [];
    for (let at = 0; at < count; at++) list.push(one());
    return list;
  }

  #text(bytes: number): string {
    const from = this.#end;
    this.#end += bytes;
    return this.#bytes.toString("utf8", from, this.#end);
  }

  #hash(): string {
    let hash = "";
    for (let word = 0; word < HASH_WORDS; word++) hash += this.#next().toString(16).padStart(8, "0");
    return hash;
  }

  #consolidated(kind: number, count: number): Consolidated {
    if (kind === LOSSLESS_CHANGE_DIFFERING) return { differing: this.#list(count, () => this.#next()) };
    return { runs: this.#list(count, () => [this.#next(), this.#next()] as const) };
  }

  #repeat(): Repeat {
    const code = this.#next();
    const [source, hash] = [this.#next(), this.#hash()];
    const lines = { at: this.#next(), from: this.#next(), count: this.#next() };
    const repeat: Repeat = { type: REFERENCE_KINDS[code & REFERENCE_KIND_MASK] ?? "output", hash, source };
    if ((code & REFERENCE_HAS_LINES) === 0) return repeat;
    return { ...repeat, lines: (code & REFERENCE_IS_RENUMBERED) === 0 ? lines : { ...lines, isRenumbered: true } };
  }
}
