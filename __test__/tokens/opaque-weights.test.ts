// Signatures, images and documents weigh what they are billed, so that they neither start moves nor stop them; and the
// core weighs them as the package's estimates do.
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { measureRequest, tokenMeasure } from "../../ts/pipeline/sizes.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { WIRES } from "../../ts/wires/index.js";
import { cases } from "../support/cases.js";
import { bothBackends } from "../support/native.js";
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

const noise = (random: Random, bytes: number) => Buffer.from(Array.from({ length: bytes }, () => random.below(256)));

/** A PNG of that size, with noise for its pixels. */
function png(random: Random, width: number, height: number, bytes: number): string {
  const image = noise(random, bytes);
  image.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image.toString("base64");
}

function jpeg(random: Random): string {
  const start = [0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Array(14).fill(1), 0xff, 0xff];
  const frame = [0xc0 + random.below(16), 0, 17, 8, ...[9, 256, 9, 256].map((limit) => random.below(limit))];
  return Buffer.from([...start, ...frame, ...Array(60).fill(3)]).toString("base64");
}

const webp = (random: Random): string =>
  Buffer.concat([
    Buffer.from(`RIFF....WEBP${random.pick(["VP8 ", "VP8L", "VP8X", "VP8?"])}`, "latin1"),
    noise(random, 60),
  ]).toString("base64");

const picture = (data: string) => ({ type: "image", source: { type: "base64", media_type: "image/png", data } });

/** What is sealed, or named so. */
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
  return { type: random.pick(["thinking", "redacted_thinking"]), thinking: "so", [name]: value };
}

/** Images, documents, and what is named so. */
function media(random: Random): Block {
  const name = random.pick(["data", "url", "image_url", "file_data", "other"]);
  const data = random.pick([
    png(random, random.below(4000), random.below(4000), 700),
    Buffer.from("GIF89a\x40\x01\xf0\x00".padEnd(200, "x"), "latin1").toString("base64url"),
    jpeg(random),
    webp(random),
    Buffer.from("%PDF-1.7".padEnd(20_000, "y")).toString("base64"),
    "a".repeat(63),
    "a".repeat(64),
    `${"a".repeat(70)}!${"b".repeat(99)}`,
    "/a".repeat(50).concat(" and text".repeat(90)),
  ]);
  const prefix = random.pick([
    "",
    "data:image/png;base64,",
    "data:,",
    "data:x,;base64,",
    `data:${"t".repeat(130)};base64,`,
  ]);
  return { type: "image", source: { type: "base64", media_type: "image/png", [name]: prefix + data } };
}

/** Whether a request, of which nothing can be removed, fits a budget. */
const fits = (backend: Backend, body: Uint8Array, tokens: number) =>
  backend.planBody(body, resolvePolicy({ preset: "none", budget: { tokens } }), {}).report.fits;

describe.each(bothBackends())("weights of data, %s", (_, backend) => {
  it("leave the masks of a session as they are without the data", () => {
    const random = createRandom(1);
    const policy = resolvePolicy({ cache: { strategy: "rent" }, mask: { windowTurns: 4 } } satisfies PolicyInput);
    const masked = (request: object) =>
      backend.reduceBody(Buffer.from(JSON.stringify(request)), policy, {}).report.maskedCount;
    expect(masked(session(() => ({})))).toBeGreaterThan(20);
    const signed = (turn: number) => ({
      thought: [{ type: "thinking", thinking: "", signature: png(random, 1, 1, 1500 + turn) }],
    });
    const shown = (turn: number) => (turn % 3 === 0 ? { shown: [picture(png(random, 800, 600, 45_000))] } : {});
    for (const extra of [signed, shown]) expect(masked(session(extra))).toBeGreaterThan(15);
  });

  it("are those of the package's estimates, for every format, alphabet and spelling", () => {
    const wire = WIRES.of("anthropic");
    const measure = tokenMeasure(wire, "estimate");
    for (let seed = 0; seed < cases(150); seed++) {
      const random = createRandom(seed);
      const messages = [
        { role: "user", content: [{ type: "text", text: "look" }, media(random)] },
        { role: "assistant", content: [sealed(random), { type: "text", text: "so" }] },
        { role: "user", content: [media(random)] },
      ];
      // Of no vendor whose limits are known: an image above the limit of an edge would go.
      const request = { model: "kimi-k2", max_tokens: 9, messages };
      const style = { gap: random.pick(["", " "]), escapeEvery: seed % 3 === 0 ? 7 : 0, escapeKeys: seed % 4 === 0 };
      const body = Buffer.from(renderJson(request, style));
      const tokens = measureRequest(wire, request, measure);
      const found = [tokens - 1, tokens].map((budget) => fits(backend, body, budget));
      expect(found, `seed ${seed}`).toEqual([false, true]);
    }
  });
});
