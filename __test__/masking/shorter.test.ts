// From how many chars on an edit makes a request smaller, whatever the JSON around the texts is.
import { describe, expect, it } from "vitest";
import { isShorterMedia, isShorterObject, isShorterResponse, isShorterText } from "../../ts/masking/shorter.js";
import type { Media, ResultContent } from "../../ts/wires/transcript.js";

const TEXT = "[masked]";
const medium = (dataChars: number): Media => ({ kind: "image", mediaType: "image/png", dataChars });
const NOTE = "[image masked — image/png]";

/** The least number of chars of a content at which an edit is made. */
function least(isShorter: (text: string, content: ResultContent) => boolean, make: (chars: number) => ResultContent) {
  for (let chars = 1; chars < 300; chars++) if (isShorter(TEXT, make(chars))) return chars;
  return undefined;
}

const text = (chars: number): ResultContent => ({ kind: "text", text: "x".repeat(chars) });

describe("the least content that is replaced", () => {
  it("has one char more than the text that replaces it", () => {
    expect(least(isShorterText, text)).toBe(TEXT.length + 1);
    expect(isShorterText(TEXT, { kind: "text", text: "é".repeat(TEXT.length) })).toBe(false);
    expect(isShorterText("[é]", { kind: "text", text: "xxxx" })).toBe(false);
    expect(isShorterText("[é]", { kind: "text", text: "xxxxx" })).toBe(true);
    expect(isShorterText('["]', { kind: "text", text: "xxxx" })).toBe(false);
    expect(isShorterText('["]', { kind: "text", text: "xxxxx" })).toBe(true);
  });

  it("of an object has room for the key `output`", () => {
    const object = (chars: number): ResultContent => ({ kind: "object", value: {}, texts: ["x".repeat(chars)] });
    // {"output":"[masked]"} is shorter than {"":"xxxxxxxxxxxxxxx"}
    expect(least(isShorterObject, object)).toBe(`{"output":"${TEXT}"}`.length - '{"":""}'.length + 1);
  });

  it("of an object with media next to it has room for an empty list, too", () => {
    const response = (chars: number): ResultContent => ({
      kind: "response",
      value: {},
      texts: ["x".repeat(chars)],
      media: [],
    });
    expect(least(isShorterResponse, response)).toBe(`{"output":"${TEXT}"}[]`.length + 1);
  });

  it("of media has room for a note in the longest JSON around it", () => {
    const media = (chars: number): ResultContent => ({
      kind: "media",
      texts: [],
      parts: [medium(chars)],
      keptPart: -1,
    });
    const around = '{"type":"input_text","text":""}'.length - '{"":""}'.length;
    expect(least(isShorterMedia, media)).toBe(Buffer.byteLength(NOTE) + around + 1);
  });
});
