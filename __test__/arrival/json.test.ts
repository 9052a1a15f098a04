// White space outside the strings of JSON. The native backend's tests read the same fixtures.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortenJson } from "../../ts/arrival/json.js";
import { describeMachine } from "../support/arrival-machine.js";
import { cases } from "../support/cases.js";

describeMachine("json", shortenJson);

describe("any JSON value", () => {
  const spaces = fc.constantFrom("", " ", "\n", "\t", "\r\n", "    ");

  it("has the same value without its white space", () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const text = JSON.stringify(value, undefined, 2);
        expect(shortenJson(text) ?? text).toBe(JSON.stringify(value));
      }),
      { numRuns: cases(500) },
    );
  });

  it("keeps its tokens wherever white space is", () => {
    const tokens = ["{", '"a  b"', ":", "[", "1.0", ",", '"\\" "', ",", "{", "}", "]", ",", '"a  b"', ":", "null", "}"];
    fc.assert(
      fc.property(fc.array(spaces, { minLength: tokens.length + 1, maxLength: tokens.length + 1 }), (between) => {
        const text = (between[0] ?? "") + tokens.map((token, at) => token + (between[at + 1] ?? "")).join("");
        expect(shortenJson(text) ?? text).toBe(tokens.join(""));
      }),
      { numRuns: cases(300) },
    );
  });

  it("stays if it lacks its last char or has another", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.constantFrom("", "x", "]", "}"), (value, end) => {
        expect(shortenJson(JSON.stringify(value, undefined, 1).slice(0, -1) + end) === undefined).toBe(end !== "]");
      }),
      { numRuns: cases(300) },
    );
  });
});
