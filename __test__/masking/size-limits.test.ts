// What is over a limit that no token tells: the oldest images go, a quarter of the limit at a time, and the report says
// whether that was enough.
import { describe, expect, it } from "vitest";
import { createReducer } from "../../ts/pipeline/create-reducer.js";
import { reduceBody } from "../../ts/reduce/reduce.js";
import { validateRequest } from "../../ts/validate/index.js";

/** A PNG's header, and so many bytes behind it. */
function png(width: number, bytes: number): string {
  const head = Buffer.alloc(33);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(head);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(100, 20);
  return Buffer.concat([head, Buffer.alloc(bytes, 7)]).toString("base64");
}

interface Shape {
  images: number;
  width?: number;
  bytes?: number;
  model?: string;
  thinks?: boolean;
}

const source = (data: string) => ({ type: "base64", media_type: "image/png", data });

/** A session with a screenshot in each result, which the model has answered. */
function anthropic({ images, width = 800, bytes = 300, model = "claude-opus-4-5", thinks = false }: Shape): object {
  const messages: object[] = [{ role: "user", content: "Walk through the shop" }];
  for (let i = 0; i < images; i++) {
    const thought = thinks ? [{ type: "thinking", thinking: "Next page.", signature: `c2ln${i}` }] : [];
    messages.push(
      {
        role: "assistant",
        content: [...thought, { type: "tool_use", id: `toolu_${i}`, name: "screenshot", input: {} }],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: `toolu_${i}`,
            content: [
              { type: "text", text: `page ${i}` },
              { type: "image", source: source(png(width, bytes)) },
            ],
          },
        ],
      },
    );
  }
  messages.push({ role: "assistant", content: "Done so far." }, { role: "user", content: "Go on" });
  return { model, max_tokens: 100, messages, ...(thinks && { thinking: { type: "adaptive" } }) };
}

const bytesOf = (request: object) => Buffer.from(JSON.stringify(request));
const imagesIn = (body: Uint8Array) => Buffer.from(body).toString().split('"type":"image"').length - 1;
/** The places of the images that stay. */
const kept = (body: Uint8Array): number[] => {
  const { messages } = JSON.parse(Buffer.from(body).toString());
  return messages.flatMap((message: { content: unknown }, at: number) =>
    JSON.stringify(message.content).includes('"type":"image"') ? [at] : [],
  );
};
const rulesOf = (body: Uint8Array) => validateRequest(Buffer.from(body)).map(({ rule }) => rule);

