import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNative, loadNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { describeNative } from "../support/native.js";
import { laterTurns, toBytes } from "./build.js";
import { contractSuite } from "./suite.js";

describeNative("native", ({ addon, levels }) => {
  for (const level of levels) {
    describe(level, () => {
      const backend = createNative(addon, level);
      contractSuite(`native ${level}`, () => backend);

      it("runs natively on that instruction set", () => {
        const { report, changed } = backend.reduceBody(
          toBytes({ messages: laterTurns(3) }),
          resolvePolicy({ mask: { windowTurns: 1 } }),
          {},
        );
        expect({ name: backend.name, cpu: backend.cpu }).toEqual({ name: "native", cpu: level });
        expect({ changed, backend: report.backend, masked: report.maskedCount }).toEqual({
          changed: true,
          backend: "native",
          masked: 2,
        });
      });
    });
  }

  it("offers every instruction set of this CPU, and uses the fastest", () => {
    expect(levels).toEqual(expectedLevels());
    const loaded = loadNative();
    expect("backend" in loaded && loaded.backend.cpu).toBe(levels.at(-1));
  });

  it("refuses a missing instruction set", () => {
    expect(() => createNative(addon, "sse9")).toThrow("no such instruction set here: sse9");
  });
});

/** What the operating system says; elsewhere than on Linux only the number of levels is known. */
function expectedLevels(): unknown {
  if (process.arch === "arm64") return ["scalar", "neon"];
  if (process.arch !== "x64" || !existsSync("/proc/cpuinfo")) return expect.arrayContaining(["scalar"]);
  const flags = new Set(/^flags\s*:(.*)$/m.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1]?.trim().split(" "));
  const has = (...names: string[]) => names.every((name) => flags.has(name));
  const avx2 = has("avx2", "pclmulqdq", "popcnt", "bmi1", "bmi2") ? ["avx2"] : [];
  return ["scalar", ...avx2, ...(avx2.length > 0 && has("avx512f", "avx512bw") ? ["avx512"] : [])];
}
