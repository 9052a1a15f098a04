// What a run says at its end where it could not write: the agent was not disturbed for it.
import type { Gateway } from "../../gateway/index.js";
import { printable } from "../shared/terminal.js";

/** What could not be written, and why; undefined where all was. */
interface Unkept {
  /** What a resumed conversation needs. */
  sessions: string | undefined;
  originals: Gateway["originalsFailure"];
  ledger: string | undefined;
}

/** A line for each cause: a folder that may not be written is one, whatever was to be there. */
export function unkeptLines({ sessions, originals, ledger }: Unkept): string[] {
  const [count, whole] = [originals?.count ?? 0, originals?.reason];
  const results = count === 1 ? "one old result was" : `${count} old results were`;
  const all: [reason: string | undefined, what: string][] = [
    // The same in the next run.
    [
      sessions,
      "what was reduced is not remembered for a resumed conversation, whose first request may then be refused once",
    ],
    // What could not be kept must not be missed by the agent.
    [whole, `${results} sent whole, because the original could not be kept`],
    [ledger, "the ledger was not written"],
  ];
  const causes = new Map<string, { reason: string; what: string[] }>();
  for (const [reason, what] of all) {
    if (reason === undefined) continue;
    const key = /\bE[A-Z]{3,}\b/.exec(reason)?.[0] ?? reason;
    const cause = causes.get(key);
    if (cause === undefined) causes.set(key, { reason, what: [what] });
    else cause.what.push(what);
  }
  return [...causes.values()].map(({ reason, what }) => `${what.join("; ")}: ${printable(reason, 300)}`);
}
