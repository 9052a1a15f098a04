import { describe, expect, it } from "vitest";
import { MAX_DIGEST_CHARS, withMentions } from "../../ts/masking/mentions.js";
import { isOwnText } from "../../ts/masking/own-text.js";
import { chooseForm, FORMS, renderPlaceholder } from "../../ts/masking/placeholder.js";

const OWNER = { callId: "call_1", toolName: "bash" };
const NONE = { template: undefined, maxObservationChars: null, clippedChars: null };
const SUBJECT = { ...OWNER, messageIndex: 3, content: { kind: "text", text: "x".repeat(77) } } as const;

const template = (text: string) => chooseForm({ family: "conversation", locale: "en", template: text }, "unknown");

describe("isOwnText", () => {
  it.each(Object.entries(FORMS))("recognises its rendered text: %s", (_, form) => {
    const text = renderPlaceholder(form, SUBJECT);
    expect(isOwnText(text, OWNER, NONE)).toBe(true);
    expect(isOwnText(text.slice(0, -1), OWNER, NONE)).toBe(false);
    expect(isOwnText(`${text}\nhead...`, OWNER, NONE)).toBe(false);
    expect(isOwnText(`${text}\nhead...`, OWNER, { ...NONE, maxObservationChars: text.length + 8 })).toBe(true);
    expect(isOwnText(`${text}\nhead...`, OWNER, { ...NONE, maxObservationChars: text.length + 7 })).toBe(false);
  });

  it.each(Object.entries(FORMS))("recognises its rendered text with a digest: %s", (_, form) => {
    const text = withMentions(renderPlaceholder(form, SUBJECT), form, "src/a.ts, fooBar");
    expect(isOwnText(text, OWNER, NONE)).toBe(true);
    expect(isOwnText(`${text}\nhead...`, OWNER, { ...NONE, maxObservationChars: 500 })).toBe(true);
    const others = [text.replace("fooBar", "foo bar"), text.replace("fooBar", ""), text.replace(", ", ","), `${text}]`];
    for (const other of others) expect(isOwnText(other, OWNER, NONE)).toBe(false);
  });

  it("recognises no digest longer than any policy's", () => {
    const withWords = (chars: number) =>
      withMentions(renderPlaceholder(FORMS.en, SUBJECT), FORMS.en, "x".repeat(chars));
    expect(isOwnText(withWords(MAX_DIGEST_CHARS), OWNER, NONE)).toBe(true);
    expect(isOwnText(withWords(MAX_DIGEST_CHARS + 1), OWNER, NONE)).toBe(false);
  });

  it.each([
    "masked {original_chars}{message_index} of {tool_name}",
    "two lines\nmasked {tool_call_id} {original_lines}1{original_tokens}",
    "{tool_name}{tool_call_id}{original_chars} masked",
  ])("recognises a template's rendered text: %j", (text) => {
    const form = template(text);
    const rendered = renderPlaceholder(form, SUBJECT);
    const rules = { ...NONE, template: form, maxObservationChars: 200 };
    expect(isOwnText(rendered, OWNER, rules)).toBe(true);
    expect(isOwnText(`${rendered}\nhead...`, OWNER, rules)).toBe(true);
    expect(isOwnText(`${rendered}head`, OWNER, rules)).toBe(false);
    expect(isOwnText(rendered, { ...OWNER, callId: "call_2" }, rules)).toBe(!text.includes("call_id"));
  });

  it("recognises an observation placeholder cut at exactly its length limit", () => {
    const text = "[observation masked — 123456 chars]";
    for (let chars = 1; chars < text.length; chars++) {
      const cut = text.slice(0, chars);
      expect(isOwnText(cut, OWNER, { ...NONE, clippedChars: chars })).toBe(true);
      expect(isOwnText(cut, OWNER, { ...NONE, clippedChars: chars + 1 })).toBe(false);
    }
    expect(isOwnText("[observation masked — x", OWNER, { ...NONE, clippedChars: 23 })).toBe(false);
    expect(isOwnText("[observation masked —  chars", OWNER, { ...NONE, clippedChars: 28 })).toBe(false);
  });

  it("recognises a placeholder of 1,000 chars with the longest digest", () => {
    const chars = 1_000 - renderPlaceholder(FORMS.en, SUBJECT).length + OWNER.callId.length;
    const [longest, longer] = [chars, chars + 1].map((length) => {
      const owner = { ...OWNER, callId: "i".repeat(length) };
      const text = withMentions(renderPlaceholder(FORMS.en, { ...SUBJECT, ...owner }), FORMS.en, "x".repeat(4_000));
      return isOwnText(text, owner, NONE);
    });
    expect([longest, longer]).toEqual([true, false]);
  });

  it("recognises nothing above 1,000 chars", () => {
    const owner = { callId: "i".repeat(1_000), toolName: "bash" };
    const text = renderPlaceholder(FORMS.en, { ...SUBJECT, ...owner });
    expect(isOwnText(text, owner, NONE)).toBe(false);
    expect(isOwnText(`${text}\nx`, owner, { ...NONE, maxObservationChars: 5_000 })).toBe(false);
  });

  it("is fast on many numbers in a row", () => {
    const form = template(`${"{original_chars}1".repeat(30)}literally`);
    const started = performance.now();
    expect(isOwnText("1".repeat(1_000), OWNER, { ...NONE, template: form })).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
