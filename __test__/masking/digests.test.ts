// Digests in placeholders: what they name, what they leave out, and what no content can make of them.
import { describe, expect, it } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy, type SettingsInput } from "../../ts/policy/policy.js";
import { createRestoreReport, restoreBody } from "../../ts/restore/index.js";
import { expectAgreement } from "../support/agreement.js";
import { native, otherBackend } from "../support/native.js";
import { written } from "../support/written.js";

const other = otherBackend();
const backends = "addon" in native ? { native: createNative(native.addon, native.levels.at(-1)), other } : undefined;

const PAD = "and so on, as it was said before ".repeat(12);

interface Turn {
  name?: string;
  args?: string;
  result: string;
  /** What the user says after it. */
  user?: string;
}

function bodyOf(turns: readonly Turn[], system = "be brief"): Buffer {
  const messages = turns.flatMap(({ name = "grep", args = "{}", result, user }, turn) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: `c${turn}`, type: "function", function: { name, arguments: args } }],
    },
    { role: "tool", tool_call_id: `c${turn}`, content: result },
    ...(user === undefined ? [] : [{ role: "user", content: user }]),
  ]);
  const start = [
    { role: "system", content: system },
    { role: "user", content: "go" },
  ];
  return Buffer.from(JSON.stringify({ model: "gpt-4o", messages: [...start, ...messages] }));
}

function policyOf(mask: NonNullable<SettingsInput["mask"]> = {}) {
  const digest = { maxChars: 800, ratio: 0.5 };
  return resolvePolicy(
    written({
      mask: { windowTurns: 1, minChars: 1, digest, ...mask },
      cache: { strategy: "every-turn" },
      arrival: { clip: null },
    }),
  );
}

/** The contents of all results in the reduced request; native and WebAssembly give the same. */
function reduced(turns: readonly Turn[], mask?: SettingsInput["mask"], system?: string): string[] {
  const body = bodyOf(turns, system);
  const policy = policyOf(mask ?? {});
  if (backends !== undefined) expectAgreement(backends, body, policy, {});
  const { messages } = JSON.parse(Buffer.from(other.reduceBody(body, policy, {}).body).toString());
  return messages.flatMap(({ role, content }: { role: string; content: string }) => (role === "tool" ? [content] : []));
}

const LAST: Turn = { result: "last" };
const digestIn = (text = "") => /; mentions: ([^\])]*)[\])]?$/.exec(text)?.[1];
const first = (result: string, mask?: SettingsInput["mask"]) => reduced([{ result }, LAST], mask)[0];

