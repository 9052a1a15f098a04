import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { createNative } from "../../ts/native/backend.js";
import { type Policy, resolvePolicy } from "../../ts/policy/policy.js";
import { arbitraryPolicy } from "../support/arbitrary-chat.js";
import { cases, timeLimit } from "../support/cases.js";
import { everyTurn } from "../support/every-turn.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { makeSeededBody } from "../support/seeded-body.js";
import { applyByPath, spliceEdits } from "../support/splice.js";

const REQUESTS = cases(100_000);
const BATCHES = 10;

const policies: Policy[] = [
  resolvePolicy(
    everyTurn({ mask: { windowTurns: 1, minChars: 0, keepErrors: false, placeholder: { family: "observation" } } }),
  ),
  ...fc.sample(arbitraryPolicy, { numRuns: 31, seed: 7 }).map((policy) => resolvePolicy(everyTurn(policy))),
];

/** Returns how many edits were made and checked. */
function checkBytes(native: Backend, body: Buffer, policy: Policy): number {
  const { body: out, changed } = native.reduceBody(body, policy, {});
  const { edits, report } = native.planBody(body, policy, {});
  deepStrictEqual([changed, report.skipped === undefined || edits.length === 0], [edits.length > 0, true]);
  if (!changed) {
    deepStrictEqual(out === body, true);
    return 0;
  }
  const spliced = spliceEdits(body, edits);
  if (!spliced.equals(out)) deepStrictEqual(Buffer.from(out).toString(), spliced.toString());
  // The paths name what the spans cut: parsing before or after the edits gives the same request.
  const request = applyByPath(JSON.parse(body.toString()), edits);
  deepStrictEqual(JSON.parse(Buffer.from(out).toString()), request);
  return edits.length;
}

describeNative(`native, on ${REQUESTS} generated bodies`, ({ addon, levels }) => {
  it.each(Array.from({ length: BATCHES }, (_, batch) => batch))(
    "changes no byte outside its edits: batch %i",
    (batch) => {
      const native = createNative(addon, levels[batch % levels.length]);
      const random = createRandom(1_000 + batch);
      let edits = 0;
      for (let index = 0; index < REQUESTS / BATCHES; index++) {
        const body = makeSeededBody(random);
        const policy = random.pick(policies as [Policy, ...Policy[]]);
        try {
          edits += checkBytes(native, Buffer.from(body), policy);
        } catch (error) {
          throw new Error(`batch ${batch}, body ${index}: ${body} with ${JSON.stringify(policy.settings.mask)}`, {
            cause: error,
          });
        }
      }
      expect(edits).toBeGreaterThan(REQUESTS / BATCHES / 2);
    },
    timeLimit(120_000),
  );
});
