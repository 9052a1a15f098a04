import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import { type Report, reduceBody } from "../../ts/index.js";
import { validateRequest } from "../../ts/validate/index.js";
import { everyTurn } from "../support/every-turn.js";
import { type Seen, startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { ANSWER, SCRIPT } from "./agents/agent.js";
import { AGENTS } from "./agents/all.js";
import { type ResponseOf, unmask } from "./unmask.js";

const RESPONSES: Record<string, ResponseOf> = {
  "@google/genai": (_, output) => ({ output }),
  "ai, @ai-sdk/google": (name, content) => ({ name, content }),
};

// Placeholders that name their call.
const POLICY = everyTurn({ mask: { windowTurns: 2, placeholder: { family: "conversation" } } });

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** Headers that a change of the body may not change. */
function constant({ headers }: Seen): object {
  const { "content-length": _, ...others } = headers;
  return others;
}

describe.each(Object.entries(AGENTS))("an agent on %s", (name, agent) => {
  describe.each([false, true])("streaming: %s", (stream) => {
    async function run(own?: typeof fetch): Promise<{ answer: string; seen: Seen[] }> {
      // Streams come in pieces of 31 bytes: characters, lines and events come apart.
      upstream.script(SCRIPT, stream ? { chunkBytes: 31 } : {});
      const answer = await agent({ url: upstream.url, stream, ...(own && { fetch: own }) });
      return { answer, seen: [...upstream.seen] };
    }

    it("answers the same through tamisFetch, and sends old results masked and nothing else changed", async () => {
      const reports: Report[] = [];
      const errors: unknown[] = [];
      const direct = await run();
      const through = await run(
        tamisFetch(POLICY, { onReport: (report) => reports.push(report), onError: (error) => errors.push(error) }),
      );
      expect(errors).toEqual([]);
      expect([direct.answer, through.answer]).toEqual([ANSWER, ANSWER]);
      expect(through.seen).toHaveLength(SCRIPT.length);
      expect(reports).toHaveLength(SCRIPT.length);

      const masked = through.seen.map(({ text }, index) => {
        const plain = direct.seen[index] as Seen;
        const back = unmask(text, RESPONSES[name]);
        expect(back.text).toBe(plain.text);
        const { body } = reduceBody(plain.bytes, POLICY);
        expect(text).toBe(Buffer.from(body).toString());
        return back.masked;
      });
      // The window is two tool turns; the second turn has two parallel calls.
      expect(masked).toEqual([
        [],
        [],
        [],
        ["call_1"],
        ["call_1", "call_2", "call_3"],
        ["call_1", "call_2", "call_3", "call_4"],
      ]);
      expect(through.seen.map(constant)).toEqual(direct.seen.map(constant));
      expect(through.seen.map(({ path }) => path)).toEqual(direct.seen.map(({ path }) => path));
      for (const { bytes } of through.seen) expect(validateRequest(bytes)).toEqual([]);
      for (const { model } of reports) expect(model).toMatch(/^(gpt-5|claude-sonnet-5|gemini-2.5-pro)$/);
    });
  });
});