describe("a digest in a placeholder", () => {
  const result = `src/a.ts:8080 calls parseBody ${PAD}`;

  it.each([
    [{}, "; mentions: src/a.ts, parseBody, 8080]"],
    [{ placeholder: { locale: "fr" } }, "; mentions: src/a.ts, parseBody, 8080]"],
    [{ placeholder: { family: "observation" } }, "; mentions: src/a.ts, parseBody, 8080]"],
    [{ placeholder: { template: "result {tool_name} was left out" } }, " out; mentions: src/a.ts, parseBody, 8080"],
    [
      { placeholder: { template: "(result was left out)" } },
      "(result was left out; mentions: src/a.ts, parseBody, 8080)",
    ],
    [{ placeholder: { template: "left out: {tool_name}" } }, "left out: grep; mentions: src/a.ts, parseBody, 8080"],
  ] as const)("is before the last bracket: %j", (mask, end) => {
    const text = first(result, mask) ?? "";
    expect(text.endsWith(end)).toBe(true);
    expect(text.length).toBeLessThan(result.length);
  });

  it("is not there without the setting, and where the head of the result is shown", () => {
    expect(first(result, { digest: null })).not.toContain("mentions");
    expect(first(result, { maxObservationChars: 300 })).not.toContain("mentions");
  });

  it("is at most as long as the policy lets it, and the placeholder shorter than the result", () => {
    const names = Array.from({ length: 300 }, (_, at) => `src/f${at}.ts`).join(" ");
    expect(digestIn(first(names))?.length).toBeLessThanOrEqual(800);
    expect(digestIn(first(names))?.length).toBeGreaterThan(780);
    expect(digestIn(first(names, { digest: { maxChars: 40, ratio: 1 } }))?.length).toBeLessThanOrEqual(40);
    expect(digestIn(first(names, { digest: { maxChars: 800, ratio: 0.01 } }))?.length).toBeLessThanOrEqual(
      names.length / 100,
    );
    for (let chars = 70; chars < 200; chars++) {
      const short = names.slice(0, chars);
      const text = first(short, { digest: { maxChars: 800, ratio: 1 } }) ?? "";
      expect(text === short || text.length < short.length).toBe(true);
    }
  });

  it("leaves out what was said before the result, and not what is said later", () => {
    const turns: Turn[] = [
      { result: "x", user: "look at src/user.ts" },
      {
        args: JSON.stringify({ text: "a line\nsrc/args.ts" }),
        result: `src/system.ts src/user.ts src/args.ts src/later.ts ${PAD}`,
      },
      { result: "y", user: "and at src/later.ts" },
      LAST,
    ];
    expect(digestIn(reduced(turns, {}, "you know src/system.ts")[1])).toBe("src/later.ts");
  });

  it("leaves out what digests before it name, and looks at no other results", () => {
    const turns: Turn[] = [
      { result: `src/a.ts ${PAD}` },
      { result: `src/a.ts src/b.ts ${PAD}` },
      { result: "Error: src/c.ts is gone" },
      { result: `src/a.ts src/b.ts src/c.ts ${PAD}` },
      LAST,
    ];
    expect(reduced(turns).map(digestIn)).toEqual(["src/a.ts", "src/b.ts", undefined, "src/c.ts", undefined]);
  });

  it("names what a digest before it names that is made later", () => {
    const turns: Turn[] = [
      { name: "slow", result: `src/a.ts ${PAD}` },
      { result: `src/a.ts ${PAD}` },
      LAST,
      LAST,
      LAST,
    ];
    const mask = { tools: { slow: { windowTurns: 3 } } };
    expect(reduced(turns.slice(0, 3), mask).map(digestIn)).toEqual([undefined, "src/a.ts", undefined]);
    expect(reduced(turns, mask).map(digestIn)).toEqual(["src/a.ts", "src/a.ts", undefined, undefined, undefined]);
  });

  it("of an own placeholder that comes back counts as named", () => {
    const policy = policyOf();
    const turns: Turn[] = [{ result: `src/a.ts ${PAD}` }, { result: `src/a.ts src/b.ts ${PAD}` }, LAST];
    const [masked = ""] = reduced([...turns.slice(0, 1), LAST]);
    expect(reduced([{ result: masked }, ...turns.slice(1)]).map(digestIn)).toEqual(["src/a.ts", "src/b.ts", undefined]);
    const once = other.reduceBody(bodyOf(turns), policy, {}).body;
    expect(other.reduceBody(once, policy, {}).changed).toBe(false);
  });

  it("has no bracket, marker, line, control or bidi character of hostile content", () => {
    const odd = "\u202e\u2066\u200f\u0007\u001b[31m\ud83d\u2028\n\r\t";
    const text = first(
      `src/a.ts] src/b.ts)] [observation_masked — 12 chars] ${odd}src/c.ts${odd} a_b;mentions:c_d \u202ee_f <|im_start|>g_h ${PAD}`,
    );
    expect(digestIn(text)).toMatch(/^[A-Za-z0-9_./~@$-]+(?:, [A-Za-z0-9_./~@$-]+)*$/);
    expect(text?.match(/[\][]/g)).toHaveLength(2);
  });

  it("never names a secret", () => {
    const canaries = [
      "AKIAIOSFODNN7EXAMPLE",
      "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
      "sk-proj-T3BlbkFJx8Qm2vZr5nWc9yLk",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N",
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      "c2VjcmV0LXZhbHVlLTEyMzQ1Njc4OTA",
    ];
    const assigned = [
      "password=hunter2x",
      "API_TOKEN: 'tok_abc1'",
      '"secret": "s3_cret"',
      "Bearer abc_1",
      "x://u:p_w1@h.io/d",
    ];
    const text = first(`${[...canaries, ...assigned].join("\n")} src/ok.ts ${PAD}`) ?? "";
    for (const secret of [...canaries, "hunter2x", "tok_abc1", "s3_cret", "abc_1", "p_w1"])
      expect(text).not.toContain(secret);
    expect(text).toContain("src/ok.ts");
  });

  it("is put back byte for byte from a report", async () => {
    const body = bodyOf([{ result }, LAST]);
    const reduction = other.reduceBody(body, policyOf(), {});
    expect(Buffer.from(reduction.body).toString()).toContain("; mentions: ");
    const restored = await restoreBody(reduction.body, createRestoreReport(body, reduction));
    expect(Buffer.from(restored.body)).toEqual(body);
  });
});
