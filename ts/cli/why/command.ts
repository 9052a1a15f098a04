import { type Command, Option } from "commander";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { type Mode, withModes } from "../shared/modes.js";
import { wholeNumber } from "../shared/options.js";
import { LEDGER_GROUPS, type LedgerFlags } from "./ledger-groups.js";
import type { WhyFlags } from "./run.js";

const EXAMPLES = `
Examples:
  tamis why
  tamis why 395f434d
  tamis why --holdout --days 30
  tamis why --ledger --days 7
  tamis why --ledger --days 7 --by key        what each key of a gateway has cost
  tamis why --cache session/                  captured requests (*.json), in the order of their names
  tamis why --cache ~/.claude/projects/app/1.jsonl
  tamis why --sent                            inside an agent that tamis started; --sent list, --sent 12

SESSION is the agent's own id of a conversation or the id of a run, or its beginning (--ledger --json shows both);
without one it is the newest. Everything is read from the ledger on this machine and from the agent's own logs, which are
where the originals are. --holdout compares the sessions that tamis claude --holdout 20 left alone with the others.

--cache compares each request with the one before it in its conversation: captured bodies block by block, with estimated
tokens; requests of logs by their bills, times and what the log says. Without a path it reads the agents' newest log.

The ledger has one entry a request, of numbers and names: when, which agent and model, tokens as billed, and what it would
have cost the other way (as it came, if it was reduced). No text. Entries go after 90 days. tamis run --no-ledger keeps none of a run.`;

const LEDGER: Mode = {
  flag: new Option("--ledger", "show what was sent, billed and saved on this machine"),
  options: [
    new Option("--by <what>", "add it up by").choices([...LEDGER_GROUPS]),
    new Option("--clear", "forget everything that the ledger has"),
  ],
  takes: ["days", "json"],
  run: async ([session], flags: LedgerFlags & { clear?: boolean }) => {
    if (session !== undefined) throw new CliFailure(WRONG_USAGE, "--ledger is of all sessions: leave out the session");
    if (flags.clear && (flags.days ?? flags.by) !== undefined)
      throw new CliFailure(WRONG_USAGE, "--clear forgets everything: leave out --days and --by");
    const { clearLedger, showLedger } = await import("./ledger.js");
    return flags.clear ? clearLedger(flags) : showLedger(flags);
  },
};

const CACHE: Mode = {
  flag: new Option(
    "--cache",
    "show which requests the provider's cache had lost, from which block on, why, and what it cost",
  ),
  options: [],
  takes: ["json"],
  run: async (paths, flags) => (await import("./cache.js")).runWhyCache(paths, flags),
};

const SENT: Mode = {
  flag: new Option(
    "--sent",
    "inside a launch: show what the model saw in the last request, beside what came; with a number in another",
  ),
  options: [new Option("--full", "all of the text that came (default: its first lines)")],
  takes: ["json"],
  run: async ([which, other], flags: { json?: boolean; full?: boolean }) => {
    if (other !== undefined) throw new CliFailure(WRONG_USAGE, "--sent shows one request at a time");
    return (await import("./sent.js")).runSent(which, flags);
  },
};

export function register(program: Command): void {
  const command = program
    .command("why")
    .description("Show what was reduced in a session, by which rule, where the originals are, and what was read again.")
    .argument("[session...]", "the session (default: the newest)")
    .option("--holdout", "compare the sessions that were left alone with those that were reduced")
    .option("--days <days>", "only the last days", wholeNumber)
    .option("--json", "the same as JSON")
    .addHelpText("after", EXAMPLES);
  withModes(command, [LEDGER, CACHE, SENT], async ([session, other], flags: WhyFlags) => {
    if (other !== undefined) throw new CliFailure(WRONG_USAGE, "one session at a time");
    if (session !== undefined && flags.holdout)
      throw new CliFailure(WRONG_USAGE, "--holdout compares all sessions: leave out the session");
    return (await import("./run.js")).runWhy(session, flags);
  });
}
