import type { RequestAccount } from "../gateway/index.js";
import type { Bills } from "../pricing/bills.js";
import type { CallCounts, ReducedResult, SeenCalls } from "../reduce/call-watch.js";
import { billedInAll } from "../tokens/usage.js";

/** How a run's requests are treated: reduced; only observed; observed to show what would be; left alone for comparison. */
export type LedgerMode = "reduce" | "observe" | "shadow" | "holdout";

/** What is the same for all requests of one run. */
export interface RunFacts {
  /** Identifies the run. */
  run: string;
  /** The agent's profile, or the program's name. */
  agent: string;
  /** How requests are treated. */
  mode: LedgerMode;
  /** Where the reduction takes place. */
  surface: "gateway" | "hook";
  /** The name of the folder in which the run began. @default unknown */
  project?: string | undefined;
  /** Whether chance has decided between reducing it and leaving it alone. @default false */
  drawn?: boolean | undefined;
}

/** One request, or one output of a hook, in the ledger. Numbers and names, no text of anybody's. */
export interface LedgerEntry extends RunFacts {
  /** When, in milliseconds since 1970. */
  at: number;
  /** The conversation, by the client's own id. */
  session: string | undefined;
  model: string | undefined;
  host: string | undefined;
  wire: string | undefined;
  status: number | undefined;
  /** Why the gateway or the provider refused it; undefined where it was answered. */
  refused: string | undefined;
  /** Whether the provider refused its thinking, and it was sent again without. @default false */
  recovered?: boolean | undefined;
  /** Why it was sent as it came. */
  skipped: string | undefined;
  /** Estimated tokens before and after. */
  tokensBefore: number;
  tokensAfter: number;
  /** Tool results that were masked or clipped in it. */
  reducedCount: number;
  /** Whether the boundary of masking moved. */
  moved: boolean;
  /** Estimated tokens that wait for the next move. */
  waitingTokens: number;
  /** Tokens as billed; undefined without a bill that is understood. */
  input: number | undefined;
  cached: number | undefined;
  written: number | undefined;
  output: number | undefined;
  /** Price in tokens of fresh input, and in US dollars where prices are known. */
  weight: number | undefined;
  cost: number | undefined;
  /** The other way: as it came where it was reduced, reduced where it was observed. */
  otherInput: number | undefined;
  otherWeight: number | undefined;
  otherCost: number | undefined;
  /** The login whose limits it counts against: `claude`, `chatgpt`; undefined where it has a key, which is billed. */
  subscription?: string | undefined;
  /** How much of the login's windows is used up then, in percent; undefined where the answer does not tell. */
  fiveHours?: number | undefined;
  week?: number | undefined;
  /** Name of the policy. */
  policy?: string | undefined;
  /** LiteLLM's team, virtual key and user; the key is else the gateway's own that the caller has shown. */
  team?: string | undefined;
  virtualKey?: string | undefined;
  user?: string | undefined;
  /** The last stage that changed it: `masking`, `clipping`, `summarization`, `fallback`, `condensation`. */
  stage?: string | undefined;
  /** The provider that condensed its conversation, and the tokens that this left; undefined where none did. */
  condensed?: string | undefined;
  condensedTokens?: number | undefined;
  /** Time of decoding and reducing, in microseconds. */
  reduceMicros?: number | undefined;
  /** From its arrival to the answer's first byte, and to its end, in milliseconds. */
  firstByteMs?: number | undefined;
  ms?: number | undefined;
  /** Why the provider's cache had not its beginning, and tokens that this lost; undefined where that was not looked at. */
  cacheCause?: string | undefined;
  cacheLost?: number | undefined;
  /** What is billed and in no cost here because its price is not known, as a JSON list of words; undefined where nothing is. */
  lacks?: string | undefined;
  /** By tool, as JSON: `{ name: [results, reduced, chars before, chars removed] }`; undefined where it was not looked at. */
  tools?: string | undefined;
}

/** What is the same for all entries of one request. */
interface OfRequest extends RunFacts {
  /** When, in milliseconds since 1970. */
  at: number;
  /** The conversation, by the client's own id. */
  session: string | undefined;
  /** Tells the conversations of one session apart. */
  conversation: string;
}

