// What a provider answers to a reduced request reaches the caller as it would without Tamis: errors, cuts, waits.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import { everyTurn } from "../support/every-turn.js";
import { type Act, startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { type Agent, SCRIPT } from "./agents/agent.js";
import { aiSdkAgents } from "./agents/ai-sdk.js";
import { anthropicMessages } from "./agents/anthropic.js";
import { googleGenAi } from "./agents/google.js";
import { langchainAgents } from "./agents/langchain.js";
import { openaiChat, openaiResponses } from "./agents/openai.js";

const AGENTS: Record<string, Agent> = {
  "openai, chat": openaiChat,
  "openai, responses": openaiResponses,
  "@anthropic-ai/sdk": anthropicMessages,
  "@google/genai": googleGenAi,
  "ai, @ai-sdk/openai": aiSdkAgents().responses,
  "langchain, @langchain/anthropic": langchainAgents().anthropic as Agent,
};

let upstream: Upstream;
beforeAll(async () => {
  // The AI SDK also prints errors of streams on the console.
  vi.spyOn(console, "error").mockImplementation(() => {});
  upstream = await startUpstream();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await upstream.close();
});

/** The last act of five is the one that fails: the request before it was reduced. */
const failing = (act: Act): Act[] => [...SCRIPT.slice(0, 4), act];

const own = tamisFetch(everyTurn({ mask: { windowTurns: 2 } }));

/** The comparable parts of an error, in the words of each SDK. */
async function failureOf(run: Promise<string>): Promise<object> {
  const error = await run.then(
    (answer) => {
      throw new Error(`answered ${answer}`);
    },
    (reason) => reason as Error & Record<string, unknown>,
  );
  const { name, message, status, statusCode, responseBody, code } = error;
  return { name, message, status, statusCode, responseBody, code };
}

describe.each(Object.entries(AGENTS))("%s", (_, agent) => {
  describe.each([false, true])("streaming: %s", (stream) => {
    const both = async (act: Act): Promise<object[]> => {
      const failures: object[] = [];
      for (const more of [{}, { fetch: own }]) {
        upstream.script(failing(act));
        failures.push(await failureOf(agent({ url: upstream.url, stream, ...more })));
        // No client retried, and none stopped early.
        expect(upstream.seen).toHaveLength(5);
      }
      expect(upstream.seen.at(-1)?.text).toContain("old result left out");
      return failures;
    };

    it.each([400, 401, 429, 500])("reports status %i like the bare client", async (status) => {
      const [direct, through] = await both({ status, headers: { "retry-after": "0", "x-request-id": "req_1" } });
      expect(through).toEqual(direct);
      expect(JSON.stringify(through)).toContain(`scripted ${status}`);
    });

    it("reports a connection cut before the answer like the bare client", async () => {
      const [direct, through] = await both({ cut: "at once", text: "" });
      expect(through).toEqual(direct);
    });

    it("aborts at once when the caller aborts, and the provider notices", async () => {
      upstream.script(failing({ hang: true }));
      const controller = new AbortController();
      const run = agent({ url: upstream.url, stream, fetch: own, signal: controller.signal });
      const failure = failureOf(run);
      await vi.waitFor(() => expect(upstream.seen).toHaveLength(5), { timeout: 5_000 });
      controller.abort();
      expect(JSON.stringify(await failure)).toMatch(/abort/i);
      await vi.waitFor(() => expect(upstream.abandoned).toBe(1), { timeout: 5_000 });
    });
  });
});

describe.each([
  ["openai, chat", openaiChat],
  ["@anthropic-ai/sdk", anthropicMessages],
])("%s", (_, agent) => {
  it("reports a stream cut in the middle like the bare client", async () => {
    const failures: object[] = [];
    for (const more of [{}, { fetch: own }]) {
      upstream.script(failing({ cut: "halfway", text: "half of this" }));
      failures.push(await failureOf(agent({ url: upstream.url, stream: true, ...more })));
    }
    expect(failures[1]).toEqual(failures[0]);
  });

  it("passes a slow stream on as it comes", async () => {
    upstream.script(SCRIPT.slice(0, 1), { delayMs: 20 });
    const answer = await own(`${upstream.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"model":"m","stream":true,"messages":[]}',
    });
    const arrivals: number[] = [];
    for await (const _ of answer.body ?? []) arrivals.push(performance.now());
    // Piece by piece: nothing waits for the end.
    expect(arrivals.length).toBeGreaterThan(3);
  });
});
