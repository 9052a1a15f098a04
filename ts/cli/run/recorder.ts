import { randomUUID } from "node:crypto";
import { IdleWork } from "../../base/idle-work.js";
import type { Steps } from "../../base/steps.js";
import { conversationOf, type KeptRequest, type RequestAccount } from "../../gateway/index.js";
import {
  Bills,
  CallWatch,
  callEntriesOf,
  entryOf,
  hookLog,
  Ledger,
  type LedgerEntries,
  type LedgerEntry,
  ledgerFile,
  type RunFacts,
} from "../../ledger/index.js";
import { parseInSteps } from "../../text/parse-in-steps.js";

/** Time between two writes to the ledger, in milliseconds. */
const WRITE_MS = 2_000;

/** The conversation of an agent that does not name its own: what its last request cost says what this one would have. */
function beginningOf({ session, request, wire, model }: RequestAccount): string | undefined {
  if (session !== undefined || request === undefined) return undefined;
  return conversationOf({ name: undefined, body: () => request.body, wire, model });
}

/** Keeps the requests of one run, and writes them to the ledger while it lasts. */
export class RunRecorder {
  readonly entries: LedgerEntry[] = [];
  readonly facts: RunFacts;
  /** Whether an answer was billed for writes to a cache that is kept for an hour. */
  hasHourWrites = false;
  /** Conversations that came with a history of which no run knows, by name; seen only of models that check their thinking. */
  readonly #beganElsewhere = new Set<string>();
  /** Sessions of which a request began here, or is in the ledger. */
  readonly #own = new Set<string>();
  /** Why the ledger has not got them; undefined while it has. */
  problem: string | undefined;
  readonly #bills = new Bills();
  readonly #watch: CallWatch;
  /** Bodies are read while no request waits. */
  readonly #idle = new IdleWork();
  readonly #hasLedger: boolean;
  /** What is still to be written. */
  #waiting: LedgerEntries[] = [];
  #ledger: Promise<Ledger> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param hasLedger Whether a ledger is wanted
   * @param fileOf The file of a result's original. @default none is kept
   */
  constructor(
    facts: Omit<RunFacts, "run" | "surface">,
    hasLedger: boolean,
    fileOf?: ConstructorParameters<typeof CallWatch>[0],
  ) {
    this.#watch = new CallWatch(fileOf);
    this.facts = { ...facts, run: randomUUID(), surface: "gateway" };
    this.#hasLedger = hasLedger;
  }

  /** Requests that came too fast for their calls to be looked at. */
  get unread(): number {
    return this.#idle.forgotten;
  }

  add(given: RequestAccount): LedgerEntry {
    const account = { ...given, conversation: given.conversation ?? beginningOf(given) };
    const entry = entryOf(account, this.facts, this.#bills);
    this.entries.push(entry);
    this.hasHourWrites ||= (account.billed?.hourWriteTokens ?? 0) > 0;
    this.#noteBeginning(account);
    if (!this.#hasLedger) return entry;
    this.#keep({ requests: [entry] });
    const { request } = account;
    if (request === undefined || entry.refused !== undefined) return entry;
    this.#idle.add(() => this.#see(request, account, entry), request.body.byteLength);
    return entry;
  }

  /** How many conversations began elsewhere, each counted once. */
  get beganElsewhere(): number {
    return this.#beganElsewhere.size;
  }

  /** An agent's session is one conversation with the user, whatever else it asks on the side. */
  #noteBeginning({ session, conversation, beganElsewhere, failure }: RequestAccount): void {
    const name = session ?? conversation;
    if (name === undefined || failure !== undefined || this.#own.has(name)) return;
    if (beganElsewhere) this.#beganElsewhere.add(name);
    else if (conversation !== undefined && !this.#beganElsewhere.has(name)) this.#own.add(name);
  }

  /** A session that is in the ledger began in an earlier run. */
  async #forgetOwn(ledger: Ledger): Promise<void> {
    for (const session of this.#beganElsewhere) {
      if (await ledger.hasReduced(session, this.facts.run)) this.#beganElsewhere.delete(session);
    }
  }

  *#see(request: KeptRequest, { wire, session }: RequestAccount, entry: LedgerEntry): Steps {
    const body = yield* parseInSteps(request.body);
    const seen = body && (yield* this.#watch.seeParsed(body, request.decisions, wire, session));
    if (seen !== undefined) this.#keep(callEntriesOf(seen, entry, this.facts));
  }

  #keep(some: Partial<LedgerEntries>): void {
    this.#waiting.push({ requests: [], calls: [], results: [], ...some });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#write();
    }, WRITE_MS).unref();
  }

  /** Writes what is left, and closes the ledger. */
  async end(): Promise<void> {
    await this.#idle.end();
    clearTimeout(this.#timer);
    if (this.#hasLedger) this.#write();
    await this.#writing;
    const ledger = await this.#ledger?.catch(() => undefined);
    if (ledger !== undefined) await this.#forgetOwn(ledger).catch(() => {});
    ledger?.close();
  }

  /** Opens the ledger at once, for those who asked for one. @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE` */
  async opened(): Promise<void> {
    await this.#open();
  }

  #open(): Promise<Ledger> {
    this.#ledger ??= Ledger.open(ledgerFile(), { hooks: hookLog(), inThread: true });
    return this.#ledger;
  }

  #write(): void {
    if (this.problem !== undefined || this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    const ledger = this.#open();
    // A ledger that cannot be written is no reason to disturb the agent: it is told at the end.
    const write = async () =>
      (await ledger).add({
        requests: waiting.flatMap(({ requests }) => requests),
        calls: waiting.flatMap(({ calls }) => calls),
        results: waiting.flatMap(({ results }) => results),
      });
    this.#writing = this.#writing.then(write).catch((error: Error) => {
      this.problem = error.message;
    });
  }
}
