// Lines become messages:
//
//
//   one line              a message
//   a line that ends in \ continues in the next
//   """ … """             everything between, including line feeds

/** The result of a line: a whole message, or undefined while the message continues. */
export interface MessageLines {
  add(line: string): string | undefined;
  /** The unfinished message at the end of the input, if any. */
  rest(): string | undefined;
  /** Drops the unfinished message. */
  reset(): void;
  readonly isOpen: boolean;
}

const QUOTES = '"""';

export function createMessageLines(): MessageLines {
  let lines: string[] = [];
  let isQuoted = false;
  const end = (): string => {
    const message = lines.join("\n");
    lines = [];
    isQuoted = false;
    return message;
  };
  const addQuoted = (line: string): string | undefined => {
    const closes = line.trimEnd().endsWith(QUOTES);
    lines.push(closes ? line.trimEnd().slice(0, -QUOTES.length) : line);
    if (!closes) return undefined;
    if (lines.at(-1) === "") lines.pop();
    return end();
  };
  return {
    add(line) {
      if (isQuoted) return addQuoted(line);
      if (lines.length === 0 && line.startsWith(QUOTES)) {
        isQuoted = true;
        const first = line.slice(QUOTES.length);
        return first === "" ? undefined : addQuoted(first);
      }
      lines.push(line.endsWith("\\") ? line.slice(0, -1) : line);
      return line.endsWith("\\") ? undefined : end();
    },
    rest: () => (lines.length > 0 ? end() : undefined),
    reset: () => void end(),
    get isOpen() {
      return isQuoted || lines.length > 0;
    },
  };
}
