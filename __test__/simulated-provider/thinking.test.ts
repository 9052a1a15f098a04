import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { OTHER_CONVERSATION } from "../support/simulated-provider/bindings.js";
import { mapBlocks } from "../support/simulated-provider/context-management.js";
import { BINDING_BETA, SimulatedProvider } from "../support/simulated-provider/provider.js";
import { isThinking, type MessagesRequest } from "../support/simulated-provider/types.js";
import { markedRequest, runSession, scripted } from "./session.js";

const providerOf = (options = {}) => new SimulatedProvider({ answer: scripted, ...options });
const statusesOf = (provider: SimulatedProvider) => provider.exchanges.map(({ status }) => status);
const lastOf = ({ exchanges }: SimulatedProvider) => exchanges.at(-1)?.body;

/** Masks the result of the third message. */
const masked = (request: MessagesRequest) =>
  mapBlocks(request, (block, at) =>
    at === 2 && block.type === "tool_result" ? { ...block, content: "[masked]" } : block,
  );
const withoutThinking = (request: MessagesRequest) =>
  mapBlocks(request, (block) => (isThinking(block) ? undefined : block));

describe("the simulated provider, for a model that checks its thinking", () => {
  it("accepts a session of 40 answers that is sent as it is", () => {
    const provider = providerOf();
    runSession(provider, 40);
    expect(statusesOf(provider)).toEqual(new Array(40).fill(200));
  });

  it("refuses thinking behind an edit", () => {
    const provider = providerOf();
    const history = runSession(provider, 4);
    const { status, body } = provider.handle(masked(markedRequest(history)));
    expect([status, body]).toEqual([
      400,
      { type: "error", error: { type: "invalid_request_error", message: OTHER_CONVERSATION } },
    ]);
    // Only the first thinking is before the edit.
    expect(provider.handle(masked(markedRequest(history.slice(0, 3)))).status).toBe(200);
    expect(provider.handle(withoutThinking(masked(markedRequest(history)))).status).toBe(200);
  });

  it("refuses thinking that it did not make, or not like this", () => {
    const provider = providerOf();
    const history = runSession(provider, 2);
    for (const change of [{ signature: "proof 99" }, { thinking: "other" }]) {
      const request = mapBlocks(markedRequest(history), (block) =>
        isThinking(block) ? { ...block, ...change } : block,
      );
      const { status, body } = provider.handle(request);
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining("Invalid signature in thinking block."),
      ]);
    }
  });

  it("drops the failing block and all later ones where it is asked to, with the header", () => {
    const provider = providerOf();
    const history = runSession(provider, 4);
    const request = masked(markedRequest(history));
    const asked = {
      ...request,
      thinking: { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } },
    };
    expect(provider.handle(asked).status).toBe(400);
    expect(JSON.stringify(lastOf(provider))).toContain("block_binding: Extra inputs are not permitted");
    const { status, prompt, body } = provider.handle(asked, [BINDING_BETA]);
    expect(status).toBe(200);
    const kept = prompt?.messages.flatMap(({ content }) =>
      typeof content === "string" ? [] : content.filter(isThinking),
    );
    expect(kept?.map(({ thinking }) => thinking)).toEqual(["thought 0"]);
    expect((body.content as object[])[0]).toMatchObject({
      type: "thinking",
      signature: expect.stringMatching(/^proof \d+$/),
    });
  });

  it("does not check with thinking switched off, or for accounts from before; the newest models always", () => {
    const off = { thinking: { type: "disabled" } };
    const statusOf = (model: string, isOldAccount: boolean, extra = {}) => {
      const provider = providerOf({ isOldAccount });
      const history = runSession(provider, 4, { model });
      return provider.handle({ ...masked(markedRequest(history, { model })), ...extra }).status;
    };
    expect(statusOf("claude-fable-5-2", false, off)).toBe(200);
    expect(statusOf("claude-fable-5-2", true)).toBe(400);
    expect(statusOf("claude-opus-5-5", true)).toBe(200);
    expect(statusOf("claude-opus-5-5", false)).toBe(400);
    expect(statusOf("claude-opus-4-6", false)).toBe(200);
  });

  it("refuses an open loop that lost its thinking, where thinking is enabled by hand", () => {
    const provider = providerOf();
    const extra = { thinking: { type: "enabled", budget_tokens: 1000 } };
    const model = "claude-opus-4-6";
    const history = runSession(provider, 2, { model, extra });
    expect(provider.handle(markedRequest(history, { model, extra })).status).toBe(200);
    expect(provider.handle(withoutThinking(markedRequest(history, { model, extra }))).status).toBe(400);
    expect(provider.handle(withoutThinking(markedRequest(history, { model }))).status).toBe(200);
  });

  it("does not bill thinking of earlier turns for models that leave it out", () => {
    const totalOf = (model: string) => {
      const provider = providerOf();
      runSession(provider, 12, { model });
      const usage = lastOf(provider)?.usage as Record<string, number>;
      return (
        Number(usage.input_tokens) + Number(usage.cache_read_input_tokens) + Number(usage.cache_creation_input_tokens)
      );
    };
    expect(totalOf("claude-sonnet-4-5")).toBeLessThan(totalOf("claude-opus-4-6") - 40);
  });
});

describe("the library's checker", () => {
  /** What an agent or a reducer may do to a history before a request. */
  const change = fc.oneof(
    fc.record({ kind: fc.constant("mask" as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant("drop-oldest" as const), at: fc.nat(12) }),
    fc.record({ kind: fc.constant("drop-one" as const), at: fc.nat(12) }),
    fc.record({ kind: fc.constant("input" as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant("system" as const), at: fc.nat(3) }),
    fc.record({ kind: fc.constant("none" as const), at: fc.nat(3) }),
  );
  type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

  function apply(request: MessagesRequest, { kind, at }: Change): MessagesRequest {
    if (kind === "none") return request;
    if (kind === "system") return { ...request, system: `system ${at}` };
    let count = 0;
    return mapBlocks(request, (block, message) => {
      if (isThinking(block) && kind.startsWith("drop")) {
        const isGone = kind === "drop-one" ? count === at : count < at;
        count++;
        return isGone ? undefined : block;
      }
      if (message !== at) return block;
      if (kind === "mask" && block.type === "tool_result") return { ...block, content: "[masked]" };
      return kind === "input" && block.type === "tool_use" ? { ...block, input: {} } : block;
    });
  }

  it("finds a violation exactly where the provider refuses, over any changes of a session", () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 2, maxLength: 12, size: "max" }), (changes) => {
        const provider = new SimulatedProvider({ answer: scripted });
        const checker = createPrefixChecker();
        const refused: boolean[] = [];
        const found: boolean[] = [];
        const client = {
          handle: (request: MessagesRequest) => {
            const exchange = provider.handle(request);
            refused.push(exchange.status === 400);
            found.push(checker.check(request).length > 0);
            // A refused request is sent again without thinking, as a client would.
            if (exchange.status === 200) return exchange;
            checker.check(withoutThinking(request));
            return provider.handle(withoutThinking(request));
          },
        };
        let step = 0;
        runSession(client, changes.length, {
          resultTokens: 8,
          reduce: (request) => apply(request, changes[step++] ?? { kind: "none", at: 0 }),
        });
        expect(found).toEqual(refused);
      }),
      { numRuns: 150 },
    );
  });
});
