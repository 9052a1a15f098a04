import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SettingsInput } from "../../ts/policy/policy.js";
import { arbitraryPolicy } from "../support/arbitrary-chat.js";
import { type ArbitraryWireRequest, arbitraryWireRequest } from "../support/arbitrary-wires.js";
import { arbitraryJsonStyle, type JsonStyle, renderJson } from "../support/render-json.js";
import { applyByPath, spliceEdits } from "../support/splice.js";
import { parse, type Subject, toBytes } from "./build.js";

const RUNS = { numRuns: 200 };

const policies = fc
  .tuple(arbitraryPolicy, fc.constantFrom("keep" as const, "mask" as const))
  // Of age alone: what a result is for follows from what came before it, which a reduced history shows in part.
  .map(([policy, media]): SettingsInput => ({ mask: { ...policy.mask, media, roles: false } }));

/** The contents of results, and images beside them. */
const EDITED = /^\/(?:messages|input|contents)\/\d+\/(?:content|output|parts\/\d+\/function_?[rR]esponse)(?:\/|$)/;

export function wirePropertyCases(subject: Subject): void {
  const reduce = ({ wire, toRequest }: ArbitraryWireRequest, messages: readonly unknown[], policy: SettingsInput) => {
    const body = toBytes(toRequest(messages));
    const reduction = subject.reduce(body, policy, { wire, explain: true, tokens: true });
    return { ...reduction, before: body, request: JSON.parse(Buffer.from(reduction.body).toString()) };
  };
  const listIn = (request: object): unknown[] => {
    const list = Object.entries(request).find(([key]) => ["messages", "contents", "input"].includes(key))?.[1];
    return list as unknown[];
  };
  const check = (
    title: string,
    run: (request: ArbitraryWireRequest & { later: unknown[] }, policy: SettingsInput, style: JsonStyle) => void,
  ) => it(title, () => fc.assert(fc.property(arbitraryWireRequest, policies, arbitraryJsonStyle, run), RUNS));

  describe("properties of every wire", () => {
    check("reducing again changes nothing", (request, policy) => {
      const once = reduce(request, request.messages, policy);
      const twice = reduce(request, listIn(once.request), policy);
      expect([twice.report.skipped, twice.changed]).toEqual([undefined, false]);
    });

    check("reducing a grown reduced history is reducing the grown history", (request, policy) => {
      const { messages, later } = request;
      const once = listIn(reduce(request, messages, policy).request);
      const grown = reduce(request, [...once, ...later], policy).request;
      expect(grown).toEqual(reduce(request, [...messages, ...later], policy).request);
    });

    check("changes no byte outside its edits, however the request is spelled", (request, policy, style) => {
      const { wire, messages, toRequest } = request;
      const spelled = Buffer.from(renderJson(toRequest(messages), style));
      const { edits } = subject.plan(spelled, policy, { wire });
      const { body, changed } = subject.reduce(spelled, policy, { wire });
      if (!changed) expect(body).toBe(spelled);
      expect(spliceEdits(spelled, edits).equals(body)).toBe(true);
      expect(parse(body)).toEqual(applyByPath(parse(spelled), edits));
    });

    check("keeps number, order and everything except contents of results", ({ wire, messages, toRequest }, policy) => {
      const body = toBytes(toRequest(messages));
      const { report, edits } = subject.plan(body, policy, { wire });
      const edited = report.decisions.flatMap(({ action, messageIndex }) => (action === "keep" ? [] : [messageIndex]));
      expect(new Set(edits.map(({ path }) => Number(path.split("/")[2])))).toEqual(new Set(edited));
      for (const { path } of edits) expect(path).toMatch(EDITED);
    });

    check("a body never grows, and plans are what is done", (request, policy) => {
      const { before, body, changed, request: reduced, report } = reduce(request, request.messages, policy);
      const plan = subject.plan(before, policy, { wire: request.wire });
      expect(body.length).toBeLessThanOrEqual(before.length);
      expect([plan.edits.length > 0, report.maskedCount + report.clippedCount > 0]).toEqual([changed, changed]);
      for (const one of report.decisions) if (one.action === "keep") expect(one.charsAfter).toBe(one.charsBefore);
      expect(applyByPath(JSON.parse(before.toString()), plan.edits)).toEqual(reduced);
      const removed = report.decisions.reduce((sum, d) => sum + d.charsBefore - d.charsAfter, 0);
      expect(removed).toBe(report.maskedChars + report.clippedChars);
      const again = reduce(request, listIn(reduced), policy);
      expect(again.report.chars?.before).toBe(report.chars?.after);
    });

    it("generates requests with much to edit", () => {
      const samples = fc.sample(fc.tuple(arbitraryWireRequest, policies), { numRuns: 300, seed: 3 });
      const edited = new Map<string, number>();
      for (const [request, policy] of samples) {
        const { changed } = reduce(request, request.messages, policy);
        edited.set(request.wire, (edited.get(request.wire) ?? 0) + Number(changed));
      }
      expect([...edited.values()].filter((count) => count > 15)).toHaveLength(4);
    });
  });
}
