import { describe, expect, it } from "vitest";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import {
  answerRetrieve,
  createMemoryStore,
  handleOf,
  RETRIEVE_TOOL,
  retrieve,
  retrieveTool,
} from "../../ts/restore/index.js";
import { thrownBy } from "../support/thrown.js";

const KEY = "a key of the tests";
const NOT_KEPT = /^There is no original of this handle/;

async function sourceWith(...values: unknown[]) {
  const source = { store: createMemoryStore({ ttlMs: 1_000, now: () => now }), tenant: "acme", key: KEY };
  const handles: string[] = [];
  for (const value of values) {
    const token = Buffer.from(JSON.stringify(value));
    const handle = handleOf(token, source);
    await source.store.put(handle, token, { tenant: source.tenant });
    handles.push(handle);
  }
  return { source, handles: handles as [string, ...string[]] };
}
let now = 0;

describe("an original by its handle", () => {
  it("is the text of a string, or of an object with one; else the object as JSON", async () => {
    const { source, handles } = await sourceWith("a\nb", { output: "c\nd" }, { exit: 1, output: "e" });
    const texts = await Promise.all(handles.map(async (handle) => (await retrieve({ handle }, source)).text));
    expect(texts).toEqual(["a\nb", "c\nd", '{"exit":1,"output":"e"}']);
  });

  it("is a sentence where it is an image or a document, on every wire", async () => {
    const data = "A".repeat(9_000);
    const { source, handles } = await sourceWith(
      { type: "image", source: { type: "base64", media_type: "image/png", data } },
      { type: "input_image", image_url: `data:image/png;base64,${data}` },
      { type: "image_url", image_url: { url: data } },
      { inlineData: { mimeType: "image/png", data } },
    );
    for (const handle of handles) {
      const { found, text } = await retrieve({ handle }, source);
      expect(found).toBe(true);
      expect(text).toMatch(/^The original is an image or a document, which cannot be shown as text/);
    }
  });

  it("is given out in lines", async () => {
    const { source, handles } = await sourceWith("1\n2\n3\n4\n5");
    const [handle] = handles;
    const table: [object, string][] = [
      [{ offset: 2 }, "2\n3\n4\n5"],
      [{ offset: 2, limit: 2 }, "2\n3"],
      [{ limit: 1 }, "1"],
      [{ offset: "4" }, "4\n5"],
      [{ offset: -3, limit: 0 }, "1\n2\n3\n4\n5"],
      [{ offset: null, limit: "x" }, "1\n2\n3\n4\n5"],
      [{ offset: 9 }, "[the original has 5 lines, none from 9 on]"],
    ];
    for (const [lines, text] of table) expect((await retrieve({ handle, ...lines }, source)).text).toBe(text);
  });

  it("is cut at the cap, which says where to go on", async () => {
    const { source, handles } = await sourceWith(Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join("\n"));
    const { text, lines } = await retrieve({ handle: handles[0] }, source, { maxChars: 20 });
    expect([text, lines]).toEqual([
      "line 1\nline 2\nline 3\n[cut here at 20 chars, in line 3 of 100; ask again with offset 3]",
      100,
    ]);
    expect((await thrownByAsync(retrieve({ handle: handles[0] }, source, { maxChars: 0 }))).code).toBe(
      "OPTION_INVALID",
    );
  });

  it("never asks for a line again that is longer than the cap: its answer would be the same", async () => {
    const { source, handles } = await sourceWith(`first\n${"x".repeat(40)}\nlast`);
    const [handle] = handles;
    const answer = async (offset: number) => (await retrieve({ handle, offset }, source, { maxChars: 20 })).text;
    expect(await answer(2)).toBe(
      `${"x".repeat(20)}\n[cut here at 20 chars, in line 2 of 3, which is longer than an answer; offset 3 is behind it]`,
    );
    expect(await answer(3)).toBe("last");
    const one = await sourceWith("y".repeat(40));
    const { text } = await retrieve({ handle: one.handles[0] }, one.source, { maxChars: 20 });
    expect(text).toBe(`${"y".repeat(20)}\n[cut here at 20 chars, in line 1 of 1, which is longer than an answer]`);
  });

  it("that is unknown, expired, another tenant's or of another value is one fixed text", async () => {
    const { source, handles } = await sourceWith("secret of acme");
    const [handle] = handles;
    const lying = { get: async () => Buffer.from('"another value"'), put: async () => {} };
    const texts = [
      await retrieve({ handle: "0".repeat(32) }, source),
      await retrieve({ handle: "../../etc/passwd" }, source),
      await retrieve({ handle: "" }, source),
      await retrieve({ handle: undefined as unknown as string }, source),
      await retrieve({ handle }, { ...source, tenant: "other" }),
      await retrieve({ handle }, { ...source, store: lying }),
    ];
    now = 2_000;
    texts.push(await retrieve({ handle }, source));
    now = 0;
    for (const { found, text, lines } of texts) {
      expect([found, lines]).toEqual([false, 0]);
      expect(text).toMatch(NOT_KEPT);
    }
  });

  it("is one of its 32 digits: a longer word only has them in it", async () => {
    const { source, handles } = await sourceWith("of interest");
    const [handle] = handles;
    for (const around of [`ref=${handle}]`, `"${handle}"`, `/x/${handle}.txt`])
      expect((await retrieve({ handle: around }, source)).found, around).toBe(true);
    for (const longer of [`${handle}0`, `a${handle}`, `${handle}${handle}`, `${handle}zz`])
      expect((await retrieve({ handle: longer }, source)).found, longer).toBe(false);
  });

  it("cannot be had from a store that fails, and nothing of the failure is told", async () => {
    const { source, handles } = await sourceWith("x");
    const failing = { get: () => Promise.reject(new Error("disk /secret/path")), put: async () => {} };
    const { text } = await retrieve({ handle: handles[0] }, { ...source, store: failing });
    expect(text).toMatch(/does not answer now/);
    expect(text).not.toContain("secret");
  });
});

