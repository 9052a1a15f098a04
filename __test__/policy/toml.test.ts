import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../ts/policy/policy.js";
import { parsePolicyToml } from "../../ts/policy/toml.js";
import { thrownBy } from "../support/thrown.js";

describe("parsePolicyToml", () => {
  it("reads a library policy in either spelling", () => {
    const file = parsePolicyToml(
      'mode = "observe"\n[mask]\nwindow_turns = 4\nminChars = 0\n[experimental.mask.tools."read_*"]\nkeep_last_k = 2\n',
    );
    expect(file.kind).toBe("policy");
    expect(file.policy.settings).toMatchObject({
      mode: "observe",
      mask: { windowTurns: 4, minChars: 0, tools: { "read_*": { keepLastK: 2 } } },
    });
  });

  it.each([null, undefined, 7])("refuses %s, which is no text", (text) => {
    expect(thrownBy(() => parsePolicyToml(text as never)).code).toBe("OPTION_INVALID");
  });

  it("reads an empty file as the defaults", () => {
    expect(parsePolicyToml("").policy.settings).toEqual(DEFAULT_POLICY.settings);
    expect(parsePolicyToml("mode = 'reduce'").kind).toBe("policy");
  });

  it.each([
    "window_turns = 5",
    "keep_errors = true",
    "keep_last_k_per_tool = 1",
    'placeholder_template = "{tool_name}: masked"',
  ])("reads a file with %s as a MaskPolicy", (line) => {
    const file = parsePolicyToml(`${line}\nenabled = true\n`);
    expect(file.kind).toBe("mask-policy");
    expect(file.policy.settings.mask).toMatchObject({ minChars: 0, keepErrors: "seed", placeholder: { locale: "fr" } });
  });

  it("maps a MaskPolicy to a library policy", () => {
    const file = parsePolicyToml(
      'enabled = false\nwindow_turns = 5\nkeep_errors = false\nkeep_last_k_per_tool = 2\nplaceholder_template = "masked: {tool_name}"',
    );
    expect(file.kind === "mask-policy" && file.maskPolicy).toEqual({
      enabled: false,
      windowTurns: 5,
      keepErrors: false,
      keepLastKPerTool: 2,
      placeholderTemplate: "masked: {tool_name}",
    });
    expect(file.policy.settings).toMatchObject({
      mode: "off",
      mask: {
        windowTurns: 5,
        minChars: 0,
        keepErrors: false,
        keepLastKPerTool: 2,
        placeholder: { family: "conversation", locale: "fr", template: "masked: {tool_name}" },
      },
    });
  });

  it("reads a MaskPolicy that keeps 0 results of each tool, because TOML has no null", () => {
    const { settings } = parsePolicyToml("window_turns = 5\nkeep_last_k_per_tool = 0").policy;
    expect(settings.mask.keepLastKPerTool).toBeNull();
  });

  it.each([
    ["= 3", /^tamis\.toml: not valid TOML at line 1, column \d+: /],
    ["a = 1\nb = = 3", /at line 2, column \d+/],
    ["a = 1\na = 2", /at line 2, column \d+/],
    ["[mask]\nwindow_turns = 'x'", /^tamis\.toml: mask\.window_turns: expected a whole number/],
    ["[mask]\nwindow_turn = 1", /^tamis\.toml: mask\.window_turn: unknown key/],
    ["window_turns = 1\n[mask]\nmin_chars = 1", /^tamis\.toml: window_turns: belongs to a MaskPolicy/],
    ["window_turns = 1\nmode = 'observe'", /cannot stand beside mode/],
    ["enabled = false\n[mask]\nwindow_turns = 1", /cannot stand beside mask; to switch all off, write mode = "off"/],
    ["window_turns = 1\nfoo = 2", /^tamis\.toml: foo: unknown key "foo"/],
    ["window_turns = 1.5", /^tamis\.toml: window_turns: expected a whole number/],
    ["keep_errors = 'seed'", /^tamis\.toml: keep_errors: expected true or false/],
    ["placeholder_template = 'x'", /^tamis\.toml: placeholder_template: needs a literal text/],
    ["placeholder_template = '{chars} masked'", /^tamis\.toml: placeholder_template: unknown field \{chars\}/],
    ["enabled = 1979-05-27", /^tamis\.toml: enabled: expected true or false/],
  ])("refuses %j", (text, message) => {
    const error = thrownBy(() => parsePolicyToml(text, { source: "tamis.toml" }));
    expect(error.code).toBe("POLICY_INVALID");
    expect(error.message).toMatch(message);
  });

  it("calls the input a policy if no source is named", () => {
    expect(thrownBy(() => parsePolicyToml("=")).message).toMatch(/^policy: /);
  });
});
