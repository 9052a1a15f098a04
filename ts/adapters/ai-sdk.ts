import { check } from "../base/option-check.js";
import type { Policy, PolicyInput } from "../policy/policy.js";
import { createMessageEngine, type MessageOptions } from "./message-options.js";
import { type ReducedTurns, type ResultContent, type ResultTurn, reduceTurns, type Turn } from "./turns.js";

/**
 * The fields that are read from the AI SDK's messages, in each specification from v2 on. They are recognised by shape,
 * so that neither `ai` nor a provider's package is needed here.
 */
interface Holder {
  providerOptions?: Record<string, Record<string, unknown> | undefined> | undefined;
}

interface Message extends Holder {
  role: string;
  content: string | readonly Part[];
}

interface Part extends Holder {
  type: string;
  text?: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  providerExecuted?: boolean | undefined;
  output?: Output;
}

interface Output extends Holder {
  type: string;
  value?: unknown;
}

/** The model's description that a middleware receives. */
interface ModelInfo {
  readonly provider: string;
  readonly modelId: string;
}

/** A middleware for `wrapLanguageModel` of the AI SDK, 6 and later. */
export interface TamisModelMiddleware<Version extends string = "v4"> {
  /** The middleware specification of the AI SDK that this follows, such as `v4`. */
  readonly specificationVersion: Version;
  /** Gives the parameters with old tool results of the prompt masked; the very same ones where nothing changed. */
  transformParams<P extends { prompt: unknown }>(call: { params: P; model: ModelInfo }): Promise<P>;
}

/** Options of {@link tamisModelMiddleware}. */
export interface TamisModelMiddlewareOptions<Version extends string = "v4"> extends MessageOptions {
  /** The AI SDK's specification: `"v4"` for `ai` 7, `"v3"` for `ai` 6. @default "v4" */
  specificationVersion?: Version;
}

/**
 * Creates a middleware for the AI SDK's `wrapLanguageModel`: old tool results in the prompt become placeholders. The
 * rest of the prompt, including provider options, does not change.
 *
 * @param policy A policy or its settings; default: the library's. Checked here.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`.
 */
export function tamisModelMiddleware<Version extends "v3" | "v4" = "v4">(
  policy?: PolicyInput | Policy,
  options: TamisModelMiddlewareOptions<Version> = {},
): TamisModelMiddleware<Version> {
  const engine = createMessageEngine(policy, options, ["specificationVersion"]);
  const { specificationVersion = "v4" as Version } = options;
  check("specificationVersion", specificationVersion, (value) => value === "v3" || value === "v4", "v3 or v4");
  return {
    specificationVersion,
    async transformParams(call) {
      const { params, model } = call;
      try {
        const prompt = params.prompt as readonly Message[];
        const target = { wire: wireOf(model), model: model.modelId };
        const reduced = await reduceTurns(engine, prompt.map(toTurn), target);
        return reduced === undefined ? params : { ...params, prompt: withChanges(prompt, reduced) };
      } catch (error) {
        engine.failed(error);
        return params;
      }
    },
  };
}

/** Anthropic's models, wherever they run, mark errors and charge for cache writes, so they use its wire. */
function wireOf({ provider, modelId }: ModelInfo): "anthropic" | "openai-chat" {
  return /anthropic|claude/i.test(`${provider} ${modelId}`) ? "anthropic" : "openai-chat";
}

const isResult = ({ type }: Part): boolean => type === "tool-result";

function toTurn(message: Message): Turn {
  const parts: readonly Part[] =
    typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
  if (message.role === "tool") return { role: "results", results: parts.filter(isResult).map(toResult(message)) };
  const isText = (part: Part) => typeof part.text === "string" && !isThinking(part);
  const blocks = parts.filter(isText).map((part) => textBlock(part, message));
  if (message.role !== "assistant") return { role: message.role === "system" ? "system" : "user", blocks };
  // Calls that the provider ran itself are excluded: their results are in the assistant's message.
  const own = parts.filter(({ type, providerExecuted }) => type === "tool-call" && providerExecuted !== true);
  const calls = own.map(({ toolCallId: id = "", toolName: name = "", input: args }) => ({ id, name, args }));
  const thinking = parts.filter(isThinking).map(({ text = "", providerOptions }) => {
    const { signature, redactedData } = providerOptions?.anthropic ?? {};
    return { text, signature: String(signature ?? redactedData) };
  });
  return { role: "assistant", blocks, calls, thinking };
}

/** Reasoning that Anthropic's provider package sends back as thinking; it leaves other reasoning out. */
function isThinking({ type, providerOptions }: Part): boolean {
  const { signature, redactedData } = providerOptions?.anthropic ?? {};
  return type === "reasoning" && (typeof signature === "string" || typeof redactedData === "string");
}

function textBlock(part: Part, message: Message): object {
  const marker = markerOf(part) ?? markerOf(message);
  return { type: "text", text: part.text, ...(marker && { cache_control: marker }) };
}

/** Anthropic's cache marker, as its provider package reads it. */
function markerOf({ providerOptions }: Holder): object | undefined {
  const { anthropic } = providerOptions ?? {};
  const marker = anthropic?.cacheControl ?? anthropic?.cache_control;
  return typeof marker === "object" && marker !== null ? marker : undefined;
}

const toResult =
  (message: Message) =>
  (part: Part): ResultTurn => {
    const output = part.output ?? { type: "none" };
    const marker = markerOf(part) ?? markerOf(output) ?? markerOf(message);
    const isError = output.type === "error-text" || output.type === "error-json";
    return { callId: part.toolCallId ?? "", content: contentOf(output), isError, ...(marker && { marker }) };
  };

function contentOf({ type, value }: Output): ResultContent | undefined {
  if (type === "text" || type === "error-text") return String(value);
  if (type === "json" || type === "error-json") return JSON.stringify(value);
  return type === "content" && Array.isArray(value) ? value.map(markPart) : undefined;
}

/** Writes a part as a content part of the wire. {@link unmarkPart} turns it back. */
function markPart(part: Part): object {
  const marker = markerOf(part);
  return marker === undefined ? part : { ...part, cache_control: marker };
}

function unmarkPart(part: object): object {
  const { cache_control: _, ...own } = part as { cache_control?: object };
  return own;
}

/** The prompt with the new contents of those results that have one, without the thinking that goes. */
function withChanges(prompt: readonly Message[], { contents, gone }: ReducedTurns): Message[] {
  let [result, thinking] = [0, 0];
  const change = (message: Message, part: Part): Part | undefined => {
    if (message.role === "assistant") return isThinking(part) && gone.has(thinking++) ? undefined : part;
    const content = message.role === "tool" && isResult(part) ? contents[result++] : undefined;
    return content === undefined ? part : { ...part, output: outputOf(part.output as Output, content) };
  };
  return prompt.map((message) => {
    if (typeof message.content === "string") return message;
    const parts = message.content.map((part) => change(message, part));
    if (parts.every((part, index) => part === message.content[index])) return message;
    return { ...message, content: parts.filter((part) => part !== undefined) };
  });
}

function outputOf({ type, providerOptions }: Output, content: ResultContent): Output {
  const options = providerOptions === undefined ? {} : { providerOptions };
  if (typeof content !== "string") return { type: "content", value: content.map(unmarkPart), ...options };
  return { type: type.startsWith("error") ? "error-text" : "text", value: content, ...options };
}
