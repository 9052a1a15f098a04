import type { Keep } from "../../ts/policy/arrival.js";

/** A tool result whose text may repeat others. */
export interface Repeatable {
  text: string;
  messageIndex: number;
  callId: string | undefined;
  toolName: string | undefined;
  path: string | undefined;
  isFixed: boolean;
}

/** Results of one request, and which of them are masked. */
export interface RepeatCase {
  results: Repeatable[];
  masked: boolean[];
  keep: Keep;
}

/** Whole numbers that are the same in TypeScript and Rust (`crates/core/src/dedupe/generated.rs`). */
export class Numbers {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, limit), for limits far below 2^24. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return (this.#state >>> 8) % limit;
  }

  /** True once in `count` times. */
  once(count: number): boolean {
    return this.below(count) === 0;
  }
}

const SHORT_LINES = [
  "",
  "}",
  "⟨ Reference: See message #1 for lines 1–4 of call_0 ⟩",
  "⟨ File content already provided above ⟩",
  "12:30:01 late",
];
const DELIMITERS = ["→", "\t", ":", " |"];
const FILE_LINES = 30;

/** A case of up to eight results, made of parts of one file, some with line numbers. The same seed gives the same case. */
export function makeRepeatCase(seed: number): RepeatCase {
  const numbers = new Numbers(seed);
  const file = Array.from({ length: FILE_LINES }, () => makeLine(numbers));
  const texts: string[] = [];
  const results: Repeatable[] = [];
  const count = 1 + numbers.below(8);
  for (let index = 0; index < count; index++) {
    const earlier = index > 0 && numbers.once(5) ? numbers.below(index) : undefined;
    const text = earlier === undefined ? makeText(numbers, file) : makePart(numbers, texts[earlier] ?? "");
    texts.push(text);
    results.push({
      text,
      messageIndex: index + (index >> 1),
      callId: numbers.once(10) ? undefined : `call_${index}`,
      toolName: numbers.once(10) ? undefined : "Read",
      path: earlier === undefined && numbers.once(2) ? undefined : `/f${(earlier ?? index) % 3}`,
      isFixed: numbers.once(10),
    });
  }
  const masked = results.map(() => numbers.once(4));
  return { results, masked, keep: numbers.once(4) ? "newest" : "first" };
}

function makeLine(numbers: Numbers): string {
  if (numbers.once(6)) return SHORT_LINES[numbers.below(SHORT_LINES.length)] ?? "";
  const letter = String.fromCharCode(97 + numbers.below(8));
  return numbers.once(12) ? "é漢😀".repeat(8) : letter.repeat(20 + 20 * numbers.below(3));
}

function makeText(numbers: Numbers, file: readonly string[]): string {
  const lines: string[] = [];
  const parts = 1 + numbers.below(3);
  for (let part = 0; part < parts; part++) {
    const from = numbers.below(20);
    const found = file.slice(from, from + numbers.below(25));
    const isNumbered = numbers.once(2);
    const shift = numbers.once(2) ? 1 : 1 + numbers.below(30);
    const width = [0, 6, 3][numbers.below(3)] ?? 0;
    const pad = numbers.once(5) ? "0" : " ";
    const delimiter = DELIMITERS[numbers.once(3) ? numbers.below(4) : 0] ?? "";
    const numbered = (line: string, at: number) => String(shift + from + at).padStart(width, pad) + delimiter + line;
    lines.push(...(isNumbered ? found.map(numbered) : found));
    if (numbers.once(3)) lines.push(`new line ${numbers.below(1000)}`);
  }
  return lines.join("\n");
}

/** All of a text, or some of its lines. */
function makePart(numbers: Numbers, text: string): string {
  if (numbers.once(2)) return text;
  const lines = text.split("\n");
  const from = numbers.below(lines.length);
  return lines.slice(from, from + 4 + numbers.below(20)).join("\n");
}
