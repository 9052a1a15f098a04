// Conversations of the ledger, turn by turn.

import { groupedBy } from "../../base/maps.js";
import type { LedgerEntry } from "../../ledger/index.js";
import type { SessionDetail, SessionRow, SessionTurnRow } from "../api.js";
import type { IdentifiedEntry } from "../requests/list.js";
import { rowOf, savedBy } from "../requests/row.js";

const keyOf = ({ session, run }: LedgerEntry): string => session ?? run;

/** The conversations, newest first. */
export function ledgerSessions(entries: readonly LedgerEntry[]): SessionRow[] {
  return [...groupedBy(entries, keyOf)]
    .map(([key, group]) => rowOfGroup(key, group))
    .sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0));
}

function rowOfGroup(key: string, group: readonly LedgerEntry[]): SessionRow {
  const [first, last] = [group[0], group.at(-1)];
  const billed = group.filter(({ input }) => input !== undefined);
  // A request without a known price is in no sum.
  const sum = (of: (entry: LedgerEntry) => number | undefined) => {
    const known = billed.flatMap((entry) => of(entry) ?? []);
    return known.length === 0 && billed.length > 0 ? undefined : known.reduce((all, one) => all + one, 0);
  };
  const [cost, saved] = [sum(({ cost: one }) => one), sum(savedBy)];
  return {
    ...{ id: `ledger:${key}`, source: "ledger", name: key, requests: group.length },
    ...(first === undefined ? {} : { agent: first.agent, startedAt: first.at }),
    ...(first?.project === undefined ? {} : { project: first.project }),
    ...(last?.model === undefined ? {} : { model: last.model }),
    ...(cost === undefined ? {} : { cost }),
    ...(saved === undefined ? {} : { saved }),
  };
}

/** One conversation. @param requests Its own, in the order of time */
export function ledgerSession(key: string, requests: readonly IdentifiedEntry[]): SessionDetail {
  const entries = requests.map(({ entry }) => entry);
  const policy = entries.at(-1)?.policy;
  return {
    session: rowOfGroup(key, entries),
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
