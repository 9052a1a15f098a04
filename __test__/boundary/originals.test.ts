import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import type { Original } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { policyOf, type SettingsInput } from "../../ts/policy/policy.js";
import { arbitraryChatBody, arbitraryPolicy } from "../support/arbitrary-chat.js";
import { cases } from "../support/cases.js";
import { generateChatBody, generateChatRequest } from "../support/generate.js";
import { describeNative, otherBackend } from "../support/native.js";
import { spliceEdits } from "../support/splice.js";
import { BACKENDS, EAGER, LARGE_CHARS, loadTamis, makeBody, SETTLED } from "./build.js";

const text = ({ bytes }: Original) => Buffer.from(bytes).toString();
const json = (original: Original): unknown => JSON.parse(text(original));

describe.each(BACKENDS)("originals: %s", async (name) => {
  const { reduceBody, reduceBodyAsync, reduceRequest, planBody } = await loadTamis(name);
  const body = makeBody(300, 4);
  const ways = [
    ["reduceBody", async () => reduceBody(body, EAGER)],
    ["reduceBodyAsync", () => reduceBodyAsync(body, EAGER)],
    ["reduceBodyAsync, large", () => reduceBodyAsync(makeBody(LARGE_CHARS, 4), EAGER)],
    ["reduceRequest", async () => reduceRequest(JSON.parse(body.toString()), EAGER)],
    ["mode observe", async () => reduceBody(body, { ...EAGER, mode: "observe" })],
  ] as const;

  it.each(ways)("lists each edit with the value that it replaced, as often as iterated: %s", async (_, reduce) => {
    const reduction = await reduce();
    const originals = reduction.originals();
    const all = [...originals];
    expect(all.map(({ edit }) => edit.path)).toEqual([
      "/messages/2/content",
      "/messages/4/content",
      "/messages/6/content",
    ]);
    expect(all.map((original) => json(original))).toEqual(all.map(() => expect.stringMatching(/^x+$/)));
    expect([...originals].map(text)).toEqual(all.map(text));
    expect([...reduction.originals()].map(text)).toEqual(all.map(text));
    for (const { edit } of originals) {
      expect(edit).toMatchObject({ action: "mask", reason: "window" });
      break;
    }
  });

  it("lists the edits of planBody", () => {
    const large = generateChatBody({ seed: 9, targetBytes: 80_000 });
    expect([...reduceBody(large, EAGER).originals()].map(({ edit }) => edit)).toEqual(planBody(large, EAGER).edits);
  });

  it("returns the unparsed bytes of the body", () => {
    const written = body.toString().replace("x".repeat(300), `a\\u0041\\/ \\u00e9${"z".repeat(99)}`);
    const [original] = [...reduceBody(Buffer.from(written), EAGER).originals()];
    expect(original && json(original)).toBe(`aA/ é${"z".repeat(99)}`);
    expect(original && text(original)).toMatch(/^"a\\u0041\\\/ \\u00e9z+"$/);
  });

  it("returns removed list elements as whole values, without commas", () => {
    const parts = [1, 2, 3].map((n) => ({ type: "text", text: `${n}${"y".repeat(200)}`, n }));
    const request = JSON.parse(body.toString());
    request.messages[2].content = parts;
    const written = Buffer.from(JSON.stringify(request, null, 1));
    const found = [...reduceBody(written, EAGER).originals()].slice(0, 3);
    expect(found.map(({ edit }) => [edit.path, edit.replacement === ""])).toEqual([
      ["/messages/2/content/0/text", false],
      ["/messages/2/content/1", true],
      ["/messages/2/content/2", true],
    ]);
    expect(found.map((original) => json(original))).toEqual([parts[0]?.text, parts[1], parts[2]]);
  });

  it("lists nothing if nothing would be edited", async () => {
    const untouched = [
      reduceBody(SETTLED, EAGER),
      reduceBody(Buffer.from("{"), EAGER),
      reduceBody(body, { mode: "off" }),
      await reduceBodyAsync(SETTLED, EAGER),
      reduceRequest({ messages: [] }, EAGER),
    ];
    for (const reduction of untouched) expect([...reduction.originals()]).toEqual([]);
  });

  it("returns bytes in memory of their own", () => {
    const own = Buffer.from(body);
    const all = [...reduceBody(own, EAGER).originals()];
    own.fill(0);
    expect(all.map((original) => json(original))).toEqual(all.map(() => expect.stringMatching(/^x+$/)));
  });

  it.runIf(name === "native")("explains why it fails if the body was transferred meanwhile", () => {
    const own = Uint8Array.from(body);
    const { report, originals } = bound(reduceBody(own, EAGER));
    structuredClone(own.buffer, { transfer: [own.buffer] });
    expect(() => [...originals()]).toThrow(/transferred or resized after the call/);
    expect(() => report.decisions[0]?.hash).toThrow(/transferred or resized after the call/);
  });

  it.runIf(name === "native")("explains why it fails if the reduced body was transferred meanwhile", () => {
    const { body: reduced, originals } = bound(reduceBody(body, EAGER));
    expect([...originals()]).toHaveLength(3);
    structuredClone(reduced.buffer, { transfer: [reduced.buffer as ArrayBuffer] });
    expect(() => [...originals()]).toThrow(/the reduced body: its memory was transferred or resized after the call/);
  });

  it("adds no enumerable property: a reduction spreads, prints and compares as before", () => {
    const reduction = reduceBody(body, EAGER);
    expect(Object.keys(reduction).sort()).toEqual(["body", "changed", "report"]);
  });
});

