// Digests in placeholders: both backends give the same bytes, and later requests repeat them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { Policy, resolvePolicy } from "../../ts/policy/policy.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { expectAgreement } from "../support/agreement.js";
import { REQUESTS } from "../support/arbitrary-requests.js";
import { arbitraryWirePolicy, makeWireCase } from "../support/arbitrary-wire-case.js";
import { cases, timeLimit } from "../support/cases.js";
import { FEATURES } from "../support/conversation.js";
import { arbitraryNames, withTexts } from "../support/named-texts.js";
import { describeNative } from "../support/native.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

/** Texts that name things of their own, and some that others name, too. */
const NAMES = Array.from(
  { length: 97 },
  (_, at) => `src/f${at}.ts reads src/a.ts with parse${at}Body of max_chars ${4096 + (at % 9)}, as it was asked to do`,
);

const arbitraryDigest = fc.record({
  maxChars: fc.constantFrom(20, 60, 400, 4_000),
  ratio: fc.constantFrom(0.05, 0.3, 1),
});

const arbitraryMore = fc.record({
  digest: arbitraryDigest,
  maxObservationChars: fc.constantFrom(null, null, 40, 80, 300),
  template: fc.constantFrom(undefined, "gone: {original_chars} chars", "<old result {message_index}>", "was left out]"),
});

describeNative("digests in placeholders, on odd generated requests", ({ addon, levels }) => {
  const baseline = createBaseline();
  const native = createNative(addon, levels.at(-1));

  describe.each(REQUESTS)("%s", (wire, arbitraryRequest) => {
    it(
      "are the same in both backends, and what comes out stays as it is",
      () => {
        let mentions = 0;
        const property = fc.property(
          fc.tuple(arbitraryRequest, arbitraryNames),
          arbitraryJsonStyle,
          fc.tuple(arbitraryWirePolicy, arbitraryMore),
          ([request, texts], style, [given, { digest, maxObservationChars, template }]) => {
            const { settings } = resolvePolicy(given);
            const { mask } = settings;
            const placeholder = { ...mask.placeholder, ...(template === undefined ? {} : { template }) };
            const policy = new Policy({
              ...settings,
              version: 2,
              mask: { ...mask, digest, maxObservationChars, placeholder },
            });
            const body = Buffer.from(renderJson(withTexts(request, texts), style));
            expectAgreement({ native, baseline }, body, policy, { wire });
            const once = native.reduceBody(body, policy, { wire }).body;
            if (Buffer.from(once).includes("; mentions: ")) mentions++;
            expectAgreement({ native, baseline }, Buffer.from(once), policy, { wire });
            const twice = native.reduceBody(once, policy, { wire });
            expect(twice.body.length).toBeLessThanOrEqual(once.length);
            expect([twice.changed, twice.body === once]).toEqual([false, true]);
          },
        );
        fc.assert(property, { numRuns: cases(600) });
        expect(mentions).toBeGreaterThan(cases(600) / 50);
      },
      timeLimit(120_000),
    );
  });

  it.each(REQUESTS.map(([wire]) => wire))(
    "are repeated in every later request of a conversation: %s",
    (wire) => {
      let repeated = 0;
      for (let seed = 0; seed < cases(40); seed++) {
        const { body, policy: given } = makeWireCase(wire, seed, 8, FEATURES);
        const { settings } = given;
        const mask = { ...settings.mask, minChars: 1, windowTurns: 1 + (seed % 3) };
        const policy = new Policy({
          ...settings,
          version: 2,
          cache: {
            ...settings.cache,
            strategy: seed % 2 === 0 ? "every-turn" : "rent",
            prices: { read: 0.5, write: 1 },
          },
          mask: {
            ...mask,
            digest: { maxChars: 4_000, ratio: 1 },
            placeholder: { family: "observation", locale: "en" },
          },
        });
        const request = withTexts(JSON.parse(body.toString()), NAMES);
        const key = ["messages", "input", "contents"].find((one) => Array.isArray(request[one])) ?? "";
        const list = request[key] as unknown[];
        let before: string[] = [];
        for (const cut of readSteps(WIRES.of(wire), list).cuts) {
          const sent = Buffer.from(JSON.stringify({ ...request, [key]: list.slice(0, cut) }));
          expectAgreement({ native, baseline }, sent, policy, { wire });
          const { body: reduced } = native.reduceBody(sent, policy, { wire });
          const digests = Buffer.from(reduced)
            .toString()
            .match(/\[observation masked — [0-9]+ chars; mentions: [^\]]*\]/g);
          const now = [...(digests ?? [])];
          // Every digest that was sent is there again; newer ones may be between them.
          let at = 0;
          for (const one of now) if (one === before[at]) at++;
          expect(at).toBe(before.length);
          repeated += before.length;
          before = now;
        }
      }
      expect(repeated).toBeGreaterThan(cases(20));
    },
    timeLimit(120_000),
  );
});
