// Reductions that somebody asked for: a pasted request, a comparison. The newest are kept, in memory alone.
import { randomBytes } from "node:crypto";
import { messageOf } from "../../base/errors.js";
import { setNewest } from "../../base/maps.js";
import { classify } from "../../condensation/lossy/classification/classify.js";
import { isWireName } from "../../contract/wires.js";
import { isRecord, type JsonRecord, parseJson } from "../../text/json-value.js";
import type { CompareAnswer, CompareColumn, CompareRequest } from "../api.js";
import { diffMessages } from "../diff/messages.js";
import { ApiError } from "../server/answers.js";
import { feedbackOf } from "./feedback.js";
import { numbersOf } from "./numbers.js";
import { type ReductionRecord, recordOf, trialOf } from "./record.js";
import { runStrategy, type StrategyContext, strategyLabel, type TrialRequest } from "./strategy.js";

/** Records that are kept. */
const MOST = 12;
const MOST_STRATEGIES = 6;

/** Makes and keeps reductions. */
export class Trials {
  readonly #records = new Map<string, ReductionRecord>();
  readonly #context: StrategyContext;

  constructor(context: StrategyContext) {
    this.#context = context;
  }

  find(id: string): ReductionRecord | undefined {
    return this.#records.get(id);
  }

  /** Forgets all, with their bodies. */
  forget(): void {
    this.#records.clear();
  }

  keep(record: ReductionRecord): ReductionRecord {
    return setNewest(this.#records, record.id, record, MOST);
  }

  /** Carries out a strategy. @throws ApiError, TamisError */
  async run(strategy: string, trial: TrialRequest, mode?: string): Promise<ReductionRecord> {
    const outcome = await runStrategy(strategy, trial, { ...this.#context, mode });
    // An address of the page is still open when another process answers it.
    const id = `try-${randomBytes(8).toString("hex")}`;
    return this.keep(recordOf(id, strategy, trial, outcome));
  }

  /** Carries out several; one that fails says why in its column. */
  async compare(trial: TrialRequest, { strategies, mode }: CompareRequest): Promise<CompareAnswer> {
    const isList = Array.isArray(strategies) && strategies.every((one: unknown) => typeof one === "string");
    if (!isList || strategies.length === 0 || strategies.length > MOST_STRATEGIES)
      throw new ApiError("invalid", `strategies: expected 1 to ${MOST_STRATEGIES} names`);
    const given: unknown = mode ?? undefined;
    if (given !== undefined && typeof given !== "string") throw new ApiError("invalid", "mode: expected a name");
    const columns: CompareColumn[] = [];
    for (const strategy of strategies) columns.push(await this.#column(strategy, trial, mode ?? undefined));
    return { columns };
  }

  async #column(strategy: string, trial: TrialRequest, mode: string | undefined): Promise<CompareColumn> {
    const label = strategyLabel(strategy);
    try {
      const record = await this.run(strategy, trial, mode);
      const diff = diffMessages(record.before, record.after, record.hints);
      const numbers = numbersOf(record, diff);
      const feedback = feedbackOf(record, numbers);
      return { strategy, label, id: record.id, numbers, feedback, userMessagesChanged: changedUsers(record) };
    } catch (error) {
      return { strategy, label, problem: messageOf(error) };
    }
  }
}

/** Messages of which a word of the user's is not there any more. Outputs that a client wrote beside these are not the user's. */
function changedUsers({ before, after }: ReductionRecord): number {
  const said = new Map<number, string[]>();
  for (const { type, texts, source } of classify(before).blocks)
    if (type === "USER_MESSAGE")
      said.set(source.messageIndex, [...(said.get(source.messageIndex) ?? []), ...texts.map(({ text }) => text)]);
  const left = after.blocks.flatMap(({ author, text }) => (author === "user" ? text : [])).join("\n");
  let at = 0;
  const isThere = (text: string) => {
    const found = left.indexOf(text, at);
    if (found >= 0) at = found + text.length;
    return found >= 0;
  };
  return [...said.values()].filter((texts) => !texts.every(isThere)).length;
}

/** A pasted text as a request; undefined for one that is none. @param wire As the user says */
export function requestIn(text: string, wire?: string): TrialRequest | undefined {
  const value = parseJson(text);
  const request: JsonRecord | undefined = Array.isArray(value)
    ? { messages: value }
    : isRecord(value)
      ? value
      : undefined;
  const hasList = request !== undefined && ["messages", "contents", "input"].some((key) => Array.isArray(request[key]));
  if (request === undefined || !hasList) return undefined;
  const known = wire !== undefined && isWireName(wire) ? wire : undefined;
  return trialOf(Buffer.from(Array.isArray(value) ? JSON.stringify(request) : text), request, known);
}
