// What the library cannot condense, and a provider that fails, at each door: the original stays, a message says why, and the
// same can be tried again. Bodies that cannot be read: doors.test.ts.

import { describe, expect, it, onTestFinished } from "vitest";
import { condense, condenseIfNeeded, registerProvider } from "../../ts/condensation/index.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { LIST_KEYS } from "../support/wire-shapes.js";
import { BROKEN, DOORS } from "./doors.js";
import { readFile, readingConversation } from "./readings.js";

const OUTPUTS = [readFile(1), readFile(2), readFile(1)];
const messages = readingConversation("openai-chat", OUTPUTS);

it.each([0, -1, Number.NaN, "200000", null])("is refused with a context limit that is none: %s", async (given) => {
  const context = { wire: "openai-chat", messages, contextTokens: given as number } as const;
  for (const call of [condense, condenseIfNeeded])
    await expect(call(context)).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringContaining("contextTokens"),
    });
});

const EMPTY = [{ role: "user", content: "" }];
it.each([
  ["no messages", []],
  ["one without text", EMPTY],
  [
    "an image alone",
    [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] }],
  ],
  ["half surrogate pairs", [...messages, { role: "user", content: "\ud800 and \udc00" }]],
] as const)("comes back whole from the library, by both providers: %s", async (_, given) => {
  for (const provider of ["smart", "native"] as const) {
    const before = JSON.stringify(given);
    const result = await condense({ wire: "openai-chat", messages: given }, { provider });
    expect(result.fellBackFrom).toBeUndefined();
    expect(JSON.stringify(given)).toBe(before);
    if (result.error !== undefined || given.length === 0) expect(result.messages).toBe(given);
    else expect(JSON.stringify(result.messages)).toContain(JSON.stringify(given.at(-1)));
  }
});

// A gateway refuses plug-ins; what fails there is in gateway/condensation.test.ts.
describe.each(DOORS.filter(([door]) => door !== "gateway"))("a provider that fails, at %s", (door, open) => {
  it("is named with the reason on each wire, native takes its place, and the conversation stays as it came", async () => {
    onTestFinished(registerProvider(BROKEN));
    const opened = open();
    for (const wire of door === "terminal" ? WIRE_NAMES.slice(0, 1) : WIRE_NAMES) {
      const request = { model: "m", [LIST_KEYS[wire]]: readingConversation(wire, OUTPUTS) };
      const before = JSON.stringify(request);
      const { messages: after, failed } = await opened.condense(wire, request, "broken");
      expect({ door, wire, failed }).toMatchObject({ failed: expect.stringMatching(/broken/) });
      if (door === "library" || door === "terminal")
        expect(failed).toContain("broken failed: boom; native took its place");
      expect(JSON.stringify(request)).toBe(before);
      if (after !== undefined) expect(JSON.stringify(after)).toContain("And now?");
    }
  });
});

it("can be tried again once what failed is there", async () => {
  const end = registerProvider(BROKEN);
  const result = await condense({ wire: "openai-chat", messages }, { provider: "broken" });
  end();
  onTestFinished(
    registerProvider({ ...BROKEN, condense: async ({ messages: own }) => ({ messages: own.slice(-2) }) as never }),
  );
  const again = await result.retry();
  expect(again.fellBackFrom).toBeUndefined();
  expect(again).toMatchObject({ provider: "broken" });
});
