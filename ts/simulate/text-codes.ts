/** Codes for which memory is kept; a longer text gets its own. */
const KEPT = 1 << 19;

let kept: Codes | undefined;

interface Codes {
  codes: Uint16Array;
  bytes: Buffer;
}

/**
 * The codes of a text's chars, and a 0 behind them: V8 reads a list of numbers several times as fast as the chars of a string.
 * Valid until the next call. Linear.
 */
export function codesOf(text: string): Uint16Array {
  const length = text.length + 1;
  kept ??= memoryFor(KEPT);
  const { codes, bytes } = length > KEPT ? memoryFor(length) : kept;
  bytes.write(text, "utf16le");
  codes[text.length] = 0;
  return codes;
}

function memoryFor(length: number): Codes {
  const codes = new Uint16Array(length);
  return { codes, bytes: Buffer.from(codes.buffer) };
}

/** Marks for so many things that are looked for: a place among them tells most chars of a text from all of these. Their number is a power of two. */
export function marksFor(things: number): Uint8Array {
  const bits = Math.ceil(Math.log2(things + 1)) + MARK_BITS_MORE;
  return new Uint8Array(1 << Math.min(Math.max(bits, LEAST_MARK_BITS), MOST_MARK_BITS));
}

const [MARK_BITS_MORE, LEAST_MARK_BITS, MOST_MARK_BITS] = [4, 14, 20];
