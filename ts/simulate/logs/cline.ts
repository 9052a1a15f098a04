// A task of Cline or Roo Code: `api_conversation_history.json` is the list of messages, and beside it `ui_messages.json`
// has a bill for each request, in their order.
import { isRecord, type JsonRecord, nonEmpty, parseJson } from "../../text/json-value.js";
import { billOfTokens, count, emptyWindow, type LogWindow, readTime } from "./window.js";

/** The file beside the messages in which the bills are. */
export const CLINE_BILLS = "ui_messages.json";

/** Whether a parsed file is such a list: messages of the wire `anthropic` and nothing around them. */
export const isClineHistory = (value: unknown): value is JsonRecord[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isRecord(one) && (one.role === "user" || one.role === "assistant") && "content" in one);

/** @param ui The file beside it, parsed; undefined if there is none. */
export function readCline(messages: readonly JsonRecord[], ui: unknown): LogWindow {
  const window = emptyWindow("anthropic");
  const bills = Array.isArray(ui) ? ui.filter(isRecord).flatMap(readBill) : [];
  for (const { ts, role, content, modelInfo } of messages) {
    if (role === "assistant") {
      const { model = window.model, time, ...bill } = bills[window.answers.length] ?? NO_BILL;
      window.model = (isRecord(modelInfo) ? nonEmpty(modelInfo.modelId) : undefined) ?? model;
      const at = Number.isFinite(time) ? time : readTime(ts);
      window.answers.push({ index: window.list.length, time: at, ...bill, model: window.model });
    }
    window.list.push({ role, content });
  }
  window.project = projectOf(messages);
  return window;
}

const NO_BILL = { billed: undefined, tokens: undefined, time: Number.NaN, model: undefined };

function readBill({ say, text, ts, modelInfo }: JsonRecord) {
  if (say !== "api_req_started" || typeof text !== "string") return [];
  const about = { time: readTime(ts), model: isRecord(modelInfo) ? nonEmpty(modelInfo.modelId) : undefined };
  const told = parseJson(text);
  if (!isRecord(told) || typeof told.tokensIn !== "number") return [{ ...NO_BILL, ...about }];
  const [cacheRead, cacheWrite] = [count(told.cacheReads), count(told.cacheWrites)];
  const bill = billOfTokens({ fresh: count(told.tokensIn), cacheRead, cacheWrite, output: count(told.tokensOut) });
  return [{ ...about, ...bill }];
}

/** The first request says where the editor's folder is. */
function projectOf([first]: readonly JsonRecord[]): string | undefined {
  const text = JSON.stringify(first?.content ?? "").slice(0, 200_000);
  return /Current (?:Working|Workspace) Directory \(([^)\\"]{1,300})\)/.exec(text)?.[1];
}
