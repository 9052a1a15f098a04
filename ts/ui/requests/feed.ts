// Requests that pass here now: their rows, and for the newest the bodies, in memory alone.
import type { RequestAccount, RequestBodies } from "../../gateway/index.js";
import type { LedgerEntry } from "../../ledger/index.js";
import type { RequestRow } from "../api.js";
import { decodedNow } from "./decode.js";
import { IdleWork } from "./idle.js";
import { rowOf } from "./row.js";
import { SessionPrints } from "./session-prints.js";
import { toolTable } from "./tool-table.js";

/** How much is kept. */
export interface FeedLimits {
  /** Requests whose bodies are kept. */
  requests: number;
  /** Bytes of all these bodies together. */
  bytes: number;
}

/** Rows that are kept; older ones are in the ledger. */
const MOST_ROWS = 10_000;

/** A request that passed. */
export interface LiveRequest {
  id: string;
  entry: LedgerEntry;
  account: RequestAccount;
  bodies: RequestBodies | undefined;
}

/** The live requests, newest last. */
export class LiveFeed {
  readonly limits: FeedLimits;
  #all: LiveRequest[] = [];
  readonly #byId = new Map<string, LiveRequest>();
  readonly #withBody: LiveRequest[] = [];
  #bytes = 0;
  #count = 0;
  readonly #tell: (row: RequestRow) => void;
  readonly #idle = new IdleWork();
  readonly #prints = new SessionPrints();

  /** @param tell Gets each row, and once more when more is known of it. */
  constructor(limits: FeedLimits, tell: (row: RequestRow) => void) {
    this.limits = limits;
    this.#tell = tell;
  }

  /** What the kept bodies take. */
  get kept(): { requests: number; bytes: number } {
    return { requests: this.#withBody.length, bytes: this.#bytes };
  }

  /** Takes a request. What is looked at in its body is added to the entry a moment later. */
  add(entry: LedgerEntry, account: RequestAccount, bodies: RequestBodies | undefined): void {
    this.#count++;
    const request: LiveRequest = { id: `live-${this.#count}`, entry, account, bodies };
    this.#all.push(request);
    this.#byId.set(request.id, request);
    if (this.#all.length > MOST_ROWS) this.#forget();
    if (bodies !== undefined) this.#keep(request, bodies);
    this.#tell(this.rowOf(request));
    if (bodies !== undefined) this.#idle.add(() => this.#look(request, bodies));
  }

  /** Newest first. */
  rows(): RequestRow[] {
    return this.#all.map((request) => this.rowOf(request)).reverse();
  }

  /** The entries that passed here. */
  entries(): LedgerEntry[] {
    return this.#all.map(({ entry }) => entry);
  }

  find(id: string): LiveRequest | undefined {
    return this.#byId.get(id);
  }

  rowOf({ id, entry, bodies }: LiveRequest): RequestRow {
    return rowOf(entry, { id, source: "live", hasBody: bodies !== undefined });
  }

  /** Does now what waits for a quiet moment. */
  finish(): void {
    this.#idle.finish();
  }

  #look(request: LiveRequest, { came, encoding, sent }: RequestBodies): void {
    const { entry, account } = request;
    const body = decodedNow(came, encoding);
    if (body === undefined) return;
    const diagnosis = this.#prints.look(body, account);
    entry.cacheCause = diagnosis?.cause;
    entry.cacheLost = diagnosis?.lostTokens;
    entry.tools = toolTable(body, sent, account.wire);
    this.#tell(this.rowOf(request));
  }

  #keep(request: LiveRequest, bodies: RequestBodies): void {
    this.#withBody.push(request);
    this.#bytes += bytesOf(bodies);
    while (this.#withBody.length > this.limits.requests || this.#bytes > this.limits.bytes) {
      const oldest = this.#withBody.shift();
      if (oldest?.bodies === undefined) break;
      this.#bytes -= bytesOf(oldest.bodies);
      oldest.bodies = undefined;
    }
  }

  /** A tenth at once, so that this is not done for every request. */
  #forget(): void {
    for (const { id } of this.#all.splice(0, MOST_ROWS / 10)) this.#byId.delete(id);
  }
}

const bytesOf = ({ came, sent }: RequestBodies): number => came.byteLength + (sent?.byteLength ?? 0);
