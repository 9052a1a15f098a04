import { open } from "node:fs/promises";

/** A line is not longer than this: a text of this length still fits into memory beside its parsed form. */
const MOST_LINE_BYTES = 128 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 10;

/**
 * A line's bytes, which are there until the next lines are read, or why it is left out. `isEnded` is false for what a file has
 * behind its last end of a line.
 */
export type SourceLine = { bytes: Buffer; isEnded: boolean } | { reason: string };

/**
 * The lines of a file, in lists of those that came together. Only what is not yet a whole line is kept. What a program
 * appends meanwhile is read too, up to the end at that time.
 *
 * @throws what opening and reading throw
 */
export async function* linesOf(path: string): AsyncGenerator<SourceLine[]> {
  const file = await open(path, "r");
  try {
    const waiting = new Waiting();
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let isFirst = true; ; isFirst = false) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      // Windows' PowerShell begins a file with such a mark.
      const start = isFirst && chunk.subarray(0, bytesRead).indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0;
      yield splitChunk(chunk.subarray(start, bytesRead), waiting);
    }
    const rest = waiting.take(EMPTY, false);
    if ("reason" in rest || rest.bytes.length > 0) yield [rest];
  } finally {
    await file.close();
  }
}

const EMPTY = Buffer.alloc(0);
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

function splitChunk(chunk: Buffer, waiting: Waiting): SourceLine[] {
  const lines: SourceLine[] = [];
  let start = 0;
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
    lines.push(waiting.take(chunk.subarray(start, end), true));
    start = end + 1;
  }
  waiting.add(chunk.subarray(start));
  return lines;
}

/** The beginning of a line whose end has not come. */
class Waiting {
  #parts: Buffer[] = [];
  #bytes = 0;

  add(part: Buffer): void {
    this.#bytes += part.length;
    // The rest of a line that is too long is let go as it comes.
    if (this.#bytes > MOST_LINE_BYTES) this.#parts = [];
    else this.#parts.push(Buffer.from(part));
  }

  take(end: Buffer, isEnded: boolean): SourceLine {
    const count = this.#bytes + end.length;
    const bytes =
      count > MOST_LINE_BYTES ? undefined : this.#bytes === 0 ? end : Buffer.concat([...this.#parts, end], count);
    this.#parts = [];
    this.#bytes = 0;
    return bytes === undefined ? { reason: `longer than ${MOST_LINE_BYTES / 1024 / 1024} MB` } : { bytes, isEnded };
  }
}
