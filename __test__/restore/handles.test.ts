// Handles in placeholders and clips: both backends write the same, and each names the value that it replaces.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { Policy, resolvePolicy } from "../../ts/policy/policy.js";
import { createMemoryStore, handleOf, putOriginals, restoreBody } from "../../ts/restore/index.js";
import { expectAgreement } from "../support/agreement.js";
import { arbitraryWirePolicy } from "../support/arbitrary-wire-case.js";
import { REQUESTS } from "../support/arbitrary-wires.js";
import { cases, timeLimit } from "../support/cases.js";
import { arbitraryNames, withTexts } from "../support/named-texts.js";
import { describeNative, otherBackend } from "../support/native.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";
import { written } from "../support/written.js";

const KEY = "a key of the tests";
/** A handle, or the file of one, in JSON. */
const NAMED = /(?: ref=|original: ref=|[/\\])[0-9a-f]{32}/g;

const arbitraryMore = fc.record({
  digest: fc.constantFrom(null, { maxChars: 60, ratio: 0.3 }, { maxChars: 4_000, ratio: 1 }),
  maxObservationChars: fc.constantFrom(null, null, 40, 80, 300),
  template: fc.constantFrom(undefined, "gone: {original_chars} chars", "<old result {message_index}>", "was left out]"),
  clip: fc.constantFrom(null, 100, 400),
  tenant: fc.constantFrom(undefined, "acme", "café"),
  folder: fc.constantFrom(undefined, "/x/.cache/tamis/originals", "/é 漢😀/", "C:\\Users\\me"),
});

describeNative("handles, on odd generated requests", ({ addon, levels }) => {
  const other = otherBackend();
  const native = createNative(addon, levels.at(-1));

  describe.each(REQUESTS)("%s", (wire, arbitraryRequest) => {
    it(
      "are the same in both backends, name the values that the store has, and stay as they are",
      async () => {
        let named = 0;
        const property = fc.asyncProperty(
          fc.tuple(arbitraryRequest, arbitraryNames),
          arbitraryJsonStyle,
          fc.tuple(arbitraryWirePolicy, arbitraryMore),
          async ([request, texts], style, [given, more]) => {
            const { settings } = resolvePolicy(given);
            const { digest, maxObservationChars, template, clip, tenant, folder } = more;
            const placeholder = { ...settings.mask.placeholder, ...(template === undefined ? {} : { template }) };
            const policy = new Policy({
              ...settings,
              // The head of a result that has several values may show a clip of one of them.
              arrival: { ...settings.arrival, clip: maxObservationChars === null ? clip : null },
              mask: { ...settings.mask, digest, maxObservationChars, placeholder },
              restore: { handles: true, key: KEY, ...(folder === undefined ? {} : { folder }) },
            });
            const options = { wire, ...(tenant === undefined ? {} : { tenant }) };
            const body = Buffer.from(renderJson(withTexts(request, texts), style));
            expectAgreement({ native, other }, body, policy, options);
            const reduction = native.reduceBody(body, policy, options);
            const source = { store: createMemoryStore(), tenant: tenant ?? "", key: KEY };
            const { stored } = await putOriginals(reduction, source);
            const known = new Set(stored.map(({ handle }) => handle));
            const came = new Set(Buffer.from(body).toString().match(NAMED));
            for (const [ref] of Buffer.from(reduction.body).toString().matchAll(NAMED)) {
              if (came.has(ref)) continue;
              named++;
              expect(known.has(/[0-9a-f]{32}/.exec(ref)?.[0] ?? ""), ref).toBe(true);
            }
            const twice = native.reduceBody(reduction.body, policy, options);
            expect([twice.changed, twice.body === reduction.body]).toEqual([false, true]);
          },
        );
        await fc.assert(property, { numRuns: cases(400) });
        expect(named).toBeGreaterThan(cases(400) / 20);
      },
      timeLimit(120_000),
    );
  });

  it("restore a result of any shape that is one value", async () => {
    const long = `${"words of a result, line after line\n".repeat(40)}end`;
    const turns = (content: unknown) => ({
      messages: Array.from({ length: 3 }, (_, at) => [
        { role: "user", content: "go on" },
        { role: "assistant", content: [{ type: "tool_use", id: `c${at}`, name: "grep", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: `c${at}`, content }] },
      ]).flat(),
    });
    const gemini = (response: object) => ({
      contents: Array.from({ length: 3 }, () => [
        { role: "user", parts: [{ text: "go on" }] },
        { role: "model", parts: [{ functionCall: { name: "grep", args: {} } }] },
        { role: "user", parts: [{ functionResponse: { name: "grep", response } }] },
      ]).flat(),
    });
    const table: [object, boolean][] = [
      [turns(long), true],
      [turns([{ type: "text", text: long }]), true],
      [turns([{ type: "text", text: long, cache_control: { type: "ephemeral" } }]), true],
      [
        turns([
          { type: "text", text: long },
          { type: "text", text: long },
        ]),
        false,
      ],
      [gemini({ output: long }), true],
      [gemini({ stdout: long, exit: 0, more: [1.5, null, { a: "b" }] }), true],
    ];
    const policyIn = (folder: object) =>
      resolvePolicy(
        written({
          preset: "none",
          cache: { strategy: "every-turn" },
          mask: { windowTurns: 1, minChars: 0 },
          restore: { handles: true, key: KEY, ...folder },
        }),
      );
    const policies = [{}, { folder: "/a folder" }, { folder: "C:\\me\\" }].map(policyIn);
    const both = policies.flatMap((policy) => [native, other].map((backend) => [policy, backend] as const));
    for (const [request, isNamed] of table) {
      for (const [policy, backend] of both) {
        const body = Buffer.from(JSON.stringify(request));
        const source = { store: createMemoryStore(), tenant: "", key: KEY };
        const reduction = backend.reduceBody(body, policy, {});
        expect(reduction.report.maskedCount).toBe(2);
        await putOriginals(reduction, source);
        const { body: restored, restoredCount, missing } = await restoreBody(reduction.body, source);
        expect(missing).toEqual([]);
        expect(restoredCount).toBe(isNamed ? 2 : 0);
        expect(Buffer.from(restored).equals(isNamed ? body : reduction.body)).toBe(true);
      }
    }
  });

  it("restore a clipped result", async () => {
    const text = Array.from({ length: 900 }, (_, at) => `line ${at} of "a" <result> – with a tab\t`).join("\n");
    const body = Buffer.from(
      JSON.stringify({
        messages: [
          { role: "user", content: "go on" },
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "c1", type: "function", function: { name: "grep" } }],
          },
          { role: "tool", tool_call_id: "c1", content: text },
        ],
      }),
    );
    const policy = resolvePolicy(written({ arrival: { clip: 2_000 }, restore: { handles: true, key: KEY } }));
    const reduced = [native, other].map((backend) => backend.reduceBody(body, policy, {}));
    expect(Buffer.from(reduced[0]?.body ?? []).equals(reduced[1]?.body ?? new Uint8Array())).toBe(true);
    for (const reduction of reduced) {
      const source = { store: createMemoryStore(), tenant: "", key: KEY };
      expect(Buffer.from(reduction.body).toString()).toContain(
        `; original: ref=${handleOf(Buffer.from(JSON.stringify(text)), source)}]`,
      );
      await putOriginals(reduction, source);
      expect(Buffer.from((await restoreBody(reduction.body, source)).body).equals(body)).toBe(true);
    }
  });
});