const CALLS: Record<string, (name: string, args: object) => object> = {
  "openai-chat": (name, args) => ({ id: "c1", type: "function", function: { name, arguments: JSON.stringify(args) } }),
  "openai-responses": (name, args) => ({
    type: "function_call",
    id: "fc_1",
    call_id: "c1",
    name,
    arguments: JSON.stringify(args),
  }),
  anthropic: (name, args) => ({ type: "tool_use", id: "c1", name, input: args }),
  gemini: (name, args) => ({ functionCall: { id: "c1", name, args } }),
};

const ANSWERS: Record<string, object> = {
  "openai-chat": { role: "tool", tool_call_id: "c1", content: "the whole text" },
  "openai-responses": { type: "function_call_output", call_id: "c1", output: "the whole text" },
  anthropic: { type: "tool_result", tool_use_id: "c1", content: "the whole text" },
  gemini: { functionResponse: { id: "c1", name: RETRIEVE_TOOL, response: { output: "the whole text" } } },
};

describe.each(WIRE_NAMES)("the tool on %s", (wire) => {
  it("has a definition that is always the same bytes", () => {
    expect(JSON.stringify(retrieveTool(wire))).toMatchSnapshot();
    expect(JSON.stringify(retrieveTool(wire))).toBe(JSON.stringify(retrieveTool(wire)));
  });

  it("is answered in the wire's form, and other calls are not", async () => {
    const { source, handles } = await sourceWith("the whole text");
    const make = CALLS[wire] as (name: string, args: object) => object;
    expect(await answerRetrieve(make(RETRIEVE_TOOL, { handle: handles[0] }), wire, source)).toEqual(ANSWERS[wire]);
    expect(await answerRetrieve(make(RETRIEVE_TOOL, { handle: `ref=${handles[0]}` }), wire, source)).toEqual(
      ANSWERS[wire],
    );
    expect(await answerRetrieve(make("grep", { handle: handles[0] }), wire, source)).toBeUndefined();
    for (const odd of [null, 1, "x", [], {}, { type: "tool_use" }, { functionCall: null }]) {
      expect(await answerRetrieve(odd, wire, source)).toBeUndefined();
    }
    const unknown = JSON.stringify(await answerRetrieve(make(RETRIEVE_TOOL, {}), wire, source));
    expect(unknown).toContain("There is no original of this handle");
  });
});

it("an unknown wire is refused", () => {
  expect(thrownBy(() => retrieveTool("smtp" as never)).code).toBe("OPTION_INVALID");
});

async function thrownByAsync(promise: Promise<unknown>): Promise<{ code?: string }> {
  return promise.then(
    () => ({}),
    (error) => error,
  );
}
