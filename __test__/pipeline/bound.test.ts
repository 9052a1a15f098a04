// The stages behind masking on models that check thinking against everything before it.
import { describe, expect, it } from "vitest";
import { createReducer } from "../../ts/pipeline/create-reducer.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { boundSession } from "../support/bound-session.js";

const POLICY = { mask: { windowTurns: 2, minChars: 0, keepErrors: false } } as const;

describe("createReducer on a model that checks thinking", () => {
  it("masks, clips, and drops no message, so that all thinking stays valid", async () => {
    const seen = { masked: 0, bound: 0, removed: 0, loops: 0 };
    for (let seed = 0; seed < 12; seed++) {
      const reducer = createReducer({ policy: POLICY, budget: { tokens: 1_200 }, summarize: async () => "a summary" });
      const checker = createPrefixChecker();
      for (const request of boundSession({ seed, prompts: 5, turns: 5 }).requests) {
        const { body, report } = await reducer.reduce(request);
        expect(
          checker.check(body).map(({ message }) => message),
          `${seed}`,
        ).toEqual([]);
        expect(report.droppedCount ?? 0).toBe(0);
        seen.masked += report.maskedCount;
        seen.removed += report.thinkingRemoved ?? 0;
        if (report.notes?.some(({ reason }) => reason === "bound")) seen.bound++;
        const isLoop = report.notes?.some(({ reason }) => reason === "bound_loop") === true;
        if (isLoop) seen.loops++;
        // The user's words are all of the newest message at a prompt, and only there.
        const newest = (request.messages as { content: { type: string }[] }[]).at(-1)?.content ?? [];
        const isPrompt = newest.every(({ type }) => type === "text");
        const hasThinking = JSON.stringify(request).includes("signature") || JSON.stringify(request).includes("sealed");
        expect(isLoop, `${seed}`).toBe(!report.fits && !isPrompt && hasThinking);
      }
    }
    for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(10);
  });

  it("drops messages of a model that checks nothing", async () => {
    const reducer = createReducer({ policy: POLICY, budget: { tokens: 1_200 } });
    const { whole } = boundSession({ seed: 1, prompts: 5, turns: 5, model: "claude-sonnet-4-5" });
    expect((await reducer.reduce(whole)).report.droppedCount).toBeGreaterThan(0);
  });
});
