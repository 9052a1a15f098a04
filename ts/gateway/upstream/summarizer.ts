import type { SummaryModel } from "../../llm/index.js";
import type { SummarizerSettings } from "../config/parts.js";
import { joinPath } from "./join-path.js";
import type { Upstream } from "./upstream.js";
import type { Upstreams } from "./upstreams.js";

/** Answers longer than this are not summaries. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** The longest summary that is asked for. */
const MOST_TOKENS = 1024;

/**
 * The model that writes a policy's summaries, at a configured upstream. The operator's key is sent nowhere else.
 * `upstreams` is read at each call, so that a summary uses the connections of its configuration.
 */
export function modelAtUpstream(settings: SummarizerSettings, key: string, upstreams: Upstreams): SummaryModel {
  const { upstream, model } = settings;
  const to = upstreams.of(upstream);
  if (upstream === "openai") {
    const headers = { authorization: `Bearer ${key}` };
    const create = (body: never, options?: never) =>
      post(to, joinPath("openai", to.basePath, "/v1/chat/completions"), headers, body, options);
    return { client: { chat: { completions: { create } } }, model, params: { max_completion_tokens: MOST_TOKENS } };
  }
  const headers = { "x-api-key": key, "anthropic-version": "2023-06-01" };
  const create = (body: never, options?: never) =>
    post(to, joinPath("anthropic", to.basePath, "/v1/messages"), headers, body, options);
  return { client: { messages: { create } }, model, params: { max_tokens: MOST_TOKENS } };
}

async function post(
  { dispatcher, origin }: Upstream,
  path: string,
  headers: Record<string, string>,
  body: object,
  options?: object,
): Promise<unknown> {
  const { signal } = (options ?? {}) as { signal?: AbortSignal };
  const { statusCode, body: answer } = await dispatcher.request({
    origin,
    path,
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error("the summariser's answer is too long");
    chunks.push(chunk);
  }
  if (statusCode !== 200)
    throw Object.assign(new Error(`the summariser answered ${statusCode}`), { status: statusCode });
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
