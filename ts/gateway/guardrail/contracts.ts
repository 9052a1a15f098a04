// The three contracts by which another proxy has the rows of its requests reduced. All get and give rows.
import { isRecord, nonEmpty } from "../../text/json-value.js";
import { type ReducedRows, type Rows, rowsOf } from "./reduce-rows.js";

/** What a request asks for. */
export interface Asked {
  rows: Rows;
  /** The policy that it names. */
  policy: string | undefined;
  /** LiteLLM's virtual key, team and user. */
  who: Who;
}

/** Whose request it is, as LiteLLM knows them. */
export interface Who {
  key?: string | undefined;
  team?: string | undefined;
  user?: string | undefined;
}

/** Rows as they go back; of those whose reduction failed, nothing was counted. */
export type RenderedRows = Pick<ReducedRows, "texts" | "changed"> & Partial<ReducedRows>;

export interface Contract {
  /** What is asked; a sentence where it cannot be read; undefined where there is nothing to reduce. */
  read(text: string, value: unknown): Asked | string | undefined;
  /** The answer as JSON. `rows` is undefined where there was nothing to reduce. */
  render(rows: RenderedRows | undefined, skipped: string | undefined): string;
}

/** `POST /v1/compress`: `{ messages, model?, config? }`, answered with as many messages and what was saved. */
const compress: Contract = {
  read(text, value) {
    const rows = rowsOf(text, value, "messages");
    if (typeof rows === "string") return rows;
    const { config } = value as { config?: unknown };
    if (config !== undefined && config !== null && !isRecord(config)) return `expected an object under "config"`;
    return { rows, policy: policyIn(config), who: {} };
  },
  render(rows, skipped) {
    const { texts, tokensBefore = 0, tokensAfter = 0, transforms = [], handles = [] } = rows ?? { texts: [] };
    const numbers = {
      tokens_before: tokensBefore,
      tokens_after: tokensAfter,
      tokens_saved: tokensBefore - tokensAfter,
      compression_ratio: tokensBefore === 0 ? 1 : Math.round((tokensAfter / tokensBefore) * 10_000) / 10_000,
      transforms_applied: transforms,
      ccr_hashes: handles,
      ...(skipped === undefined ? {} : { skipped }),
    };
    return `{"messages":[${texts.join(",")}],${JSON.stringify(numbers).slice(1)}`;
  },
};

/** LiteLLM's generic guardrail: rows under `structured_messages`; without a change the answer is `NONE` alone. */
const guardrail: Contract = {
  read(text, value) {
    if (!isRecord(value)) return "expected a JSON object";
    if (value.input_type === "response") return undefined;
    if (value.structured_messages === undefined || value.structured_messages === null) return undefined;
    const rows = rowsOf(text, value, "structured_messages");
    if (typeof rows === "string") return rows;
    const { request_data: data, additional_provider_specific_params: params } = value;
    return { rows, policy: policyIn(params), who: isRecord(data) ? whoIn(data) : {} };
  },
  render(rows) {
    if (rows === undefined || !rows.changed) return '{"action":"NONE"}';
    return `{"action":"GUARDRAIL_INTERVENED","structured_messages":[${rows.texts.join(",")}]}`;
  },
};

/**
 * Portkey's webhook, which is sent to `/v1/compress`, too: the whole request under `request.json`, which is answered with the
 * request to send instead. Portkey writes the request anew, so no byte of it need be kept.
 */
const webhook = (request: Record<string, unknown>): Contract => ({
  read() {
    // Other requests than chats have no rows.
    if (!Array.isArray(request.messages)) return undefined;
    const rows = rowsOf(JSON.stringify(request), request, "messages");
    return typeof rows === "string" ? rows : { rows, policy: undefined, who: {} };
  },
  render(rows) {
    if (rows === undefined || !rows.changed) return '{"verdict":true}';
    const { messages: _, ...rest } = request;
    const head = JSON.stringify(rest).slice(0, -1);
    const json = `${head}${head === "{" ? "" : ","}"messages":[${rows.texts.join(",")}]}`;
    return `{"verdict":true,"transformedData":{"request":{"json":${json}}}}`;
  },
});

/** The paths of contracts. */
export type ContractName = "compress" | "guardrail";

/** The contract of a request: its path's, unless it is a webhook of Portkey's. */
export function contractOf(name: ContractName, value: unknown): Contract {
  if (name === "guardrail") return guardrail;
  if (!isRecord(value) || typeof value.eventType !== "string" || !isRecord(value.request)) return compress;
  const { json } = value.request;
  return webhook(value.eventType === "beforeRequestHook" && isRecord(json) ? json : {});
}

const policyIn = (config: unknown): string | undefined => (isRecord(config) ? nonEmpty(config.policy) : undefined);

/** Names as LiteLLM writes them, aliases first: those are for people. */
export function whoIn(data: Record<string, unknown>): Who {
  const first = (...names: string[]) => names.map((name) => nonEmpty(data[`user_api_key_${name}`])).find(Boolean);
  return {
    key: first("alias", "hash"),
    team: first("team_alias", "team_id"),
    user: first("user_id", "end_user_id"),
  };
}
