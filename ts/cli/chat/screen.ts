// A person's view. Answers go to stdout, everything about them to stderr, so that a pipe gets answers alone.
import { type Colors, colorsFor, toTerminal } from "../shared/terminal.js";

/** Where a chat writes. */
export interface Screen {
  answer(text: string): void;
  endAnswer(): void;
  /** A line about the chat. */
  note(text: string): void;
  warn(text: string, color: "yellow" | "orange"): void;
  fail(text: string): void;
  /** Shows a command's result. */
  show(text: string): void;
  /** Shows that no data has come yet; on a terminal only. */
  waiting(): void;
}

const ORANGE = "\u001b[38;5;208m";

export function createScreen(): Screen {
  const colors = colorsFor(process.stderr);
  const isTerminal = process.stdout.isTTY === true;
  let isWaiting = false;
  let atLineStart = true;
  const stopWaiting = () => {
    if (isWaiting) process.stdout.write("\r\u001b[2K");
    isWaiting = false;
  };
  const line = (text: string) => {
    stopWaiting();
    process.stderr.write(`${text}\n`);
  };
  return {
    answer(text) {
      stopWaiting();
      process.stdout.write(isTerminal ? withoutControls(text) : text);
      atLineStart = text.endsWith("\n");
    },
    endAnswer() {
      stopWaiting();
      if (!atLineStart) process.stdout.write("\n");
      atLineStart = true;
    },
    note: (text) => line(colors.dim(toTerminal(text))),
    warn: (text, color) => line((color === "yellow" ? colors.yellow : orange(colors))(toTerminal(text))),
    fail: (text) => line(colors.red(toTerminal(text))),
    show: (text) => line(toTerminal(text)),
    waiting() {
      if (!isTerminal || process.env.TERM === "dumb") return;
      process.stdout.write("…");
      isWaiting = true;
    },
  };
}

/** One line of JSON on stdout for whatever is said: `{"answer": …}`, `note`, `warning`, `failure` or `result`. */
export function createJsonScreen(write: (line: string) => unknown = (line) => process.stdout.write(line)): Screen {
  const line = (said: Readonly<Record<string, string>>) => void write(`${JSON.stringify(said)}\n`);
  let answer = "";
  return {
    answer(text) {
      answer += text;
    },
    endAnswer() {
      if (answer !== "") line({ answer });
      answer = "";
    },
    note: (note) => line({ note }),
    warn: (warning, color) => line({ warning, color }),
    fail: (failure) => line({ failure }),
    show: (result) => line({ result }),
    waiting() {},
  };
}

/** Orange is not among the eight colours of every terminal. */
const orange =
  ({ isColorSupported }: Colors) =>
  (text: string) =>
    isColorSupported ? `${ORANGE}${text}\u001b[39m` : text;

/** A model must not move the cursor or rename the window. */
function withoutControls(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "�");
}
