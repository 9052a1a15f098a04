import { describe, expect, it } from "vitest";
import { assign, parseAssignment } from "../../ts/cli/shared/set-path.js";

describe("parseAssignment", () => {
  const cases: [string, string[], unknown][] = [
    ["enabled=false", ["enabled"], false],
    ["mask.windowTurns=4", ["mask", "windowTurns"], 4],
    ["mask.window_turns=4", ["mask", "window_turns"], 4],
    ["mask.keepErrors=seed", ["mask", "keepErrors"], "seed"],
    ['mask.keepErrors="seed"', ["mask", "keepErrors"], "seed"],
    ['mask.excludeTools=["a","b"]', ["mask", "excludeTools"], ["a", "b"]],
    ["mask.keepLastKPerTool=null", ["mask", "keepLastKPerTool"], null],
    ['mask.tools["read_*"].never=true', ["mask", "tools", "read_*", "never"], true],
    ['mask.tools["a.b=c\\"]"]={}', ["mask", "tools", 'a.b=c"]'], {}],
    ["mask.placeholder.template=a=b", ["mask", "placeholder", "template"], "a=b"],
    ["x=", ["x"], ""],
  ];
  it.each(cases)("%s", (text, path, value) => {
    expect(parseAssignment(text)).toEqual({ path, value });
  });

  it.each([
    "",
    "=",
    "=1",
    "mask",
    "mask.=1",
    ".mask=1",
    "mask..x=1",
    'mask["x=1',
    "mask[x]=1",
    "ma sk=1",
    'a["\\x"]=1',
  ])("%j is wrong usage", (text) => {
    expect(() => parseAssignment(text)).toThrow(/key=value/);
  });
});

describe("assign", () => {
  const set = (policy: Record<string, unknown>, text: string) => assign(policy, parseAssignment(text));

  it("sets, nests and replaces without changing the original", () => {
    const policy = { mask: { windowTurns: 8 } };
    expect(set(policy, "mask.windowTurns=4")).toEqual({ mask: { windowTurns: 4 } });
    expect(set(policy, "mask.minChars=0")).toEqual({ mask: { windowTurns: 8, minChars: 0 } });
    expect(set({}, "mask.placeholder.locale=fr")).toEqual({ mask: { placeholder: { locale: "fr" } } });
    expect(policy).toEqual({ mask: { windowTurns: 8 } });
  });

  it("finds a key in the other spelling, but never renames a tool", () => {
    expect(set({ mask: { window_turns: 8 } }, "mask.windowTurns=4")).toEqual({ mask: { window_turns: 4 } });
    const tools = { mask: { tools: { readFile: {} } } };
    expect(set(tools, 'mask.tools["read_file"].never=true')).toEqual({
      mask: { tools: { readFile: {}, read_file: { never: true } } },
    });
  });

  it("refuses a path through a value that is no table", () => {
    expect(() => set({ mask: { windowTurns: 8 } }, "mask.windowTurns.x=1")).toThrow(/windowTurns is 8, not a table/);
    expect(() => set({ mask: [1] }, "mask.x=1")).toThrow(/not a table/);
  });

  it("keeps the order of tool rules, because it decides", () => {
    const policy = { mask: { tools: { a: {}, b: {} } } };
    const changed = set(set(policy, "mask.tools.a.never=true"), "mask.tools.c.never=true");
    expect(JSON.stringify(changed)).toBe('{"mask":{"tools":{"a":{"never":true},"b":{},"c":{"never":true}}}}');
  });

  it("makes __proto__ an ordinary key, for the check to reject", () => {
    const changed = set({}, "__proto__.x=1");
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
    expect(Object.hasOwn(changed, "__proto__")).toBe(true);
  });
});
