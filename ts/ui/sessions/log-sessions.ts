// Conversations of agents' logs and of pasted ones, opened turn by turn under a policy.
import { randomBytes } from "node:crypto";
import { setNewest } from "../../base/maps.js";
import type { PolicyInput } from "../../policy/policy.js";
import { priceTokens } from "../../pricing/index.js";
import { type LogFile, type LoggedSession, openSession, readLogFile, readSessionLog } from "../../simulate/index.js";
import type { ApiIssue, SessionDetail, SessionRow, SessionTurnRow } from "../api.js";
import { ApiError } from "../server/answers.js";

/** Sessions of logs that are listed. */
const MOST = 2_000;
/** Words that a turn names at most. */
const MOST_MISSED = 50;

/** Where a session is read again: all of them take more memory than there is. */
interface Place {
  file: string;
  name: string;
  /** Answers of the file that another one had billed. */
  copied: readonly string[];
}

/** Answers that files have billed, of which this notes those that one file copies. */
class Billed extends Set<string> {
  readonly copied: string[] = [];

  constructor(readonly before: ReadonlySet<string>) {
    super();
  }

  override has(answer: string): boolean {
    if (super.has(answer)) return true;
    const isCopied = this.before.has(answer);
    if (isCopied) this.copied.push(answer);
    return isCopied;
  }
}

export class LogSessions {
  readonly #known = new Map<string, LoggedSession | Place>();

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

  /** Reads files, those written last first, up to 2,000 sessions. */
  async read(files: readonly LogFile[]): Promise<{ sessions: SessionRow[]; problems: ApiIssue[] }> {
    const [sessions, problems]: [SessionRow[], ApiIssue[]] = [[], []];
    const seen = new Set<string>();
    for (const { path } of files.toSorted((a, b) => b.changedAt - a.changedAt)) {
      const billed = new Billed(seen);
      for await (const entry of readLogFile(path, billed)) {
        if (sessions.length >= MOST) {
          const message = `from here on nothing is read, nor older files: ${MOST} sessions are listed. tamis ui FOLDER reads those of a folder`;
          return { sessions, problems: [{ path, message }, ...problems] };
        }
        if ("trace" in entry)
          sessions.push(this.#keep(entry, { file: path, name: entry.trace.name, copied: billed.copied }));
        else
          problems.push({
            path: entry.line === undefined ? entry.name : `${entry.name}:${entry.line}`,
            message: entry.reason,
          });
      }
      for (const answer of billed) seen.add(answer);
    }
    return { sessions, problems };
  }

  /** Opens one under a policy. @throws ApiError */
  async open(id: string, settings: PolicyInput, policy: string): Promise<SessionDetail> {
    const session = await this.#find(id);
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

  #keep(session: LoggedSession, place?: Place): SessionRow {
    const id = `log:${randomBytes(9).toString("base64url")}`;
    setNewest(this.#known, id, place ?? session, MOST);
    return rowOfLog(id, session);
  }

  async #find(id: string): Promise<LoggedSession | undefined> {
    const known = this.#known.get(id);
    if (known === undefined || !("file" in known)) return known;
    for await (const entry of readLogFile(known.file, new Set(known.copied)))
      if ("trace" in entry && entry.trace.name === known.name) return entry;
    return undefined;
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
