// What is told in place of images and documents, by both backends, and putting them back from a store.
import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Wire } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { createMemoryStore, putOriginals, restoreBody } from "../../ts/restore/index.js";
import { createRestoreReport } from "../../ts/restore/report.js";
import { expectAgreement } from "../support/agreement.js";
import { describeNative } from "../support/native.js";

type Json = Record<string, unknown>;

const KEY = "a key of the tests";
const FULL: PolicyInput = {
  mask: { windowTurns: 1, minChars: 10, media: "mask", userMedia: "mask", mediaNotes: "full" },
  cache: { strategy: "every-turn" },
};
const WITH_HANDLES: PolicyInput = { ...FULL, restore: { handles: true, key: KEY } };

/** 900 bytes. */
const DATA = "iVBORw0KGgo/".repeat(100);
const URL = `data:image/png;base64,${DATA}`;
const TEXT = "a line of the result\n".repeat(40);

/** Per wire a request with an image in an old result and one of the user's own, and the places of both. */
const REQUESTS: Record<string, { wire: Wire; request: (data: string) => Json; places: (body: Json) => unknown[] }> = {
  anthropic: {
    wire: "anthropic",
    request: (data) => {
      const image = { type: "image", source: { type: "base64", media_type: "image/png", data } };
      const result = [{ type: "text", text: TEXT }, image];
      return {
        model: "claude-sonnet-4-5",
        messages: [
          { role: "user", content: [{ type: "text", text: "look" }, image] },
          ...turn("t0", result),
          ...turn("t1", "now"),
          ...turn("t2", "then"),
        ],
      };
    },
    places: ({ messages }) => [
      (messages as { content: unknown[] }[])[0]?.content[1],
      (messages as { content: { content: unknown[] }[] }[])[2]?.content[0]?.content[1],
    ],
  },
  "openai-responses": {
    wire: "openai-responses",
    request: (data) => {
      const image = { type: "input_image", image_url: `data:image/png;base64,${data}` };
      const call = (id: string, output: unknown) => [
        { type: "function_call", call_id: id, name: "shot", arguments: "{}" },
        { type: "function_call_output", call_id: id, output },
      ];
      return {
        model: "gpt-5.5",
        input: [
          { role: "user", content: [{ type: "input_text", text: "look" }, image] },
          ...call("c0", [{ type: "input_text", text: TEXT }, image]),
          ...call("c1", "now"),
          ...call("c2", "then"),
        ],
      };
    },
    places: ({ input }) => [
      (input as { content: unknown[] }[])[0]?.content[1],
      (input as { output: unknown[] }[])[2]?.output[1],
    ],
  },
};

