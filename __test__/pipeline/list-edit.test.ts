import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editObject, editText, type ListEdit, messageTexts } from "../../ts/pipeline/list-edit.js";
import { childrenOf, elementsUnder, lastMember } from "../../ts/text/json-children.js";
import { WIRES } from "../../ts/wires/index.js";

const TEXT =
  ' {"a" : 1.0, "messages" :\n[ {"n":0} ,\t{"n":1}, {"n":2,"content":"x\\u0041"} ,{"n":3, "content": [ {"t":1} , {"t":2} ]}\n] , "z":-0} ';

const edited = (edit: ListEdit) => editText(WIRES.of("openai-chat"), TEXT, edit)?.text;
const drop = (...dropped: number[]): ListEdit => ({ dropped: new Set(dropped) });

describe("the elements of a list in a text", () => {
  it("finds the elements of the last member of that name", () => {
    const of = (text: string) => elementsUnder(text, "k")?.map(({ start, end }) => text.slice(start, end));
    expect(of(TEXT.replace("messages", "k"))).toHaveLength(4);
    expect(of('{"k":[1],"a":{"k":[5]},"k": [2 , [3]]}')).toEqual(["2", "[3]"]);
    expect(of('{"k":[1],"k":"[2]"}')).toBeUndefined();
    expect(of('{"k":[1],"k":7}')).toBeUndefined();
    expect(of('{"\\u006b" : []}')).toEqual([]);
    expect(of('{"a":"k","b":["k",[1]],"c":{"k":[1]}}')).toBeUndefined();
    expect(of("[]")).toBeUndefined();
  });

  it("finds the same elements as one walk for the object and one for the list", () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: "small" }, fc.string(), fc.integer(), tie("list"), tie("object")),
      list: fc.array(tie("any"), { maxLength: 4 }),
      object: fc.dictionary(fc.constantFrom("k", "a", '"', "]"), tie("any")),
    })).object;
    fc.assert(
      fc.property(value, fc.constantFrom("", " ", "\n\t"), (one, gap) => {
        const text = JSON.stringify(one, undefined, gap);
        const list = lastMember(childrenOf(text, 0), "k");
        const expected = list !== undefined && text[list.start] === "[" ? childrenOf(text, list.start) : undefined;
        expect(elementsUnder(text, "k")).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe("edits of a list in the text of a body", () => {
  it("removes messages with one comma each", () => {
    expect(edited(drop())).toBe(TEXT);
    expect(edited(drop(0))).toBe(TEXT.replace('{"n":0} ,\t', ""));
    expect(edited(drop(1, 2))).toBe(TEXT.replace('{"n":1}, {"n":2,"content":"x\\u0041"} ,', ""));
    expect(edited(drop(3))).toBe(TEXT.replace(' ,{"n":3, "content": [ {"t":1} , {"t":2} ]}', ""));
    expect(edited(drop(0, 1, 3))).toBe(
      TEXT.replace('{"n":0} ,\t{"n":1}, ', "").replace(' ,{"n":3, "content": [ {"t":1} , {"t":2} ]}', ""),
    );
  });

  it("inserts messages and blocks", () => {
    const messages = (at: number, ...dropped: number[]): ListEdit => ({
      ...drop(...dropped),
      insertion: { kind: "messages", at, values: [{ s: 1 }, { s: 2 }] },
    });
    expect(edited(messages(1))).toBe(TEXT.replace('{"n":1}', '{"s":1},{"s":2},{"n":1}'));
    expect(edited(messages(1, 1))).toBe(TEXT.replace('{"n":1}, ', '{"s":1},{"s":2},'));
    const blocks = (message: number, at: number, replaced = 0): ListEdit => ({
      ...drop(),
      insertion: { kind: "blocks", message, at, replaced, values: [{ s: 1 }] },
    });
    expect(edited(blocks(2, 0))).toBe(TEXT.replace('"x\\u0041"', '[{"s":1},{"type":"text","text":"x\\u0041"}]'));
    expect(edited(blocks(3, 0))).toBe(TEXT.replace('{"t":1}', '{"s":1},{"t":1}'));
    expect(edited(blocks(3, 2))).toBe(TEXT.replace('{"t":2}', '{"t":2},{"s":1}'));
    expect(edited(blocks(3, 0, 1))).toBe(TEXT.replace('{"t":1} , ', '{"s":1},'));
  });

  it("tell where they begin, and give messages as they stand", () => {
    expect(editText(WIRES.of("openai-chat"), TEXT, drop(2))?.firstChange).toBe(TEXT.indexOf('{"n":2'));
    expect(messageTexts(WIRES.of("openai-chat"), TEXT, [1, 3])).toEqual([
      '{"n":1}',
      '{"n":3, "content": [ {"t":1} , {"t":2} ]}',
    ]);
    expect(editText(WIRES.of("gemini"), TEXT, drop(2))).toBeUndefined();
  });

  it("edits a text like the object", () => {
    const message = fc.record({ content: fc.oneof(fc.string(), fc.array(fc.record({ text: fc.string() }))) });
    const asked = fc.tuple(
      fc.array(message, { minLength: 2 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      fc.constantFrom("", " ", "\n\t"),
    );
    fc.assert(
      fc.property(asked, ([messages, a, b, c, isBlocks, gap]) => {
        const count = messages.length;
        const kept = a % count;
        const dropped = new Set(
          messages.map((_, index) => index).filter((index) => index !== kept && (b >> index) & 1),
        );
        const { content } = messages[kept] ?? {};
        const at = Array.isArray(content) ? c % (content.length + 1) : 0;
        const edit: ListEdit = isBlocks
          ? { dropped, insertion: { kind: "blocks", message: kept, at, replaced: 0, values: [{ text: "s" }] } }
          : { dropped, insertion: { kind: "messages", at: c % (kept + 1), values: [{ content: "s" }] } };
        const request = { model: "m", messages };
        const text = JSON.stringify(request, undefined, gap);
        const before = structuredClone(request);
        expect(JSON.parse(editText(WIRES.of("anthropic"), text, edit)?.text ?? "")).toEqual(
          editObject(WIRES.of("anthropic"), request, edit),
        );
        expect(request).toEqual(before);
      }),
    );
  });
});
