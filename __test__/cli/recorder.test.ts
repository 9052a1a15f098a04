import { describe, expect, it } from "vitest";
import { RunRecorder } from "../../ts/cli/run/recorder.js";
import type { RequestAccount } from "../../ts/gateway/index.js";
import { Ledger, ledgerFile } from "../../ts/ledger/index.js";

const BODY = Buffer.from('{"model":"m","messages":[{"role":"user","content":"go"}]}');
const account = {
  at: Date.now(),
  wire: "anthropic",
  model: "claude-sonnet-5",
  status: 200,
  replaced: false,
  request: { body: BODY, decisions: [] },
} as unknown as RequestAccount;

describe("what a run keeps of its requests", () => {
  it("has every request in the ledger, and counts those whose calls could not be read in time", async () => {
    const recorder = new RunRecorder({ agent: "burst", mode: "reduce" }, true);
    for (let count = 0; count < 1_005; count++) recorder.add(account);
    expect(recorder.unread).toBe(5);
    await recorder.end();
    expect([recorder.problem, recorder.unread]).toEqual([undefined, 5]);
    const ledger = await Ledger.open(ledgerFile());
    expect((await ledger.entries({ session: recorder.facts.run })).length).toBe(1_005);
    ledger.close();
  });

  it("counts each conversation once that began elsewhere, and none of an earlier run", async () => {
    const middle = { ...account, conversation: "hash", beganElsewhere: true };
    const earlier = new RunRecorder({ agent: "claude", mode: "reduce" }, true);
    earlier.add({ ...account, session: "ours", conversation: "hash", beganElsewhere: false });
    await earlier.end();
    const recorder = new RunRecorder({ agent: "claude", mode: "reduce" }, true);
    for (const session of ["ours", "foreign", "new"]) {
      for (let count = 0; count < 13; count++)
        recorder.add({ ...middle, session, beganElsewhere: session !== "new" || count > 5 });
    }
    await recorder.end();
    expect(recorder.beganElsewhere).toBe(1);
  });

  it("knows a conversation without a name by its beginning: text that never came into the cache counts as written", () => {
    const sums = [{ session: "named" }, {}].map((name) => {
      const recorder = new RunRecorder({ agent: "gemini", mode: "reduce" }, false);
      const entries = [1, 2, 3].map((turn) =>
        recorder.add({
          ...{ ...account, ...name, replaced: true },
          report: { tokens: { before: 6_000 * turn, after: 4_000 * turn }, cache: { moved: false } },
          billed: {
            inputTokens: 4_000 * turn,
            cachedTokens: 4_000 * (turn - 1),
            cacheWriteTokens: 4_000,
            outputTokens: 10,
          },
        } as unknown as RequestAccount),
      );
      return entries.reduce((sum, { otherWeight = 0 }) => sum + otherWeight, 0);
    });
    expect(sums[1]).toBe(sums[0]);
  });

  it("reads nothing where no ledger is wanted", async () => {
    const recorder = new RunRecorder({ agent: "burst", mode: "reduce" }, false);
    for (let count = 0; count < 1_005; count++) recorder.add(account);
    await recorder.end();
    expect([recorder.unread, recorder.entries.length]).toEqual([0, 1_005]);
  });
});
