// A mask must make a body smaller whatever the text is: in chars, in bytes, and as JSON text.

/** Whether a text is shorter than the one that it replaces. */
export function isShorterText(text: string, original: string): boolean {
  const chars = original.length;
  if (text.length >= chars) return false;
  // Even with every char escaped, the text would have fewer bytes.
  if (text.length * LONGEST_ESCAPE < chars) return true;
  const bytes = Buffer.byteLength(text);
  // A text never has fewer bytes than chars, so most originals need not be measured.
  if (bytes >= chars && bytes >= Buffer.byteLength(original)) return false;
  if (!NEEDS_ESCAPES.test(text)) return true;
  const jsonBytes = jsonBytesOf(text);
  return jsonBytes < chars || jsonBytes < jsonBytesOf(original);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON has to escape
const NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Bytes of `\\u0000`, the longest escape. */
const LONGEST_ESCAPE = 6;

/** Bytes between the quotes of the JSON text. */
const jsonBytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;
