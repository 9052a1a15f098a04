import { describe, expect, it } from "vitest";
import { createFilter, Pastes } from "../../../ts/cli/chat/paste.js";

const START = "\u001b[200~";
const END = "\u001b[201~";

function typedFrom(...pieces: string[]): { typed: string; sent: string } {
  const pastes = new Pastes();
  let typed = "";
  const filter = createFilter((text) => {
    typed += text;
  }, pastes);
  for (const piece of pieces) filter.add(piece);
  filter.end();
  return { typed, sent: pastes.expand(typed) };
}

describe("a paste", () => {
  it("of several lines is one text, with blank lines and its last line feed", () => {
    const text = "first\r\rthird\r\nfourth\n";
    const { typed, sent } = typedFrom(`say: ${START}${text}${END} please`);
    expect(typed).toBe("say: [paste 1: 5 lines] please");
    expect(sent).toBe("say: first\n\nthird\nfourth\n please");
  });

  it("is the same in whatever pieces it arrives", () => {
    const whole = `a${START}one\rtwo\u001b[2~é😀${END}b${START}3\r${END}c`;
    const expected = typedFrom(whole);
    expect(expected.sent).toBe("aone\ntwo\u001b[2~é😀b3\nc");
    for (let at = 1; at < whole.length; at++) expect(typedFrom(whole.slice(0, at), whole.slice(at))).toEqual(expected);
    expect(typedFrom(...whole)).toEqual(expected);
  });

  it("of one short line is typed, and a long one has a name", () => {
    expect(typedFrom(`${START}/quit${END}`).typed).toBe("/quit");
    const long = "x".repeat(200_000);
    expect(typedFrom(`${START}${long}${END}`)).toEqual({ typed: "[paste 1: 1 line]", sent: long });
  });

  it("that never ends is still there at the end of the input", () => {
    expect(typedFrom(`${START}a\rb`).sent).toBe("a\nb");
  });

  it("leaves keys alone, Escape among them", async () => {
    let typed = "";
    const filter = createFilter((text) => {
      typed += text;
    }, new Pastes());
    filter.add("\u001b[A\u001b[20~x\u001b");
    await new Promise((done) => setTimeout(done, 100));
    expect(typed).toBe("\u001b[A\u001b[20~x\u001b");
  });

  it("does not stand for a text that only looks like its name", () => {
    expect(typedFrom("[paste 1: 2 lines]").sent).toBe("[paste 1: 2 lines]");
    const nested = typedFrom(`${START}[paste 2: 2 lines]\r${END}${START}b\rc${END}`);
    expect(nested.sent).toBe("[paste 2: 2 lines]\nb\nc");
  });
});
