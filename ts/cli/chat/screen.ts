// A person's view. Answers go to stdout, everything about them to stderr, so that a pipe gets answers alone.
import { type Colors, colorsFor } from "../shared/terminal.js";

/** Where a chat writes. */
export interface Screen {
  /** A piece of an answer. */
  answer(text: string): void;
  /** After an answer. */
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
    note: (text) => line(colors.dim(text)),
    warn: (text, color) => line(color === "yellow" ? colors.yellow(text) : orange(text, colors)),
    fail: (text) => line(colors.red(text)),
    show: (text) => line(text),
    waiting() {
      if (!isTerminal || process.env.TERM === "dumb") return;
      process.stdout.write("…");
      isWaiting = true;
    },
  };
}

/** Orange is not among the eight colours of every terminal. */
const orange = (text: string, { isColorSupported }: Colors) => (isColorSupported ? `${ORANGE}${text}\u001b[39m` : text);

/** A model must not move the cursor or rename the window. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "�");
}
