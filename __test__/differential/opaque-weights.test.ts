// Signatures, images and documents weigh what they are billed, so that they neither start moves nor stop them.
import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { cases } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { createRandom, type Random } from "../support/random.js";
import { renderJson } from "../support/render-json.js";

type Block = Record<string, unknown>;

/** 40 turns of a model that drops its thinking; `extra` adds blocks to answers and results. */
function session(extra: (turn: number) => { thought?: Block[]; shown?: Block[] }) {
  const turns = Array.from({ length: 40 }, (_, turn) => {
    const { thought = [], shown = [] } = extra(turn);
    const result = { type: "tool_result", tool_use_id: `t${turn}`, content: `result ${turn} `.repeat(300) };
    return [
      { role: "assistant", content: [...thought, { type: "tool_use", id: `t${turn}`, name: "read", input: {} }] },
      { role: "user", content: [result, ...shown] },
    ];
  });
  const system = [{ type: "text", text: "Be brief", cache_control: { type: "ephemeral" } }];
  const messages = [{ role: "user", content: "go" }, ...turns.flat()];
  return { model: "claude-sonnet-4-5", max_tokens: 9, system, messages };
}

/** A PNG of that size, with noise for its pixels. */
function png(random: Random, width: number, height: number, bytes: number): string {
  const image = Buffer.from(Array.from({ length: bytes }, () => random.below(256)));
  image.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image.toString("base64");
}

const picture = (data: string) => ({ type: "image", source: { type: "base64", media_type: "image/png", data } });
const POLICIES: readonly PolicyInput[] = [
  {},
  { mask: { media: "mask" } },
  { budget: { tokens: 60_000 } },
  { version: 1 },
];
/** The strategy that moves as soon as waiting has cost as much, whatever sending everything would cost. */
const RENT: PolicyInput = { cache: { strategy: "rent" }, mask: { windowTurns: 4 } };
const COMPILED = POLICIES.map((policy) => resolvePolicy(policy));

describeNative("weights of data", ({ addon }) => {
  const backends = { native: createNative(addon), baseline: createBaseline() };
  const masked = (request: object, policy: PolicyInput = RENT) =>
    expectAgreement(backends, Buffer.from(JSON.stringify(request)), resolvePolicy(policy))?.maskedCount;

  it("leave the masks of a session as they are without the data", () => {
    const random = createRandom(1);
    const plain = masked(session(() => ({})));
    expect(plain).toBeGreaterThan(20);
    const signed = (turn: number) => ({
      thought: [{ type: "thinking", thinking: "", signature: png(random, 1, 1, 1500 + turn) }],
    });
    const shown = (turn: number) => (turn % 3 === 0 ? { shown: [picture(png(random, 800, 600, 45_000))] } : {});
    for (const extra of [signed, shown]) {
      const count = masked(session(extra)) ?? 0;
      expect(count).toBeGreaterThan(15);
      expect(masked(session(extra), { ...RENT, version: 1 }) ?? 0).toBeLessThan(count);
    }
  });

  it("are alike in both backends, for every format, alphabet and spelling", () => {
    for (let seed = 0; seed < cases(60); seed++) {
      const random = createRandom(seed);
      const request = session(() => ({ thought: [sealed(random)], shown: random.chance(0.4) ? [media(random)] : [] }));
      const style = { gap: random.pick(["", " "]), escapeEvery: seed % 3 === 0 ? 7 : 0, escapeKeys: seed % 4 === 0 };
      const policy = COMPILED[seed % COMPILED.length];
      if (policy !== undefined) expectAgreement(backends, Buffer.from(renderJson(request, style)), policy);
    }
  });
});

describeNative("what is named like data", ({ addon }) => {
  const backends = { native: createNative(addon), baseline: createBaseline() };
  const policies = [
    { mask: { windowTurns: 1, minChars: 0 }, cache: { rent: 0.1 } },
    { preset: "strong" },
    { mask: { windowTurns: 1, minChars: 0, media: "mask" }, cache: { strategy: "rent", rent: 0.1 } },
  ].map((policy) => resolvePolicy(policy as PolicyInput));

  it("is judged alike in arguments, in answers, and where a picture takes a picture's place", () => {
    let masked = 0;
    for (let seed = 0; seed < cases(90); seed++) {
      const random = createRandom(seed);
      const request = random.pick([calls, screenshots, answers])(random);
      const style = { gap: random.pick(["", " "]), escapeEvery: seed % 5 === 0 ? 7 : 0, escapeKeys: seed % 4 === 0 };
      const policy = policies[seed % policies.length];
      if (policy === undefined) continue;
      masked += expectAgreement(backends, Buffer.from(renderJson(request, style)), policy)?.maskedCount ?? 0;
    }
    expect(masked).toBeGreaterThan(100);
  });
});

