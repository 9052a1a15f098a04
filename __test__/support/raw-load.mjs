// Clients on plain sockets, which cost the machine less than any client of HTTP: they send the same bytes again and again, and
// read of an answer its status, its length and `Retry-After`.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The bytes of a request. */
export function requestBytes(url, path, body) {
  const { host } = new URL(url);
  const type = "content-type: application/json";
  const head = [`POST ${path} HTTP/1.1`, `host: ${host}`, type, `content-length: ${body.length}`, "", ""];
  return Buffer.concat([Buffer.from(head.join("\r\n")), body]);
}

/** One kept connection. */
export class RawClient {
  #socket;
  #bytes = Buffer.alloc(0);
  #answered = () => {};

  constructor(url, request) {
    this.url = new URL(url);
    this.request = request;
  }

  /** Sends the request; its answer's status (0: the connection was closed), `Retry-After` and time in ms. */
  async ask() {
    if (this.#socket === undefined) await this.#open();
    const startedAt = performance.now();
    const answer = new Promise((resolve) => {
      this.#answered = resolve;
    });
    this.#socket.write(this.request);
    const { status, retryAfter, isClosing } = await answer;
    if (isClosing) this.close();
    return { status, retryAfter, ms: performance.now() - startedAt };
  }

  close() {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#bytes = Buffer.alloc(0);
  }

  async #open() {
    const socket = connect({ port: Number(this.url.port), host: this.url.hostname, noDelay: true });
    this.#socket = socket;
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("error", () => {});
    socket.on("close", () => this.#answered({ status: 0, isClosing: true }));
  }

  #read(bytes) {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const headEnd = this.#bytes.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = this.#bytes.toString("latin1", 0, headEnd).toLowerCase();
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1]);
    if (this.#bytes.length < headEnd + 4 + length) return;
    this.#bytes = Buffer.alloc(0);
    this.#answered({
      status: Number(head.slice(9, 12)),
      retryAfter: /\r\nretry-after: (\d+)/.exec(head)?.[1],
      isClosing: head.includes("\r\nconnection: close"),
    });
  }
}

/**
 * Several clients for a time, each asking again as soon as it is answered, or after a refusal's `Retry-After`.
 *
 * @returns {Promise<{ status: number, retryAfter: string | undefined, ms: number, at: number }[]>} every answer; `at` in ms
 *   since the beginning
 */
export async function rawLoad({ url, request, clients, ms }) {
  const answers = [];
  const beganAt = performance.now();
  const one = async () => {
    const client = new RawClient(url, request);
    while (performance.now() - beganAt < ms) {
      const answer = await client.ask();
      answers.push({ ...answer, at: performance.now() - beganAt });
      if (answer.retryAfter !== undefined) await sleep(Number(answer.retryAfter) * 1000);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, one));
  return answers;
}

/** The value below which that share of a list lies. */
export function quantile(list, share) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
