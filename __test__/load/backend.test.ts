import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { chooseBackend } from "../../ts/load/backend.js";
import type { Addon } from "../../ts/native/addon.js";
import { backend } from "../../ts/reduce/reduce.js";
import { thrownBy } from "../support/thrown.js";

const native = { ...createBaseline(), name: "native" as const, cpu: "avx2" };
const addon = {} as Addon;
const works = { native: () => ({ backend: native, addon }) };
const fails = { native: () => ({ reason: "no file" }), wasm: () => ({ reason: "tamis.wasm is not installed" }) };

describe("chooseBackend", () => {
  it.each([undefined, "", "native"])("chooses native for %j if it loads", (forced) => {
    expect(chooseBackend(forced, works)).toEqual({ backend: native, addon, reason: undefined });
  });

  it.each([undefined, ""])("chooses the baseline for %j if nothing else loads, and says why", (forced) => {
    const { backend: chosen, reason } = chooseBackend(forced, fails);
    expect([chosen.name, reason]).toEqual(["baseline", "no file"]);
  });

  it("chooses the forced baseline without trying native", () => {
    const neverCalled = () => {
      throw new Error("tried native");
    };
    expect(chooseBackend("baseline", { native: neverCalled, wasm: neverCalled }).backend.name).toBe("baseline");
  });

  it("fails if WebAssembly is forced and does not load", () => {
    const error = thrownBy(() => chooseBackend("wasm", fails));
    expect([error.code, error.message]).toEqual([
      "BACKEND_UNAVAILABLE",
      "TAMIS_BACKEND=wasm, but tamis.wasm is not installed",
    ]);
  });

  it("fails if native is forced and does not load", () => {
    const error = thrownBy(() => chooseBackend("native", fails));
    expect(error.code).toBe("BACKEND_UNAVAILABLE");
    expect(error.message).toMatch(
      /: no file\. For the native backend: run `npm install tamis-|: no file\. .*no prebuilt addon/,
    );
  });

  it("refuses other values of TAMIS_BACKEND", () => {
    const error = thrownBy(() => chooseBackend("fast", works));
    expect(error.code).toBe("OPTION_INVALID");
    expect(error.message).toBe('TAMIS_BACKEND is "fast"; valid values: native, wasm, baseline');
  });
});

describe("backend", () => {
  it("names the loaded backend", () => {
    expect(["native", "wasm", "baseline"]).toContain(backend.name);
    expect(backend.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(typeof backend.cpu).toBe("string");
    expect(backend.reason === undefined).toBe(backend.name === "native");
    expect(Object.keys(backend)).toEqual(["name", "reason", "version", "cpu"]);
  });
});