/** The new calls of a request. */
export interface CallEntry extends OfRequest, CallCounts {}

/** A result that was reduced in a request, or asked for again. */
export interface ResultEntry extends OfRequest, ReducedResult {}

export interface LedgerEntries {
  requests: readonly LedgerEntry[];
  calls: readonly CallEntry[];
  results: readonly ResultEntry[];
}

/** What a request's calls add to the ledger; a request without new calls adds nothing. */
export function callEntriesOf(
  { results, conversation, ...counts }: SeenCalls,
  { at, session, mode, drawn }: Pick<LedgerEntry, "at" | "session" | "mode" | "drawn">,
  facts: RunFacts,
): Pick<LedgerEntries, "calls" | "results"> {
  const request = { ...facts, mode, drawn, at, session, conversation };
  const isEmpty = Object.values(counts).every((count) => count === 0);
  return {
    calls: isEmpty ? [] : [{ ...request, ...counts }],
    results: results.map((result) => ({ ...request, ...result })),
  };
}

/** How a request is treated whose conversation is drawn by itself. */
const armOf = ({ drawn }: RequestAccount, { mode }: RunFacts): Partial<RunFacts> =>
  drawn === undefined ? {} : { drawn: true, mode: drawn === "holdout" ? "holdout" : mode };

export function entryOf(account: RequestAccount, facts: RunFacts, bills: Bills): LedgerEntry {
  const { report, status, failure } = account;
  const billed = billedInAll(account);
  const two = bills.of(account);
  const other = two?.other.tokens;
  // Nothing of what was reduced was answered.
  const isWhole = account.recovered && (account.recoveredFrom ?? "thinking") === "thinking";
  const sent = isWhole ? undefined : report;
  return asBilled({
    ...facts,
    ...armOf(account, facts),
    at: account.at,
    session: account.session,
    model: account.model,
    host: account.host,
    wire: account.wire,
    status,
    refused: failure ?? (status !== undefined && status >= 400 ? `status_${status}` : undefined),
    recovered: account.recovered || undefined,
    skipped: account.skipped,
    tokensBefore: report?.tokens?.before ?? 0,
    tokensAfter: sent?.tokens?.after ?? report?.tokens?.before ?? 0,
    reducedCount: (sent?.maskedCount ?? 0) + (sent?.clippedCount ?? 0) + (sent?.shortenedCount ?? 0),
    moved: sent?.cache.moved === true,
    waitingTokens: sent?.cache.waitingTokens ?? 0,
    input: billed?.inputTokens,
    cached: billed?.cachedTokens,
    written: billed?.cacheWriteTokens,
    output: billed?.outputTokens,
    weight: two?.actual.weight,
    cost: two?.actual.cost,
    otherInput: other === undefined ? undefined : Math.round(other.fresh + other.cacheRead + other.cacheWrite),
    otherWeight: two?.other.weight,
    otherCost: two?.other.cost,
    lacks: two === undefined || two.actual.lacks.length === 0 ? undefined : JSON.stringify(two.actual.lacks),
    subscription: account.subscription,
    fiveHours: account.windows?.fiveHours,
    week: account.windows?.week,
    policy: account.policy,
    team: account.who?.team,
    virtualKey: account.who?.key ?? account.caller,
    user: account.who?.user,
    stage: report?.reductionStage ?? (account.condensed && "condensation"),
    condensed: account.condensed && (account.condensed.provider ?? "another gateway"),
    condensedTokens: account.condensed?.tokensAfter,
    reduceMicros: account.reduceMicros,
    firstByteMs: account.firstByteMs,
    ms: account.ms,
  });
}

/** What says nothing where a login paid: that has limits and no bill. */
export const OF_BILLS = ["cost", "otherCost", "lacks"] as const satisfies readonly (keyof LedgerEntry)[];

/** An entry without dollars where a login paid. */
function asBilled(entry: LedgerEntry): LedgerEntry {
  if (entry.subscription === undefined) return entry;
  return { ...entry, ...Object.fromEntries(OF_BILLS.map((name) => [name, undefined])) };
}
