import { expect, it } from "vitest";
import { describeNative } from "../support/native.js";
import { itWithWasm } from "../support/wasm.js";
import { runChild } from "./run-child.js";

/** Nothing of what a panic says may be seen outside: it may quote a conversation. */
const SAID = "a text that must not be seen outside";
const AT = /a panic at crates\/node\/src\/panics\.rs:\d+/;

const passedThrough = { same: true, changed: false, skipped: "internal_error", detail: expect.stringMatching(AT) };
const internal = { tamis: true, name: "TamisError", code: "INTERNAL", cause: expect.stringMatching(AT) };

const asItCame = { asItCame: true, right: false };

/** The place of the panic, what the child does, and what it reports. */
const KINDS: readonly [where: string, does: string, told: object][] = [
  ["plan", "plan", passedThrough],
  ["write", "write", passedThrough],
  ["plan", "into", { bytesWritten: 0, changed: false, report: expect.objectContaining({ skipped: "internal_error" }) }],
  ["export", "export", internal],
  ["export", "hash", internal],
  ["compute", "compute", passedThrough],
  ["resolve", "resolve", passedThrough],
  ["drop", "drop-task", { right: true }],
  ["drop", "drop-engine", { exit: 0 }],
  ["plan", "text-on-the-spot", asItCame],
  ["write", "text-on-the-spot", asItCame],
  ["export", "text-on-the-spot", asItCame],
  ["policy", "text-on-the-spot", asItCame],
  ["compute", "text-in-a-task", asItCame],
  ["policy", "text-in-a-task", asItCame],
  // All that is to be sent is in that task's hands, and it is right.
  ["resolve", "text-in-a-task", { asItCame: false, right: true }],
  ["drop", "text-in-a-task", { right: true }],
  ["plan,write,compute,resolve,drop", "plan", passedThrough],
];

describeNative("a panic in the addon, as it is shipped", () => {
  it.each(KINDS)("in %s, seen by %s, is told and harms nothing: the calls after it are right", (where, does, told) => {
    const ending = runChild("panic", [does], { TAMIS_TEST_PANICS: where });
    const several = where.includes(",");
    expect(ending).toMatchObject({ status: 0, signal: null, stderr: "", told: { told, backend: "native" } });
    // Of several kinds the others come in the calls after it: each spoils one at most.
    expect((ending.told as { right: number }).right).toBeGreaterThanOrEqual(several ? 196 : 200);
    expect(JSON.stringify(ending.told)).not.toContain(SAID);
  });

  itWithWasm("a panic at start")("uses WebAssembly after a panic at start, and says why", () => {
    const ending = runChild("panic", ["construct"], { TAMIS_TEST_PANICS: "construct" });
    const reason = expect.stringMatching(AT);
    expect(ending).toMatchObject({ status: 0, stderr: "", told: { told: { name: "wasm", reason }, right: 200 } });
  });

  it("passes one request through after a panic while compiling a policy", () => {
    const ending = runChild("panic", ["construct-policy"], { TAMIS_TEST_PANICS: "policy" });
    expect(ending).toMatchObject({ status: 0, stderr: "", told: { told: passedThrough, right: 200 } });
  });

  it("panics only with the variable and a known name", () => {
    for (const names of ["", "everything", "1", "Plan"]) {
      const ending = runChild("panic", ["plan"], { TAMIS_TEST_PANICS: names });
      expect(ending).toMatchObject({ status: 0, told: { told: { changed: true }, right: 200 } });
    }
  });
});
