import { expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { createRestoreReport, restoreBody } from "../../ts/restore/index.js";
import { nativeBackend } from "../support/native.js";
import { readRecording, recordings } from "../support/recordings.js";
import { pointersAlone } from "../support/repeats.js";

if (recordings === undefined)
  console.log("pointers in recordings: skipped, TAMIS_SHARED names no folder with recordings");

it.runIf(recordings !== undefined)(
  "pointers remove at least 7 % of the bytes of recorded requests, which all come back",
  async () => {
    const backend = nativeBackend();
    const policy = resolvePolicy(pointersAlone());
    let [before, after] = [0, 0];
    for (const recording of (recordings ?? []).filter(({ primary }) => primary)) {
      const body = readRecording(recording);
      const reduction = backend.reduceBody(body, policy, { wire: recording.wire });
      before += body.length;
      after += reduction.body.length;
      if (!reduction.changed) continue;
      const restored = await restoreBody(reduction.body, createRestoreReport(body, reduction));
      if (!body.equals(restored.body)) expect.fail(recording.file);
    }
    expect(before).toBeGreaterThan(10e6);
    expect(1 - after / before).toBeGreaterThan(0.07);
  },
  120_000,
);
