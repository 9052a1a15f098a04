// Suggestions are in the spelling of the file, and name the tables that it may have.
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../ts/gateway/config/check.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { parsePolicyToml } from "../../ts/policy/toml.js";
import { thrownBy } from "../support/thrown.js";

const messageOf = (run: () => unknown) => thrownBy(run).message;

describe("a suggestion for an unknown key", () => {
  it("is in snake_case in TOML", () => {
    const message = messageOf(() => parsePolicyToml("[mask]\nwindow_turn = 3\n"));
    expect(message).toContain('did you mean "window_turns"? Valid keys: window_turns, ');
    expect(message).not.toMatch(/[a-z][A-Z]/);
  });

  it("is in camelCase in objects and JSON", () => {
    expect(messageOf(() => definePolicy({ mask: { windowTurn: 3 } } as never))).toContain(
      'did you mean "windowTurns"?',
    );
  });

  it("names the tables of a gateway's file", () => {
    expect(messageOf(() => parsePolicyToml("[gatewy]\nport = 1\n"))).toContain('did you mean "gateway"?');
    expect(messageOf(() => checkConfig({ upstream: {} }))).toContain('did you mean "upstreams"?');
    const message = messageOf(() => checkConfig({ bogus: {} }));
    for (const table of ["gateway", "upstreams", "limits", "routes", "policies", "summarizer", "mask"]) {
      expect(message).toContain(table);
    }
  });

  it("names no table of a file inside of a named policy", () => {
    expect(messageOf(() => checkConfig({ policies: { fast: { upstream: {} } } }))).not.toContain("upstreams");
  });
});
