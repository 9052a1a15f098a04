// Calls a model for a summary: any AI SDK model, OpenAI- or Anthropic-style client, or plain function. It has a time
// limit, one retry and cancellation, and returns failures as data. No SDK is a dependency: models are recognised by
// their shape.
//
//   messages ─split→ parts ─prompt(fenced)→ model ─check→ text, or why not
export { type CallOptions, callModel, type ModelResult } from "./call.js";
export type { ModelFailure, ModelFailureReason } from "./failure.js";
export type { ModelMessages, ModelPrompt } from "./model-prompt.js";
export type {
  AiSdkModel,
  AnthropicStyleClient,
  ClientModel,
  ConverseStyleClient,
  GoogleStyleClient,
  OpenAiStyleClient,
  SummaryFunction,
  SummaryModel,
} from "./model-types.js";
export {
  defaultSummaryPrompt,
  SUMMARY_SECTIONS,
  type SummaryPrompt,
  type SummaryPromptInput,
  type SummarySection,
} from "./prompt.js";
export type { SummarySource } from "./split.js";
export { type SummarizeOptions, summarizeSource } from "./summarize.js";
export type { ModelUsage, ReportedTokens } from "./usage.js";
