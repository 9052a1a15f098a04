// The loop: each line becomes a message or a command, one after the other. On a terminal readline edits, remembers and
// completes lines; lines from a pipe are used unchanged.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { TamisError } from "../../base/errors.js";
import type { SessionStore } from "../../session/index.js";
import { CliFailure } from "../shared/failure.js";
import { isPrintable } from "../shared/terminal.js";
import { COMMANDS, type CommandContext, parseCommand } from "./commands.js";
import { ASK_FOR_MARKS, NO_MARKS, Pastes, withoutMarks } from "./paste.js";
import { talk } from "./talk.js";

// Lines become messages:
//
//   one line              a message
//   a line that ends in \ continues in the next
//   """ … """             everything between, including line feeds
/** The result of a line: a whole message, or undefined while the message continues. */
interface MessageLines {
  add(line: string): string | undefined;
  /** The unfinished message at the end of the input, if any. */
  rest(): string | undefined;
  /** Drops the unfinished message. */
  reset(): void;
  readonly isOpen: boolean;
}

const QUOTES = '"""';

function createMessageLines(): MessageLines {
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

const PROMPT = "> ";
const MORE = "… ";

/** Runs until the input ends or `quit` is called. Resolves to whether every message got its answer. */
export async function runRepl(context: CommandContext): Promise<boolean> {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const pastes = new Pastes();
  const reader = createInterface({
    input: isTerminal ? withoutMarks(process.stdin, pastes) : process.stdin,
    terminal: isTerminal,
    historySize: 1_000,
    ...(isTerminal ? { output: process.stdout, history: historyOf(context) } : {}),
    completer: (line: string, done: (error: null, result: [string[], string]) => void) => {
      complete(line, context.store).then((result) => done(null, result));
    },
  });
  if (!isTerminal) return new Loop(reader, context, pastes, isTerminal).run();
  process.stdout.write(ASK_FOR_MARKS);
  const loop = new Loop(reader, context, pastes, isTerminal);
  redrawWhile(() => !loop.isBusy);
  return loop.run().finally(() => {
    process.stdout.write(NO_MARKS);
    process.stdin.pause();
  });
}

/** Readline draws its line again when the window is resized; within an answer there is no line, and the answer would go. */
function redrawWhile(isShown: () => boolean): void {
  const { stdout } = process;
  const listeners = stdout.listeners("resize") as (() => void)[];
  for (const listener of listeners) stdout.off("resize", listener);
  stdout.on("resize", () => {
    if (isShown()) for (const listener of listeners) listener.call(stdout);
  });
}

/** Messages of the session, newest first, as readline requires. Readline writes them as they are. */
const historyOf = ({ session }: CommandContext): string[] =>
  session.turns.flatMap(({ role, content }) => (role === "user" && isPrintable(content) ? [content] : [])).reverse();

class Loop {
  readonly #lines = createMessageLines();
  readonly #waiting: string[] = [];
  #answering: AbortController | undefined;
  /** A line is being worked on; no other one is shown. */
  isBusy = false;
  #isClosed = false;
  #allAnswered = true;
  #wantsOut = false;
  #done: (allAnswered: boolean) => void = () => {};
  #fail: (error: unknown) => void = () => {};

  constructor(
    private readonly reader: Interface,
    private readonly context: CommandContext,
    private readonly pastes: Pastes,
    private readonly isTerminal: boolean,
  ) {}

  run(): Promise<boolean> {
    const interrupt = () => this.#interrupt();
    // Without a terminal readline sees no Ctrl-C.
    process.on("SIGINT", interrupt);
    this.reader.on("SIGINT", interrupt);
    const done = new Promise<boolean>((resolve, reject) => {
      this.#done = resolve;
      this.#fail = reject;
    });
    this.reader.on("line", (line) => {
      this.#waiting.push(line);
      this.#work().catch(this.#fail);
    });
    this.reader.on("close", () => {
      this.#isClosed = true;
      this.#work().catch(this.#fail);
    });
    this.#ask();
    return done.finally(() => {
      process.off("SIGINT", interrupt);
      this.reader.close();
    });
  }

  quit(): void {
    this.#waiting.length = 0;
    this.reader.close();
  }

  #ask(): void {
    if (!this.isTerminal || this.#isClosed) return;
    this.reader.setPrompt(this.#lines.isOpen ? MORE : PROMPT);
    this.reader.prompt();
  }

  async #work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
      this.#wantsOut = false;
      const message = this.#lines.add(line);
      if (message !== undefined) await this.#take(message);
      this.#ask();
    }
    const rest = this.#isClosed ? this.#lines.rest() : undefined;
    if (rest !== undefined) await this.#take(rest);
    this.isBusy = false;
    if (this.#isClosed) this.#done(this.#allAnswered);
  }

  /** Shows an error and continues the chat. */
  async #take(message: string): Promise<void> {
    try {
      const command = message.startsWith("//") ? undefined : parseCommand(message);
      const { pastes } = this;
      if (command !== undefined) await this.#command({ ...command, argument: pastes.expand(command.argument) });
      else await this.#talk(pastes.expand(message.startsWith("//") ? message.slice(1) : message));
    } catch (error) {
      if (!TamisError.isInstance(error) && !(error instanceof CliFailure)) throw error;
      this.#allAnswered = false;
      this.context.screen.fail(error.message);
    }
  }

  async #command({ name, argument }: { name: string; argument: string }): Promise<void> {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) this.context.screen.fail(`There is no /${name}; /help lists the commands.`);
    else await command.run({ ...this.context, quit: () => this.quit() }, argument);
  }

  async #talk(message: string): Promise<void> {
    this.#answering = new AbortController();
    try {
      const isWhole = await talk(this.context, message.trim() === "" ? "" : message, this.#answering.signal);
      this.#allAnswered &&= isWhole;
    } finally {
      this.#answering = undefined;
    }
  }

  /** Ctrl-C stops the answer, else clears the line. Twice on an empty line, it leaves. */
  #interrupt(): void {
    this.#answering?.abort();
    if (!this.isTerminal) this.quit();
    if (!this.isTerminal || this.#answering !== undefined) return;
    const isEmpty = this.reader.line === "" && !this.#lines.isOpen;
    if (isEmpty && this.#wantsOut) {
      this.quit();
      return;
    }
    this.#wantsOut = isEmpty;
    this.#lines.reset();
    process.stdout.write("\n");
    if (isEmpty) this.context.screen.note("Once more, /quit or Ctrl-D leaves.");
    this.reader.write(null, { ctrl: true, name: "e" });
    this.reader.write(null, { ctrl: true, name: "u" });
    this.#ask();
  }
}

/** The Tab key's suggestions: commands, names of sessions, names of files. */
async function complete(line: string, store: SessionStore | undefined): Promise<[string[], string]> {
  const [, command, argument] = /^\/(\w*)(?:\s+(.*))?$/.exec(line) ?? [];
  if (command === undefined) return [[], line];
  if (argument === undefined) {
    return [Object.keys(COMMANDS).flatMap((name) => (name.startsWith(command) ? [`/${name} `] : [])), line];
  }
  const names =
    command === "load" ? await sessionNames(store) : /^(?:im|ex)port$/.test(command) ? fileNames(argument) : [];
  // Readline writes suggestions as they are.
  return [names.filter((name) => name.startsWith(argument) && isPrintable(name)), argument];
}

async function sessionNames(store: SessionStore | undefined): Promise<string[]> {
  try {
    return (await store?.list())?.map(({ id, name }) => (name !== undefined && isPrintable(name) ? name : id)) ?? [];
  } catch {
    return [];
  }
}

function fileNames(begun: string): string[] {
  const folder = begun.endsWith("/") ? begun : dirname(begun);
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = begun.includes("/") ? join(folder, entry.name) : entry.name;
      return entry.isDirectory() ? `${path}/` : path;
    });
  } catch {
    return [];
  }
}
