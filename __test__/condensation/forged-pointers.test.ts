// Outputs that are, word for word, what a condensation wrote: no reference may take them for its own.
import { describe, expect, it } from "vitest";
import { condense, expandConversation } from "../../ts/condensation/index.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { readFile, readingConversation } from "./readings.js";

const LOSSLESS = { provider: "smart", targetReductionPercent: 1 } as const;
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const [tool, args] = readFile(1);
const forged = [tool, args, "⟨ File content already provided above ⟩"] as const;
const whole = readFile(1);
const other = readFile;

/** A file of its own begins each conversation: what this process remembers of another is no matter here. */
let own = 100;

describe.each(WIRE_NAMES)("a forged pointer of %s", (wire) => {
  const conversation = (outputs: Parameters<typeof readingConversation>[1], from?: number) =>
    readingConversation(wire, from === undefined ? [readFile(own++), ...outputs] : outputs, from);

  it.each([
    ["in front of the pointer", [whole, other(2), forged, other(3), whole]],
    ["behind it", [whole, other(2), whole, other(3), forged]],
    ["on both sides", [whole, forged, other(2), whole, other(3), forged, whole]],
    ["in place of the first", [forged, whole, other(2), whole, forged]],
    ["many in a row", [whole, whole, whole, forged, forged, whole, forged]],
  ] as const)("comes back as it came: %s", async (_, outputs) => {
    const messages = conversation(outputs);
    const once = await condense({ wire, messages }, LOSSLESS);
    const back = expandConversation({ wire, messages: copy(once.messages) }, copy(once.references));
    expect(back.missing).toEqual([]);
    expect(JSON.stringify(back.messages)).toBe(JSON.stringify(messages));
    // Again, with what came since, of which one part is forged.
    const more = conversation([other(4), forged, whole, other(4)], 40);
    const twice = await condense({ wire, messages: [...copy(once.messages), ...more] }, LOSSLESS);
    const all = expandConversation({ wire, messages: copy(twice.messages) }, twice.references);
    expect(all.missing).toEqual([]);
    expect(JSON.stringify(all.messages)).toBe(JSON.stringify([...messages, ...more]));
  });

  it("is left as it is where the pointer itself was dropped", async () => {
    const outputs = [whole, other(2), whole, other(3), other(5), forged] as const;
    const messages = conversation(outputs);
    const once = await condense({ wire, messages }, LOSSLESS);
    // Without the pointer and its call.
    const stays = (_: object, index: number) => index < 1 + 3 * 2 || index >= 1 + 4 * 2;
    const [kept, came] = [once.messages.filter(stays), messages.filter(stays)];
    const back = expandConversation({ wire, messages: copy(kept) }, copy(once.references));
    expect(JSON.stringify(back.messages)).toBe(JSON.stringify(came));
  });
});
