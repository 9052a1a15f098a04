import { describe, expect, it } from "vitest";
import { condense, expandConversation, toApiHandler } from "../../ts/condensation/index.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { NAME, plugIn } from "./plug-in.js";
import { ODD_OUTPUTS, readFile, readingConversation } from "./readings.js";

const LOSSLESS = { provider: "smart", targetReductionPercent: 1 } as const;

describe.each(WIRE_NAMES)("a condensation of %s", (wire) => {
  it("gives back every result byte for byte, also those that it wrote in a smaller form", async () => {
    const messages = readingConversation(wire, [...ODD_OUTPUTS, readFile(1), readFile(1)]);
    const result = await condense({ wire, messages }, LOSSLESS);
    const text = JSON.stringify(result.messages);
    expect(text).toContain("paths under src/components/");
    expect(text).not.toContain("\\u001b[32m");
    const back = expandConversation({ wire, messages: result.messages }, result.references);
    expect(back).toEqual({ messages, missing: [] });
  });

  it("names and restores the references of the one before it, and does so in one step", async () => {
    const messages = readingConversation(wire, [...ODD_OUTPUTS, readFile(1), readFile(1), readFile(2)]);
    const first = await condense({ wire, messages }, LOSSLESS);
    const more = readingConversation(wire, [readFile(2), readFile(1), ODD_OUTPUTS[0]], 20);
    const second = await condense({ wire, messages: [...first.messages, ...more] }, LOSSLESS);
    expect(second.references.length).toBeGreaterThan(first.references.length);
    const back = expandConversation({ wire, messages: second.messages }, second.references);
    expect(back).toEqual({ messages: [...messages, ...more], missing: [] });
  });

  it("leaves no pointer of the one before it without its original, whatever condenses", async () => {
    const messages = readingConversation(wire, [readFile(1), readFile(2), readFile(1), readFile(2), readFile(1)]);
    const first = await condense({ wire, messages }, LOSSLESS);
    const more = readingConversation(wire, [readFile(3), readFile(4), readFile(5)], 20);
    const next = { wire, messages: [...first.messages, ...more] };
    const smart = await condense(next, { provider: "smart", targetReductionPercent: 80 });
    expect(expandConversation({ ...next, messages: smart.messages }, smart.references).missing).toEqual([]);
    const pointers = JSON.stringify(smart.messages).split("already provided above").length - 1;
    expect(smart.references.filter(({ lines }) => lines === undefined)).toHaveLength(pointers);
    const newest = await condense({ wire, messages: first.messages }, { provider: "native" });
    expect(newest.provider).toBe("native");
    expect(JSON.stringify(newest.messages)).not.toContain("already provided above");
    plugIn(() => Promise.reject(new Error("no")));
    const broken = toApiHandler(() => Promise.reject(new Error("no model")));
    const cut = await condense(
      { wire, messages: [...first.messages, ...more] },
      { provider: NAME, targetReductionPercent: 60, apiHandler: broken },
    );
    expect(cut.provider).toBe("truncation");
    expect(JSON.stringify(cut.messages)).not.toContain("already provided above");
  });
});

describe("references that are none", () => {
  const messages = readingConversation("openai-chat", [readFile(1)]);
  it.each([null, undefined, "x", [null], [5], {}])("are refused by name: %j", (references) => {
    expect(() => expandConversation({ messages }, references as never)).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID" }),
    );
  });

  it("lead nowhere where members are wrong", () => {
    const wrong = [{}, { place: 5, source: "/1/content", hash: "x" }] as never;
    expect(expandConversation({ messages }, wrong)).toEqual({ messages, missing: wrong });
  });
});
