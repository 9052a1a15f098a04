import { Turns } from "../../base/answers.js";
import { TamisError } from "../../base/errors.js";
import { runNow, type Steps } from "../../base/steps.js";
import type { SessionFacts } from "../../contract/session-facts.js";
import {
  createSessionState,
  type SessionStart,
  type SessionState,
  sessionProblem,
} from "../../contract/session-state.js";
import { parseJson } from "../../text/json-value.js";
import { ANY_SIZE, parseInSteps } from "../../text/parse-in-steps.js";

/** A conversation in a table. */
export interface TableEntry {
  state: SessionState;
  /** Steps of its last request. */
  steps: number;
  /** Counts its changes, in whatever process they are made. @default 0 */
  revision?: number;
}

/** How many conversations a table keeps unless told otherwise: about 5 MB. */
export const DEFAULT_SESSIONS = 10_000;

/** Longer files are refused unread. */
export const MOST_SAVED_BYTES = 256 * 1024 * 1024;

/** What a conversation is kept by, beside its key. */
type Named = Pick<SessionFacts, "firstCallId" | "wire">;

type SavedStart = Omit<SessionStart, "policy">;
type SavedState = Omit<SessionState, "start"> & { start: SavedStart | null };

/** A table as JSON. Policies are in it once each. */
interface SavedTable {
  format: typeof FORMAT;
  policies: Record<string, SessionStart["policy"]>;
  sessions: [key: string, firstCallId: string, steps: number, state: SavedState, revision: number][];
}

const FORMAT = "tamis-sessions-1";

/** Entries that one step reads or writes. */
const IN_A_STEP = 100;

/**
 * The states of many conversations, each known by its opening and its first answered call. Those used longest ago are
 * forgotten first.
 */
export class SessionTable {
  /** Changes so far. */
  version = 0;
  /** Those of a conversation's requests that are decided about. */
  readonly turns = new Turns();
  /** Is told the name of each entry that is kept. */
  onKeep: (name: string) => void = () => {};
  readonly #most: number;
  readonly #entries = new Map<string, TableEntry>();
  /** How many entries have a first call. */
  readonly #calls = new Map<string, number>();
  /** Names of entries that have changed here since the table was made. */
  readonly #own = new Set<string>();

  /** @param most Conversations that are kept */
  constructor(most: number = DEFAULT_SESSIONS) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The entry of a request; undefined if its conversation is not known. */
  find(key: string, facts: SessionFacts): TableEntry | undefined {
    const { firstCallId, steps } = facts;
    const [own = "", before = own] = this.namesOf(key, facts);
    const known = firstCallId === null ? undefined : this.#entries.get(own);
    if (known !== undefined) return known;
    // Conversations that began alike are told apart from their first call on.
    const begun = steps <= 1 ? undefined : this.#entries.get(before);
    if (begun === undefined || begun.steps < steps - 1) return undefined;
    return { state: structuredClone(begun.state), steps: begun.steps };
  }

