// `tamis why --sent`: what the model saw in a request of the launch that this process is part of, beside what came.
import type { ChangedRequest } from "../../ui/index.js";
import { SENT_REQUESTS_VARIABLE, type SentRow } from "../run/sent-requests.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeStdout, writeText } from "../shared/io.js";
import { changeText } from "../shared/shown-lines.js";
import { renderTable } from "../shared/table.js";
import { type Colors, colorsFor, counted, groupDigits, percent, printable } from "../shared/terminal.js";

type Message = ChangedRequest["messages"][number];
type Block = Message["blocks"][number];

/** A launch answers at once. */
const TIMEOUT_MS = 10_000;

/**
 * `tamis why --sent`.
 *
 * @param which the request's number, `list`, or undefined for the last that was made smaller
 * @throws CliFailure outside of a launch, and where it has no such request
 */
export async function runSent(which: string | undefined, flags: { json?: boolean; full?: boolean }): Promise<number> {
  if (which !== undefined && which !== "list" && !/^[1-9]\d{0,8}$/.test(which))
    throw new CliFailure(
      WRONG_USAGE,
      `--sent ${printable(which, 60)}: give the number of a request of this launch, or list; ${EARLIER}`,
    );
  const answer = await ask(process.env[SENT_REQUESTS_VARIABLE] ?? "", which);
  if (flags.json) await writeStdout(`${JSON.stringify(answer)}\n`);
  else if (Array.isArray(answer)) await writeText(listText(answer));
  else await writeText(sentText(answer, which, flags.full === true, colorsFor(process.stdout)));
  return 0;
}

/** What is not in memory. */
const EARLIER =
  "of earlier sessions no request is kept: tamis why SESSION lists what went and where it is, tamis reduce --diff FILE shows a captured request";

async function ask(address: string, which: string | undefined): Promise<ChangedRequest | SentRow[]> {
  if (!/^http:\/\/127\.0\.0\.1:\d+\/_tamis\/last-request\/[\da-f-]{36}$/.test(address)) {
    const message = `there is no launch here: run it inside an agent that tamis started (${SENT_REQUESTS_VARIABLE} names none); ${EARLIER}`;
    throw new CliFailure(WRONG_USAGE, message);
  }
  let answer: Response;
  try {
    const url = which === undefined ? address : `${address}/${which}`;
    answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new CliFailure(FAILED, "the launch does not answer: it has ended");
  }
  const found = (await answer.json()) as ChangedRequest & { error?: { message: string } };
  if (found.error !== undefined) throw new CliFailure(FAILED, found.error.message);
  return found;
}

function listText(rows: readonly SentRow[]): string {
  if (rows.length === 0) return "no request has passed yet\n";
  const known = (tokens: number | undefined) => (tokens === undefined ? "" : groupDigits(tokens));
  const cells = rows.map(({ number, at, session, model, tokensBefore, tokensAfter, isSmaller, isKept }) => [
    ...[number, new Date(at).toTimeString().slice(0, 8), printable(session ?? "", 8), printable(model ?? "", 40)],
    ...[known(tokensBefore), isSmaller ? known(tokensAfter) : "as it came", isSmaller && !isKept ? "no longer" : ""],
  ]);
  return renderTable(["request", "at", "session", "model", "tokens came", "sent", "kept"], cells);
}

function sentText(
  { number, bytes: { before, after }, messages }: ChangedRequest,
  which: string | undefined,
  full: boolean,
  colors: Colors,
): string {
  const name = which === undefined ? "The last request" : `Request ${number}`;
  if (messages.length === 0) return `${name} was sent as it came.\n`;
  const blocks = messages.flatMap((message) => message.blocks.map((block) => blockText(message, block, full, colors)));
  const sizes = `${groupDigits(before)} → ${groupDigits(after)} bytes (−${percent(before - after, before)})`;
  const line = `${which === undefined ? `${name} that was made smaller` : name}: ${counted(blocks.length, "block")}, ${sizes}`;
  return `${blocks.join("\n")}\n${colors.bold(line)}\n`;
}

function blockText({ index, role }: Message, block: Block, full: boolean, colors: Colors): string {
  const { type, toolName, callId, charsBefore, charsAfter, change, spans } = block;
  const what = toolName ?? (type === "thinking" ? type : role);
  const name = [what, ...(callId === undefined ? [] : [callId])].map((one) => printable(one, 60)).join(" ");
  const sizes = `${groupDigits(charsBefore)} → ${groupDigits(charsAfter)} chars`;
  const of = (side: "before" | "after") =>
    spans
      .filter((span) => span.side === side || span.side === "both")
      .map(({ text }) => text)
      .join("");
  const header = `${colors.bold(`message ${index}`)}  ${name}  ${colors.dim(`${change}, ${sizes}`)}`;
  const now = change === "dropped" ? undefined : of("after");
  return changeText(header, { came: of("before"), now }, full, colors);
}
