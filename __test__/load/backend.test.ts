import { describe, expect, it } from "vitest";
import { chooseBackend } from "../../ts/load/backend.js";
import type { Addon } from "../../ts/native/addon.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { backend } from "../../ts/reduce/reduce.js";
import { native as loaded, nativeBackend } from "../support/native.js";
import { thrownBy } from "../support/thrown.js";

const native = nativeBackend();
const addon = {} as Addon;
/** Any core will do: the interface is the same. */
const loadedAddon = (): Addon => {
  if ("reason" in loaded) throw new Error(loaded.reason);
  return loaded.addon;
};
const works = { native: () => ({ backend: native, addon }) };
const fails = { native: () => ({ reason: "no file" }), wasm: () => ({ reason: "tamis.wasm is not installed" }) };

describe("chooseBackend", () => {
  it.each([undefined, "", "native"])("chooses native for %j if it loads", (forced) => {
    expect(chooseBackend(forced, works)).toEqual({ backend: native, addon, reason: undefined });
  });

  it.each([undefined, ""])("passes requests through for %j if nothing loads, and says why and what to do", (forced) => {
    const { backend: chosen, reason, addon: none } = chooseBackend(forced, fails);
    expect([chosen.name, none]).toEqual(["none", undefined]);
    expect(reason).toMatch(/^no file; tamis\.wasm is not installed\. For the native backend: /);
    const body = Buffer.from('{"messages":[]}');
    const { body: sent, changed, report } = chosen.reduceBody(body, definePolicy({}), {});
    expect([sent === body, changed, report.skipped, report.backend, report.fits]).toEqual([
      ...[true, false, "no_backend", "none", false],
    ]);
    expect(report.skippedDetail).toContain("no file");
    expect(thrownBy(() => chosen.validateBody(body, {})).code).toBe("BACKEND_UNAVAILABLE");
  });

  it("chooses WebAssembly if native does not load, and says why", () => {
    const { backend: chosen, reason } = chooseBackend(undefined, { ...fails, wasm: () => ({ addon: loadedAddon() }) });
    expect([chosen.name, reason]).toEqual(["wasm", "no file"]);
  });

  it("chooses forced WebAssembly without trying native", () => {
    const neverCalled = () => {
      throw new Error("tried native");
    };
    const loaders = { native: neverCalled, wasm: () => ({ addon: loadedAddon() }) };
    expect(chooseBackend("wasm", loaders).backend.name).toBe("wasm");
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
    expect(error.message).toBe('TAMIS_BACKEND is "fast"; valid values: native, wasm');
  });
});

describe("backend", () => {
  it("names the loaded backend", () => {
    expect(["native", "wasm"]).toContain(backend.name);
    expect(backend.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(typeof backend.cpu).toBe("string");
    expect(backend.reason === undefined).toBe(backend.name === "native");
    expect(Object.keys(backend)).toEqual(["name", "reason", "version", "cpu"]);
  });
});
