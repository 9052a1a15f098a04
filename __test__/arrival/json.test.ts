// White space outside the strings of JSON.
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeKind, type FixtureCase, holdsFixture } from "../support/arrival-suite.js";
import { cases } from "../support/cases.js";
import { type Generated, hashOfOutputs, readFixture } from "../support/generated-texts.js";

const fixture = readFixture<{ examples: FixtureCase[]; generated: Generated }>("arrival-json.json");

const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
const spaces = fc.constantFrom("", " ", "\n", "\t", "\r\n", "    ");
const TOKENS = ["{", '"a  b"', ":", "[", "1.0", ",", '"\\" "', ",", "{", "}", "]", ",", '"a  b"', ":", "null", "}"];

describeKind(
  "json",
  { json: true },
  value.map((one) => JSON.stringify(one, undefined, 2)),
  (shorten) => {
    holdsFixture(fixture.examples, () => shorten);

    it("is the same for generated texts wherever it is made", () => {
      expect(hashOfOutputs(fixture.generated, shorten)).toBe(fixture.generated.hash);
    });

    it("has the same value without its white space", () => {
      const property = fc.property(value, (one) => {
        const text = JSON.stringify(one, undefined, 2);
        expect(shorten(text) ?? text).toBe(JSON.stringify(one));
      });
      fc.assert(property, { numRuns: cases(500) });
    });

    it("keeps its tokens wherever white space is", () => {
      const between = fc.array(spaces, { minLength: TOKENS.length + 1, maxLength: TOKENS.length + 1 });
      const property = fc.property(between, ([first = "", ...others]) => {
        const text = first + TOKENS.map((token, at) => token + others[at]).join("");
        expect(shorten(text) ?? text).toBe(TOKENS.join(""));
      });
      fc.assert(property, { numRuns: cases(300) });
    });

    it("stays if it lacks its last char or has another", () => {
      const lists = fc.array(fc.jsonValue(), { minLength: 1 });
      const property = fc.property(lists, fc.constantFrom("", "x", "]", "}"), (list, end) => {
        expect(shorten(JSON.stringify(list, undefined, 1).slice(0, -1) + end) === undefined).toBe(end !== "]");
      });
      fc.assert(property, { numRuns: cases(300) });
    });
  },
);