function turn(id: string, content: unknown): Json[] {
  return [
    { role: "assistant", content: [{ type: "tool_use", id, name: "shot", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
  ];
}

const bodyOf = (request: Json, spaces = 0) => Buffer.from(JSON.stringify(request, null, spaces));
const parsed = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString()) as Json;
const textOf = (value: unknown) => (value as { text?: string }).text;

describeNative("texts in place of images", ({ addon, levels }) => {
  const backends = { native: createNative(addon, levels.at(-1)), baseline: createBaseline() };

  it.each(Object.keys(REQUESTS))("tell the size in bytes, and the handle where there are handles, %s", (name) => {
    const { wire, request, places } = REQUESTS[name] as (typeof REQUESTS)[string];
    const note = /^\[image masked — image\/png, 900 bytes\]$/;
    const named = /^\[image masked — image\/png, 900 bytes ref=[0-9a-f]{32}\]$/;
    for (const [given, expected] of [
      [FULL, note],
      [WITH_HANDLES, named],
    ] as const) {
      const policy = resolvePolicy(given);
      for (const spaces of [0, 2]) expectAgreement(backends, bodyOf(request(DATA), spaces), policy, { wire });
      const { body } = backends.native.reduceBody(bodyOf(request(DATA)), policy, { wire });
      for (const place of places(parsed(body))) expect(textOf(place)).toMatch(expected);
      expect(backends.native.reduceBody(body, policy, { wire }).changed).toBe(false);
      expect(backends.baseline.reduceBody(body, policy, { wire }).changed).toBe(false);
    }
  });

  it.each(Object.keys(REQUESTS))("come back byte for byte from a store and from a report, %s", async (name) => {
    const { wire, request } = REQUESTS[name] as (typeof REQUESTS)[string];
    const body = bodyOf(request(DATA));
    for (const backend of Object.values(backends)) {
      const reduction = backend.reduceBody(body, resolvePolicy(WITH_HANDLES), { wire });
      expect(reduction.body.length).toBeLessThan(body.length / 2);
      const report = createRestoreReport(body, reduction);
      expect(Buffer.from((await restoreBody(reduction.body, report)).body).equals(body)).toBe(true);
      const source = { store: createMemoryStore(), key: KEY, tenant: "" };
      await putOriginals(reduction, source);
      const restored = await restoreBody(reduction.body, source);
      expect(restored.missing).toEqual([]);
      const images = (bytes: Uint8Array) => Buffer.from(bytes).toString().split(DATA).length - 1;
      expect(images(restored.body)).toBe(images(body));
      expect((await restoreBody(reduction.body, { ...source, tenant: "another" })).restoredCount).toBe(0);
    }
  });

  it("tell no size of an address, of data that are no base64, and under version 1", () => {
    const { wire, request, places } = REQUESTS["openai-responses"] as (typeof REQUESTS)[string];
    const linked = (url: string) => JSON.parse(JSON.stringify(request("X")).replaceAll("data:image/png;base64,X", url));
    const first = (given: PolicyInput, url: string) => {
      const policy = resolvePolicy(given);
      expectAgreement(backends, bodyOf(linked(url)), policy, { wire });
      return textOf(places(parsed(backends.native.reduceBody(bodyOf(linked(url)), policy, { wire }).body))[1]);
    };
    const long = "x".repeat(500);
    expect(first(FULL, `https://example.com/${long}.png`)).toBe("[image masked — unknown type]");
    expect(first(FULL, `data:image/svg+xml,${long}`)).toBe("[image masked — image/svg+xml]");
    expect(first(FULL, `data:image/png;base64,${long}`)).toBe("[image masked — image/png, 375 bytes]");
    expect(first({ ...FULL, version: 1 }, URL)).toBe("[image masked — image/png]");
  });

  it("name no file: a file of text shows no image", () => {
    const { wire, request, places } = REQUESTS.anthropic as (typeof REQUESTS)[string];
    const policy = resolvePolicy({ ...FULL, restore: { handles: true, key: KEY, folder: "/x/originals" } });
    expectAgreement(backends, bodyOf(request(DATA)), policy, { wire });
    const { body } = backends.native.reduceBody(bodyOf(request(DATA)), policy, { wire });
    for (const place of places(parsed(body))) expect(textOf(place)).toBe("[image masked — image/png, 900 bytes]");
  });

  it("in Gemini's responses tell the size, and no handle", () => {
    const file = { inlineData: { mimeType: "image/png", data: DATA } };
    const call = (id: string, more: Json) => [
      { role: "model", parts: [{ functionCall: { id, name: "shot", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { id, name: "shot", response: { output: TEXT }, ...more } }] },
    ];
    const contents = [
      { role: "user", parts: [{ text: "go" }, file] },
      ...call("a", { parts: [file] }),
      ...call("b", {}),
      ...call("c", {}),
    ];
    const policy = resolvePolicy(WITH_HANDLES);
    expectAgreement(backends, bodyOf({ contents }), policy, { wire: "gemini" });
    const text = Buffer.from(
      backends.native.reduceBody(bodyOf({ contents }), policy, { wire: "gemini" }).body,
    ).toString();
    expect(text).toContain('\\n[image masked — image/png, 900 bytes]"');
    expect(text).toMatch(/"text":"\[image masked — image\/png, 900 bytes ref=[0-9a-f]{32}\]"/);
  });
});
