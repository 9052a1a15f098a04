import type { ApiHandler } from "../../../llm/handler/api-handler.js";
import { isApiHandler } from "../../../llm/handler/ask-handler.js";
import { TokenMeter } from "../../conversation/tokens.js";
import type { CondensationLimits, CondensationSettings } from "../../settings/settings.js";
import type { CondensationOptions } from "../base/options.js";
import type { CondensationNote } from "../base/result.js";

export interface ChosenHandler {
  /** Undefined: the caller has none, so that the extract is used. */
  handler: ApiHandler | undefined;
  isCustom: boolean;
  /** Whether handlers were given and none of them is one. */
  isInvalid: boolean;
  notes: CondensationNote[];
}

/** Chooses the condensing handler, or the conversation's where that is none; none at all for a name that nobody has. */
export function chooseHandler(
  options: Pick<CondensationOptions, "condensingApiHandler" | "apiHandler" | "handlers">,
  settings: Pick<CondensationSettings, "condensingApiHandler"> = {},
): ChosenHandler {
  const { apiHandler, handlers } = options;
  const own = options.condensingApiHandler ?? settings.condensingApiHandler;
  const isNone = own === undefined || own === "";
  const named = typeof own === "string" ? (Object.hasOwn(handlers ?? {}, own) ? handlers?.[own] : undefined) : own;
  if (!isNone && isApiHandler(named)) return { handler: named, isCustom: true, isInvalid: false, notes: [] };
  const what =
    typeof own === "string" ? `no handler has the name ${JSON.stringify(own)}` : "the condensing handler is none";
  const notesOf = (next: string): CondensationNote[] =>
    isNone ? [] : [{ code: "handler_invalid", message: `${what}; ${next}` }];
  if (isApiHandler(apiHandler)) {
    const notes = notesOf("the conversation's own handler was used");
    return { handler: apiHandler, isCustom: false, isInvalid: false, notes };
  }
  // A name is of settings, which programs without any handler read as well.
  if (apiHandler === undefined && typeof own === "string" && !isNone && named === undefined)
    return { handler: undefined, isCustom: false, isInvalid: false, notes: notesOf("summaries are extracts") };
  const isInvalid = apiHandler !== undefined || !isNone;
  return { handler: undefined, isCustom: false, isInvalid, notes: [] };
}

/** Counts tokens by the conversation's handler, within the time of a provider; by the estimate where that is none. */
export const meterOf = (
  { apiHandler, signal }: Pick<CondensationOptions, "apiHandler" | "signal">,
  { timeoutMs }: Pick<CondensationLimits, "timeoutMs">,
): TokenMeter => new TokenMeter(isApiHandler(apiHandler) ? apiHandler : undefined, { timeoutMs, signal });

/** That tokens are estimated although there is a handler. */
export const meterNotes = ({ problem }: TokenMeter): CondensationNote[] =>
  problem === undefined ? [] : [{ code: "handler_invalid", message: problem }];
