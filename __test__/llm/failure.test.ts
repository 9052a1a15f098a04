import { describe, expect, it } from "vitest";
import { diagnose, ModelFailureError } from "../../ts/llm/failure.js";

const error = (fields: object, message = "it broke") => Object.assign(new Error(message), fields);

describe("diagnose", () => {
  it.each([
    [error({ status: 429 }), "http", true],
    [error({ statusCode: 503 }), "http", true],
    [error({ status: 408 }), "http", true],
    [error({ status: 400 }), "http", false],
    [error({ status: 200 }), "threw", false],
    [error({ code: "ECONNRESET" }), "network", true],
    [error({ code: "ECONNREFUSED" }), "network", true],
    [error({ code: "ENOTFOUND" }), "network", true],
    [error({ code: "ETIMEDOUT" }), "network", true],
    [error({ cause: error({ cause: error({ code: "UND_ERR_SOCKET" }) }) }), "network", true],
    [new TypeError("fetch failed"), "network", true],
    [new TypeError("terminated"), "network", true],
    [new TypeError("x is not a function"), "threw", false],
    [error({ code: "ENOENT" }), "threw", false],
    [error({ error: { type: "error", error: { type: "overloaded_error" } } }), "http", true],
    [error({ type: "invalid_request_error" }), "threw", false],
    [new ModelFailureError("empty", "nothing"), "empty", false],
    ["a string", "threw", false],
    [undefined, "threw", false],
    [null, "threw", false],
  ])("%o: %s, again: %s", (thrown, reason, retryable) => {
    expect(diagnose(thrown)).toMatchObject({ failure: { reason }, retryable });
  });

  it.each([
    [{ headers: new Headers({ "retry-after": "2" }) }, 2_000],
    [{ responseHeaders: { "retry-after": "0.5" } }, 500],
    [{ headers: { "retry-after-ms": "30", "retry-after": "2" } }, 30],
    [{ headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" } }, undefined],
    [{ headers: { "retry-after": "-1" } }, undefined],
    [{ headers: { "retry-after": "" } }, undefined],
    [{}, undefined],
  ])("reads the wait from %j: %s ms", (fields, expected) => {
    expect(diagnose(error({ status: 429, ...fields })).retryAfterMs).toBe(expected);
  });

  it("ends at circular causes, and shortens a long message", () => {
    const ring = error({}, "x".repeat(10_000));
    Object.assign(ring, { cause: ring });
    expect(diagnose(ring).failure.message).toHaveLength(300);
  });
});
