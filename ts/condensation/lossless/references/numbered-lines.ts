// Lines with the numbers that read tools print in front of them:
//
//   "    12→const a = 1;"     number 12, rest "→const a = 1;"

/** Behind a number; a bar may have a blank in front of it. */
const NUMBERED = /^( *)([0-9]{1,7})(?=[→\t:|]| \|)/;

interface NumberedLine {
  value: number;
  /** The blanks and digits before the delimiter. */
  spelled: string;
  /** From the delimiter on. */
  rest: string;
}

function readLine(text: string): NumberedLine | undefined {
  const [spelled, , digits] = NUMBERED.exec(text) ?? [];
  return spelled === undefined ? undefined : { value: Number(digits), spelled, rest: text.slice(spelled.length) };
}

/** The lines after `before`, as it numbers them, from lines with other numbers; undefined if one has no number. Linear. */
export function renumber(before: string, sources: readonly string[]): string[] | undefined {
  const first = readLine(before);
  const lines = sources.map(readLine);
  if (first === undefined) return undefined;
  const { value, spelled } = first;
  const isPadded = spelled.length > 1 && /^[ 0]/.test(spelled);
  const spell = (number: number) =>
    String(number).padStart(isPadded ? spelled.length : 0, spelled.startsWith(" ") ? " " : "0");
  const renumbered = lines.flatMap((line, index) => (line === undefined ? [] : [spell(value + 1 + index) + line.rest]));
  return renumbered.length === sources.length ? renumbered : undefined;
}
