// What becomes of the arguments of a run's calls from request to request, by the marks of shortened ones in them.
import { isObject, type Json, listOf, type WireName } from "./wires.js";

/** The beginning of a mark, and a whole one. None of its chars is escaped in JSON. */
const MARK = "[argument shortened: ";
const WHOLE_MARK = /\[argument shortened: [^\]"\\]*\]/;

/** A mark of shortened arguments that a request's calls have; undefined for none. */
export const markIn = (wire: WireName, body: Json): string | undefined =>
  callsIn(wire, body)
    .map(([, args]) => WHOLE_MARK.exec(args)?.[0])
    .find((mark) => mark !== undefined);

/** Counts of calls. */
export interface MarkCounts {
  /** Those that came with a mark of their own: the model wrote it. */
  imitations: number;
  /** Those whose arguments were shortened before the first request with an imitation, and since. */
  shortened: number;
  shortenedSince: number;
  /** Those whose arguments changed in another way. */
  changed: number;
  /** Calls with long arguments that came since, and were sent in at least four more requests. */
  leftLong: number;
}

const LONG_CHARS = 300;
const LATER_REQUESTS = 4;

/** Watches the requests of one run. */
export class CallMarks {
  readonly #calls = new Map<string, { args: string; since: number }>();
  readonly #counts = { imitations: 0, shortened: 0, shortenedSince: 0, changed: 0 };
  #requests = 0;
  #firstImitation: number | undefined;

  /** Sees the next request, as the provider gets it. */
  see(wire: WireName, body: Json): void {
    const calls = callsIn(wire, body);
    this.#requests++;
    for (const [id, args] of calls) if (!this.#calls.has(id)) this.#add(id, args);
    for (const [id, args] of calls) {
      const known = this.#calls.get(id);
      if (known === undefined || known.args === args) continue;
      if (!args.includes(MARK) || known.args.includes(MARK)) this.#counts.changed++;
      else if (this.#firstImitation === undefined) this.#counts.shortened++;
      else this.#counts.shortenedSince++;
      known.args = args;
    }
  }

  #add(id: string, args: string): void {
    this.#calls.set(id, { args, since: this.#requests });
    if (!args.includes(MARK)) return;
    this.#counts.imitations++;
    this.#firstImitation ??= this.#requests;
  }

  get counts(): MarkCounts {
    const first = this.#firstImitation ?? Number.POSITIVE_INFINITY;
    const isLeft = ({ args, since }: { args: string; since: number }) =>
      since >= first && args.length >= LONG_CHARS && !args.includes(MARK) && since + LATER_REQUESTS <= this.#requests;
    return { ...this.#counts, leftLong: [...this.#calls.values()].filter(isLeft).length };
  }
}

/** The calls of a request, with their arguments as text. */
export function callsIn(wire: WireName, body: Json): [id: string, args: string][] {
  const textOf = (args: unknown) => (typeof args === "string" ? args : JSON.stringify(args ?? {}));
  const blocks = listOf(body.messages ?? body.contents ?? body.input);
  if (wire === "openai-responses")
    return blocks
      .filter(({ type }) => typeof type === "string" && type.endsWith("_call"))
      .map(({ call_id: id, arguments: args, input, action }) => [String(id), textOf(args ?? input ?? action)]);
  if (wire === "openai-chat")
    return blocks
      .flatMap(({ tool_calls: calls }) => listOf(calls))
      .map(({ id, function: made }) => [String(id), textOf(isObject(made) ? made.arguments : undefined)]);
  if (wire === "anthropic")
    return blocks
      .flatMap(({ content }) => listOf(content))
      .filter(({ type }) => type === "tool_use")
      .map(({ id, input }) => [String(id), textOf(input)]);
  // Gemini's calls need no ids: their places tell them apart.
  return blocks.flatMap(({ parts }, at) =>
    listOf(parts).flatMap(({ functionCall: call }, part) =>
      isObject(call) ? [[`${at}/${part}`, textOf(call.args)] as [string, string]] : [],
    ),
  );
}
