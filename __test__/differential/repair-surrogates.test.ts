import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBaseline, reduceObject } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { repairSurrogatesInText } from "../../ts/text/surrogates.js";
import { expectAgreement } from "../support/agreement.js";
import { arbitraryPolicy } from "../support/arbitrary-chat.js";
import { REQUESTS } from "../support/arbitrary-requests.js";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { createRandom, type Random } from "../support/random.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";
import { violationsOf } from "../support/validator.js";

interface Policies {
  repairing: Policy;
  plain: Policy;
}

const MORE: readonly PolicyInput[] = [{}, {}, {}, { mode: "observe" }, { cache: { strategy: "rent" } }];

const POLICIES: readonly Policies[] = fc.sample(arbitraryPolicy, { numRuns: 40, seed: 5 }).map((input, index) => {
  const all = { ...input, ...MORE[index % MORE.length] };
  return { plain: resolvePolicy(all), repairing: resolvePolicy({ ...all, repairSurrogates: true }) };
});

/** The value with halves of pairs put into some of its strings and names. */
function withHalves(value: unknown, random: Random): unknown {
  if (typeof value === "string") return random.chance(0.15) ? broken(value, random) : value;
  if (Array.isArray(value)) return value.map((item) => withHalves(item, random));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, child]) => [key, withHalves(child, random)] as const);
  const extra = random.chance(0.1) ? [[broken("x", random), broken("y", random)] as const] : [];
  return Object.fromEntries([...members, ...extra]);
}

function broken(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick(["\ud83d", "\ude00", "\ude00\ud83d", "\ud800\ud83d\ude00"]) + text.slice(at);
}

describeNative("halves of surrogate pairs that are repaired", ({ addon, levels }) => {
  const baseline = createBaseline();
  const native = createNative(addon, levels.at(-1));

  describe.each(REQUESTS)("%s", (wire, arbitraryRequest) => {
    const arbitraryBroken = fc
      .tuple(arbitraryRequest, fc.noShrink(fc.nat()))
      .map(([request, seed]) => withHalves(request, createRandom(seed)) as object);

    it(
      "are the same in both backends, as if the request had come in without them",
      () => {
        let repaired = 0;
        const property = fc.property(
          arbitraryBroken,
          arbitraryJsonStyle,
          fc.constantFrom(...POLICIES),
          (request, style, { plain, repairing }) => {
            const text = renderJson(request, style);
            const body = Buffer.from(text);
            const report = expectAgreement({ native, baseline }, body, repairing, { wire });
            repaired += report?.repairedSurrogates ?? 0;

            const once = native.reduceBody(body, repairing, { wire });
            const clean = native.reduceBody(Buffer.from(repairSurrogatesInText(text)), plain, { wire });
            if (repairing.settings.mode === "reduce") {
              expect(Buffer.from(once.body)).toEqual(Buffer.from(clean.body));
              expect(violationsOf(once.body, wire).filter((one) => one.startsWith("lone-surrogate"))).toEqual([]);
            }
            // Of a request with more breakpoints than a provider takes, those on placeholders count as ours.
            const breakpoints = JSON.stringify(request).split("cache_control").length - 1;
            const twice = native.reduceBody(once.body, repairing, { wire });
            if (breakpoints <= 4) expect(twice.changed).toBe(false);
            if (report === undefined) return;
            const object = reduceObject(request, repairing, { wire });
            deepStrictEqual(JSON.parse(JSON.stringify(object.body)), JSON.parse(Buffer.from(once.body).toString()));
            expect([object.changed, object.report.repairedSurrogates]).toEqual([
              once.changed,
              report.repairedSurrogates,
            ]);
          },
        );
        fc.assert(property, { numRuns: cases(80) });
        expect(repaired).toBeGreaterThan(cases(80));
      },
      timeLimit(60_000),
    );
  });

  it("leaves parts that a request shares with others unchanged", () => {
    const shared = { content: "x\ud83d", role: "user" };
    const request = { messages: [shared, { role: "user", content: "ok" }], model: "m" };
    const { body } = reduceObject(request, resolvePolicy({ repairSurrogates: true }), {});
    expect(shared.content).toBe("x\ud83d");
    expect(body.messages[0]?.content).toBe("x\ufffd");
    expect(body.messages[1]).toBe(request.messages[1]);
  });

  it("repairs alike on the thread pool, and into a caller's buffer", async () => {
    const result = (id: string) => ({ role: "tool", tool_call_id: id, content: `\ud83d${"x".repeat(200_000)}` });
    const call = (id: string) => ({
      role: "assistant",
      tool_calls: [{ id, type: "function", function: { name: "f" } }],
    });
    const turns = ["a", "b", "c"].flatMap((id) => [call(id), result(id)]);
    const body = Buffer.from(JSON.stringify({ messages: turns, metadata: "\ude00" }));
    const policy = resolvePolicy({ mask: { windowTurns: 1 }, repairSurrogates: true });
    const here = native.reduceBody(body, policy, {});
    const there = await native.reduceBodyAsync(body, policy, {}, undefined);
    const out = Buffer.alloc(body.length);
    const into = native.reduceBodyInto(body, out, policy, {});
    expect(here.report).toMatchObject({ maskedCount: 2, repairedSurrogates: 2, changed: true });
    expect([Buffer.from(there.body).equals(here.body), there.report.repairedSurrogates]).toEqual([true, 2]);
    expect(Array.from(there.originals(), ({ edit }) => edit)).toEqual(Array.from(here.originals(), ({ edit }) => edit));
    expect("bytesWritten" in into && out.subarray(0, into.bytesWritten).equals(here.body)).toBe(true);
  });

  it("finds halves in nesting of any depth, in linear time", () => {
    const deep = `${"[".repeat(50_000)}"\\ud800"${"]".repeat(50_000)}`;
    const body = Buffer.from(`{"messages":[{"role":"user","content":"go"}],"x":${deep}}`);
    const policy = resolvePolicy({ repairSurrogates: true });
    expect(native.reduceBody(body, policy, {}).report.repairedSurrogates).toBe(1);
    expect(native.planBody(body, policy, {}).edits).toHaveLength(1);
  });

  it("repairs halves by the hundred thousand", () => {
    const body = Buffer.from(`{"messages":[{"role":"user","content":"${"\\ud800\\\\".repeat(200_000)}"}]}`);
    const { body: out, report } = native.reduceBody(body, resolvePolicy({ repairSurrogates: true }), {});
    expect(report.repairedSurrogates).toBe(200_000);
    expect(out.length).toBe(body.length);
    expect(Buffer.from(out).toString().includes("\\ud8")).toBe(false);
  });
});
