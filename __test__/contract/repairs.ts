import { describe, expect, it } from "vitest";
import type { SettingsInput } from "../../ts/policy/policy.js";
import { EAGER, parse, type Subject, toBytes } from "./build.js";
import { type Json, LONG, later, pair, SPELLERS, type Speller } from "./wires-build.js";

const HIGH = "\ud83d";
const LOW = "\ude00";
const FIXED = "\ufffd";
/** Placeholders name their call. */
const REPAIRING: SettingsInput = {
  mask: { ...EAGER, placeholder: { family: "conversation" } },
  repairSurrogates: true,
};

/** `repairSurrogates`: halves of surrogate pairs become U+FFFD, wherever they are. */
export function repairCases(subject: Subject, spellers: readonly Speller[] = SPELLERS): void {
  describe.each(spellers.map((speller) => [speller.wire, speller] as const))("halves of pairs, %s", (_, speller) => {
    repairedCases(subject, speller);
    untouchedCases(subject, speller);
  });
}

function repairedCases(subject: Subject, speller: Speller): void {
  it("repairs halves in every string and name, inside and outside the window", () => {
    const request = brokenRequest(speller);
    const { body, changed, report } = subject.reduce(request, REPAIRING);
    const text = Buffer.from(body).toString("utf8");
    expect(changed).toBe(true);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(request).replaceAll(LONE, FIXED)));
    expect(report).toMatchObject({ repairedSurrogates: 6, maskedCount: 0, wire: speller.wire });
    expect(report.reductionStage).toBeUndefined();
    const rulesOf = (bytes: Uint8Array) =>
      subject
        .getBackend()
        .validateBody(bytes, { wire: speller.wire })
        .map(({ rule }) => rule);
    expect(rulesOf(toBytes(request))).toContain("lone-surrogate");
    expect(rulesOf(body)).not.toContain("lone-surrogate");
    expect(subject.reduce(body, REPAIRING)).toMatchObject({ changed: false, report: { repairedSurrogates: 0 } });
  });

  it("announces one edit for each half", () => {
    const { edits, report } = subject.plan(
      { metadata: { [`a${HIGH}`]: [`${LOW}${HIGH}${LOW}x${LOW}`] }, ...plain(speller) },
      REPAIRING,
    );
    const edit = { action: "repair", reason: "lone_surrogate", replacement: "\\ufffd" };
    const paths = [`/metadata/a${HIGH}`, `/metadata/a${HIGH}/0`, `/metadata/a${HIGH}/0`];
    expect(edits).toMatchObject(paths.map((path) => ({ path, ...edit })));
    expect(report).toMatchObject({ repairedSurrogates: 3, decisions: [] });
  });

  it("lists halves among the originals in their original spelling", () => {
    const body = JSON.stringify({ metadata: `${HIGH}é${LOW}`, ...plain(speller) });
    const originals = [...subject.reduce(body, REPAIRING).originals()];
    expect(originals.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(["\\ud83d", "\\ude00"]);
  });

  it("does not count halves inside a masked result, whose placeholder has none", () => {
    const broken = pair(`c${HIGH}`, `${LONG}${LOW}`, `read${LOW}`);
    const request = speller.request([speller.user(`go${HIGH}`), ...speller.turn(broken), ...later(speller)]);
    const { body, report } = subject.reduce(request, REPAIRING);
    const outside = JSON.stringify(request).match(LONE)?.length ?? 0;
    expect(report).toMatchObject({ repairedSurrogates: outside - 1, maskedCount: 1 });
    expect(report.decisions).toMatchObject([{ toolName: `read${FIXED}`, callId: `c${FIXED}` }]);
    expect(Buffer.from(body).toString()).toContain(`tool_call_id=c${FIXED}, tool=read${FIXED}`);
    expect(JSON.stringify(JSON.parse(Buffer.from(body).toString()))).not.toMatch(LONE);
  });

  it("removes halves from the ends of a clipped error", () => {
    const error = `Error: ${HIGH}${"x".repeat(600)}${LOW}`;
    const request = speller.request([...speller.turn(pair("a", error)), ...later(speller)]);
    const { body, report } = subject.reduce(request, {
      ...REPAIRING,
      mask: { ...EAGER, keepErrors: "seed", keepErrorsMaxChars: 300 },
    });
    expect(report).toMatchObject({ clippedCount: 1, repairedSurrogates: 0 });
    expect(JSON.stringify(JSON.parse(Buffer.from(body).toString()))).toMatch(/Error: \ufffdx+.*x\ufffd/s);
  });

  it("repairs halves even if nothing is masked", () => {
    for (const policy of [{ mask: { windowTurns: 0 } }, { cache: { strategy: "off" } }] satisfies SettingsInput[]) {
      const { body, changed, report } = subject.reduce(brokenRequest(speller), { ...policy, repairSurrogates: true });
      expect([changed, report.repairedSurrogates, report.skipped]).toEqual([true, 6, undefined]);
      expect(JSON.stringify(parse(body))).not.toMatch(LONE);
    }
  });
}

function untouchedCases(subject: Subject, speller: Speller): void {
  it("leaves halves unless asked, and if reducing is off or only observing", () => {
    const body = toBytes(brokenRequest(speller));
    const off = [{ mask: EAGER }, { ...REPAIRING, mode: "off" as const }, { mask: { windowTurns: 0 } }];
    for (const policy of off satisfies SettingsInput[]) {
      const reduction = subject.reduce(body, policy);
      expect([reduction.body === body, reduction.report.repairedSurrogates]).toEqual([true, undefined]);
    }
    const observed = subject.reduce(body, { ...REPAIRING, mode: "observe" });
    expect([observed.body === body, observed.changed, observed.report.repairedSurrogates]).toEqual([true, false, 6]);
    expect([...observed.originals()]).toHaveLength(6);
  });

  it("distinguishes halves from pairs, and from backslashes before letters", () => {
    const body = toBytes({ metadata: `😀\\ud83d \\\\ude00 ${HIGH}${LOW}`, ...plain(speller) });
    const { changed, report } = subject.reduce(body, REPAIRING);
    expect([changed, report.repairedSurrogates]).toEqual([false, 0]);
  });

  it("passes a body on that is no JSON, with halves or without", () => {
    const body = toBytes(`${JSON.stringify(brokenRequest(speller)).slice(0, -1)},"x":"\\ud8zz"}`);
    expect(subject.reduce(body, REPAIRING)).toMatchObject({ changed: false, report: { skipped: "invalid_json" } });
  });
}

/** In JSON text as in strings. */
const LONE = /\\ud83d|\\ude00|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const plain = (speller: Speller): Json => speller.request([speller.user("go"), ...later(speller)]);

/** Six halves: in a name, among other members, in a user's text, in a call's id on both sides, and in a result. */
function brokenRequest(speller: Speller): Json {
  const messages = [speller.user(`go ${HIGH} on`), ...speller.turn(pair(`c${LOW}`, `x${LOW}y`))];
  return { [`key${HIGH}`]: 1, ...speller.request(messages), zz: `${LOW}` };
}
