import { basename } from "node:path";
import {
  collectSavings,
  findLogs,
  type GroupKind,
  groupSavings,
  namedPlace,
  type Savings,
  usualPlaces,
} from "../../simulate/index.js";
import { surroundings } from "../run/launch.js";
import { FAILED, INTERRUPTED } from "../shared/failure.js";
import { untilInterrupted } from "../shared/interrupt.js";
import { writeStderr, writeStdout, writeText } from "../shared/io.js";
import { loginsIn, movesIn } from "../shared/ledger.js";
import { tellNoLogs } from "../shared/no-logs.js";
import { loadPolicy } from "../shared/policy-input.js";
import { readPrices } from "../shared/prices.js";
import { createProgress, fitTo, printable } from "../shared/terminal.js";
import { setUpForLogs } from "../shared/v8-flags.js";
import { KINDS } from "./kinds.js";
import { lackOf, renderSavings } from "./text.js";
import { PrefixSums, type Unused } from "./unused.js";

/** The options of `tamis savings`. */
export interface SavingsFlags {
  by?: GroupKind;
  since?: number;
  project?: string;
  policy: string[];
  prices?: string;
  missed?: boolean;
  json?: boolean;
}

/** `tamis savings`. Resolves to the exit code: 1 only if nothing could be read, 130 if it was ended early. */
export async function runSavings(paths: readonly string[], flags: SavingsFlags): Promise<number> {
  const isNamed = paths.length > 0;
  const { files, unseen } = findLogs(isNamed ? paths.map(namedPlace) : usualPlaces(), isNamed);
  setUpForLogs(files);
  const progress = createProgress(
    process.stderr,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const [moves, logins] = await Promise.all([movesIn(flags.since), loginsIn(isNamed)]);
  const prices = flags.prices === undefined ? undefined : readPrices(flags.prices);
  const prefixes = new PrefixSums(flags.since, prices);
  const savings = await untilInterrupted((signal) =>
    collectSavings(files, {
      signal,
      ...(flags.since === undefined ? {} : { since: flags.since }),
      ...(flags.project === undefined ? {} : { project: flags.project }),
      ...(prices === undefined ? {} : { prices }),
      moves,
      isLogin: logins,
      onSession: (session) => prefixes.add(session, !logins(session)),
      policies: flags.policy.map((file) => ({ name: basename(file), settings: loadPolicy({ policy: file }) })),
      onProgress: (bytes, name) => progress.update(bytes, name),
    }),
  );
  progress.clear();
  // What is configured here says nothing of logs from elsewhere.
  const unused = prefixes.unused(isNamed ? undefined : surroundings([]));
  await tell(savings, unseen);
  if (files.length === 0) await tellNoLogs("savings", paths, unseen);
  await (flags.json
    ? writeStdout(toJson(savings, unused))
    : writeText(fitTo(renderSavings(savings, { ...flags, unused }), process.stdout)));
  if (!savings.isWhole) return INTERRUPTED;
  return savings.readable === 0 ? FAILED : 0;
}

const MOST_NAMED = 20;

async function tell(savings: Savings, unseen: readonly { path: string; reason: string }[]): Promise<void> {
  const all = [...unseen.map(({ path, reason }) => ({ name: path, reason, line: undefined })), ...savings.skipped];
  for (const { name, line, reason } of all.slice(0, MOST_NAMED)) {
    const place = line === undefined ? name : `${name}:${line}`;
    await writeStderr(`tamis: ${printable(place, 200)}: ${printable(reason, 200)}\n`);
  }
  if (all.length > MOST_NAMED)
    await writeStderr(`tamis: ${all.length - MOST_NAMED} more files or lines left out (--json lists all)\n`);
  const lack = lackOf(savings);
  if (lack !== undefined) await writeStderr(`tamis: ${lack}\n`);
  if (!savings.isWhole) await writeStderr("tamis: ended early; this is what was read until then\n");
}

/** Everything, for programs. Dollars are numbers, shares are from 0 to 1. */
function toJson(savings: Savings, neverCalled: readonly Unused[]): string {
  const groups = Object.fromEntries(
    KINDS.filter((kind) => kind !== "session").map((kind) => [kind, groupSavings(savings, kind)]),
  );
  const { sessions, skipped, ...total } = savings;
  return `${JSON.stringify({ total, by: groups, neverCalled, sessions, skipped }, null, 2)}\n`;
}
