import { expect, it } from "vitest";
import { PLACES } from "../../ts/contract/violations.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import * as protocol from "../../ts/native/protocol.js";
import { filesUnder, read } from "../architecture/typescript-imports.js";
import { describeNative } from "../support/native.js";

describeNative("ts/native/protocol.ts", ({ addon }) => {
  it("is what the addon says", () => {
    expect(read("ts/native/protocol.ts").replaceAll("\r\n", "\n")).toBe(addon.protocolSource());
    expect(protocol.PROTOCOL_VERSION).toBe(addon.PROTOCOL_VERSION);
  });

  it("comes with the rules that the addon has, for TypeScript and for the documentation", () => {
    expect(read("ts/contract/rule-texts.json").replaceAll("\r\n", "\n")).toBe(addon.ruleTextsSource());
    expect(read("docs/rules.json").replaceAll("\r\n", "\n")).toBe(addon.ruleDocsSource());
  });

  it("has the names of the contract", () => {
    expect(protocol.PLACES).toEqual(PLACES);
    expect([...protocol.WIRES].sort()).toEqual([...WIRE_NAMES].sort());
  });

  it("gives no name twice, and every group's places once", () => {
    const numbers = Object.entries(protocol).filter(([, value]) => typeof value === "number");
    expect(numbers.length).toBeGreaterThan(80);
    for (const prefix of ["SLOT", "LANDMARK", "HEAD", "SUMMARY", "VIOLATION"]) {
      const places = numbers.filter(([name]) => name.startsWith(`${prefix}_`)).map(([, place]) => Number(place));
      expect([...places].sort((a, b) => a - b)).toEqual([...new Set(places)].sort((a, b) => a - b));
      expect(Math.min(...places)).toBe(0);
    }
  });

  it("is where the others have their numbers from: none reads a place by a number of its own", () => {
    const files = filesUnder("ts/native", ".ts");
    expect(files.length).toBeGreaterThan(10);
    const literal = /\b(?:numbers|NUMBERS|words)\[\d|\bat\(\d|\bcode & \d|new Uint32Array\(\d/;
    expect(files.filter((file) => literal.test(read(`ts/native/${file}`)))).toEqual([]);
  });
});
