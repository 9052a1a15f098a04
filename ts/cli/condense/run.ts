import { TamisError } from "../../base/errors.js";
import { unknownNameMessage } from "../../base/issues.js";
import { explainSystemError, systemCode } from "../../base/system-errors.js";
import {
  type CondensationResult,
  type CondensationSettingsInput,
  condense,
  type ExpandedConversation,
  expandConversation,
  findProvider,
  loadCondensationConfig,
  providerNames,
  renderFeedback,
} from "../../condensation/index.js";
import type { Wire } from "../../contract/report.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import {
  readBody,
  requireOwnFiles,
  writeFileAtomic,
  writeJson,
  writeStderr,
  writeStdout,
  writeText,
} from "../shared/io.js";
import { loadPlugIns, settingProblems } from "../shared/plug-ins.js";
import { renderTable } from "../shared/table.js";
import { type CondenseInput, readConversation } from "./input.js";
import { keepReferences, keptReferences } from "./kept.js";

interface CondenseFlags {
  provider?: string;
  compare?: boolean;
  expand?: boolean;
  /** Whether what `expand` needs is kept. @default true */
  store?: boolean;
  mode?: string;
  target?: number;
  model?: string;
  retry?: boolean;
  wire?: Wire;
  config?: string;
  output?: string;
  html?: string;
  json?: boolean;
}

/** `tamis condense`. Resolves to the exit code; rejects if the command line or the settings are wrong. */
export async function runCondense(file: string | undefined, flags: CondenseFlags): Promise<number> {
  if (flags.compare && (flags.output !== undefined || flags.html !== undefined))
    throw new CliFailure(WRONG_USAGE, "--compare writes no conversation: leave out --output and --html");
  if (flags.expand && (flags.compare || flags.html !== undefined || flags.json))
    throw new CliFailure(WRONG_USAGE, "--expand condenses nothing: leave out --compare, --html and --json");
  requireOwnFiles([
    ["--output", flags.output],
    ["--html", flags.html],
  ]);
  requireOwnFiles([["--html", flags.html]], [file]);
  const settings = await loadSettings(flags);
  if (flags.provider !== undefined && findProvider(flags.provider) === undefined)
    throw new CliFailure(WRONG_USAGE, `--provider: ${unknownNameMessage("provider", flags.provider, providerNames())}`);
  const body = await readBody(file);
  const orPassOn = <Made>(make: () => Made | Promise<Made>) => makeOrPassOn(make, body, flags);
  const input = await orPassOn(() => withKept(readConversation(body, flags)));
  if (flags.expand) {
    const { context } = input;
    return expand(input, await orPassOn(() => expandConversation(context, context.references ?? [])), body, flags);
  }
  if (flags.compare) return compare(input, settings, flags);
  let result = await orPassOn(() => condenseWith(input, settings, flags.provider, flags));
  if (flags.retry && (result.error !== undefined || result.fellBackFrom !== undefined)) result = await result.retry();
  await writeStderr(`${renderFeedback(result, { model: input.context.model })}\n`);
  if (flags.html !== undefined) {
    const { renderCondensationPage } = await import("./page.js");
    writeFileAtomic(flags.html, renderCondensationPage(input.context, result));
  }
  const isCondensed = result.error === undefined;
  const unkept = flags.store === false ? undefined : await keepReferences(result.references);
  if (unkept !== undefined) await writeStderr(`tamis: --expand will not know this condensation: ${unkept}\n`);
  const isChanged = isCondensed && isOther(result.messages, input);
  await writeBody(isChanged ? `${JSON.stringify(input.withMessages(result.messages))}\n` : body, flags);
  if (flags.json) await writeJson(numbersOf(result));
  return isCondensed ? 0 : FAILED;
}

