// Conversations of the ledger, turn by turn.

import { getOrInsert } from "../../base/maps.js";
import type { LedgerEntry } from "../../ledger/index.js";
import type { SessionDetail, SessionRow, SessionTurnRow } from "../api.js";
import { KnownSum } from "../requests/known-sum.js";
import type { IdentifiedEntry } from "../requests/list.js";
import { rowOf, savedBy } from "../requests/row.js";

/** The members of an entry that a row is made of. */
export const IN_ROW = [
  ...(["at", "run", "session", "agent", "mode", "project", "model"] as const),
  ...(["input", "cost", "otherCost"] as const),
] as const;
type RowEntry = Pick<LedgerEntry, (typeof IN_ROW)[number]>;

/** Adds up conversations, of which the entries come in the order of time. */
export class SessionSums {
  readonly #rows = new Map<string, RowSum>();

  add(entry: RowEntry): void {
    getOrInsert(this.#rows, entry.session ?? entry.run, () => new RowSum(entry)).add(entry);
  }

  /** The newest first. */
  rows(): SessionRow[] {
    return [...this.#rows].map(([key, sum]) => sum.row(key)).sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0));
  }
}

class RowSum {
  readonly #first: RowEntry;
  #model: string | undefined;
  #requests = 0;
  // A request without a known price is in no sum.
  readonly #cost = new KnownSum();
  readonly #saved = new KnownSum();

  constructor(first: RowEntry) {
    this.#first = first;
  }

  add(entry: RowEntry): void {
    this.#requests++;
    this.#model = entry.model;
    if (entry.input === undefined) return;
    this.#cost.add(entry.cost);
    this.#saved.add(savedBy(entry));
  }

  row(key: string): SessionRow {
    const { agent, at: startedAt, project } = this.#first;
    const [cost, saved, model] = [this.#cost.sum(), this.#saved.sum(), this.#model];
    return {
      ...{ id: `ledger:${key}`, source: "ledger", name: key, requests: this.#requests, agent, startedAt },
      ...(project === undefined ? {} : { project }),
      ...(model === undefined ? {} : { model }),
      ...(cost === undefined ? {} : { cost }),
      ...(saved === undefined ? {} : { saved }),
    };
  }
}

/** One conversation; undefined where it has no request. @param requests Its own, in the order of time */
export function ledgerSession(key: string, requests: readonly IdentifiedEntry[]): SessionDetail | undefined {
  const [first, last] = [requests[0], requests.at(-1)];
  if (first === undefined) return undefined;
  const sum = new RowSum(first.entry);
  for (const { entry } of requests) sum.add(entry);
  const policy = last?.entry.policy;
  return {
    session: sum.row(key),
    ...(policy === undefined ? {} : { policy }),
    turns: requests.map(turnOf),
  };
}

function turnOf({ id: requestId, entry }: IdentifiedEntry, step: number): SessionTurnRow {
  const { at, cost, otherCost, mode, input, cached = 0, tokensBefore, tokensAfter } = entry;
  const { cache } = rowOf(entry, { id: requestId, source: "ledger", hasBody: false });
  const { otherInput = input } = entry;
  const isReduced = mode === "reduce";
  const tokens = (isReduced ? otherInput : input) ?? tokensBefore;
  const reduced = (isReduced ? input : otherInput) ?? tokensAfter;
  const unread = (isReduced ? reduced : tokens) - cached;
  return {
    ...{ step, requestId, at, tokens, reduced, unread, reducedUnread: unread, gone: [], missed: [] },
    ...(cost === undefined ? {} : { cost }),
    ...(otherCost === undefined ? {} : { otherCost }),
    ...(cache === undefined ? {} : { cache }),
  };
}