  /** Keeps what a request has made of its conversation's state. */
  keep(key: string, facts: Named & Pick<SessionFacts, "steps">, state: SessionState): void {
    const [name = ""] = this.namesOf(key, facts);
    const revision = revisionOf(this.#entries.get(name)) + 1;
    this.#delete(name);
    this.#set(name, { state, steps: facts.steps, revision });
    this.#own.add(name);
    this.version++;
    this.#forgetOldest();
    this.onKeep(name);
  }

  #forgetOldest(): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break;
      this.#delete(oldest);
      this.#own.delete(oldest);
    }
  }

  /**
   * The names under which a conversation may be kept: by its first call, and before it. On another wire it is another one: each
   * provider has a cache of its own.
   */
  namesOf(key: string, { firstCallId, wire }: Named): string[] {
    const before = nameOf(`${key} ${wire}`, null);
    return firstCallId === null ? [before] : [nameOf(`${key} ${wire}`, firstCallId), before];
  }

  /** One entry as JSON, for other processes; undefined if there is none of that name. */
  entryText(name: string): string | undefined {
    const entry = this.#entries.get(name);
    return entry === undefined ? undefined : JSON.stringify({ format: FORMAT, ...entry } satisfies SavedEntry);
  }

  /** Takes an entry of {@link entryText} unless a newer one is here. False for what no process of this version has written. */
  adopt(name: string, text: string): boolean {
    const entry = parseEntry(text);
    if (entry === undefined) return false;
    this.#take(name, entry);
    this.version++;
    return true;
  }

  /** Takes what other processes have put behind a saved table, each unless a newer one is here. */
  adoptLines(text: string): void {
    for (const line of text.split("\n")) {
      const kept = parseLine(line);
      if (kept !== undefined) this.#take(kept.name, kept);
    }
  }

  #take(name: string, { steps, state, revision = 0 }: TableEntry): void {
    if (revision < revisionOf(this.#entries.get(name))) return;
    this.#delete(name);
    this.#set(name, { state, steps, revision });
    this.#forgetOldest();
  }

  /** One entry as a line behind a saved table; it begins with the end of the line before, which may have been cut off. */
  line(name: string): string | undefined {
    const entry = this.#entries.get(name);
    return entry === undefined ? undefined : `\n${JSON.stringify({ name, ...entry } satisfies SavedLine)}`;
  }

  /** All entries as JSON, in one line. */
  save(): string {
    return runNow(this.saveSteps());
  }

  /** The same in steps: the entries as they are at the first. */
  *saveSteps(): Steps<string> {
    const policies: SavedTable["policies"] = {};
    const sessions: string[] = [];
    for (const [name, { state, steps, revision = 0 }] of [...this.#entries]) {
      const { start = null, ...rest } = state;
      const [key = "", firstCallId = ""] = name.split("\n");
      const { policy, ...place } = start ?? {};
      if (start !== null) policies[start.fingerprint] = start.policy;
      const saved = { ...rest, start: start === null ? null : place };
      sessions.push(JSON.stringify([key, firstCallId, steps, saved, revision]));
      if (sessions.length % IN_A_STEP === 0) yield;
    }
    const begin = JSON.stringify({ format: FORMAT, policies }).slice(0, -1);
    return `${begin},"sessions":[${sessions.join()}]}`;
  }

  /**
   * Takes the entries of a saved table, all or none.
   *
   * @throws TamisError `CONFIG_INVALID` for anything but a table that this version has saved.
   */
  load(text: string): void {
    for (const [name, entry] of runNow(this.#entriesIn(text))) this.#set(name, entry);
  }

  /**
   * Takes what other processes have saved meanwhile, all or none. What has changed here stays unless theirs is newer, and counts
   * as used last.
   *
   * @throws TamisError `CONFIG_INVALID` like {@link load}.
   */
  merge(text: string): void {
    runNow(this.mergeSteps(text));
  }

  /** The same in steps; the last one takes the entries. */
  *mergeSteps(text: string): Steps {
    const saved = yield* this.#entriesIn(text);
    const theirs = new Map(saved);
    const own = [...this.#entries].filter(([name]) => this.#own.has(name));
    for (const name of [...this.#entries.keys()]) this.#delete(name);
    for (const [name, entry] of saved) if (!this.#own.has(name)) this.#set(name, entry);
    for (const [name, entry] of own) {
      const other = theirs.get(name);
      this.#set(name, other !== undefined && revisionOf(other) > revisionOf(entry) ? other : entry);
    }
    this.#forgetOldest();
  }

  /** What a text has: a saved table, and the lines behind it. A line that was cut off is left out. */
  *#entriesIn(text: string): Steps<[string, TableEntry][]> {
    const [table = "", ...lines] = text.split("\n");
    yield;
    const entries = new Map(table === "" && lines.length > 0 ? [] : yield* this.#entriesOf(table));
    for (const [index, line] of lines.entries()) {
      if (index % IN_A_STEP === 0) yield;
      const kept = parseLine(line);
      if (kept === undefined) continue;
      const { name, ...entry } = kept;
      entries.delete(name);
      entries.set(name, entry);
    }
    return [...entries].slice(-this.#most);
  }

  *#entriesOf(text: string): Steps<[string, TableEntry][]> {
    const { policies, sessions } = yield* parse(text);
    const entries: [string, TableEntry][] = [];
    for (const [index, [key, firstCallId, steps, { start, ...rest }, revision]] of sessions.entries()) {
      if (index % IN_A_STEP === 0) yield;
      const policy = start === null ? undefined : policies[start.fingerprint];
      const whole = start === null ? null : { ...start, policy };
      const state = { ...createSessionState(), ...rest, start: whole } as SessionState;
      const areNumbers = Number.isSafeInteger(steps) && Number.isSafeInteger(revision);
      const problem = sessionProblem(state) ?? (areNumbers ? undefined : "its steps or its revision are no number");
      if (problem !== undefined) throw refused(`session ${index}: ${problem}`);
      entries.push([nameOf(key, firstCallId === "" ? null : firstCallId), { state, steps, revision }]);
    }
    return entries;
  }

  /** Whether a conversation in the table began with that call. */
  hasCall(id: string): boolean {
    return this.#calls.has(id);
  }

  #set(name: string, entry: TableEntry): void {
    if (!this.#entries.has(name)) this.#countCall(name, 1);
    this.#entries.set(name, entry);
  }

  #delete(name: string): void {
    if (this.#entries.delete(name)) this.#countCall(name, -1);
  }

  #countCall(name: string, by: number): void {
    const id = name.slice(name.indexOf("\n") + 1);
    if (id === "") return;
    const count = (this.#calls.get(id) ?? 0) + by;
    if (count > 0) this.#calls.set(id, count);
    else this.#calls.delete(id);
  }
}

const revisionOf = (entry: TableEntry | undefined): number => entry?.revision ?? 0;

/** An id in a body has no line feed in it, or is not kept. */
const nameOf = (key: string, firstCallId: string | null): string =>
  `${key}\n${firstCallId?.replaceAll("\n", " ") ?? ""}`;

/** An entry as JSON. */
type SavedEntry = TableEntry & { format: typeof FORMAT };
type SavedLine = TableEntry & { name: string };

function parseEntry(text: string): TableEntry | undefined {
  const value = parseJson(text) as Partial<SavedEntry> | undefined;
  return value?.format === FORMAT ? entryOf(value) : undefined;
}

function parseLine(text: string): SavedLine | undefined {
  const value = parseJson(text) as Partial<SavedLine> | undefined;
  const entry = entryOf(value ?? {});
  return entry === undefined || typeof value?.name !== "string" ? undefined : { ...entry, name: value.name };
}

function entryOf({ state, steps, revision = 0 }: Partial<TableEntry>): TableEntry | undefined {
  const isWhole = Number.isSafeInteger(steps) && Number.isSafeInteger(revision);
  if (!isWhole || state === undefined || sessionProblem(state) !== undefined) return undefined;
  return { state, steps: steps as number, revision };
}

function* parse(text: string): Steps<SavedTable> {
  const value: unknown = yield* parseInSteps(Buffer.from(text), ANY_SIZE);
  if (value === undefined) throw refused("it is not JSON, or not all of it");
  yield;
  const { format, policies, sessions } = value as Partial<SavedTable>;
  if (format !== FORMAT) throw refused(`expected "format": "${FORMAT}"; another version of Tamis wrote it`);
  if (!isObject(policies) || !Array.isArray(sessions) || !sessions.every(isSavedEntry)) {
    throw refused("expected policies and a list of sessions");
  }
  return value as SavedTable;
}

/** Its state is checked as a whole. */
function isSavedEntry(entry: unknown): boolean {
  if (!Array.isArray(entry) || entry.length !== 5) return false;
  const [key, firstCallId, , state] = entry as unknown[];
  if (typeof key !== "string" || typeof firstCallId !== "string" || !isObject(state)) return false;
  const { start } = state as Partial<SavedState>;
  return start === null || isObject(start);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const refused = (message: string): TamisError => new TamisError("CONFIG_INVALID", `saved sessions: ${message}`);