/** Writes the request with what earlier condensations wrote as it came. */
async function expand(
  { context, withMessages }: CondenseInput,
  { messages, missing }: ExpandedConversation,
  body: Buffer,
  flags: CondenseFlags,
): Promise<number> {
  const { references = [] } = context;
  const isExpanded = isOther(messages, { context });
  await writeBody(isExpanded ? `${JSON.stringify(withMessages(messages))}\n` : body, flags);
  const known = `${references.length - missing.length} of ${references.length} references put back`;
  await writeStderr(
    isExpanded ? `tamis: ${known}\n` : "tamis: nothing here is known to be condensed on this machine\n",
  );
  return isExpanded ? 0 : FAILED;
}

/** Whether messages are not those of the input. */
const isOther = (messages: readonly object[], { context }: Pick<CondenseInput, "context">): boolean =>
  messages.length !== context.messages.length || messages.some((one, index) => one !== context.messages[index]);

/** To the file that is named, else to stdout, unless that is for the report. */
async function writeBody(body: Uint8Array | string, { output, json, compare }: CondenseFlags): Promise<void> {
  if (output !== undefined && output !== "-") writeFileAtomic(output, body);
  else if (!json && !compare) await writeStdout(body);
}

/** What cannot be read is written through, as by every command that writes a body. @throws CliFailure that says why */
async function makeOrPassOn<Made>(
  make: () => Made | Promise<Made>,
  body: Uint8Array,
  flags: CondenseFlags,
): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    await writeBody(body, flags);
    throw TamisError.isInstance(error) ? new CliFailure(FAILED, `the input cannot be read: ${error.message}`) : error;
  }
}

async function withKept(input: CondenseInput): Promise<CondenseInput> {
  return { ...input, context: { ...input.context, references: await keptReferences(input.context) } };
}

function condenseWith(
  { context }: CondenseInput,
  settings: CondensationSettingsInput,
  provider: string | undefined,
  { target }: CondenseFlags,
): Promise<CondensationResult> {
  return condense(context, {
    settings,
    ...(provider === undefined ? {} : { provider }),
    ...(target === undefined ? {} : { targetReductionPercent: target }),
  });
}

function readSettings(config: string | undefined) {
  try {
    return loadCondensationConfig({ config });
  } catch (error) {
    if (config === undefined || TamisError.isInstance(error) || systemCode(error) === undefined) throw error;
    throw new CliFailure(WRONG_USAGE, `cannot read ${config}: ${explainSystemError(error)}`);
  }
}

async function loadSettings({ config }: CondenseFlags): Promise<CondensationSettingsInput> {
  const found = readSettings(config);
  const problems = [...settingProblems(found), ...(await loadPlugIns(found))];
  if (problems.length > 0) await writeStderr(problems.map((line) => `tamis: ${line}\n`).join(""));
  return found.settings;
}

async function compare(
  input: CondenseInput,
  settings: CondensationSettingsInput,
  flags: CondenseFlags,
): Promise<number> {
  const results: CondensationResult[] = [];
  for (const provider of ["native", "smart"]) results.push(await condenseWith(input, settings, provider, flags));
  const notes = results.flatMap(({ report }) => report.notes.map(({ message }) => `tamis: ${message}\n`));
  await writeStderr([...new Set(notes)].join(""));
  if (flags.json) {
    await writeJson(results.map(numbersOf));
    return 0;
  }
  const rows = results.map(({ provider, fellBackFrom, metrics, report, error }) => [
    fellBackFrom === undefined ? provider : `${fellBackFrom}: ${provider}`,
    ...[metrics.originalTokens, metrics.postLosslessTokens, metrics.finalTokens],
    ...[report.preserved.userMessages, report.userMessagesSummarised, metrics.references],
    error ?? "",
  ]);
  const head = ["provider", "tokens", "lossless", "after", "user kept", "user summarised", "references", "error"];
  await writeText(renderTable(head, rows));
  return 0;
}

/** Everything but the messages. */
function numbersOf({ messages, retry: _, ...rest }: CondensationResult): object {
  return { ...rest, messageCount: messages.length };
}
