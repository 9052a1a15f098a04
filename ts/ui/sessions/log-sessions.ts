// Conversations of agents' logs and of pasted ones, opened turn by turn under a policy.
import { randomBytes } from "node:crypto";
import { setNewest } from "../../base/maps.js";
import type { PolicyInput } from "../../policy/policy.js";
import { priceTokens } from "../../pricing/index.js";
import { type LoggedSession, openSession, readLogFile, readSessionLog } from "../../simulate/index.js";
import type { ApiIssue, SessionDetail, SessionRow, SessionTurnRow } from "../api.js";
import { ApiError } from "../server/answers.js";

/** Sessions that are kept to be opened. */
const MOST = 2_000;
/** Words that a turn names at most. */
const MOST_MISSED = 50;

export class LogSessions {
  readonly #known = new Map<string, LoggedSession>();

  /** Reads a pasted log. Undefined if no line is of a known one. */
  paste(name: string, text: string): { agent: string; sessions: SessionRow[]; problems: ApiIssue[] } | undefined {
    const problems: ApiIssue[] = [];
    const onSkippedLine = (line: number, reason: string) => {
      if (problems.length < MOST_MISSED) problems.push({ path: `${name}:${line}`, message: reason });
    };
    const sessions = readSessionLog(name, text, { onSkippedLine });
    const [first] = sessions;
    if (first === undefined) return undefined;
    return { agent: first.agent, sessions: sessions.map((one) => this.#keep(one)), problems };
  }

  async read(files: readonly { path: string }[]): Promise<{ sessions: SessionRow[]; problems: ApiIssue[] }> {
    const [sessions, problems]: [SessionRow[], ApiIssue[]] = [[], []];
    const seen = new Set<string>();
    for (const { path } of files) {
      for await (const entry of readLogFile(path, seen)) {
        if ("trace" in entry) sessions.push(this.#keep(entry));
        else
          problems.push({
            path: entry.line === undefined ? entry.name : `${entry.name}:${entry.line}`,
            message: entry.reason,
          });
        if (sessions.length >= MOST) return { sessions, problems };
      }
    }
    return { sessions, problems };
  }

  /** Opens one under a policy. @throws ApiError */
  async open(id: string, settings: PolicyInput, policy: string): Promise<SessionDetail> {
    const session = this.#known.get(id);
    if (session === undefined)
      throw new ApiError("not_found", "this session is not known any more: read the logs again");
    const turns = await openSession(session, settings);
    if (turns === undefined)
      throw new ApiError("invalid", "this session cannot be replayed: its log lacks the requests");
    return {
      ...{ session: rowOfLog(id, session), policy },
      turns: turns.map(
        ({ time, missed, ...turn }): SessionTurnRow => ({
          ...turn,
          ...(time === undefined ? {} : { at: Date.parse(time) }),
          missed: missed.slice(0, MOST_MISSED).map(({ word }) => word),
        }),
      ),
    };
  }

  #keep(session: LoggedSession): SessionRow {
    const id = `log:${randomBytes(9).toString("base64url")}`;
    setNewest(this.#known, id, session, MOST);
    return rowOfLog(id, session);
  }
}

function rowOfLog(id: string, { trace, agent, project, span, payments }: LoggedSession): SessionRow {
  const model = payments.at(-1)?.model;
  const cost = paidFor(payments);
  return {
    ...{
      id,
      source: "log",
      name: trace.name,
      agent,
      requests: payments.reduce((sum, { requests }) => sum + requests, 0),
    },
    ...(project === undefined ? {} : { project }),
    ...(model === undefined ? {} : { model }),
    ...(span === undefined ? {} : { startedAt: span[0] }),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** Dollars at list prices; undefined where there is no bill, or a model without a price. */
function paidFor(payments: LoggedSession["payments"]): number | undefined {
  let sum = 0;
  for (const { model, tokens } of payments) {
    const price = model === undefined ? undefined : priceTokens({ model, usage: tokens });
    if (price === undefined) return undefined;
    sum += price.cost;
  }
  return payments.length === 0 ? undefined : sum;
}
