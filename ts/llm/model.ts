import { TamisError } from "../base/errors.js";
import { isFunction } from "../base/option-check.js";
import { askAiSdk } from "./ai-sdk.js";
import { askAnthropic } from "./anthropic.js";
import { askConverse } from "./converse.js";
import { askGoogle } from "./google.js";
import { askHandler, isApiHandler } from "./handler/ask-handler.js";
import { flatText } from "./model-prompt.js";
import type {
  AiSdkModel,
  AnthropicStyleClient,
  ClientModel,
  ConverseStyleClient,
  GoogleStyleClient,
  OpenAiStyleClient,
  SummaryFunction,
  SummaryModel,
} from "./model-types.js";
import { askOpenAi } from "./openai.js";
import { type Ask, checkText, dig, joinText } from "./reply.js";

/**
 * Returns one function that asks any kind of model.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function toAsk(model: SummaryModel): Ask {
  if (typeof model === "function") return askFunction(model);
  if (typeof model === "object" && model !== null) {
    if ("doGenerate" in model) return askAiSdk(checkVersion(model));
    if ("client" in model) return askClient(model);
    if (isApiHandler(model)) return askHandler(model);
  }
  throw invalid(
    typeof model === "string"
      ? `got the string ${JSON.stringify(model)}; make a model of it first, for instance openai(${JSON.stringify(model)})`
      : "expected a function, an AI SDK language model, { client, model }, or a handler",
  );
}

function askClient({ client, model, params = {} }: ClientModel): Ask {
  if (typeof model !== "string" || model === "") throw invalid("expected the name of a model beside the client");
  if (isOpenAi(client)) return askOpenAi(client, { ...params, model });
  if (isAnthropic(client)) return askAnthropic(client, { ...params, model });
  if (isGoogle(client)) return askGoogle(client, { ...params, model });
  if (isConverse(client)) return askConverse(client, { ...params, model });
  throw invalid(
    "the client has none of chat.completions.create (OpenAI), messages.create (Anthropic), models.generateContent " +
      "(Google) and converse (Bedrock: new BedrockRuntime(…), whose methods need no commands)",
  );
}

/** The model's name, as a price list may have it; undefined for a function. */
export function nameOfModel(model: SummaryModel): string | undefined {
  if (typeof model === "function") return undefined;
  if ("modelId" in model) return model.modelId;
  return "client" in model ? model.model : model.getModel().id;
}

/** Identifies the model, so that models do not share summaries. */
export function identityOfModel(model: SummaryModel): string {
  if (typeof model === "function") return `function ${model.name}`;
  if ("modelId" in model) return `${model.provider}/${model.modelId}`;
  return "client" in model ? model.model : model.getModel().id;
}

const isOpenAi = (client: unknown): client is OpenAiStyleClient =>
  isFunction(dig(client, "chat", "completions", "create"));
const isAnthropic = (client: unknown): client is AnthropicStyleClient => isFunction(dig(client, "messages", "create"));
const isGoogle = (client: unknown): client is GoogleStyleClient => isFunction(dig(client, "models", "generateContent"));
const isConverse = (client: unknown): client is ConverseStyleClient => isFunction(dig(client, "converse"));

function checkVersion(model: AiSdkModel): AiSdkModel {
  if (model.specificationVersion !== "v1") return model;
  throw invalid("AI SDK models of specification v1 are not supported; update the provider package");
}

function invalid(message: string): TamisError {
  return new TamisError("OPTION_INVALID", `model: ${message}`);
}

/** Asks a plain function. Its token use is unknown, so none is reported. */
function askFunction(call: SummaryFunction): Ask {
  return async (prompt, context) => {
    const answer: unknown = await call(flatText(prompt), { signal: context.signal });
    return { text: isStream(answer) ? await joinText(answer, context) : checkText(answer, context.maxChars) };
  };
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && typeof dig(value, Symbol.asyncIterator as never) === "function";
}
