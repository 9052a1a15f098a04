// The neutral form, for agents whose logs have no reader: docs/savings.md describes it.
import { isRecord, type JsonRecord, nonEmpty } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";
import {
  billOf,
  branchOf,
  emptyWindow,
  type LogContext,
  type LogFormat,
  type LogReader,
  type LogWindow,
  readTime,
} from "./window.js";

/** Logs in Tamis's own form: a first line about the session, and one for each message. */
export const NEUTRAL: LogFormat = {
  agent: "neutral log",
  isSign: ({ tamis }) => tamis === "session",
  open: (context) => new NeutralReader(context),
};

class NeutralReader implements LogReader {
  readonly #context: LogContext;
  readonly #windows: LogWindow[] = [];

  constructor(context: LogContext) {
    this.#context = context;
  }

  read(line: JsonRecord, number: number): void {
    if (line.tamis === "session") this.#start(line, number);
    else if (typeof line.keep === "number") this.#rewind(line.keep);
    else if (isRecord(line.message)) this.#readMessage(line, line.message, number);
  }

  end(): LogWindow[] {
    return this.#windows;
  }

  #start({ wire = "openai-chat", front, ...about }: JsonRecord, number: number): void {
    const found = WIRES.all.find(({ key }) => key === wire);
    if (found === undefined) {
      const known = WIRES.all.map(({ key }) => key).join(", ");
      this.#context.onUnread(number, `expected one of ${known} in wire; openai-chat was taken`);
    }
    this.#windows.push(
      emptyWindow(found?.key ?? "openai-chat", {
        model: nonEmpty(about.model),
        project: nonEmpty(about.project),
        sessionId: nonEmpty(about.id),
        isSubAgent: about.subAgent === true,
        front: isRecord(front) ? front : {},
      }),
    );
  }

  #rewind(length: number): void {
    const window = this.#windows.at(-1);
    if (window !== undefined) this.#windows.push(branchOf(window, length));
  }

  #readMessage({ usage, time, model }: JsonRecord, message: JsonRecord, number: number): void {
    const window = this.#windows.at(-1);
    if (window === undefined) return;
    window.model = nonEmpty(model) ?? window.model;
    if (usage !== undefined || beginsAnswer(message, window.list.at(-1))) {
      const bill =
        usage === undefined ? undefined : billOf(usage, (problem) => this.#context.onUnread(number, problem));
      const { length: index } = window.list;
      window.answers.push({
        index,
        time: readTime(time),
        model: window.model,
        billed: undefined,
        tokens: undefined,
        ...bill,
      });
    }
    window.list.push(message);
  }
}

/** Whether a request was answered here. An answer of the Responses API is several items. */
const beginsAnswer = (message: JsonRecord, before: unknown): boolean =>
  isOfModel(message) && !(isRecord(before) && isOfModel(before));

const isOfModel = ({ role, type }: JsonRecord): boolean =>
  role === "assistant" ||
  role === "model" ||
  (role === undefined && typeof type === "string" && (type === "reasoning" || type.endsWith("_call")));