describe("a request over a limit of its provider", () => {
  it.each([100, 101, 125, 126, 160])("with %i images keeps the newest that the provider takes", (images) => {
    const body = bytesOf(anthropic({ images }));
    const { body: sent, report } = reduceBody(body);
    const gone = Math.ceil(Math.max(0, images - 100) / 25) * 25;
    expect([imagesIn(sent), report.fits]).toEqual([images - gone, true]);
    expect(rulesOf(sent)).toEqual([]);
    expect(kept(sent)).toEqual(kept(body).slice(gone));
  });

  it("of more than 32 MB gets below them, and finds the same images gone at each later step", () => {
    const gone = [44, 45, 46].map((images) => {
      const body = bytesOf(anthropic({ images, bytes: 560_000 }));
      expect(body.length).toBeGreaterThan(32e6);
      expect(rulesOf(body)).toEqual(["request-too-large"]);
      const { body: sent, report } = reduceBody(body);
      expect([sent.length < 32e6, report.fits, rulesOf(sent)]).toEqual([true, true, []]);
      return images - imagesIn(sent);
    });
    expect(new Set(gone).size).toBe(1);
    expect(gone[0]).toBeLessThan(15);
  });

  it.each([
    [20, 2500, 20],
    [21, 2000, 21],
    [21, 2001, 16],
    [30, 2001, 20],
  ])("with %i images of %i pixels keeps %i", (images, width, left) => {
    const { body: sent, report } = reduceBody(bytesOf(anthropic({ images, width })));
    expect([imagesIn(sent), report.fits, rulesOf(sent)]).toEqual([left, true, []]);
  });

  it.each(["claude-opus-4-5", "claude-fable-5-2"])(
    "loses an image that is too large by itself, at once: %s",
    (model) => {
      const { messages, ...rest } = anthropic({ images: 6, model }) as { messages: object[] };
      const small = png(800, 300);
      const at = (images: number) => {
        const text = JSON.stringify({ ...rest, messages: messages.slice(0, 1 + 2 * images) });
        const third = text.split(small);
        return Buffer.from([third.slice(0, 3).join(small), third.slice(3).join(small)].join(png(8001, 300)));
      };
      // The request that brings the image, and two later ones.
      for (const images of [3, 4, 6]) {
        const body = at(images);
        expect(rulesOf(body)).toEqual(["image-too-large"]);
        const { body: sent, report } = reduceBody(body);
        expect([kept(sent), report.fits, rulesOf(sent)]).toEqual([kept(body).filter((one) => one !== 6), true, []]);
      }
      expect(kept(reduceBody(bytesOf({ ...rest, messages: messages.slice(0, 5) })).body)).toEqual([2, 4]);
    },
  );

  it("loses it in an open loop of a model that checks its thinking, when it comes", () => {
    const { messages, ...rest } = anthropic({ images: 4, model: "claude-fable-5-2", thinks: true }) as {
      messages: object[];
    };
    const open = JSON.stringify({ ...rest, messages: messages.slice(0, -2) });
    const at = open.lastIndexOf(png(800, 300));
    const body = Buffer.from(open.slice(0, at) + png(8001, 300) + open.slice(at + png(800, 300).length));
    const { body: sent, report } = reduceBody(body);
    expect([imagesIn(sent), report.fits, rulesOf(sent)]).toEqual([3, true, []]);
  });

  it("loses the user's own image if it is too large by itself", () => {
    const image = (width: number) => ({ type: "image", source: source(png(width, 300)) });
    const body = bytesOf({
      model: "claude-opus-4-5",
      max_tokens: 9,
      messages: [{ role: "user", content: [image(8000), { type: "text", text: "Look" }, image(8001)] }],
    });
    const { body: sent, report } = reduceBody(body);
    expect([imagesIn(sent), report.fits, rulesOf(sent)]).toEqual([1, true, []]);
    expect(Buffer.from(sent).toString()).toContain("Look");
  });

  it("takes an image for what its header says, and a broken header for none", () => {
    const request = JSON.stringify(anthropic({ images: 25, width: 4000 }));
    const broken = Buffer.from(request.replaceAll("iVBORw0KGgo", "iVBORw0AAAA"));
    expect([imagesIn(reduceBody(broken).body), reduceBody(broken).report.fits]).toEqual([25, true]);
  });

  it("sends everything where the limit is not known", () => {
    const body = bytesOf(anthropic({ images: 130, model: "kimi-k2" }));
    const { body: sent, report } = reduceBody(body);
    expect([imagesIn(sent), report.fits]).toEqual([130, true]);
  });

  it("edits nothing in front of thinking that the model checks, and says that it does not fit", () => {
    const request = anthropic({ images: 110, model: "claude-fable-5-2", thinks: true }) as { messages: object[] };
    // The loop is open: the user has not spoken again.
    const open = bytesOf({ ...request, messages: request.messages.slice(0, -2) });
    const { body: sent, report } = reduceBody(open);
    expect([imagesIn(sent), report.fits]).toEqual([110, false]);
    const closed = reduceBody(bytesOf(request), { cache: { thinking: "auto" } });
    expect([imagesIn(closed.body), closed.report.fits]).toEqual([85, true]);
  });
});

