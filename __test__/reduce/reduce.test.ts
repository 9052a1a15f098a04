import { describe, expect, it } from "vitest";
import { definePolicy } from "../../ts/policy/policy.js";
import { backend, detectWire, planBody, reduceBody, reduceRequest } from "../../ts/reduce/reduce.js";
import { laterTurns, plainText, turn, user } from "../contract/build.js";
import { everyTurn } from "../support/every-turn.js";
import { generateChatBody, generateChatRequest } from "../support/generate.js";
import { thrownBy } from "../support/thrown.js";

const REQUEST = { model: "m", messages: [...turn("a", plainText(1000)), ...laterTurns(8)] };
const EVERY_TURN = definePolicy(everyTurn());
const BODY = Buffer.from(JSON.stringify(REQUEST));

describe("options", () => {
  it.each([
    [() => reduceBody("{}" as never), /^body: expected a Uint8Array, got string; /],
    [() => reduceBody(new ArrayBuffer(2) as never), /got ArrayBuffer/],
    [() => reduceBody(new Uint16Array(2) as never), /got Uint16Array/],
    [() => reduceBody(null as never), /got null/],
    [() => planBody([] as never), /got an array/],
    [() => reduceBody(BODY, undefined, null as never), /^options: expected an object/],
    [() => reduceBody(BODY, undefined, { wire: "openai" as never }), /^options\.wire: expected one of openai-chat, /],
    [
      () => reduceBody(BODY, undefined, { tokens: 1 as never }),
      /^options\.tokens: expected true, false, "chars4", "estimate" or "exact"/,
    ],
    [() => planBody(BODY, undefined, { explain: "yes" as never }), /^options\.explain: expected true or false/],
    [
      () => reduceBody(BODY, undefined, { token: true } as never),
      /^options\.token: unknown option; valid options: wire, /,
    ],
    [() => reduceRequest(null as never), /^request: expected an object, got null/],
    [() => reduceRequest("x" as never), /got string/],
  ])("%# is refused", (run, message) => {
    const error = thrownBy(run);
    expect(error.code).toBe("OPTION_INVALID");
    expect(error.message).toMatch(message);
  });

  it("checks the policy", () => {
    expect(thrownBy(() => reduceBody(BODY, { mask: { windowTurns: "x" } } as never)).code).toBe("POLICY_INVALID");
  });
});

describe("reduceBody", () => {
  it("masks what a turn has pushed out of the window, whatever a cache says", () => {
    const { body, changed, report } = reduceBody(BODY, EVERY_TURN);
    expect(changed).toBe(true);
    expect(report).toMatchObject({
      backend: backend.name,
      maskedCount: 1,
      bytes: { before: BODY.length, after: body.length },
    });
    expect(planBody(BODY, EVERY_TURN).edits).toHaveLength(1);
  });

  it("accepts plain Uint8Arrays and shared memory", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(BODY.length));
    shared.set(BODY);
    expect(reduceBody(Uint8Array.from(BODY), EVERY_TURN).report.maskedCount).toBe(1);
    expect(reduceBody(shared, EVERY_TURN).report.maskedCount).toBe(1);
  });
});

describe("reduceRequest", () => {
  it("reduces like reduceBody, on shallow copies", () => {
    const copy = structuredClone(REQUEST);
    const { body, changed, report } = reduceRequest(REQUEST, EVERY_TURN);
    expect(REQUEST).toEqual(copy);
    expect(changed).toBe(true);
    expect(body).toEqual(JSON.parse(Buffer.from(reduceBody(BODY, EVERY_TURN).body).toString()));
    expect(body.messages[0]).toBe(REQUEST.messages[0]);
    expect(body.messages[1]).not.toBe(REQUEST.messages[1]);
    expect(report).toMatchObject({ backend: backend.name, maskedCount: 1 });
    expect(report.bytes).toBeUndefined();
  });

  it("returns the same object if nothing changes", () => {
    const request = { messages: [user()] };
    expect(reduceRequest(request).body).toBe(request);
    expect(reduceRequest(REQUEST, { mode: "off" }).body).toBe(REQUEST);
    expect(reduceRequest(REQUEST, { mode: "observe" })).toMatchObject({ body: REQUEST, changed: false });
    const list: unknown[] = [];
    expect(reduceRequest(list)).toMatchObject({ changed: false, report: { skipped: "no_conversation" } });
  });

  it("accepts frozen objects and getters", () => {
    const frozen = Object.freeze({ messages: Object.freeze(REQUEST.messages.map((m) => Object.freeze({ ...m }))) });
    expect(reduceRequest(frozen, EVERY_TURN).report.maskedCount).toBe(1);
    const throwing = {
      get messages(): unknown[] {
        throw new Error("no");
      },
    };
    expect(reduceRequest(throwing)).toMatchObject({ changed: false, report: { skipped: "invalid_json" } });
    expect(reduceRequest(throwing).report.skippedDetail).toBe("the request cannot be written as JSON: no");
    expect(reduceRequest(throwing).body).toBe(throwing);
  });
});

describe("detectWire", () => {
  it("accepts bytes and objects", () => {
    expect(detectWire(BODY)).toBe("openai-chat");
    expect(detectWire(REQUEST)).toBe("openai-chat");
    expect(detectWire({ contents: [] })).toBe("gemini");
    expect(detectWire([])).toBeUndefined();
    expect(detectWire(Buffer.from("nonsense"))).toBeUndefined();
  });
});

describe("a body that cannot be read", () => {
  it.each([
    [Buffer.from([0x22, 0xc3, 0xa9, 0xff, 0x22]), /offset 3 are not UTF-8/],
    [Buffer.from([0x22, 0xef, 0xbf, 0xbd, 0xed, 0xa0, 0x80]), /offset 4 are not UTF-8/],
    [Buffer.from('{"a":1,}'), /not JSON at byte 7; /],
    [Buffer.from('{"secret": "text of a user" x'), /^(?!.*secret)/],
    [Buffer.from("\ufeff{}"), /byte order mark/],
  ])("says where %# cannot be read", (body, detail) => {
    expect(reduceBody(body, EVERY_TURN).report.skippedDetail).toMatch(detail);
  });
});

describe("generateChatRequest", () => {
  it.each([15_000, 100_000, 1_000_000])("generates %i bytes that are masked", (targetBytes) => {
    const body = generateChatBody({ seed: 7, targetBytes });
    expect(Math.abs(body.length / targetBytes - 1)).toBeLessThan(0.08);
    expect(reduceBody(body, EVERY_TURN).report.maskedCount).toBeGreaterThan(0);
    expect(reduceBody(body, EVERY_TURN).report.skipped).toBeUndefined();
  });

  it("generates the same for the same seed, and another for another", () => {
    const options = { seed: 1, targetBytes: 20_000 };
    expect(generateChatRequest(options)).toEqual(generateChatRequest(options));
    expect(generateChatRequest({ ...options, seed: 2 })).not.toEqual(generateChatRequest(options));
  });

  it("has results of the recorded sizes", () => {
    const { messages } = generateChatRequest({ seed: 3, targetBytes: 4_000_000 });
    const sizes = messages
      .flatMap((m) => ("tool_call_id" in m && "content" in m ? [Buffer.byteLength(String(m.content))] : []))
      .sort((a, b) => a - b);
    const at = (share: number) => sizes[Math.floor(sizes.length * share)] ?? 0;
    expect(at(0.5)).toBeGreaterThan(250);
    expect(at(0.5)).toBeLessThan(500);
    expect(at(0.9)).toBeGreaterThan(5_000);
    expect(at(0.9)).toBeLessThan(10_000);
  });
});
