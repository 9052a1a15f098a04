import { expect, it } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { describeWasm } from "../support/wasm.js";
import { laterTurns, toBytes } from "./build.js";
import { contractSuite } from "./suite.js";

describeWasm("WebAssembly", (addon) => {
  const backend = createNative(addon, undefined, "wasm");
  contractSuite("WebAssembly", () => backend);

  it("says that it is WebAssembly", () => {
    const body = toBytes({ messages: laterTurns(3) });
    const { report, changed } = backend.reduceBody(body, resolvePolicy({ mask: { windowTurns: 1 } }), {});
    expect({ name: backend.name, cpu: backend.cpu, changed, by: report.backend, masked: report.maskedCount }).toEqual({
      name: "wasm",
      cpu: "simd128",
      changed: true,
      by: "wasm",
      masked: 2,
    });
  });
});
