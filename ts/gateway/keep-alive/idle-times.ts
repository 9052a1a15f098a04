// How long conversations stay idle, by caller. With a file of sessions it is saved beside that one, so that a restart forgets
// nothing; gateways with the same file add what each of them has seen.
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { setNewest } from "../../base/maps.js";
import { writeSafely } from "../../base/write-safely.js";
import { isCounts, type LastAnswer, type OddsCounts, ReturnOdds, type SeenUpTo } from "../../pricing/return-odds.js";
import type { SessionLog } from "../../reduce/session/file.js";
import { isRecord, parseJson } from "../../text/json-value.js";

const FORMAT = "tamis-idle-1";
/** Callers of which something is known. */
const MOST_CALLERS = 2_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** Time from a change to its save. */
const SAVE_MS = 5_000;

type Callers = Map<string, ReturnOdds>;

export class IdleTimes {
  readonly #odds: Callers;
  /** What was seen since the last save. */
  #unsaved: Callers = new Map();
  /** Undefined where there is none, or it is another user's. */
  #file: string | undefined;
  readonly #logger: SessionLog;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  /** Reads the file. One that cannot be used is logged and treated as absent; the next save replaces it. */
  constructor(sessionFile: string | undefined, logger: SessionLog) {
    this.#file = sessionFile === undefined ? undefined : `${sessionFile}.idle`;
    this.#logger = logger;
    this.#odds = this.#read();
  }

  /** What is known of a caller's conversations. */
  of(caller = ""): ReturnOdds {
    return oddsIn(this.#odds, caller);
  }

  /** A caller's conversation went on after so many lifetimes, or is still idle then: as {@link ReturnOdds.add}. */
  add(caller: string | undefined, last: LastAnswer, lifetimes: number, seen: SeenUpTo): void {
    for (const odds of [this.#odds, this.#unsaved]) oddsIn(odds, caller ?? "").add(last, lifetimes, seen);
    if (this.#file === undefined) return;
    if (this.#isEnded) this.#save();
    else this.#timer ??= setTimeout(() => this.#save(), SAVE_MS).unref();
  }

  /** Saves what is not saved, and later changes at once. */
  end(): void {
    this.#isEnded = true;
    if (this.#timer !== undefined) this.#save();
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Another gateway may have written meanwhile.
    const all = this.#read();
    if (this.#file === undefined) return;
    for (const [caller, odds] of this.#unsaved) oddsIn(all, caller).addCounts(odds.counts);
    const callers = [...all].map(([caller, { counts }]) => [caller, counts]);
    try {
      makeFolder(dirname(this.#file), 0o700);
      writeSafely(this.#file, JSON.stringify({ format: FORMAT, callers }), { mode: 0o600, durable: false });
      this.#unsaved = new Map();
    } catch (error) {
      this.#logger.error(
        { file: this.#file, code: (error as NodeJS.ErrnoException).code },
        "how long conversations stay idle was not saved",
      );
    }
  }

  #read(): Callers {
    const odds: Callers = new Map();
    if (this.#file === undefined) return odds;
    try {
      const { size, uid } = statSync(this.#file);
      if (process.getuid !== undefined && uid !== process.getuid()) {
        const file = this.#file;
        this.#file = undefined;
        throw new Error(`${file} belongs to another user, and stays as it is`);
      }
      if (size > MOST_BYTES) throw new Error("it is too large");
      for (const [caller, counts] of callersIn(readFileSync(this.#file, "utf8")))
        oddsIn(odds, caller).addCounts(counts);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT")
        this.#logger.warn({ file: this.#file, problem: message }, "how long conversations stay idle was not read");
    }
    return odds;
  }
}

function callersIn(text: string): [string, OddsCounts][] {
  const saved = parseJson(text);
  if (!isRecord(saved) || saved.format !== FORMAT || !Array.isArray(saved.callers) || !saved.callers.every(isCaller))
    throw new Error("nothing that this version of Tamis has saved; the next save replaces it");
  return saved.callers;
}

const isCaller = (one: unknown): one is [string, OddsCounts] =>
  Array.isArray(one) && one.length === 2 && typeof one[0] === "string" && isCounts(one[1]);

/** The caller's, as the newest; those used longest ago are forgotten. */
const oddsIn = (callers: Callers, caller: string): ReturnOdds =>
  setNewest(callers, caller, callers.get(caller) ?? new ReturnOdds(), MOST_CALLERS);
