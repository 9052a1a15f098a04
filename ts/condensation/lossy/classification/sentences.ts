/** A sentence of a text, or a line that is none. The sentences of a text, joined, are the text. */
export interface Sentence {
  text: string;
  /** Whether it is in a block of code, or a heading, a list's entry or a table's row. */
  isStructure: boolean;
}

const END = /[.!?](?=\s)|[。！？]/g;
const STRUCTURE = /^\s*(?:#|[-*+] |\d+[.)] |\||>)/;

/** Splits a text into lines, and lines of prose into sentences, each with the white space behind it. Linear. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let isCode = false;
  for (const line of text.split(/(?<=\n)/)) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    const isStructure = isCode || isFence || STRUCTURE.test(line);
    if (isFence) isCode = !isCode;
    if (isStructure) sentences.push({ text: line, isStructure });
    else for (const one of splitLine(line)) sentences.push({ text: one, isStructure: false });
  }
  return sentences;
}

function splitLine(line: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of line.matchAll(END)) {
    let end = index + mark.length;
    while (end < line.length && /\s/.test(line.charAt(end))) end++;
    parts.push(line.slice(from, end));
    from = end;
  }
  if (from < line.length) parts.push(line.slice(from));
  return parts;
}
