// What a placeholder says is in `__test__/contract/placeholders.ts`.
import { describe, expect, it } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { chat, pair } from "../contract/wires-build.js";
import { expectAgreement } from "../support/agreement.js";
import { native, otherBackend } from "../support/native.js";
import { written } from "../support/written.js";

describe("an observation placeholder", () => {
  const turns = ["old", "new"].flatMap((id) => chat.turn(pair(id, `${id} text `.repeat(100))));
  const body = Buffer.from(JSON.stringify(chat.request([chat.user("go"), ...turns])));
  const other = otherBackend();

  it.each([
    [80, false],
    [81, true],
  ])("that %i chars are the limit of has a handle: %j", (maxObservationChars, hasHandle) => {
    const policy = resolvePolicy(
      written({
        preset: "none",
        mask: { windowTurns: 1, minChars: 0, placeholder: { family: "observation" }, maxObservationChars },
        cache: { strategy: "every-turn" },
        restore: { handles: true, key: "a key of sixteen chars" },
      }),
    );
    const reduced = Buffer.from(other.reduceBody(body, policy, {}).body).toString();
    expect(reduced).toContain("[observation masked — 900 chars");
    expect(reduced.includes(" ref=")).toBe(hasHandle);
    if ("addon" in native) {
      expectAgreement({ native: createNative(native.addon, native.levels.at(-1)), other }, body, policy);
    }
  });
});
