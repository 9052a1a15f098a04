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
import { isWellFormed, wellFormed } from "../text/surrogates.js";
import type { Addon } from "./addon.js";
import {
  LOSSLESS_CHANGE_DIFFERING,
  LOSSLESS_CHANGE_POINTERS,
  LOSSLESS_CHANGE_RUNS,
  LOSSLESS_FLAG_ERROR,
  LOSSLESS_FLAG_ERROR_BY_LINES,
  LOSSLESS_FLAG_FILE,
  LOSSLESS_FLAG_FIXED,
  LOSSLESS_FLAG_SEEN,
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

export function createNativeLossless(addon: Addon): LosslessBackend {
  return (texts, labels) => {
    const read = texts.map((one) => (isWellFormed(one.text) ? one : { ...one, ...UNREAD }));
    const { bytes, words } = spell(read, labels, namesOf(read, labels).map(wellFormed).join(""));
    const changes = addon.losslessChanges(bytes, words);
    return new ChangeReader(changes.words, changes.bytes).read();
  };
}

/** In the place of a text with half a surrogate pair, of which UTF-8 would make another text. */
const UNREAD = { text: "", isFixed: true, isWhole: false, contained: undefined, similar: undefined };

const known = (text: string | undefined): string => text ?? "";

/** The strings beside the texts, in the order in which they lie behind these. */
function namesOf(texts: readonly LosslessText[], labels: readonly string[]): string[] {
  const names: string[] = [];
  for (const { callId, toolName, path } of texts) names.push(known(callId), known(toolName), known(path));
  for (const label of labels) names.push(label);
  return names;
}

/** The input of the addon: the texts and `names` as UTF-8, and the words that say what is where. */
function spell(texts: readonly LosslessText[], labels: readonly string[], names: string) {
  const nameBytes = Buffer.byteLength(names);
  // One question for all of them, because most names are ASCII.
  const bytesOf =
    nameBytes === names.length ? (name: string) => name.length : (name: string) => Buffer.byteLength(name);
  const textBytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const bytes = Buffer.allocUnsafeSlow(textBytes + nameBytes);
  const labelsAt = LOSSLESS_HEAD_WORDS + texts.length * LOSSLESS_RESULT_WORDS;
  const words = new Uint32Array(labelsAt + labels.length);
  words[LOSSLESS_HEAD_RESULTS] = texts.length;
  words[LOSSLESS_HEAD_LABELS] = labels.length;
  let end = 0;
  for (const [index, one] of texts.entries()) {
    const written = bytes.write(one.text, end);
    end += written;
    writeRow(words, LOSSLESS_HEAD_WORDS + index * LOSSLESS_RESULT_WORDS, one, written, bytesOf);
  }
  bytes.write(names, end);
  for (const [index, label] of labels.entries()) words[labelsAt + index] = bytesOf(label);
  return { bytes, words };
}

function writeRow(
  words: Uint32Array,
  at: number,
  one: LosslessText,
  textBytes: number,
  bytesOf: (name: string) => number,
): void {
  const { callId, toolName, path, messageIndex, contained, similar } = one;
  words[at + LOSSLESS_RESULT_TEXT] = textBytes;
  words[at + LOSSLESS_RESULT_CALL_ID] = callId === undefined ? 0 : bytesOf(callId) + 1;
  words[at + LOSSLESS_RESULT_TOOL_NAME] = toolName === undefined ? 0 : bytesOf(toolName) + 1;
  words[at + LOSSLESS_RESULT_PATH] = path === undefined ? 0 : bytesOf(path) + 1;
  words[at + LOSSLESS_RESULT_MESSAGE] = messageIndex;
  words[at + LOSSLESS_RESULT_FLAGS] = flagsOf(one);
  words[at + LOSSLESS_RESULT_CONTAINED] = contained === undefined ? 0 : contained + 1;
  words[at + LOSSLESS_RESULT_SIMILAR] = similar === undefined ? 0 : similar + 1;
}

function flagsOf({ isFile, isFixed, isError, isErrorByLines, isSeen, isWhole }: LosslessText): number {
  return (
    (isFile ? LOSSLESS_FLAG_FILE : 0) |
    (isFixed ? LOSSLESS_FLAG_FIXED : 0) |
    (isError ? LOSSLESS_FLAG_ERROR : 0) |
    (isErrorByLines ? LOSSLESS_FLAG_ERROR_BY_LINES : 0) |
    (isSeen ? LOSSLESS_FLAG_SEEN : 0) |
    (isWhole ? LOSSLESS_FLAG_WHOLE : 0)
  );
}

/** Words of a hash of 128 bits. */
const HASH_WORDS = 4;

class ChangeReader {
  readonly #words: Uint32Array;
  readonly #bytes: Buffer;
  #at = 0;
  #end = 0;

  constructor(words: Uint32Array, bytes: Buffer) {
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
