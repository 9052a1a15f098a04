import { describe, expect, it } from "vitest";
import { endLines } from "../../ts/cli/run/end-lines.js";
import { entryWith } from "../ledger/entries.js";

describe("the lines at the end of a run", () => {
  it("have tokens and money as billed, and what it would have been without", () => {
    const entries = [entryWith({ moved: true, waitingTokens: 900 }), entryWith({ waitingTokens: 400 })];
    expect(endLines(entries, "reduce")).toEqual([
      "2 requests: 3,000 input tokens (80.0 % from the cache) and 120 output tokens billed, $0.02; without tamis about 4,000 input tokens, $0.04 (bill −50.0 %)",
      "2 of 2 requests smaller, old results cleared 1 time; about 400 tokens wait: removing them now would cost more than it saves",
    ]);
  });

  it("count no moves where old results go with every request", () => {
    expect(endLines([entryWith({ moved: false, waitingTokens: 0 })], "reduce")[1]).toBe("1 of 1 request smaller");
  });

  it("say so where the bill is higher", () => {
    const [line] = endLines([entryWith({ cost: 0.03 })], "reduce");
    expect(line).toContain("$0.03; without tamis about 2,000 input tokens, $0.02 (bill +50.0 %)");
  });

  it("leave refused requests out, in a line of their own", () => {
    const refused = entryWith({ refused: "status_429", status: 429, input: undefined, cost: undefined });
    const lines = endLines([entryWith(), refused, refused, entryWith({ refused: "upstream_closed" })], "reduce");
    expect(lines[0]).toContain("1 request: 1,500 input tokens");
    expect(lines.at(-1)).toBe("3 requests refused (status 429 ×2, upstream closed), in no other number");
  });

  it("count the requests that were refused for their thinking and sent again", () => {
    const again = entryWith({ recovered: true, tokensAfter: 2_000, reducedCount: 0, cost: 0.05 });
    const lines = endLines([entryWith(), again], "reduce");
    expect(lines[0]).toContain("$0.06; without tamis about 4,000 input tokens, $0.04 (bill +50.0 %)");
    expect(lines.at(-1)).toMatch(
      /^1 request refused for thinking .* sent again without: what that cost is in the bill/,
    );
  });

  it("say that nothing was changed where nothing was", () => {
    const observed = entryWith({ mode: "observe", input: 2_000, otherInput: 1_500, cost: 0.02, otherCost: 0.01 });
    expect(endLines([observed], "observe")).toEqual([
      "1 request observed, nothing was changed: 2,000 input tokens (60.0 % from the cache) and 60 output tokens billed, $0.02; reduced it would have been about 1,500 input tokens, $0.01 (bill −50.0 %)",
    ]);
  });

  it("name a model without a price, and compare tokens at the price of fresh input", () => {
    const [line] = endLines([entryWith({ model: "new-model", cost: undefined, otherCost: undefined })], "reduce");
    expect(line).toContain("(bill −10.0 %); the price of new-model is not known");
    expect(line).not.toContain("$");
  });

  it("sum what is known beside a call without a price, and name the rest", () => {
    const title = entryWith({ model: "title-model", cost: undefined, otherCost: undefined });
    const tier = entryWith({ lacks: '["service tier priority"]' });
    const [line] = endLines([entryWith(), tier, title, title], "reduce");
    expect(line).toContain("$0.02; without tamis about 8,000 input tokens, $0.04 (bill −10.0 %)");
    expect(line).toContain("in no dollars: title-model (2 requests) without a known price");
    expect(line).toContain("the price of service tier priority (1 request), which is not known");
  });

  it("count answers whose usage is not understood", () => {
    const unread = entryWith({ input: undefined, cost: undefined });
    expect(endLines([entryWith(), unread], "reduce").at(-1)).toBe(
      "1 answer had no usage that is understood, and is in no sum",
    );
    expect(endLines([unread], "reduce")[0]).toBe("1 request, 2,000 → 1,500 input tokens (estimated), −25.0 %");
  });

  it("say that nothing was worth removing", () => {
    const entry = entryWith({ tokensAfter: 2_000, otherInput: 1_500, otherCost: 0.01, otherWeight: 900 });
    expect(endLines([entry], "reduce")).toEqual([
      expect.stringContaining("(no change)"),
      "nothing was removed: no old result was worth it yet",
    ]);
  });

  it("are none where no request came", () => {
    expect(endLines([], "reduce")).toEqual([]);
  });
});
