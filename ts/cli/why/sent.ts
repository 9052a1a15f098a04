// `tamis why --sent`: what the model saw in the last request of the launch that this process is part of, beside what came.
import type { ChangedRequest } from "../../ui/index.js";
import { LAST_REQUEST_VARIABLE } from "../run/last-request.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeStdout, writeText } from "../shared/io.js";
import { changeText } from "../shared/shown-lines.js";
import { type Colors, colorsFor, groupDigits, percent, printable } from "../shared/terminal.js";

type Message = ChangedRequest["messages"][number];
type Block = Message["blocks"][number];

/** A launch answers at once. */
const TIMEOUT_MS = 10_000;

/** `tamis why --sent`. @throws CliFailure outside of a launch, and where it has no request yet */
export async function runSent({ json, full = false }: { json?: boolean; full?: boolean }): Promise<number> {
  const changed = await ask(process.env[LAST_REQUEST_VARIABLE] ?? "");
  if (json) await writeStdout(`${JSON.stringify(changed)}\n`);
  else await writeText(sentText(changed, full, colorsFor(process.stdout)));
  return 0;
}

async function ask(address: string): Promise<ChangedRequest> {
  if (!/^http:\/\/127\.0\.0\.1:\d+\/_tamis\/last-request\/[\da-f-]{36}$/.test(address)) {
    const message = `there is no launch here: run it inside an agent that tamis started (${LAST_REQUEST_VARIABLE} names none)`;
    throw new CliFailure(WRONG_USAGE, message);
  }
  let answer: Response;
  try {
    answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new CliFailure(FAILED, "the launch does not answer: it has ended");
  }
  const found = (await answer.json()) as ChangedRequest & { error?: { message: string } };
  if (found.error !== undefined) throw new CliFailure(FAILED, found.error.message);
  return found;
}

function sentText({ bytes: { before, after }, messages }: ChangedRequest, full: boolean, colors: Colors): string {
  if (messages.length === 0) return "The last request was sent as it came.\n";
  const blocks = messages.flatMap((message) => message.blocks.map((block) => blockText(message, block, full, colors)));
  const counted = `${groupDigits(before)} → ${groupDigits(after)} bytes (−${percent(before - after, before)})`;
  return `${blocks.join("\n")}\n${colors.bold(`The last request that was made smaller: ${blocks.length} blocks, ${counted}`)}\n`;
}

/** One block. */
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
