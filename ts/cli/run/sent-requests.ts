// The requests of a launch that were made smaller, as they came and as they were sent, for `tamis why --sent` inside of the launch.
// They are in memory alone, and what starts inside is told where to ask for them.
import { randomUUID } from "node:crypto";
import type { GatewayPage, RequestAccount, RequestBodies } from "../../gateway/index.js";

/** The variable with the address that {@link SentRequests} answers at. */
export const SENT_REQUESTS_VARIABLE = "TAMIS_LAST_REQUEST";

const MIB = 1024 * 1024;
/** Bytes of bodies that are kept, the newest first; the newest is kept at any size. */
const MOST_BYTES = 32 * MIB;
/** Requests of which a line is kept. */
const MOST_ROWS = 10_000;

/** A request in the list. */
export interface SentRow {
  /** From 1 on, over the launch. */
  number: number;
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  session?: string | undefined;
  model?: string | undefined;
  /** As it came. */
  bytes: number;
  /** Estimated tokens; unknown where it was not read. */
  tokensBefore?: number | undefined;
  tokensAfter?: number | undefined;
  /** Whether it was made smaller, and is still kept. */
  isSmaller: boolean;
  isKept: boolean;
}

interface Kept {
  row: SentRow;
  wire: RequestAccount["wire"];
  bodies: RequestBodies;
}

const bytesOf = ({ came, sent }: RequestBodies): number => came.byteLength + (sent?.byteLength ?? 0);

/** Keeps requests, and answers beside the page of the launch, if there is one. */
export class SentRequests implements GatewayPage {
  /** Nobody can guess it. */
  readonly #path = `/_tamis/last-request/${randomUUID()}`;
  readonly #page: GatewayPage | undefined;
  #rows: SentRow[] = [];
  #count = 0;
  /** Oldest first. */
  #kept: Kept[] = [];
  #bytes = 0;

  constructor(
    page: GatewayPage | undefined,
    private readonly mostBytes = MOST_BYTES,
  ) {
    this.#page = page;
  }

  /** For what is started, where the gateway is at `url`. */
  variables(url: string): Record<string, string> {
    return { [SENT_REQUESTS_VARIABLE]: `${url}${this.#path}` };
  }

  /** Takes a request that passed. */
  note({ at, session, model, report, wire }: RequestAccount, bodies: RequestBodies | undefined): void {
    if (bodies === undefined) return;
    this.#count++;
    const isSmaller = bodies.sent !== undefined;
    const { before: tokensBefore, after } = report?.tokens ?? {};
    const tokensAfter = isSmaller ? after : tokensBefore;
    const facts = { number: this.#count, at, session, model, bytes: bodies.came.byteLength };
    const row = { ...facts, tokensBefore, tokensAfter, isSmaller, isKept: isSmaller };
    this.#rows.push(row);
    if (this.#rows.length > MOST_ROWS) this.#rows = this.#rows.slice(-MOST_ROWS / 2);
    if (!isSmaller) return;
    this.#kept.push({ row, wire, bodies });
    this.#bytes += bytesOf(bodies);
    while (this.#bytes > this.mostBytes && this.#kept.length > 1) {
      const oldest = this.#kept.shift();
      if (oldest === undefined) break;
      this.#bytes -= bytesOf(oldest.bodies);
      oldest.row.isKept = false;
    }
  }

  owns(method: string, target: string): boolean {
    return (method === "GET" && target.startsWith(this.#path)) || this.#page?.owns(method, target) === true;
  }

  async serve(...[incoming, out]: Parameters<GatewayPage["serve"]>): Promise<void> {
    const { target } = incoming;
    if (!target.startsWith(this.#path)) return await this.#page?.serve(incoming, out);
    const { sendChanged, sendJson, sendMissing } = await import("../../ui/index.js");
    const which = target.slice(this.#path.length + 1);
    if (which === "list") return sendJson(out, 200, this.#rows);
    const number = which === "" ? undefined : Number(which);
    const kept = number === undefined ? this.#kept.at(-1) : this.#kept.find(({ row }) => row.number === number);
    if (kept !== undefined) return sendChanged(out, kept.row.number, kept.bodies, kept.wire);
    const row = number === undefined ? this.#rows.at(-1) : this.#rows.find((one) => one.number === number);
    if (row?.isSmaller === false)
      return sendJson(out, 200, { number: row.number, bytes: { before: row.bytes, after: row.bytes }, messages: [] });
    sendMissing(out, this.#missing(number));
  }

  /** Why a request cannot be shown. */
  #missing(number: number | undefined): string {
    if (number === undefined || this.#count === 0) return "no request is kept yet";
    if (!(number >= 1 && number <= this.#count))
      return `there is no request ${number}: this launch has had ${this.#count}`;
    return `request ${number} is no longer kept: a launch keeps the newest ${this.mostBytes / MIB} MiB`;
  }

  close(): void {
    this.#page?.close();
  }
}
