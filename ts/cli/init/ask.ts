import { createInterface, type Interface } from "node:readline/promises";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { toTerminal } from "../shared/terminal.js";

/** Asks questions at the terminal. */
export class Asker {
  readonly #terminal: Interface;
  readonly #ended: Promise<never>;

  /** @param input where answers come from @param output where questions go */
  constructor(
    input: NodeJS.ReadableStream = process.stdin,
    private readonly output: NodeJS.WritableStream = process.stderr,
  ) {
    this.#terminal = createInterface({ input, output });
    this.#ended = new Promise((_, reject) => {
      this.#terminal.once("close", () => reject(new CliFailure(WRONG_USAGE, "no answer; nothing was written")));
    });
    this.#ended.catch(() => {});
  }

  /** A line to read. */
  say(text: string): void {
    this.output.write(`${toTerminal(text)}\n`);
  }

  /**
   * The answer; the default for an empty one.
   *
   * @throws CliFailure where the input ends
   */
  async ask(question: string, byDefault: string): Promise<string> {
    const answer = await Promise.race([
      this.#terminal.question(`${question} [${toTerminal(byDefault)}] `),
      this.#ended,
    ]);
    return answer.trim() || byDefault;
  }

  close(): void {
    this.#terminal.close();
  }
}
