import { TamisError } from "../base/errors.js";
import { askAiSdk } from "./ai-sdk.js";
import { askAnthropic } from "./anthropic.js";
import { askFunction } from "./function.js";
import type { AiSdkModel, AnthropicStyleClient, ClientModel, OpenAiStyleClient, SummaryModel } from "./model-types.js";
import { askOpenAi } from "./openai.js";
import type { Ask } from "./reply.js";

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
  }
  throw invalid(
    typeof model === "string"
      ? `got the string ${JSON.stringify(model)}; make a model of it first, for instance openai(${JSON.stringify(model)})`
      : "expected a function, an AI SDK language model, or { client, model }",
  );
}

function askClient({ client, model, params = {} }: ClientModel): Ask {
  if (typeof model !== "string" || model === "") throw invalid("expected the name of a model beside the client");
  if (isOpenAi(client)) return askOpenAi(client, { ...params, model });
  if (isAnthropic(client)) return askAnthropic(client, { ...params, model });
  throw invalid("the client has neither chat.completions.create (OpenAI) nor messages.create (Anthropic)");
}

function isOpenAi(client: unknown): client is OpenAiStyleClient {
  return typeof (client as Partial<OpenAiStyleClient> | null)?.chat?.completions?.create === "function";
}

function isAnthropic(client: unknown): client is AnthropicStyleClient {
  return typeof (client as Partial<AnthropicStyleClient> | null)?.messages?.create === "function";
}

function checkVersion(model: AiSdkModel): AiSdkModel {
  if (model.specificationVersion !== "v1") return model;
  throw invalid("AI SDK models of specification v1 are not supported; update the provider package");
}

function invalid(message: string): TamisError {
  return new TamisError("OPTION_INVALID", `model: ${message}`);
}
