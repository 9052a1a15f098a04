import { beforeEach, describe, expect, it, vi } from "vitest";
import { condense, expandConversation, onCondensation } from "../../ts/condensation/index.js";
import { replayCondensation } from "../../ts/condensation/replay/replay.js";
import type { PhaseChange } from "../../ts/condensation/validation/validate-phase.js";
import { validateRequest } from "../../ts/validate/validate.js";
import { longConversation, thinnedFileOf } from "./long-conversation.js";

/** Which lossy phases fail their checks: those that the lossless phase does not come before. */
const faults = vi.hoisted(() => ({ lossy: false, truncation: false, exceptLossless: false, onlySlow: false }));
vi.mock(import("../../ts/condensation/validation/validate-phase.js"), async (load) => {
  const real = await load();
  const validatePhase: typeof real.validatePhase = (change: PhaseChange, only) => {
    const isPhase = only !== real.WIRE_CHECKS && !(faults.onlySlow && only === real.QUICK_CHECKS);
    const isTruncation = isPhase && change.indexes !== undefined;
    // The lossless phase alone has no note in what it leaves.
    const isLossless =
      faults.exceptLossless && !JSON.stringify(change.after.conversation.messages).includes("[condensed");
    if (isPhase && (isTruncation ? faults.truncation : faults.lossy && !isLossless))
      return { check: "pairs", message: "planted" };
    return real.validatePhase(change, only);
  };
  return { ...real, validatePhase };
});

const messages = longConversation({ turns: 12 });
const userTexts = (list: readonly object[]) =>
  list.filter((message) => (message as { role: string }).role === "user").map((message) => JSON.stringify(message));
const smart = () => condense({ messages, wire: "openai-chat" }, { provider: "smart" });

describe("where all lossy phases of the smart provider fail", () => {
  beforeEach(() => {
    faults.lossy = true;
    return () => {
      faults.lossy = false;
      faults.truncation = false;
      faults.exceptLossless = false;
      faults.onlySlow = false;
    };
  });

  it.each([
    ["of all work together", true],
    ["of a phase", false],
  ])("old messages of the agent are dropped instead, with a line for each run: by a check %s", async (_, onlySlow) => {
    faults.onlySlow = onlySlow;
    const heard: string[] = [];
    const stop = onCondensation((name) => heard.push(name));
    const { messages: after, report, metrics, provider, error, references } = await smart();
    stop();
    expect([provider, error, references]).toEqual(["smart", undefined, []]);
    expect(userTexts(after).filter((text) => !text.includes("earlier message"))).toEqual(userTexts(messages));
    expect(metrics.finalTokens).toBeLessThanOrEqual(metrics.originalTokens / 2 + 200);
    expect(JSON.stringify(after)).toMatch(/\[\d+ earlier messages dropped\]/);
    expect(report.droppedCount).toBeGreaterThan(0);
    const taken = report.phases.filter(({ rolledBack }) => rolledBack !== undefined).map(({ name }) => name);
    expect(taken).toEqual(["lossless", "tool_results", "tool_calls", "thinking", "messages"]);
    expect(report.phases.at(-1)).toMatchObject({ name: "truncation", tokensAfter: metrics.finalTokens });
    expect(report.notes.map(({ message }) => message).join("\n")).toMatch(
      /the phase tool_results was taken back \(pairs\): planted[\s\S]*\d+ old messages of the agent were dropped/,
    );
    expect(heard).toEqual(["Sliding Window Truncation", "Context Condensed", "condensation"]);
    expect(validateRequest({ model: "gpt-5", messages: after }, { wire: "openai-chat" })).toEqual([]);
  });

  it("what references stand for takes their place first, since messages move", async () => {
    const again = messages
      .slice(2, 4)
      .map((one) => JSON.parse(JSON.stringify(one).replaceAll("r0", "again")) as object);
    const last = messages.length - 1;
    const repeated = [...messages.slice(0, last), ...again, ...messages.slice(last)];
    faults.lossy = false;
    const whole = await condense(
      { messages: repeated, wire: "openai-chat" },
      { provider: "smart", targetReductionPercent: 1 },
    );
    expect(JSON.stringify(whole.messages.at(-2))).toContain("⟨ File content already provided above ⟩");
    faults.lossy = true;
    faults.exceptLossless = true;
    const {
      messages: after,
      references,
      report,
    } = await condense({ messages: repeated, wire: "openai-chat" }, { provider: "smart" });
    expect(report.phases.map(({ name, rolledBack }) => [name, rolledBack === undefined])).toContainEqual([
      "lossless",
      true,
    ]);
    expect(report.phases.at(-1)).toMatchObject({ name: "truncation" });
    expect(report.droppedCount).toBeGreaterThan(0);
    // Smaller forms stay, and come back as what came; no pointer is left.
    expect(references.filter(({ original }) => original === undefined)).toEqual([]);
    const expanded = expandConversation({ messages: after, wire: "openai-chat" }, references);
    const resultsOf = (list: readonly object[]) =>
      list.flatMap((one) => ("role" in one && one.role === "tool" && "content" in one ? [one.content] : []));
    const came = new Set(resultsOf(repeated));
    expect(expanded.missing).toEqual([]);
    expect(resultsOf(expanded.messages).filter((text) => !came.has(text))).toEqual([]);
    expect(after.at(-2)).toEqual({ role: "tool", tool_call_id: "again", content: thinnedFileOf(0) });
  });

  it("and truncation fails its checks as well, the conversation stays as the lossless phase left it", async () => {
    faults.truncation = true;
    const { messages: after, report } = await smart();
    expect(after).toBe(messages);
    expect(report.phases.at(-1)).toMatchObject({ name: "truncation", rolledBack: { check: "pairs" } });
    expect(report.droppedCount).toBe(0);
  });

  it("a replayed condensation drops the same messages, and repeats itself", async () => {
    const options = { limitTokens: 8_000, settings: { provider: "smart" } };
    const [one, two] = [
      await replayCondensation({ messages, wire: "openai-chat" }, options),
      await replayCondensation({ messages: structuredClone(messages), wire: "openai-chat" }, options),
    ];
    expect(JSON.stringify(one.messages)).toMatch(/\[\d+ earlier messages dropped\]/);
    expect(JSON.stringify(two.messages)).toBe(JSON.stringify(one.messages));
  });
});

it("nothing is dropped where lossy phases miss the target without a failure", async () => {
  const { report, messages: after } = await condense(
    { messages, wire: "openai-chat" },
    { provider: "smart", targetReductionPercent: 95 },
  );
  expect(after).toHaveLength(messages.length);
  expect(report.notes.map(({ code }) => code)).toEqual(["target_missed"]);
});
