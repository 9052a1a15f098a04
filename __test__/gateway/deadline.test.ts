import { describe, expect, it } from "vitest";
import { ReceivedBody } from "../../ts/gateway/body/received.js";
import { InFlight } from "../../ts/gateway/in-flight.js";
import { prepare } from "../../ts/gateway/reduce-request.js";
import type { Reducer } from "../../ts/pipeline/create-reducer.js";
import { DEFAULT_POLICY } from "../../ts/policy/policy.js";
import { agentRequest, bytesOf } from "./requests.js";

const body = bytesOf(agentRequest("openai-chat"));

function through(reducer: Reducer) {
  const received = new ReceivedBody();
  received.takes(body, body.length);
  const ready = {
    name: "default",
    policy: DEFAULT_POLICY,
    observing: DEFAULT_POLICY,
    pipeline: { reducer, deadlineMs: 20 },
  };
  const control = { bypass: false, dryRun: false };
  const calls = { gone: () => new AbortController().signal, hold: new InFlight(1e9).open() };
  const request = {
    body: received,
    rawHeaders: [],
    host: "localhost",
    wire: "openai-chat" as const,
    path: "/",
    control,
    ...calls,
  };
  return prepare(request, {
    chooser: { byName: () => ready, choose: () => Promise.resolve(ready) },
    observe: false,
    maxBytes: 1e9,
    sessions: undefined,
    keepsRequests: false,
  });
}

describe("the pipeline", () => {
  it("abandons and aborts a slow pipeline, and sends the original request", async () => {
    let told = false;
    const reducer: Reducer = {
      reduce: (_, { signal } = {}) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => {
            told = true;
            reject(signal.reason);
          });
        }),
    };
    expect(await through(reducer)).toMatchObject({ body, replaced: false, skipped: "deadline" });
    expect(told).toBe(true);
  });

  it("abandons a pipeline that ignores its signal", async () => {
    expect(await through({ reduce: () => new Promise(() => {}) })).toMatchObject({
      replaced: false,
      skipped: "deadline",
    });
  });

  it.each([
    () => {
      throw new Error("x");
    },
    async () => {
      throw new Error("x");
    },
  ])("sends the original request if the pipeline fails", async (reduce) => {
    expect(await through({ reduce } as Reducer)).toMatchObject({ body, replaced: false, skipped: "reducer_failed" });
  });
});
