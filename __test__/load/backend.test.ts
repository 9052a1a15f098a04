import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { chooseBackend } from "../../ts/load/backend.js";
import { backend } from "../../ts/reduce/reduce.js";
import { thrownBy } from "../support/thrown.js";

const native = { ...createBaseline(), name: "native" as const, cpu: "avx2" };
const works = () => ({ backend: native });
const fails = () => ({ reason: "no file" });

describe("chooseBackend", () => {
  it.each([undefined, "", "native"])("chooses native for %j if it loads", (forced) => {
    expect(chooseBackend(forced, works)).toEqual({ backend: native, reason: undefined });
  });

  it.each([undefined, ""])("chooses the baseline for %j if native does not load, and says why", (forced) => {
    const { backend: chosen, reason } = chooseBackend(forced, fails);
    expect([chosen.name, reason]).toEqual(["baseline", "no file"]);
  });

  it("chooses the forced baseline without trying native", () => {
    const neverCalled = () => {
      throw new Error("tried native");
    };
    expect(chooseBackend("baseline", neverCalled).backend.name).toBe("baseline");
  });

  it("fails if native is forced and does not load", () => {
    const error = thrownBy(() => chooseBackend("native", fails));
    expect(error.code).toBe("BACKEND_UNAVAILABLE");
    expect(error.message).toMatch(
      /: no file\. For the native backend: run `npm install tamis-|: no file\. .*no prebuilt addon/,
    );
  });

  it("refuses other values of TAMIS_BACKEND", () => {
    const error = thrownBy(() => chooseBackend("wasm", works));
    expect(error.code).toBe("OPTION_INVALID");
    expect(error.message).toBe('TAMIS_BACKEND is "wasm"; valid values: native, baseline');
  });
});

describe("backend", () => {
  it("names the loaded backend", () => {
    expect(["native", "baseline"]).toContain(backend.name);
    expect(backend.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(typeof backend.cpu).toBe("string");
    expect(backend.reason === undefined).toBe(backend.name === "native");
    expect(Object.keys(backend)).toEqual(["name", "reason", "version", "cpu"]);
  });
});
