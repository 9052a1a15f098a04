// One message and its answer.
import type { ContextSession } from "../../session/index.js";
import { type Answer, ask } from "./ask.js";
import type { Endpoint } from "./endpoint.js";
import { PROTOCOLS } from "./protocol.js";
import type { Screen } from "./screen.js";

export interface Chat {
  session: ContextSession;
  endpoint: Endpoint;
  model: string;
  screen: Screen;
  /** Records a request before it is sent. */
  record: ((body: string) => void) | undefined;
  /** Puts a new session into the store before its first turn. */
  keep(): Promise<void>;
}

/**
 * Sends a message, or the last one again if `message` is empty, and shows the answer. The message is saved before it is
 * sent. Whatever came of the answer is saved.
 *
 * @returns Whether the answer is complete.
 */
export async function talk(chat: Chat, message: string, signal: AbortSignal): Promise<boolean> {
  const { session, endpoint, model, screen } = chat;
  if (message === "") {
    if (session.turns.at(-1)?.role !== "user") return true;
  } else {
    await chat.keep();
    await session.addTurn({ role: "user", content: message });
  }
  const { request, fits } = await session.prompt(endpoint.wire);
  if (!fits) {
    screen.fail("Not sent: it is larger than the limit. /undo takes the message back.");
    return false;
  }
  const body = JSON.stringify(PROTOCOLS[endpoint.wire].body(model, request, endpoint));
  chat.record?.(body);
  screen.waiting();
  const answer = await ask(endpoint, { body, signal, onText: screen.answer });
  screen.endAnswer();
  if (answer.usage.length > 0) session.recordUsage(answer.usage, endpoint.wire);
  const isWhole = answer.failure === undefined && !answer.stopped;
  if (answer.text !== "") {
    const metadata = isWhole ? {} : { metadata: { incomplete: answer.stopped ? "stopped" : "broken off" } };
    await session.addTurn({ role: "assistant", content: answer.text, ...metadata });
  }
  tellEnd(answer, screen);
  return isWhole;
}

/** Prints the line about an incomplete answer. */
function tellEnd({ text, stopped, failure }: Answer, screen: Screen): void {
  const kept = text === "" ? "Your message is kept; an empty line sends it again." : "What came is kept.";
  if (stopped) screen.note(`Stopped. ${kept}`);
  else if (failure !== undefined)
    screen.fail(`${text === "" ? "No answer" : "Not a whole answer"}: ${failure}. ${kept}`);
  else if (text === "") screen.note("The model said nothing. An empty line asks again.");
}
