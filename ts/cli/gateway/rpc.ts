// Questions and answers between two processes that have a channel.

/** One end of a channel, as `process` and a worker of `node:cluster` have it. */
export interface Channel {
  send?(message: unknown): unknown;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

interface Message {
  tamis: "ask" | "answer";
  id: number;
  what?: string;
  value?: unknown;
  /** Why there is no answer. */
  failed?: string;
}

/** Answers one kind of question. */
export type Answers = Record<string, (value: never) => unknown>;

/** Time for an answer, in milliseconds; after it the other process is taken for one that hangs. */
const ANSWER_MS = 10_000;

/** Asks the process at the other end, and answers it. */
export class Rpc {
  readonly #channel: Channel;
  readonly #answers: Answers;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #next = 0;

  constructor(channel: Channel, answers: Answers) {
    this.#channel = channel;
    this.#answers = answers;
    channel.on("message", (message) => {
      if (isMessage(message)) void this.#take(message);
    });
  }

  /** Rejects where the other process fails, has gone, or does not answer in time. */
  ask<T>(what: string, value?: unknown): Promise<T> {
    const id = this.#next++;
    return new Promise<T>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(id);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`no answer from the other process to ${what}`));
      }, ANSWER_MS);
      timer.unref();
      this.#waiting.set(id, ({ value: found, failed }) => {
        end();
        if (failed === undefined) resolve(found as T);
        else reject(new Error(failed));
      });
      this.#send({ tamis: "ask", id, what, value });
    });
  }

  async #take(message: Message): Promise<void> {
    const { tamis, id, what = "", value } = message;
    if (tamis === "answer") {
      this.#waiting.get(id)?.(message);
      return;
    }
    try {
      const answer = Object.hasOwn(this.#answers, what) ? this.#answers[what] : undefined;
      if (answer === undefined) throw new Error(`no such question: ${what}`);
      this.#send({ tamis: "answer", id, value: await answer(value as never) });
    } catch (error) {
      this.#send({ tamis: "answer", id, failed: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Whoever has gone gets nothing; whoever waits hears of it by the time. */
  #send(message: Message): void {
    try {
      this.#channel.send?.(message);
    } catch {
      // The channel is closed.
    }
  }
}

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && ["ask", "answer"].includes(String(Reflect.get(message, "tamis")));
