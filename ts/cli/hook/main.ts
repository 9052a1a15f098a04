// `tamis hook`: starts for every call of a tool, so it loads little. It never fails the tool: whatever goes wrong, the agent
// keeps the output that it has.
import { readFileSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { HOOK_AGENTS, type HookAgent, type HookResult, reduceHookEvent } from "../../agents/hook.js";
import { makeFolder } from "../../base/make-folder.js";
import { appendSafely } from "../../base/write-safely.js";
import { hookLog } from "../../ledger/place.js";
import { reduceToolOutput } from "../../reduce/tool-output.js";
import { toTerminal } from "../shared/escape.js";
import { mayCut } from "./cut-calls.js";

/** Longer events go on as they came: to read them would keep the agent waiting. */
const MOST_EVENT_BYTES = 8 * 1024 * 1024;
/** A larger file, which no ledger has taken in, is not written any further. */
const MOST_LOG_BYTES = 8 * 1024 * 1024;
const CHARS_A_TOKEN = 4;

/** Runs the hook of an agent; the exit code is always 0. */
export function runHook(words: readonly string[]): void {
  const agent = words.find((word) => !word.startsWith("-")) ?? "";
  try {
    const problem = isHookAgent(agent)
      ? reduceInput(agent, !words.includes("--no-ledger"))
      : `no hook of ${JSON.stringify(agent.slice(0, 40))} can replace a tool's output`;
    if (problem !== undefined) note(problem);
  } catch (error) {
    note(`left alone: ${error instanceof Error ? error.name : "an error"}`);
  }
}

/** Answers the event on stdin; returns what is wrong with it. */
function reduceInput(agent: HookAgent, isKept: boolean): string | undefined {
  const input = readFileSync(0);
  if (input.length > MOST_EVENT_BYTES) return "an event that is too long was left alone";
  const result = reduceHookEvent(agent, JSON.parse(input.toString("utf8")), reduceToolOutput);
  if (result === undefined) return "an event of an unknown shape was left alone";
  if (result.answer === undefined) return undefined;
  if (result.isCut && !mayCut(result.session, [result.tool, result.args])) return undefined;
  writeSync(1, `${JSON.stringify(result.answer)}\n`);
  if (isKept) keep(agent, result);
  return undefined;
}

const isHookAgent = (name: string): name is HookAgent => HOOK_AGENTS.some((one) => one === name);

function note(text: string): void {
  try {
    writeSync(2, `tamis hook: ${toTerminal(text)}\n`);
  } catch {
    // The reader is gone.
  }
}

function keep(agent: HookAgent, { session, charsBefore, charsAfter }: HookResult): void {
  const file = hookLog();
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_LOG_BYTES) return;
  const entry = {
    at: Date.now(),
    run: session ?? agent,
    agent,
    mode: "reduce",
    surface: "hook",
    session,
    tokensBefore: Math.round(charsBefore / CHARS_A_TOKEN),
    tokensAfter: Math.round(charsAfter / CHARS_A_TOKEN),
    reducedCount: 1,
    moved: false,
    waitingTokens: 0,
  };
  try {
    makeFolder(dirname(file), 0o700);
    appendSafely(file, `${JSON.stringify(entry)}\n`, 0o600);
  } catch {
    // A full disk is no reason to disturb the agent.
  }
}
