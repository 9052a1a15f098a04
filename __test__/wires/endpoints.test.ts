import { describe, expect, it } from "vitest";
import { endpointOf, ownEndpointOf, pathOf } from "../../ts/wires/endpoints.js";

describe("endpointOf", () => {
  it.each([
    ["/v1/chat/completions", "generate", "openai-chat", undefined],
    ["/v1/chat/completions/", "generate", "openai-chat", undefined],
    ["/openai/deployments/my-gpt/chat/completions", "generate", "openai-chat", "my-gpt"],
    ["/v1beta/openai/chat/completions", "generate", "openai-chat", undefined],
    ["/v1/projects/p/locations/l/endpoints/openapi/chat/completions", "generate", "openai-chat", undefined],
    ["/v1/responses", "generate", "openai-responses", undefined],
    ["/openai/v1/responses", "generate", "openai-responses", undefined],
    ["/v1/responses/input_tokens", "count", "openai-responses", undefined],
    ["/v1/messages", "generate", "anthropic", undefined],
    ["/anthropic/v1/messages", "generate", "anthropic", undefined],
    ["/v1/messages/count_tokens", "count", "anthropic", undefined],
    ["/v1beta/models/gemini-2.5-pro:generateContent", "generate", "gemini", "gemini-2.5-pro"],
    ["/v1beta/models/gemini-2.5-pro:streamGenerateContent", "generate", "gemini", "gemini-2.5-pro"],
    ["/v1beta/models/gemini-2.5-pro:countTokens", "count", "gemini", "gemini-2.5-pro"],
    [
      "/v1/projects/p/locations/l/publishers/google/models/gemini-3-pro:generateContent",
      "generate",
      "gemini",
      "gemini-3-pro",
    ],
    ["/v1/projects/p/locations/l/endpoints/123:generateContent", "generate", "gemini", "123"],
    [
      "/v1/projects/p/locations/l/publishers/anthropic/models/claude-sonnet-5@20250929:rawPredict",
      "generate",
      "anthropic",
      "claude-sonnet-5@20250929",
    ],
    [
      "/v1/projects/p/locations/l/publishers/anthropic/models/claude-opus-4:streamRawPredict",
      "generate",
      "anthropic",
      "claude-opus-4",
    ],
    [
      "/v1/projects/p/locations/l/publishers/mistralai/models/mistral-large:rawPredict",
      "generate",
      undefined,
      "mistral-large",
    ],
    ["/model/anthropic.claude-sonnet-5-v1%3A0/invoke", "generate", undefined, "anthropic.claude-sonnet-5-v1:0"],
    ["/model/m/invoke-with-response-stream", "generate", undefined, "m"],
    ["/model/%ff/invoke", "generate", undefined, "%ff"],
  ] as const)("knows %s", (path, kind, wire, model) => {
    expect(endpointOf(path)).toEqual({ kind, wire, model });
  });

  it.each([
    "",
    "/",
    "/v1/models",
    "/v1/embeddings",
    "/v1/responses/resp_1",
    "/v1/responses/resp_1/cancel",
    "/v1/messages/batches",
    "/v1/threads/thread_1/messages",
    "/v1/chat/completions/chatcmpl-1",
    "/v1beta/models/gemini-2.5-pro:embedContent",
    "/v1beta/models/gemini-2.5-pro:batchGenerateContent",
    "/v1/projects/p/locations/l/publishers/anthropic/models/count-tokens:rawPredict",
    "/model/m/converse",
    "/notresponses",
  ])("leaves %s alone", (path) => {
    expect(endpointOf(path)).toBeUndefined();
  });
});

describe("pathOf", () => {
  it.each([
    ["https://api.example.com/v1/messages?beta=true#x", "/v1/messages"],
    ["https://api.example.com", ""],
    ["https://api.example.com?x=/v1/messages", ""],
    ["https://user:p%40ss@host:8080/a/b", "/a/b"],
    ["/v1/responses?x=1", "/v1/responses"],
    ["v1/responses", "v1/responses"],
  ])("of %s is %s", (url, path) => {
    expect(pathOf(url)).toBe(path);
  });
});

describe("ownEndpointOf", () => {
  it.each([
    ["openai", "/v1/chat/completions"],
    ["openai", "/v1/responses"],
    ["anthropic", "/v1/messages"],
    ["anthropic", "/v1/messages/count_tokens"],
    ["gemini", "/v1beta/models/gemini-2.5-pro:generateContent"],
    ["gemini", "/v1/tunedModels/mine:streamGenerateContent"],
  ] as const)("%s: %s means what an adapter takes it for", (provider, path) => {
    expect(ownEndpointOf(provider, path)).toEqual(endpointOf(path));
  });

  it.each([
    ["anthropic", "/v1/chat/completions"],
    ["openai", "/v1/messages"],
    ["openai", "/v1/chat/completions/"],
    ["openai", "/v1/proxy/chat/completions"],
    ["openai", "/v1/deployments/mine/chat/completions"],
    ["openai", "/v1/responses/input_tokens"],
    ["gemini", "/v1beta/models/gemini-2.5-pro:countTokens"],
    ["gemini", "/v1/projects/p/models/gemini-2.5-pro:generateContent"],
  ] as const)("%s: %s is not the gateway's to change", (provider, path) => {
    expect(ownEndpointOf(provider, path)).toBeUndefined();
  });
});
