// What a model reads in the place of a result, under the defaults: short, whole words, nothing of what is no language.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { createReducer, type PolicyInput, reduceBody } from "../../ts/index.js";
import { plainText } from "../contract/build.js";
import { chatOf } from "../support/on-wire.js";
import { createRandom } from "../support/random.js";
import { written } from "../support/written.js";

const EVERY_TURN: PolicyInput = { cache: { strategy: "every-turn" } };

/** A chat whose first result is `content`, with ten more turns behind it. */
function requestOf(content: string, name = "view_image", args: object = { path: "a.png" }) {
  const turn = (id: string, text: string, called = "search", given: object = { id }) =>
    chatOf([{ calls: [{ id, tool: called, args: given, result: text }] }]);
  const later = Array.from({ length: 10 }, (_, at) => turn(`later_${at}`, `${at}: ${plainText(500)}`)).flat();
  return { model: "gpt-4o", messages: [{ role: "user", content: "go" }, ...turn("a", content, name, args), ...later] };
}

function standIn(content: string, policy: PolicyInput = EVERY_TURN): string {
  const { body } = reduceBody(Buffer.from(JSON.stringify(requestOf(content))), policy);
  return JSON.parse(Buffer.from(body).toString()).messages[2].content;
}

/** Base64 of so many bytes; the same in every run. */
function base64(bytes: number): string {
  const random = createRandom(bytes);
  return Buffer.from(Array.from({ length: bytes }, () => random.below(256))).toString("base64");
}

describe("the default placeholder", () => {
  it.each(["en", "fr"] as const)("has at most 12 tokens without digest and handle: %s", (locale) => {
    const policy = written({
      cache: { strategy: "every-turn" },
      mask: { digest: null, keepErrors: false, placeholder: { locale } },
    });
    for (const chars of [300, 4_200, 65_536, 1_234_567]) {
      for (const text of [plainText(chars), `Error: ${plainText(chars)}`]) {
        const found = standIn(text, policy);
        expect(found).toMatch(/^\[.* \d+ chars\]$/);
        expect(countTokens(found), found).toBeLessThanOrEqual(12);
      }
    }
  });

  it("says that the original is kept where handles are on, and nothing of it elsewhere", () => {
    const restore = { handles: true, key: "a secret of 16 chars or more" };
    expect(standIn(plainText(900), { ...EVERY_TURN, restore })).toMatch(
      /^\[old result left out: 900 chars; original kept: ref=[0-9a-f]{32}\]$/,
    );
    expect(standIn(plainText(900))).toBe("[old result left out: 900 chars]");
  });
});

describe("data in a result", () => {
  const data = base64(300_000);
  const url = `data:image/png;base64,${data}`;
  const lines = data.replace(/.{76}/g, "$&\n");

  it.each([
    ["a data URL in prose", `Screenshot taken: ${url}\nsize 800x600`, "image/png data URL of 293 KB"],
    ["a data URL in JSON", JSON.stringify([{ type: "input_image", image_url: url }]), "image/png data URL of 293 KB"],
    ["base64 in JSON", JSON.stringify({ ok: true, screenshot: data }), "base64 of 293 KB"],
    ["bare base64", data, "base64 of 293 KB"],
    ["base64 in lines", `-----BEGIN X-----\n${lines}\n-----END X-----`, "base64 of 29"],
    ["binary text", `PK\u0003\u0004${"\u0000\u0001wordOne\u0002".repeat(90)}`, "binary text"],
  ])("is named for what it is: %s", (_, text, what) => {
    const found = standIn(text, { ...EVERY_TURN, experimental: { arrival: { clip: null } } });
    expect(found).toContain(`; mentions: ${what}`);
    expect(countTokens(found), found).toBeLessThan(40);
  });

  it("is in no clip", async () => {
    const texts = [`Screenshot taken: ${url}`, JSON.stringify({ ok: true, screenshot: data }), data];
    for (const text of texts) {
      const arrived = standIn(text, { cache: { strategy: "off" } });
      expect(arrived).toMatch(/\[(?:image\/png data URL|base64) of 293 KB left out\]/);
      const one = requestOf(text);
      const reducer = await createReducer({ budget: { tokens: 20_000 } });
      const { body } = await reducer.reduce({ ...one, messages: one.messages.slice(0, 3) });
      const clipped = String((body as typeof one).messages[2]?.content);
      expect(clipped).toMatch(/\[(?:image\/png data URL|base64) of 293 KB left out\]/);
      for (const made of [arrived, clipped]) expect(made).not.toContain(data.slice(0, 40));
    }
  });
});

describe("a digest", () => {
  it("names values of records before keys, and no parts of words", () => {
    const flights = Array.from({ length: 6 }, (_, at) => ({
      flight_type: "round_trip",
      flight_number: `HAT04${at}`,
      origin: "JFK",
      date: `2026-05-1${at}T10:00:00Z`,
      price: 130 + at,
      note: "first\nCurrently \u003cfull\u003e",
    }));
    const found = standIn(JSON.stringify({ flights }).replaceAll("<", "\\u003c"));
    const words = found.slice(found.indexOf("mentions: ") + 10, -1).split(", ");
    const last = Math.max(...["HAT040", "JFK", "2026-05-10", "130"].map((word) => words.indexOf(word)));
    expect(words.filter((word) => /HAT04|JFK|2026|^13/.test(word)).length).toBeGreaterThan(12);
    const key = words.indexOf("flight_type");
    expect(key === -1 || key > last).toBe(true);
    expect(words.filter((word) => /^n[A-Z]|u00/.test(word))).toEqual([]);
  });

  it("names the range of numbered lines, and none of the numbers", () => {
    const numbered = Array.from({ length: 120 }, (_, at) => `${`${at + 1}`.padStart(6)}→const name_${at % 7} = f();`);
    const found = standIn(numbered.join("\n"));
    expect(found).toContain("; mentions: lines 1-120, name_0");
    expect(found).not.toMatch(/, 1[01]0[,\]]/);
  });
});
