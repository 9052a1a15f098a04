import { randomUUID } from "node:crypto";
import { Listeners } from "../base/listeners.js";
import type { Wire } from "../contract/report.js";
import type { Reducer } from "../pipeline/create-reducer.js";
import { createCalibration } from "../tokens/calibration.js";
import { readUsage } from "../tokens/usage.js";
import { BillBook } from "./bill-book.js";
import type { ContextChange, SessionEvent, SessionEvents, SessionListener } from "./events.js";
import { renderExport } from "./export.js";
import { type ImportOptions, type ParsedImport, parseImport } from "./import.js";
import type { SessionKeeper, SessionLog } from "./keeper.js";
import { aroundMessage, type Done, describeReduction, makeRoom, stuckMessage, trimMessage } from "./make-room.js";
import { createMeter, type Meter } from "./meter.js";
import { condenseTurns, reduceTurns } from "./reduce-turns.js";
import { type Occasion, reducersOf } from "./reducers.js";
import type { SessionPrompt, SessionStats } from "./session-stats.js";
import { type ContextSessionOptions, resolveSettings, type SessionSettings } from "./settings.js";
import type { Scale } from "./shrink.js";
import { addBilled, addChange, NO_TOTALS, type SessionRecord, type SessionTotals } from "./state.js";
import { type Turn, type TurnInput, toTurn } from "./turn.js";
import { TurnList } from "./turn-list.js";
import { beforeLastMessage } from "./turn-references.js";
import { CALM, type LimitState, watchLimit } from "./warnings.js";
import { toRequest } from "./wires/index.js";
import { splitSystem } from "./wires/wire.js";

/** A change that is written to disk first and then made in memory. */
interface Change {
  append?: readonly Turn[];
  replace?: Turn[];
  limit?: LimitState;
  /** What it makes of the totals. */
  totals?: (now: SessionTotals) => SessionTotals;
}

/**
 * A conversation that keeps itself within its limit (seed 002). It counts tokens as turns arrive, warns, and trims
 * before the next prompt. It lives in memory or in a store; in a store, every acknowledged change is on disk. Calls run
 * one after the other in the order they are made. A call that rejects has changed nothing.
 */
