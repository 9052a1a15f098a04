// A person's view: colours and progress only on a terminal, and never a control character from a request.
import picocolors from "picocolors";
import { escaped, toTerminal, UNSAFE } from "./escape.js";

export { counted, groupDigits } from "../../base/counts.js";
export { toTerminal };

type Stream = NodeJS.WriteStream;
export type Colors = ReturnType<typeof picocolors.createColors>;

/**
 * Colours for one stream. Plain text if it is no terminal or a dumb one; `FORCE_COLOR` asks for colours all the same, or for
 * none by `0` or `false`. `NO_COLOR` wins over both.
 */
export function colorsFor(stream: Stream): Colors {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const byStream = stream.isTTY === true && TERM !== "dumb";
  const asked = FORCE_COLOR ? FORCE_COLOR !== "0" && FORCE_COLOR !== "false" : byStream;
  return picocolors.createColors(asked && !NO_COLOR);
}

/** One line of text that others wrote, safe to show: control and direction-changing characters become `\u{…}`. Cut at `maxChars`. */
export function printable(text: string, maxChars = 60): string {
  return cut(text, maxChars).replace(UNSAFE, escaped);
}

/** JSON among what people read: what {@link toTerminal} would replace is escaped as JSON has it, so that it stays JSON. */
export const terminalJson = (value: unknown, space?: number): string =>
  (JSON.stringify(value, null, space) ?? "").replace(UNSAFE, (char) =>
    char === "\n" ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** The beginning of a text, of at most so many characters. */
export function cut(text: string, maxChars: number): string {
  const points = [...text.slice(0, maxChars * 2)];
  return points.length > maxChars ? `${points.slice(0, maxChars - 1).join("")}…` : points.join("");
}

/** Whether text can be shown as it is, on one line. */
export const isPrintable = (text: string): boolean => text.search(UNSAFE) < 0;

/** The colours and styles that this program writes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept
const STYLES = /(\u001b\[[\d;]{1,12}m)/;

/** As {@link toTerminal}, for text that has its colours already. Whoever adds them makes names safe before. */
export function toTerminalStyled(text: string): string {
  return text
    .split(STYLES)
    .map((part, index) => (index % 2 === 0 ? toTerminal(part) : part))
    .join("");
}

/** `part` of `whole` as a percentage with one decimal. */
export function percent(part: number, whole: number): string {
  return `${whole === 0 ? "0.0" : ((100 * part) / whole).toFixed(1)} %`;
}

/** A text in lines of at most so many chars, fewer on a narrow terminal, each two to the right. Ends with a newline. */
export function wrap(text: string, chars = 110, stream: Pick<Stream, "isTTY" | "columns"> = process.stdout): string {
  const columns = Math.min(chars + 2, narrow(stream) ?? Number.POSITIVE_INFINITY);
  return `${broken(`  ${text}`, columns, 2).join("\n")}\n`;
}

/** Wider terminals break long lines themselves without harm, so that one line can be copied as one. */
const NARROW_COLUMNS = 100;
/** A terminal that says it has fewer has none to write in. */
const LEAST_COLUMNS = 20;

/** The columns of a narrow terminal; undefined for any other stream. */
export function narrow({ isTTY, columns }: Pick<Stream, "isTTY" | "columns">): number | undefined {
  return isTTY === true && columns >= LEAST_COLUMNS && columns < NARROW_COLUMNS ? columns : undefined;
}

/** Text whose lines end between words on a narrow terminal; what goes on is further right. No word is broken. */
export function fitTo(text: string, stream: Pick<Stream, "isTTY" | "columns">, indent = 2): string {
  const columns = narrow(stream);
  if (columns === undefined) return text;
  return text
    .split("\n")
    .flatMap((line) => broken(line, columns, indent))
    .join("\n");
}

function broken(line: string, columns: number, indent: number): string[] {
  const width = (text: string) => text.trimEnd().replaceAll(new RegExp(STYLES, "g"), "").length;
  if (width(line) <= columns) return [line];
  const lines = [""];
  for (const word of line.split(/(?<= )(?=\S)/)) {
    const last = lines.length - 1;
    const longer = `${lines[last]}${word}`;
    if (width(longer) <= columns || lines[last]?.trim() === "") lines[last] = longer;
    else lines.push(`${" ".repeat(indent)}${word}`);
  }
  return lines.map((one) => one.trimEnd());
}

/** A line that counts up while a long command runs. */
export interface Progress {
  /** `done` of the total, 0-based or fractional; `label` names the current work. */
  update(done: number, label: string): void;
  /** Removes the line. */
  clear(): void;
}

const SILENT: Progress = { update: () => {}, clear: () => {} };
const REDRAW_MS = 60;

const BAR_CHARS = 24;
const LABEL_CHARS = 40;
/** The percentage and the spaces around it. */
const SHARE_CHARS = 8;

/** A bar, its percentage and a label, narrower than the terminal: a line that wraps could not be drawn over. */
export function progressLine(done: number, label: string, columns: number): string {
  const share = Math.min(1, Math.max(0, done));
  const number = `${Math.floor(share * 100)} %`;
  const width = Math.min(BAR_CHARS, columns - 1 - SHARE_CHARS);
  if (width < 1) return number.length < columns ? number : "";
  const filled = Math.round(share * width);
  const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)} ${number}`;
  const room = Math.min(LABEL_CHARS, columns - 1 - width - SHARE_CHARS);
  // Wide characters take two columns, so half of the room is safe for any text.
  const shown = room < 4 ? "" : printable(label, LABEL_CHARS);
  const isNarrow = /^[\x20-\x7e]*$/.test(shown);
  return shown === "" ? bar : `${bar}  ${[...shown].slice(0, isNarrow ? room : room >> 1).join("")}`;
}

/** A progress bar on a terminal; nothing elsewhere, nor where `CI` says that a log is kept of what is written. */
export function createProgress(stream: Stream, total: number): Progress {
  if (stream.isTTY !== true || process.env.TERM === "dumb" || process.env.CI || total <= 0) return SILENT;
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    update(done, label) {
      if (performance.now() - drawnAt < REDRAW_MS) return;
      drawnAt = performance.now();
      stream.write(`\r\u001b[2K${progressLine(done / total, label, stream.columns ?? 80)}`);
    },
    clear() {
      stream.write("\r\u001b[2K");
    },
  };
}
