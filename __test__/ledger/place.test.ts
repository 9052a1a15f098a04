import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { ledgerFile, stateFolder } from "../../ts/ledger/place.js";

describe("a test that names no folder for Tamis's state", () => {
  it("has one of its own, not that of whoever runs the tests", () => {
    expect(stateFolder().startsWith(tmpdir())).toBe(true);
    expect(ledgerFile().startsWith(stateFolder())).toBe(true);
  });
});
