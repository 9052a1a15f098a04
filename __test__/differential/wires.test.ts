import fc from "fast-check";
import { expect, it } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { arbitraryPolicy } from "../support/arbitrary-chat.js";
import { arbitraryWireRequest } from "../support/arbitrary-wires.js";
import { cases, timeLimit } from "../support/cases.js";
import { everyTurn } from "../support/every-turn.js";
import { describeNative, otherBackend } from "../support/native.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

const mode = fc.constantFrom("keep" as const, "mask" as const);
const media = fc.record({ media: mode, userMedia: mode });

describeNative("native and WebAssembly, on generated requests of every wire", ({ addon }) => {
  it(
    "agrees on decisions, counts, edits and the request that comes out",
    () => {
      const backends = { native: createNative(addon), other: otherBackend() };
      let edited = 0;
      const property = fc.property(
        arbitraryWireRequest,
        arbitraryPolicy,
        media,
        arbitraryJsonStyle,
        ({ wire, messages, toRequest }, policy, images, style) => {
          const body = Buffer.from(renderJson(toRequest(messages), style));
          const checked = resolvePolicy(everyTurn({ mask: { ...policy.mask, ...images } }));
          const report = expectAgreement(backends, body, checked, { wire });
          edited += (report?.maskedCount ?? 0) + (report?.clippedCount ?? 0);
        },
      );
      fc.assert(property, { numRuns: cases(3_000) });
      expect(edited).toBeGreaterThan(cases(3_000) / 4);
    },
    timeLimit(180_000),
  );
});
