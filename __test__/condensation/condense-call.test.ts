import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { condenseArguments } from "../../ts/condensation/lossy/prioritization/condense-call.js";

const long = (name: string, lines = 60) =>
  Array.from({ length: lines }, (_, at) => `const ${name}_${at} = ${at};`).join("\n");
const json = (value: unknown, share = 0.3) => condenseArguments({ form: "json", text: JSON.stringify(value) }, share);
const parsed = (text: string | undefined) => JSON.parse(text ?? "null") as Record<string, unknown>;

describe("arguments as JSON", () => {
  it("keep all keys and short values, and head, words and tail of long texts, at any depth", () => {
    const value = {
      path: "src/a.ts",
      edits: [{ old: long("before"), new: long("after"), all: true }],
      retries: 3,
      none: null,
    };
    const short = json(value);
    expect(short?.length).toBeLessThan(JSON.stringify(value).length / 2);
    const { edits, ...rest } = parsed(short);
    expect(rest).toEqual({ path: "src/a.ts", retries: 3, none: null });
    const [edit] = edits as { old: string; new: string; all: boolean }[];
    expect(Object.keys(edit ?? {})).toEqual(["old", "new", "all"]);
    expect(edit?.old).toMatch(
      /^const before_0 = 0;\n[\s\S]*\[condensed — \d+ chars left out; mentions: [\s\S]*before_59 = 59;$/,
    );
    expect(edit?.all).toBe(true);
  });

  it("stay an object where the wire has them as one", () => {
    const short = condenseArguments({ form: "object", text: JSON.stringify({ content: long("a") }) }, 0.3);
    expect(parsed(short).content).toContain("[condensed — ");
  });

  it.each([
    ["have no long text", '{"a":"short","b":[1,2]}'],
    ["are no object", JSON.stringify([long("a")])],
    ["are cut off", `{"a":"${"x".repeat(400)}`],
    [
      "have a number that would be another one when written again",
      `{"n":12345678901234567890,"a":"${"x".repeat(400)}"}`,
    ],
  ])("stay as they are where they %s", (_, text) => {
    expect(condenseArguments({ form: "json", text }, 0.3)).toBeUndefined();
  });

  it("are shorter JSON with the same keys in any case", () => {
    const text = fc.string({ unit: "binary", maxLength: 400 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 2 }))),
        (value) => {
          const whole = JSON.stringify(value);
          const short = json(value);
          if (short === undefined) return;
          expect(short.length).toBeLessThan(whole.length);
          expect(Object.keys(parsed(short))).toEqual(Object.keys(JSON.parse(whole)));
        },
      ),
    );
  });
});

describe("a call as plain text", () => {
  const plain = (text: string, share = 0.3) => condenseArguments({ form: "text", text }, share);

  it("keeps the lines that name files of a patch, and says in the others' place how much is missing", () => {
    const patch = ["*** Begin Patch", "*** Update File: src/a.ts", "@@ run", long("a"), "*** End Patch"].join("\n");
    const short = plain(patch, 0);
    expect(short?.split("\n").map((line) => line.replace(/\d+/, "N"))).toEqual([
      ...["*** Begin Patch", "*** Update File: src/a.ts", "@@ run", "[condensed — N chars left out]", "*** End Patch"],
    ]);
  });

  it("keeps the tags of a call that is written as XML, and first lines as far as there is room", () => {
    const call = `<write_to_file>\n<path>a.ts</path>\n<content>\n${long("a")}\n</content>\n</write_to_file>`;
    const short = plain(call) ?? "";
    expect(short).toContain("<path>a.ts</path>\n<content>\nconst a_0 = 0;\n");
    expect(short).toMatch(/\[condensed — \d+ chars left out\]\n<\/content>\n<\/write_to_file>$/);
    expect(short.length).toBeLessThan(call.length * 0.5);
  });

  it("stays as it is where it is short, or all of it has room", () => {
    expect(plain("<a>\nx\n</a>")).toBeUndefined();
    expect(plain(long("a"), 2)).toBeUndefined();
  });
});
