/** A place in a text; line and column are 1-based. */
export interface Position {
  line: number;
  column: number;
}

type Path = readonly (string | number)[];

const HEADER = /^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?/;
const KEY = /^(\s*)((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=/;

/**
 * Finds the key at `path`, spelled as in the text, in a valid TOML document. For a key inside an inline table or list
 * it returns where that begins; for a table defined only by its parts, the first part; else the surrounding table.
 * Undefined if it finds none of these.
 */
export function locateKey(text: string, path: Path): Position | undefined {
  let best: { depth: number; position: Position } | undefined;
  let part: Position | undefined;
  for (const entry of entriesOf(text)) {
    const depth = commonDepth(entry.path, path);
    if (depth === entry.path.length && depth > (best?.depth ?? 0)) best = { depth, position: entry.position };
    if (depth === path.length) part ??= entry.position;
  }
  return best?.depth === path.length ? best.position : (part ?? best?.position);
}

/** Yields every table header and key of the text with its whole path. */
function* entriesOf(text: string): Generator<{ path: Path; position: Position }> {
  let table: Path = [];
  const counts = new Map<string, number>();
  let until: string | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    if (until !== undefined) {
      if (line.includes(until)) until = undefined;
      continue;
    }
    const header = HEADER.exec(line);
    const key = header === null ? KEY.exec(line) : null;
    if (header !== null) {
      table = tablePath(header[1] === "[[", namesOf(header[2] as string), counts);
      yield { path: table, position: { line: index + 1, column: line.indexOf("[") + 1 } };
    } else if (key !== null) {
      const path = [...table, ...namesOf(key[2] as string)];
      yield { path, position: { line: index + 1, column: (key[1] as string).length + 1 } };
      until = openString(line.slice(key[0].length));
    }
  }
}

function tablePath(isList: boolean, names: readonly string[], counts: Map<string, number>): Path {
  const name = names.join("\0");
  if (isList) counts.set(name, (counts.get(name) ?? -1) + 1);
  return names.flatMap((part, at) => {
    const count = counts.get(names.slice(0, at + 1).join("\0"));
    return count === undefined ? [part] : [part, count];
  });
}

function namesOf(dotted: string): string[] {
  const parts = dotted.match(/"[^"]*"|'[^']*'|[\w-]+/g) ?? [];
  return parts.map((part) => part.replace(/^["']|["']$/g, ""));
}

/** The closing quotes of a multi-line text that begins on this line. */
function openString(value: string): string | undefined {
  const quotes = /^\s*("""|''')/.exec(value)?.[1];
  return quotes !== undefined && !value.trimStart().slice(3).includes(quotes) ? quotes : undefined;
}

function commonDepth(a: Path, b: Path): number {
  let depth = 0;
  while (depth < a.length && a[depth] === b[depth]) depth++;
  return depth;
}
