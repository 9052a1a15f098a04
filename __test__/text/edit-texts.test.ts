import { describe, expect, it } from "vitest";
import { editTextsOf } from "../../ts/text/edit-texts.js";

const one = { path: "a.ts", old: "x", made: "y", isAll: false };

describe("the edits of a call", () => {
  it.each([
    ["old_string", "new_string", "file_path"],
    ["oldString", "newString", "filePath"],
    ["old_str", "new_str", "path"],
    ["oldText", "newText", "path"],
    ["search", "replace", "file"],
  ])("are read from %s and %s", (old, made, path) => {
    expect(editTextsOf({ [path]: "a.ts", [old]: "x", [made]: "y" })).toEqual([one]);
  });

  it("are several in a list, each of the file around it", () => {
    const edits = [
      { old_string: "x", new_string: "y" },
      { old_string: "y", new_string: "z", replace_all: true },
    ];
    expect(editTextsOf({ file_path: "a.ts", edits })).toEqual([
      one,
      { path: "a.ts", old: "y", made: "z", isAll: true },
    ]);
  });

  it("are the blocks of a search, with or without a line number", () => {
    const diff =
      "<<<<<<< SEARCH\n:start_line:3\n-------\nx\n=======\ny\n>>>>>>> REPLACE\n\n------- SEARCH\nx\n=======\n+++++++ REPLACE";
    expect(editTextsOf({ path: "a.ts", diff })).toEqual([one, { ...one, made: "" }]);
  });

  it("are the hunks of a patch: context and removed lines", () => {
    const patch = `*** Begin Patch
*** Add File: b.ts
+new
*** Update File: a.ts
@@ function f
 same
-x
+y
@@
+only added
*** End Patch
 after`;
    const hunk = { path: "a.ts", old: "same\nx", made: "same\ny", isAll: false };
    expect(editTextsOf({ input: patch })).toEqual([hunk]);
    expect(editTextsOf({ command: ["bash", "-lc", `apply_patch <<'EOF'\n${patch}\nEOF`] })).toEqual([hunk]);
    expect(editTextsOf(patch)).toEqual([hunk]);
  });

  it("are none where nothing is quoted", () => {
    expect(editTextsOf({ file_path: "a.ts", old_string: "", new_string: "y" })).toEqual([]);
    expect(editTextsOf({ search: "x" })).toEqual([]);
    expect(editTextsOf(undefined)).toEqual([]);
    expect(editTextsOf("ls")).toEqual([]);
  });
});
