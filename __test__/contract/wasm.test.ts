import { appendFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { noting } from "../edge/replay.js";
import { describeWasm } from "../support/wasm.js";
import { laterTurns, toBytes } from "./build.js";
import { contractSuite } from "./suite.js";

/** Larger bodies test speed, which other runtimes are not asked for. */
const NOTED_CHARS = 27_000;
/** Where `npm run test:system -- --only edge` has the calls written, a line of JSON each. */
const { TAMIS_EDGE_CALLS: file } = process.env;

describeWasm("WebAssembly", (addon) => {
  const backend = createNative(addon, undefined, "wasm");
  const subject =
    file === undefined
      ? backend
      : noting(backend, (call) => {
          if (call.body.length <= NOTED_CHARS) appendFileSync(file, `${JSON.stringify(call)}\n`);
        });
  contractSuite("WebAssembly", () => subject);

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