const TURNS = [...Array(12).keys()];
const NAMES = ["data", "url", "signature", "thoughtSignature", "cache_control", "result", "type"] as const;
const named = (random: Random): Block => ({
  ...{ first: "word ".repeat(random.below(300)), [random.pick(NAMES)]: png(random, 800, 600, 900) },
  [random.pick(NAMES)]: random.pick([png(random, 3, 5, 900), "/a".repeat(50).concat(" and text".repeat(90)), 7]),
});

/** Arguments with all kinds of names, on Anthropic's wire. */
function calls(random: Random): object {
  const turns = TURNS.flatMap((turn) => [
    { role: "assistant", content: [{ type: "tool_use", id: `t${turn}`, name: "write", input: named(random) }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${turn}`, content: "done ".repeat(90) }] },
  ]);
  const system = [{ type: "text", text: "Be brief", cache_control: { type: "ephemeral" } }];
  return { model: "claude-opus-4-6", max_tokens: 9, system, messages: [{ role: "user", content: "go" }, ...turns] };
}

/** Pictures of a screen, and pictures that were made, in OpenAI's Responses. */
function screenshots(random: Random): object {
  const picture = () => png(random, 800, 600, 700);
  const input = TURNS.flatMap((turn): Block[] => [
    { type: "image_generation_call", id: `i${turn}`, result: picture() },
    { type: "computer_call", call_id: `c${turn}`, action: { type: "screenshot" } },
    {
      type: "computer_call_output",
      call_id: `c${turn}`,
      output: { type: "computer_screenshot", image_url: `data:image/png;base64,${picture()}` },
    },
  ]);
  return { model: "gpt-6-1", input: [{ role: "user", content: "go" }, ...input] };
}

/** Answers of tools with all kinds of names, in Gemini's wire. */
function answers(random: Random): object {
  const contents = TURNS.flatMap((): Block[] => [
    { role: "model", parts: [{ functionCall: { name: "f", args: {} }, thoughtSignature: png(random, 1, 1, 90) }] },
    { role: "user", parts: [{ functionResponse: { name: "f", response: named(random) } }] },
  ]);
  return { model: "gemini-3-pro", contents: [{ role: "user", parts: [{ text: "go" }] }, ...contents] };
}

function sealed(random: Random): Block {
  const name = random.pick(["signature", "encrypted_content", "thoughtSignature", "thought_signature", "data"]);
  const value = random.pick([
    png(random, 3, 5, 900),
    "é".repeat(99),
    "",
    "a b ".repeat(99),
    7,
    null,
    { data: "x".repeat(99) },
  ]);
  return { type: "thinking", thinking: "so", [name]: value };
}

function media(random: Random): Block {
  const name = random.pick(["data", "url", "image_url", "file_data", "other"]);
  const base64 = random.pick([
    png(random, random.below(4000), random.below(4000), 700),
    Buffer.from("GIF89a\x40\x01\xf0\x00".padEnd(200, "x"), "latin1").toString("base64url"),
    jpeg(random),
    webp(random),
    Buffer.from("%PDF-1.7".padEnd(20_000, "y")).toString("base64"),
    "a".repeat(63),
    "a".repeat(64),
    `${"a".repeat(70)}!${"b".repeat(99)}`,
  ]);
  const prefix = random.pick([
    "",
    "data:image/png;base64,",
    "data:,",
    "data:x,;base64,",
    `data:${"t".repeat(130)};base64,`,
  ]);
  return { type: "image", source: { type: "base64", media_type: "image/png", [name]: prefix + base64 } };
}

function jpeg(random: Random): string {
  const head = Buffer.from([
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    16,
    ...Array(14).fill(1),
    0xff,
    0xff,
    0xc0 + random.below(16),
    0,
    17,
    8,
  ]);
  const size = Buffer.from([random.below(9), random.below(256), random.below(9), random.below(256)]);
  return Buffer.concat([head, size, Buffer.alloc(60, 3)]).toString("base64");
}

function webp(random: Random): string {
  const kind = random.pick(["VP8 ", "VP8L", "VP8X", "VP8?"]);
  const head = Buffer.from(`RIFF....WEBP${kind}`, "latin1");
  return Buffer.concat([head, Buffer.from(Array.from({ length: 60 }, () => random.below(256)))]).toString("base64");
}