describe("budget.bytes and budget.images", () => {
  it.each([
    [{ images: 10 }, 9],
    [{ images: 0 }, 0],
    [{ bytes: 20_000 }, undefined],
  ])("%j is met", (budget, left) => {
    const body = bytesOf(anthropic({ images: 17, bytes: 1500 }));
    const { body: sent, report } = reduceBody(body, { budget });
    expect(report.fits).toBe(true);
    if (left !== undefined) expect(imagesIn(sent)).toBe(left);
    expect(sent.length).toBeLessThan("bytes" in budget ? 20_001 : body.length);
  });

  it("says where a budget cannot be met", () => {
    const body = bytesOf({
      model: "claude-opus-4-5",
      max_tokens: 1,
      messages: [{ role: "user", content: "x".repeat(500) }],
    });
    expect(reduceBody(body, { budget: { bytes: 100 } }).report.fits).toBe(false);
    expect(reduceBody(body, { budget: { bytes: 5000 } }).report.fits).toBe(true);
  });

  const widen = (item: object, bytes: number): object =>
    "output" in item
      ? { ...item, output: [{ type: "input_image", image_url: `data:image/png;base64,${png(800, (bytes * 3) / 4)}` }] }
      : item;
  const data = (at: number) => `data:image/png;base64,${png(800, 900 + at)}`;
  const chat = (images: number) => ({
    model: "gpt-5.4",
    messages: Array.from({ length: images }, (_, at) => [
      {
        role: "user",
        content: [
          { type: "text", text: `look ${at}` },
          { type: "image_url", image_url: { url: data(at) } },
        ],
      },
      { role: "assistant", content: "seen" },
    ]).flat(),
  });
  const responses = (images: number) => ({
    model: "gpt-5.4",
    input: Array.from({ length: images }, (_, at) => [
      { type: "function_call", call_id: `call_${at}`, name: "shot", arguments: "{}" },
      { type: "function_call_output", call_id: `call_${at}`, output: [{ type: "input_image", image_url: data(at) }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "seen" }] },
    ]).flat(),
  });
  const gemini = (images: number) => ({
    contents: Array.from({ length: images }, (_, at) => [
      { role: "user", parts: [{ inlineData: { mimeType: "image/png", data: png(800, 900 + at) } }, { text: "look" }] },
      { role: "model", parts: [{ text: "seen" }] },
    ]).flat(),
  });

  it.each([
    ["openai-chat", chat, 'image_url":{'],
    ["openai-responses", responses, '"input_image"'],
    ["gemini", gemini, '"inlineData"'],
  ])("are met on %s", (_, build, sign) => {
    const body = bytesOf(build(12));
    const sent = reduceBody(body, { budget: { images: 8 } });
    expect([Buffer.from(sent.body).toString().split(sign).length - 1, sent.report.fits]).toEqual([8, true]);
    const small = reduceBody(body, { budget: { bytes: 12_000 } });
    expect([small.body.length <= 12_000, small.report.fits]).toEqual([true, true]);
  });

  it("are the provider's own without a policy's", () => {
    const { body, report } = reduceBody(bytesOf(responses(510)));
    const left = Buffer.from(body).toString().split('"input_image"').length - 1;
    expect([left, report.fits]).toEqual([385, true]);
    const large = bytesOf({ ...responses(0), input: responses(20).input.map((item) => widen(item, 2_700_000)) });
    expect(rulesOf(large)).toContain("request-too-large");
    const small = reduceBody(large);
    expect([small.body.length < 50e6, small.report.fits, rulesOf(small.body)]).toEqual([true, true, []]);
  });

  it("hold for createReducer, too", async () => {
    const request = anthropic({ images: 17, bytes: 1500 });
    const { body, report } = await createReducer({ budget: { bytes: 20_000 } }).reduce(request);
    expect([JSON.stringify(body).length <= 20_000, report.fits, report.reductionStage]).toEqual([
      true,
      true,
      "masking",
    ]);
    const few = await createReducer({ budget: { bytes: 100 } }).reduce(request);
    expect(few.report.fits).toBe(false);
  });
});