function bound<T extends { body: unknown; originals(): Iterable<Original>; report: unknown }>(
  reduction: T,
): Pick<T, "body" | "originals" | "report"> {
  return { body: reduction.body, report: reduction.report, originals: () => reduction.originals() };
}

describeNative("originals on generated requests", ({ addon }) => {
  const native = createNative(addon);
  const other = otherBackend();
  const originalsOf = (backend: Backend, body: Uint8Array, policy: SettingsInput) => [
    ...backend.reduceBody(body, policyOf(policy), {}).originals(),
  ];

  it("restores the body byte for byte, with the same values on both backends", () => {
    let seen = 0;
    const property = fc.property(arbitraryChatBody, arbitraryPolicy, ({ body }, policy) => {
      const { body: reduced } = native.reduceBody(body, policyOf(policy), {});
      const originals = originalsOf(native, body, policy);
      seen += originals.length;
      expect(putBack(body, reduced, originals).equals(body)).toBe(true);
      const theirs = other.reduceBody(body, policyOf(policy), {});
      if (theirs.report.skipped !== undefined) return;
      expect([...theirs.originals()].map((original) => [original.edit.path, json(original)])).toEqual(
        originals.map((original) => [original.edit.path, json(original)]),
      );
    });
    fc.assert(property, { numRuns: cases(400) });
    expect(seen).toBeGreaterThan(cases(130));
  });

  it("gives the same originals for recorded shapes on both backends", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const request = generateChatRequest({ seed, targetBytes: 30_000 });
      const body = Buffer.from(JSON.stringify(request));
      const ours = originalsOf(native, body, EAGER);
      expect(ours.length).toBeGreaterThan(0);
      expect(originalsOf(other, body, EAGER).map(text)).toEqual(ours.map(text));
    }
  });
});

/** The reverse of splicing: replacements of the output by what stood there. What removal took along comes from `body`. */
function putBack(body: Uint8Array, reduced: Uint8Array, originals: readonly Original[]): Buffer {
  let shift = 0;
  const back = originals.map(({ edit, bytes }) => {
    const { start, end } = edit.span ?? { start: 0, end: 0 };
    const taken = Buffer.from(body.subarray(start, end));
    const at = taken.indexOf(bytes);
    if (at < 0) throw new Error(`${edit.path}: its bytes are not in its span`);
    const around = [taken.subarray(0, at), taken.subarray(at + bytes.length)];
    if (around.some((part) => !/^[\s,]*$/.test(part.toString()))) throw new Error(`${edit.path}: more was taken`);
    const length = Buffer.byteLength(edit.replacement);
    const span = { start: start + shift, end: start + shift + length };
    shift += length - (end - start);
    return { ...edit, span, replacement: taken.toString() };
  });
  return spliceEdits(reduced, back);
}
