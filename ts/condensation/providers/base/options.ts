import type { ApiHandler } from "../../../llm/handler/api-handler.js";
import type { SummaryStore } from "../../../pipeline/summary/store.js";
import type { CondensationLimits, CondensationSettingsInput } from "../../settings/settings.js";

/** How to condense one conversation. Keys of the settings may be given directly; they win over `settings`. */
export interface CondensationOptions
  extends Omit<CondensationSettingsInput, "condensingApiHandler">,
    Partial<CondensationLimits> {
  /** Settings. @default the defaults */
  settings?: CondensationSettingsInput | undefined;
  /** The model of the conversation. @default none: extracts are used, and tokens are estimated */
  apiHandler?: ApiHandler | undefined;
  /** The model that summarises, or its name in `handlers`. @default apiHandler */
  condensingApiHandler?: ApiHandler | string | undefined;
  /** Handlers by the names that settings have for them. @default none */
  handlers?: Readonly<Record<string, ApiHandler>> | undefined;
  /** Whether a limit asked for it, and not a person. Goes into events. @default false */
  isAutomaticTrigger?: boolean | undefined;
  /** Stops the condensation with an `AbortError`. @default none */
  signal?: AbortSignal | undefined;
  /** Texts that are never changed: a message that has one in it stays as it is. @default none */
  pin?: readonly string[] | undefined;
  /** Keeps a model's texts, so that the same content gets the same summary. @default none */
  summaryStore?: SummaryStore | undefined;
}
