// Requests that pass here now: their rows, and for the newest the bodies, in memory alone.
import { randomBytes } from "node:crypto";
import { IdleWork } from "../../base/idle-work.js";
import type { Steps } from "../../base/steps.js";
import type { RequestAccount, RequestBodies } from "../../gateway/index.js";
import type { LedgerEntry } from "../../ledger/index.js";
import { SessionPrints } from "../../pricing/session-prints.js";
import { parseInSteps } from "../../text/parse-in-steps.js";
import type { RequestRow } from "../api.js";
import { isPacked } from "./decode.js";
import { rowOf } from "./row.js";
import { toolTable } from "./tool-table.js";

export interface FeedLimits {
  requests: number;
  /** Bytes of all these bodies together. */
  bytes: number;
}

/** Rows that are kept; older ones are in the ledger. */
const MOST_ROWS = 10_000;
/** Rows that change within that time are told together, in milliseconds: each message costs whoever listens much more. */
const TELL_MS = 100;
const MOST_TOLD = 100;

/** Whoever follows the rows. */
export interface FeedListener {
  /** Whether somebody follows now. */
  isHeard(): boolean;
  /** Gets rows that are new or changed, oldest first. */
  tell(rows: readonly RequestRow[]): void;
}

export interface LiveRequest {
  id: string;
  entry: LedgerEntry;
  /** Without the request; its report goes with its bodies, of which it holds one. */
  account: Omit<RequestAccount, "request">;
  bodies: RequestBodies | undefined;
  /** What these take, and the request that its report holds where it came packed. */
  bytes: number;
}

/** The live requests, newest last. */
export class LiveFeed {
  readonly limits: FeedLimits;
  #all: LiveRequest[] = [];
  readonly #byId = new Map<string, LiveRequest>();
  readonly #withBody: LiveRequest[] = [];
  #bytes = 0;
  #count = 0;
  /** An address of the page is still open when another process answers it. */
  readonly #run = randomBytes(4).toString("hex");
  readonly #listener: FeedListener;
  readonly #changed = new Set<LiveRequest>();
  #telling: NodeJS.Timeout | undefined;
  readonly #idle = new IdleWork();
  readonly #prints = new SessionPrints();

  /** @param listener Gets each row, and once more when more is known of it. */
  constructor(limits: FeedLimits, listener: FeedListener) {
    this.limits = limits;
    this.#listener = listener;
  }

  get kept(): { requests: number; bytes: number } {
    return { requests: this.#withBody.length, bytes: this.#bytes };
  }

  /** Requests whose bodies were forgotten before they could be read. */
  get unread(): number {
    return this.#idle.forgotten;
  }

  /** Takes a request. What is looked at in its body is added to the entry a moment later. */
  add(entry: LedgerEntry, account: RequestAccount, bodies: RequestBodies | undefined): void {
    this.#count++;
    const { request: asked, ...known } = account;
    const unpacked = bodies !== undefined && isPacked(bodies) ? asked?.body : undefined;
    const bytes = bodies === undefined ? 0 : bytesOf(bodies) + (unpacked?.byteLength ?? 0);
    const request: LiveRequest = { id: `live-${this.#run}-${this.#count}`, entry, account: known, bodies, bytes };
    this.#all.push(request);
    this.#byId.set(request.id, request);
    if (this.#all.length > MOST_ROWS) this.#forget();
    this.#tell(request);
    if (bodies === undefined) {
      forgetBodies(request);
      return;
    }
    const came = isPacked(bodies) ? unpacked : bodies.came;
    if (came !== undefined) this.#idle.add(() => this.#look(request, came, bodies.sent), bytes);
    this.#keep(request);
  }

  /** The requests kept, newest last. */
  get all(): readonly LiveRequest[] {
    return this.#all;
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

  /** Reads what waits for a quiet moment, as far as a moment is enough. */
  async end(): Promise<void> {
    clearTimeout(this.#telling);
    await this.#idle.end();
  }

  *#look(request: LiveRequest, came: Uint8Array, sent: Uint8Array | undefined): Steps {
    const { entry, account } = request;
    const body = yield* parseInSteps(came);
    if (body === undefined) return;
    const diagnosis = yield* this.#prints.look(body, account);
    entry.cacheCause = diagnosis?.cause;
    entry.cacheLost = diagnosis?.lostTokens;
    entry.tools = yield* toolTable(body, sent, account.wire);
    this.#tell(request);
  }

  #tell(request: LiveRequest): void {
    if (!this.#listener.isHeard()) return;
    this.#changed.add(request);
    if (this.#changed.size >= MOST_TOLD) this.#tellChanged();
    else this.#telling ??= setTimeout(() => this.#tellChanged(), TELL_MS).unref();
  }

  #tellChanged(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#listener.tell(changed.map((one) => this.rowOf(one)));
  }

  #keep(request: LiveRequest): void {
    this.#withBody.push(request);
    this.#bytes += request.bytes;
    this.#forgetBodies(this.limits);
  }

  /** Keeps the bodies of the newest requests. */
  #forgetBodies({ requests, bytes }: FeedLimits): void {
    while (this.#withBody.length > requests || this.#bytes > bytes) {
      const oldest = this.#withBody.shift();
      if (oldest?.bodies === undefined) break;
      this.#bytes -= oldest.bytes;
      forgetBodies(oldest);
    }
  }

  /** Forgets all bodies; rows stay. */
  forgetBodies(): void {
    this.#forgetBodies({ requests: 0, bytes: 0 });
  }

  /** A tenth at once, so that this is not done for every request. */
  #forget(): void {
    for (const { id } of this.#all.splice(0, MOST_ROWS / 10)) this.#byId.delete(id);
  }
}

function forgetBodies(request: LiveRequest): void {
  request.bodies = undefined;
  request.account = { ...request.account, report: undefined };
}

const bytesOf = ({ came, sent }: RequestBodies): number => came.byteLength + (sent?.byteLength ?? 0);