export class ContextSession {
  #id: string;
  #agent: string;
  #name: string | undefined;
  #model: string | undefined;
  #limit: LimitState = CALM;
  #totals: SessionTotals = NO_TOTALS;
  #log: SessionLog | undefined;
  #keeper: SessionKeeper | undefined;
  #notices: string[] = [];
  #promptWeight = 0;
  #last: Promise<unknown> = Promise.resolve();
  #meter: Meter;
  #list: TurnList;
  readonly #settings: SessionSettings;
  readonly #bills: BillBook;
  readonly #reducerFor: (occasion: Occasion) => Reducer;
  /** One that throws breaks nothing else: Node prints a warning. */
  readonly #listeners = new Listeners<SessionEvents>((error) =>
    process.emitWarning(error instanceof Error ? error : String(error)),
  );

  /** @throws TamisError `OPTION_INVALID`, `POLICY_INVALID`. */
  constructor(options: ContextSessionOptions) {
    this.#settings = resolveSettings(options);
    this.#id = options.id ?? randomUUID();
    this.#agent = options.agent ?? "tamis";
    this.#name = options.name;
    this.#model = options.model;
    this.#meter = createMeter(this.#settings.tokens, options.model);
    this.#bills = new BillBook(options.calibration ?? createCalibration());
    this.#reducerFor = reducersOf(options, this.#settings);
    const { systemPrompt } = options;
    const system = systemPrompt === undefined ? [] : [toTurn({ role: "system", content: systemPrompt })];
    this.#list = new TurnList(this.#meter, system);
  }

  /** The session's id; a UUID unless the caller gave one. */
  get id(): string {
    return this.#id;
  }

  /** A copy of all entries, in order. */
  get turns(): readonly Turn[] {
    return [...this.#list.turns];
  }

  /** Tokens of the whole conversation, by the session's `tokens` option. Constant time. */
  get tokens(): number {
    return this.#tokensOf(this.#list.weight);
  }

  /** The model that answers from here on. Setting it estimates all tokens anew. */
  get model(): string | undefined {
    return this.#model;
  }

  set model(model: string | undefined) {
    this.#model = model;
    this.#meter = createMeter(this.#settings.tokens, model);
    this.#list = new TurnList(this.#meter, this.#list.turns);
    this.#bills.forgetPrompts();
  }

  /** Calls a function for each event of a kind. Returns a function that removes the listener. */
  on<E extends SessionEvent>(event: E, listener: SessionListener<E>): () => void {
    return this.#listeners.on(event, listener);
  }

  /**
   * Adds a turn. In a stored session the turn is on disk when this resolves. The time does not depend on the session's
   * length.
   *
   * @throws TamisError `SESSION_INVALID` for an unknown role, or a result that answers no open call; `STORE_FAILED`.
   */
  addTurn(input: TurnInput): Promise<Turn> {
    return this.#inTurn(async () => {
      const turn = toTurn(input);
      this.#list.calls.check(turn, "turn");
      const tokens = this.#tokensOf(this.#list.weight + this.#list.weigh(turn));
      const watched = turn.role === "assistant" ? watchLimit(this.#limit, tokens, this.#settings) : undefined;
      await this.#make({ append: [turn], ...(watched === undefined ? {} : { limit: watched.state }) });
      this.#listeners.emit("turn", { turn, tokens });
      if (watched?.warning !== undefined) this.#listeners.emit("warning", watched.warning);
      return turn;
    });
  }

  /**
   * Renders the conversation as a request of a wire. Trims first if a trim is due or if the prompt would not fit without
   * one. A message that brings the conversation to `warnAt` makes it due, with the warning; to `urgentAt`, one turn later.
   */
  prompt(wire: Wire): Promise<SessionPrompt> {
    return this.#inTurn(async () => {
      const isTooLarge = this.tokens > this.#settings.maxTokens;
      if (!isTooLarge) await this.#watchMessage();
      else if (!this.#limit.due) this.#notices.push("The next prompt would not fit: making room at once.");
      if (isTooLarge || this.#limit.due) await this.#keepWithin();
      for (const message of this.#notices.splice(0)) this.#listeners.emit("notice", { message });
      this.#promptWeight = this.#list.weight;
      const { tokens } = this;
      return { request: toRequest(this.#list.turns, wire), tokens, fits: tokens <= this.#settings.maxTokens };
    });
  }

  /** Trims now, at any share of the limit. The next prompt emits the notice about it. */
  trim(): Promise<ContextChange> {
    return this.#inTurn(() => this.#trim());
  }

  /** Reduces now, by the policy. Drops nothing that the policy would keep. */
  reduce(): Promise<ContextChange> {
    return this.#inTurn(() => this.#reduce("asked"));
  }

  /** Removes all turns. Id, agent, settings, totals and the system prompt remain. */
  clear(): Promise<void> {
    return this.#inTurn(async () => {
      const [system, rest] = splitSystem(this.#list.turns);
      await this.#make({ replace: system, limit: CALM });
      this.#notices = [];
      this.#listeners.emit("clear", { turns: rest.length });
    });
  }

  /** Removes the last user turn and everything after it. */
  undo(): Promise<readonly Turn[]> {
    return this.#inTurn(async () => {
      const left = beforeLastMessage(this.#list.turns);
      if (left === undefined) return [];
      const { turns, removed } = left;
      const limit = this.#fits(this.#list.sum(turns)) ? CALM : this.#limit;
      await this.#make({ replace: turns, limit });
      this.#listeners.emit("undo", { turns: removed });
      return removed;
    });
  }

  /** Returns a JSON array of turn objects, each with session, agent and timestamp, and a final newline. */
  export(): string {
    return renderExport(this.#list.turns, { sessionId: this.#id, agent: this.#agent });
  }

  /**
   * Adds the turns of an export, or of a request in any wire: after the current turns, or in their place. Checks
   * everything before it changes anything.
   *
   * @param json Text or UTF-8 bytes.
   * @throws TamisError `SESSION_INVALID` with the path of the faulty value.
   */
  import(
    json: string | Uint8Array,
    options: ImportOptions = {},
  ): Promise<Omit<ParsedImport, "turns"> & { turns: number }> {
    return this.#inTurn(async () => {
      const { replace = false, wire } = options;
      const owner = { sessionId: this.#id, agent: this.#agent };
      const parsed = parseImport(json, owner, replace ? [] : this.#list.turns, wire);
      const { turns, ...about } = parsed;
      const all = replace ? turns : [...this.#list.turns, ...turns];
      const watched = watchLimit(CALM, this.#tokensOf(this.#list.sum(all)), this.#settings);
      await this.#make({ ...(replace ? { replace: all } : { append: turns }), limit: watched.state });
      this.#listeners.emit("import", { turns: turns.length, replaced: replace });
      if (watched.warning !== undefined) this.#listeners.emit("warning", watched.warning);
      return { ...about, turns: turns.length };
    });
  }

  /**
   * Moves the session into a store, where every later turn is written too, or renames it there.
   *
   * @returns Its id.
   * @throws TamisError `STORE_FAILED`, `SESSION_INVALID` where id or name is taken.
   */
  save(store: SessionKeeper, options: { name?: string } = {}): Promise<string> {
    return this.#inTurn(async () => {
      const name = options.name ?? this.#name;
      if (this.#log === undefined || this.#keeper !== store) {
        const log = await store.create({ ...this.#identity(), name, state: this.#state(), turns: this.#list.turns });
        await this.#letGo();
        [this.#log, this.#keeper] = [log, store];
      } else if (name !== undefined && name !== this.#name) {
        await this.#log.rename(name);
      }
      this.#name = name;
      this.#listeners.emit("save", { id: this.#id, name });
      return this.#id;
    });
  }

  /**
   * Continues a stored session in this object. Limits and settings of this object remain.
   *
   * @param session Its id, name, or the beginning of its id.
   * @throws TamisError `SESSION_NOT_FOUND`; `SESSION_IN_USE` with the process that has it.
   */
  load(store: SessionKeeper, session: string): Promise<void> {
    return this.#inTurn(async () => {
      const { id, agent, name, state, turns, log } = await store.claim(session);
      await this.#letGo();
      [this.#id, this.#agent, this.#name] = [id, agent, name];
      [this.#log, this.#keeper] = [log, store];
      this.#limit = state?.limit ?? CALM;
      this.#totals = { ...NO_TOTALS, ...state?.totals };
      this.#notices = [];
      this.#bills.forgetPrompts();
      this.#list = new TurnList(this.#meter, turns);
      this.#listeners.emit("load", { id, turns: turns.length });
    });
  }

  /** Releases the stored session, so that other processes can claim it. The turns in memory remain. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#log?.release();
      this.#log = undefined;
      this.#keeper = undefined;
    });
  }

  /**
   * Learns from what the provider billed for the last prompt: from then on, tokens are that number and the estimate of
   * what came since. Adds tokens and cost to the totals. The change is stored with the next turn.
   *
   * @param usage Anything that `parseUsage` accepts.
   * @returns False if it is not understood. Then it counts in `unreadBills` alone, and a `notice` says why, once.
   */
  recordUsage(usage: unknown, wire?: Wire): boolean {
    const read = readUsage(usage, wire);
    if ("problem" in read) return this.#noteUnread(read.problem);
    if (read.promptTokens !== undefined && this.#meter.isEstimate) {
      this.#bills.learn(this.#model, { estimated: this.#promptWeight, billed: read.promptTokens });
    }
    this.#totals = addBilled(this.#totals, read.billed, this.#model);
    return true;
  }

  /** The session in numbers. Constant time. */
  stats(): SessionStats {
    const [{ maxTokens }, tokens] = [this.#settings, this.tokens];
    return {
      ...this.#identity(),
      name: this.#name,
      model: this.#model,
      turns: this.#list.sessionTurns,
      entries: this.#list.turns.length,
      tokens,
      maxTokens,
      share: tokens / maxTokens,
      trimDue: this.#limit.due,
      stored: this.#log !== undefined,
      ...this.#totals,
    };
  }

  /**
   * Releases the previous log. The next log exists already, so this must not fail; a claim that it cannot release ends
   * with this process.
   */
  async #letGo(): Promise<void> {
    await this.#log?.release().catch(() => {});
  }

  /** Runs tasks one after the other. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => {});
    return result;
  }

  #noteUnread(problem: string): false {
    this.#totals = { ...this.#totals, unreadBills: this.#totals.unreadBills + 1 };
    if (this.#bills.isNewProblem(problem)) {
      const message = `The provider's usage is not understood, so tokens and cost of the answer are in no total: ${problem}.`;
      this.#listeners.emit("notice", { message });
    }
    return false;
  }

  /** Warns where a message reaches the share at which it warns, because no answer has led to a warning then. */
  async #watchMessage(): Promise<void> {
    if (this.#limit.warned || this.#list.turns.at(-1)?.role !== "user" || this.#fits(this.#list.weight)) return;
    const { state, warning } = watchLimit(this.#limit, this.tokens, this.#settings, "message");
    await this.#make({ limit: state });
    if (warning !== undefined) this.#listeners.emit("warning", warning);
  }

  async #keepWithin(): Promise<void> {
    const around = this.#bills.tokensAround(this.#model);
    if (around >= this.#settings.warnAt * this.#settings.maxTokens) {
      this.#notices.push(aroundMessage(Math.round(around), this.#settings.maxTokens));
      return;
    }
    const { onLimit } = this.#settings;
    if (onLimit !== "trim") await (onLimit === "reduce" ? this.#reduce("limit") : this.#condense());
    if (!this.#fits(this.#list.weight)) await this.#trim();
  }

  async #trim(): Promise<ContextChange> {
    const { turns, weight, ...done } = makeRoom(this.#list.turns, this.#settings, this.#scale());
    return this.#shrinkTo(turns, weight, "trim", { ...done, message: trimMessage(done, this.#settings) });
  }

  async #reduce(occasion: Occasion): Promise<ContextChange> {
    const turns = await reduceTurns(this.#list.turns, this.#reducerFor(occasion), this.#model);
    return this.#shrinkTo(turns, this.#list.sum(turns), "reduce", describeReduction(this.#list.turns, turns));
  }

  async #condense(): Promise<ContextChange> {
    const context = { model: this.#model, contextTokens: this.#settings.maxTokens, taskId: this.#id };
    const { turns, done } = await condenseTurns(this.#list.turns, this.#settings.condensation, context);
    return this.#shrinkTo(turns, this.#list.sum(turns), "reduce", done);
  }

  async #shrinkTo(
    turns: Turn[],
    weight: number,
    event: "trim" | "reduce",
    done: Done & Pick<ContextChange, "message">,
  ): Promise<ContextChange> {
    const [tokensBefore, tokensAfter] = [this.tokens, this.#tokensOf(weight)];
    const fits = this.#fits(weight);
    const hasChanged = done.droppedTurns + done.maskedCount + done.clippedCount > 0;
    await this.#make({
      ...(hasChanged && { replace: turns, totals: (now) => addChange(now, done, tokensBefore - tokensAfter) }),
      limit: fits ? CALM : { ...this.#limit, waiting: false, due: false },
    });
    if (hasChanged) this.#notices.push(done.message);
    if (!fits && event === "trim") this.#notices.push(stuckMessage(tokensAfter, this.#settings.maxTokens));
    const change = { ...done, tokensBefore, tokensAfter, fits };
    this.#listeners.emit(event, change);
    return change;
  }

  /** Writes to disk first and to memory second: a change that cannot be written does not happen. */
  async #make({ append = [], replace, limit = this.#limit, totals = (now) => now }: Change): Promise<void> {
    const state = { ...this.#state(), limit, totals: totals(this.#totals) };
    if (replace === undefined) await this.#log?.append(append, state);
    else {
      // Unchanged turns at the beginning need no writing.
      const differs = replace.findIndex((turn, index) => turn !== this.#list.turns[index]);
      const from = differs < 0 ? replace.length : differs;
      await this.#log?.replaceFrom(from, replace.slice(from), state);
    }
    this.#limit = limit;
    // Anew: a bill may have come while this was written.
    this.#totals = totals(this.#totals);
    if (replace !== undefined) this.#list = new TurnList(this.#meter, replace);
    else this.#list.addAll(append);
  }

  #tokensOf(weight: number): number {
    return this.#meter.toTokens(this.#meter.isEstimate ? this.#bills.tokensOf(weight, this.#model) : weight);
  }

  #fits(weight: number): boolean {
    return this.#tokensOf(weight) < this.#settings.warnAt * this.#settings.maxTokens;
  }

  #scale(): Scale {
    return { weigh: (turn) => this.#list.weigh(turn), fits: (weight) => this.#fits(weight) };
  }

  #identity() {
    return { id: this.#id, agent: this.#agent };
  }

  #state(): SessionRecord {
    return { model: this.#model, limit: this.#limit, totals: this.#totals };
  }
}
