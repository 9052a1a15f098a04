/**
 * Cuts text into lines that fit a view of fixed height: huge lines go on in the next row. A cut never splits a pair of
 * surrogates.
 */

export interface Cut {
  /** The text of the row, without the line's end. */
  text: string;
  /** 0-based number of the line that it belongs to. */
  line: number;
  /** Whether it goes on with the line of the row above. */
  continues: boolean;
}

/** Lines of a text, without their ends. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n/);

/** Rows of lines, each of at most so many chars. */
export function cutLines(lines: readonly string[], columns: number): Cut[] {
  const rows: Cut[] = [];
  for (const [line, text] of lines.entries()) {
    if (text.length <= columns) rows.push({ text, line, continues: false });
    else addPieces(rows, text, line, columns);
  }
  return rows;
}

function addPieces(rows: Cut[], text: string, line: number, columns: number): void {
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + columns);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last < 0xdc00) to++;
    rows.push({ text: text.slice(from, to), line, continues: from > 0 });
    from = to;
  }
}
