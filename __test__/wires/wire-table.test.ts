import { describe, expect, it } from "vitest";
import { TamisError } from "../../ts/base/errors.js";
import type { Wire } from "../../ts/contract/report.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { toRequest } from "../../ts/session/wires/index.js";
import { cacheRuleFor, isKnownModel } from "../../ts/simulate/cache-rule.js";
import { parseUsage } from "../../ts/tokens/usage.js";
import { WIRES } from "../../ts/wires/index.js";
import { wireTable } from "../../ts/wires/wire-table.js";

const UNKNOWN = ["relay", "", "toString", "__proto__", "Anthropic", "openai"];

describe("the table of wires", () => {
  it("has each wire under its own name, in the order of the codes", () => {
    expect(WIRES.all.map(({ key }) => key)).toEqual(WIRE_NAMES);
    for (const name of WIRE_NAMES) expect(WIRES.of(name).key).toBe(name);
  });

  it.each(UNKNOWN)("has no wire for %j", (name) => {
    expect(WIRES.find(name)).toBeUndefined();
    expect(() => WIRES.of(name)).toThrow(
      /^wire: expected one of openai-chat, openai-responses, anthropic, gemini, got/,
    );
  });

  it("is left as it is where a wire is added", () => {
    const table = wireTable({ "openai-chat": 0, "openai-responses": 1, anthropic: 2, gemini: 3 });
    const more = table.with("relay", 4);
    expect([more.of("relay"), more.of("gemini"), more.all]).toEqual([4, 3, [0, 1, 2, 3, 4]]);
    expect(table.find("relay")).toBeUndefined();
    expect(() => more.of("other")).toThrow("gemini, relay, got");
  });
});

describe("an unknown wire", () => {
  const wire = "relay" as Wire;

  it.each<[string, () => unknown]>([
    ["a session's request", () => toRequest([], wire)],
    ["a bill", () => parseUsage({ prompt_tokens: 3 }, wire)],
    ["a cache's rule", () => cacheRuleFor(wire)],
    ["a model's cache", () => isKnownModel(wire, "gpt-5")],
  ])("is an error in %s", (_, use) => {
    try {
      use();
      expect.unreachable();
    } catch (error) {
      expect(TamisError.isInstance(error) && error.code).toBe("OPTION_INVALID");
    }
  });
});
