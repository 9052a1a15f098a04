// A chat of Gemini CLI (`~/.gemini/tmp/PROJECT/chats/`): a line of metadata, then messages, each written again in full when
// its calls or tokens change. `$rewindTo` takes a message and all behind it off, `$set.messages` replaces all of them,
// `$patch` changes members of one. Older chats are one JSON object. Source: gemini-cli, `chatRecordingService.ts`.
import { isRecord, type JsonRecord, nonEmpty } from "../../text/json-value.js";
import {
  billOfTokens,
  count,
  emptyWindow,
  isSeen,
  type LogContext,
  type LogFormat,
  type LoggedAnswer,
  type LogReader,
  type LogWindow,
  timeOf,
} from "./window.js";

const PATCHES = ["$set", "$rewindTo", "$patch"] as const;

/** Chats of Gemini CLI. A rewind and a history that is replaced start a window. */
export const GEMINI_CLI: LogFormat = {
  agent: "Gemini CLI",
  isSign: (line) =>
    (typeof line.sessionId === "string" && typeof line.projectHash === "string") ||
    PATCHES.some((key) => Object.hasOwn(line, key)),
  open: (context) => new GeminiReader(context),
};

class GeminiReader implements LogReader {
  readonly #context: LogContext;
  readonly #windows: LogWindow[] = [];
  #messages = new Map<string, JsonRecord>();
  /** Ids of answers that an earlier window bills. */
  readonly #billed = new Set<string>();
  #about: Partial<LogWindow> = {};

  constructor(context: LogContext) {
    this.#context = context;
  }

  read(line: JsonRecord): void {
    if (typeof line.$rewindTo === "string") this.#rewind(line.$rewindTo);
    else if (isRecord(line.$set)) this.#set(line.$set);
    else if (isRecord(line.$patch)) this.#put({ ...this.#known(line.$patch.id), ...line.$patch });
    else if (typeof line.id === "string") this.#put(line);
    else this.#set(line);
  }

  end(): LogWindow[] {
    this.#finish();
    return this.#windows;
  }

  #known(id: unknown): JsonRecord | undefined {
    return typeof id === "string" ? this.#messages.get(id) : undefined;
  }

  #put(message: JsonRecord): void {
    if (typeof message.id === "string") this.#messages.set(message.id, message);
  }

  #set({ sessionId, directories, kind, messages }: JsonRecord): void {
    this.#about.sessionId ??= nonEmpty(sessionId);
    if (Array.isArray(directories)) this.#about.project ??= nonEmpty(directories[0]);
    if (kind === "subagent") this.#about.isSubAgent = true;
    if (!Array.isArray(messages)) return;
    const list = messages.filter(isRecord);
    const keeps =
      list.length >= this.#messages.size && [...this.#messages.keys()].every((id, at) => list[at]?.id === id);
    if (!keeps) this.#finish();
    this.#messages = new Map();
    for (const message of list) this.#put(message);
  }

  #rewind(to: string): void {
    this.#finish();
    const ids = [...this.#messages.keys()];
    for (const id of ids.slice(Math.max(0, ids.indexOf(to)))) this.#messages.delete(id);
  }

  /** Makes a window of the messages that there are, if it would bill an answer. */
  #finish(): void {
    const window = emptyWindow("gemini", this.#about);
    const sent = this.#sentResults();
    for (const [id, message] of this.#messages) {
      if (message.type === "user") window.list.push({ role: "user", parts: partsOf(message.content) });
      if (message.type === "gemini") this.#readAnswer(id, message, window, sent);
    }
    if (window.answers.length > window.inherited) this.#windows.push(window);
  }

  /** Ids of the results that are in messages of the user: since 0.61 those have what was sent, which the calls have as well. */
  #sentResults(): Set<unknown> {
    const users = [...this.#messages.values()].filter(({ type }) => type === "user");
    return new Set(users.flatMap(({ content }) => partsOf(content).flatMap(resultId)));
  }

  #readAnswer(id: string, message: JsonRecord, window: LogWindow, sent: ReadonlySet<unknown>): void {
    const calls = Array.isArray(message.toolCalls) ? message.toolCalls.filter(isRecord) : [];
    const thoughts = Array.isArray(message.thoughts) ? message.thoughts.filter(isRecord) : [];
    const model = nonEmpty(message.model) ?? window.model;
    const answer: LoggedAnswer = {
      index: window.list.length,
      time: timeOf(message),
      model,
      ...readBill(message.tokens),
    };
    window.model = model;
    window.answers.push(answer);
    if (this.#isBilled(id)) window.inherited = window.answers.length;
    const parts = [
      ...thoughts.map((thought) => ({ text: [thought.subject, thought.description].join("\n"), thought: true })),
      ...partsOf(message.content),
      ...calls.map(({ id: callId, name, args }) => ({ functionCall: { id: callId, name, args: args ?? {} } })),
    ];
    window.list.push({ role: "model", parts });
    const results = calls
      .flatMap(({ result }) => partsOf(result))
      .filter((part) => !resultId(part).some((one) => sent.has(one)));
    if (results.length > 0) window.list.push({ role: "user", parts: results });
  }

  /** The same chat may be in two files, one of each form. */
  #isBilled(id: string): boolean {
    return isSeen(this.#billed, id) || isSeen(this.#context.seen, `gemini ${this.#about.sessionId} ${id}`);
  }
}

/** The id of the call whose result a part is, where it has one. */
const resultId = (part: unknown): string[] =>
  isRecord(part) && isRecord(part.functionResponse) ? [nonEmpty(part.functionResponse.id) ?? ""].filter(Boolean) : [];

function partsOf(content: unknown): unknown[] {
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  return (Array.isArray(content) ? content : [content]).flatMap((part) =>
    typeof part === "string" ? [{ text: part }] : isRecord(part) ? [part] : [],
  );
}

/** The input counts what the cache had; thoughts are output. */
function readBill(tokens: unknown): Pick<LoggedAnswer, "billed" | "tokens"> {
  if (!isRecord(tokens) || count(tokens.input) === 0) return { billed: undefined, tokens: undefined };
  const input = count(tokens.input) + count(tokens.tool);
  const cacheRead = Math.min(input, count(tokens.cached));
  return billOfTokens({
    fresh: input - cacheRead,
    cacheRead,
    cacheWrite: 0,
    output: count(tokens.output) + count(tokens.thoughts),
  });
}
