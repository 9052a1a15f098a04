import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import type { LedgerBackend } from "../../ts/contract/token-backend.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { countRequest, createTokenLedger, estimateRequest, type RequestTokenOptions } from "../../ts/tokens/index.js";
import { GrowingRequests } from "../../ts/tokens/request/growing.js";
import { WIRES } from "../../ts/wires/index.js";
import { arbitraryWireRequest } from "../support/arbitrary-wires.js";
import { generateWireBody } from "../support/generate-wire.js";
import { createRandom, type Random } from "../support/random.js";
import { thrownBy } from "../support/thrown.js";
import { tokenBackends } from "../support/tokens.js";

type Request = Record<string, unknown>;

const toBytes = (request: unknown) => Buffer.from(JSON.stringify(request));
const SHAPES = [
  ["bodies", toBytes],
  ["objects", structuredClone],
] as const satisfies [string, (request: Request) => Uint8Array | object][];

const conversation = (wire: Wire, seed = 3): Request =>
  JSON.parse(generateWireBody(wire, { seed, targetBytes: 30_000 }).toString()) as Request;

function withMessages(request: Request, change: (messages: readonly unknown[]) => unknown[]): Request {
  const key = WIRES.all.map(({ listKey }) => listKey).find((one) => Array.isArray(request[one])) ?? "messages";
  return { ...request, [key]: change(request[key] as unknown[]) };
}

/** Strings that a ledger was asked for. */
function spied(backend: (typeof tokenBackends)[number][1]) {
  const ledger = backend.createLedger(10_000);
  const asked = { strings: 0 };
  const behind: LedgerBackend = {
    ...ledger,
    tokensOfEach: (texts, method, out) => {
      asked.strings += texts.length;
      ledger.tokensOfEach(texts, method, out);
    },
    ...(ledger.tokensOfSpans === undefined
      ? {}
      : {
          tokensOfSpans: (body, spans, method, out) => {
            asked.strings += out.length;
            ledger.tokensOfSpans?.(body, spans, method, out);
          },
        }),
  };
  const requests = new GrowingRequests(behind, 10_000_000);
  /** Strings that it took to measure a request, which must be measured right. */
  const ask = (request: Uint8Array | object, options: RequestTokenOptions = {}): number => {
    asked.strings = 0;
    expect(requests.measure(request, options, false)).toEqual(estimateRequest(request, options));
    return asked.strings;
  };
  return { requests, ask };
}

describe.each(tokenBackends)("a request that grows, on %s", (name, backend) => {
  const shapes = SHAPES.filter(([shape]) => shape === "objects" || name === "native");

  describe.each(shapes)("as %s", (_, make) => {
    it.each(WIRE_NAMES)("is read from what is new on, %s", (wire) => {
      const { ask } = spied(backend);
      const whole = conversation(wire);
      const all = ask(make(withMessages(whole, (messages) => messages.slice(0, -3))));
      const head = ask(make(withMessages(whole, () => [{ role: "user", content: "x" }])));
      expect(all).toBeGreaterThan(40);
      expect(ask(make(whole))).toBeLessThan(head + all / 3);
      expect(ask(make(whole))).toBeLessThan(head + all / 3);
    });

    it.each(WIRE_NAMES)("is read from what was edited on, %s", (wire) => {
      const { ask } = spied(backend);
      const whole = conversation(wire);
      ask(make(whole));
      for (const at of [0, 1, 5, 9, 14]) {
        const edited = withMessages(whole, (messages) => {
          const text = JSON.stringify(messages[at]);
          return messages.with(at, JSON.parse(text.replace(/"(text|content|arguments|output)":"/, "$&edited ")));
        });
        ask(make(edited));
      }
      ask(make(withMessages(whole, (messages) => messages.toSpliced(3, 1))));
      ask(make(withMessages(whole, (messages) => messages.toReversed())));
      ask(make(withMessages(whole, () => [])));
    });

    it("is measured by its current model and wire", () => {
      const { ask } = spied(backend);
      const whole = conversation("openai-chat");
      const [first, ...others] = whole.messages as unknown[];
      const image = { type: "image_url", image_url: { url: "https://example.com/a.png" } };
      const request = { ...whole, messages: [first, { role: "user", content: [image] }, ...others] };
      for (const model of ["gpt-4o", "gpt-4o-mini", "gpt-4", "claude-x", "gpt-4o"]) ask(make({ ...request, model }));
      ask(make(request), { model: "gpt-4o-mini" });
      ask(make(request), { wire: "anthropic" });
      ask(make(request), { wire: "openai-chat" });
    });

    it("has the wire that all of its messages show", () => {
      const { ask } = spied(backend);
      const messages = Array.from({ length: 9 }, (_value, at) => ({
        role: at % 2 === 0 ? "user" : "assistant",
        content: [{ type: "text", text: `turn ${at}` }],
      }));
      ask(make({ messages }));
      const use = { role: "assistant", content: [{ type: "tool_use", id: "a", name: "read", input: { path: "x" } }] };
      const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "y" }] };
      ask(make({ messages: [...messages, use] }));
      ask(make({ messages: [...messages, use, result] }));
      expect(ask(make({ messages: [...messages, use, result, { role: "user", content: "z" }] }))).toBeLessThan(9);
      ask(make({ messages, system: "s" }));
      ask(make({ messages: [...messages, { role: "tool", tool_call_id: "a", content: "y" }] }));
      const mixed = make({ messages: [...messages, use, { role: "tool", tool_call_id: "a", content: "y" }] });
      const { requests } = spied(backend);
      requests.measure(make({ messages: [...messages, use, result] }), {}, false);
      expect(thrownBy(() => requests.measure(mixed, {}, false))).toEqual(thrownBy(() => estimateRequest(mixed)));
    });

    it("names results by the calls before them, at any place", () => {
      const { ask } = spied(backend);
      const call = (id: string, name: string) => ({
        role: "assistant",
        content: null,
        tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
      });
      const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "done" });
      const start = [1, 2, 3, 4, 5].map((number) => ({ role: "user", content: `${number}` }));
      ask(make({ messages: [...start, call("a", "first"), call("a", "second"), result("a")] }));
      ask(make({ messages: [...start, call("a", "first"), call("a", "second"), result("a"), result("a")] }));
      ask(make({ messages: [...start, call("a", "first"), call("b", "second"), result("a"), result("b")] }));
      ask(make({ messages: [...start, result("a"), result("b")] }));
    });

    it("agrees with a measure from scratch, whatever is done to it", () => {
      for (const wire of WIRE_NAMES) {
        const random = createRandom(wire.length);
        const { requests } = spied(backend);
        let request = conversation(wire);
        for (let step = 0; step < 60; step++) {
          request = changed(request, conversation(wire, 4), random);
          const made = make(request);
          expect(requests.measure(made, {}, false)).toEqual(estimateRequest(made));
        }
      }
    });
  });

  it("reflects changes of an object in place", () => {
    const { ask } = spied(backend);
    const request = conversation("openai-chat");
    const messages = request.messages as Request[];
    ask(request);
    Object.assign(messages[2] as object, { content: "changed in place" });
    ask(request);
    Object.assign(messages[3] as object, { name: "someone" });
    ask(request);
    delete (messages[3] as Request).name;
    ask(request);
    messages.push({ role: "user", content: [{ type: "text", text: "more" }] });
    ask(request);
    ((messages.at(-1) as { content: Request[] }).content[0] as Request).text = "less";
    ask(request);
  });

  it("is measured correctly if one of its accessors measures it too", () => {
    const { requests, ask } = spied(backend);
    const request = conversation("openai-chat");
    const messages = request.messages as Request[];
    ask(request);
    let depth = 0;
    const nosy = { role: "user" };
    const get = () => {
      if (depth++ === 0) requests.measure({ ...request, messages: messages.slice(0, 6) }, {}, false);
      depth--;
      return "hello";
    };
    Object.defineProperty(nosy, "content", { enumerable: true, get });
    for (const at of [7, 2, messages.length]) ask({ ...request, messages: messages.toSpliced(at, 0, nosy) });
    ask(request);
  });

  it("does not remember objects that are more than data, or contain themselves", () => {
    const { requests, ask } = spied(backend);
    class Message {
      readonly role = "user";
      #text = "one";
      get content(): string {
        return this.#text;
      }
      say(text: string): void {
        this.#text = text;
      }
    }
    const messages = Array.from({ length: 6 }, () => new Message());
    ask({ messages });
    messages[0]?.say("another text altogether");
    ask({ messages });
    const cyclic: Request = { type: "odd" };
    cyclic.self = cyclic;
    const odd = { messages: Array.from({ length: 6 }, () => ({ role: "user", content: [cyclic] })) };
    expect(thrownBy(() => requests.measure(odd, {}, false))).toMatchObject({ code: "OPTION_INVALID" });
    expect(requests.heldChars).toBe(0);
  });

  it("references strings up to a limit", () => {
    const requests = new GrowingRequests(backend.createLedger(100), 1000);
    const request = (start: string) => ({
      messages: Array.from({ length: 10 }, (_, at) => ({ role: "user", content: `${start}${at}`.padEnd(36) })),
    });
    for (const start of ["a", "b", "c", "d"]) requests.measure(request(start), {}, false);
    expect(requests.heldChars).toBe(800);
    requests.measure(
      { messages: request("e").messages.map((one) => ({ ...one, content: "x".repeat(200) })) },
      {},
      false,
    );
    expect(requests.heldChars).toBe(800);
    requests.clear();
    expect(requests.heldChars).toBe(0);
  });
});

/** As conversations change: mostly by a turn more. */
function changed(request: Request, other: Request, random: Random): Request {
  const news = WIRES.all.flatMap(({ listKey: key }) => (other[key] as unknown[] | undefined) ?? []);
  const pick = () => news[random.below(news.length)];
  switch (random.below(8)) {
    case 0:
      return withMessages(request, (messages) => messages.with(random.below(messages.length), pick()));
    case 1:
      return withMessages(request, (messages) => messages.toSpliced(random.below(messages.length), 1));
    case 2:
      return withMessages(request, (messages) => messages.slice(0, -random.below(4)));
    case 3:
      return { ...request, tools: [{ name: `tool${random.below(3)}`, description: "d", input_schema: {} }] };
    case 4:
      return { ...request, model: random.pick(["gpt-4o", "gpt-4", "claude-x"]) };
    default:
      return withMessages(request, (messages) => [...messages, pick(), pick()]);
  }
}

describe("a ledger's countRequest and estimateRequest", () => {
  it("agrees with the functions without a ledger, even for odd requests", () => {
    fc.assert(
      fc.property(arbitraryWireRequest, fc.boolean(), ({ wire, messages, later, toRequest }, asBody) => {
        const ledger = createTokenLedger();
        const filler = [1, 2, 3, 4].map((number) => ({ role: "user", content: `${number}`, parts: [] }));
        for (const list of [messages, [...messages, ...later], messages]) {
          const request = toRequest([...filler, ...list]);
          const made = asBody ? toBytes(request) : request;
          expect(ledger.estimateRequest(made, { wire })).toEqual(estimateRequest(made, { wire }));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("counts both ways, in frozen rows, and forgets when cleared", () => {
    const ledger = createTokenLedger();
    const request = conversation("anthropic");
    for (const made of [request, toBytes(request)]) {
      for (let time = 0; time < 2; time++) {
        expect(ledger.countRequest(made)).toEqual(countRequest(made));
        expect(ledger.estimateRequest(made)).toEqual(estimateRequest(made));
      }
    }
    const { messages } = ledger.countRequest(request);
    expect(Object.isFrozen(messages[0]) && Object.isFrozen(messages[0]?.blocks[0])).toBe(true);
    messages.length = 0;
    expect(ledger.countRequest(request)).toEqual(countRequest(request));
    expect(ledger.stats().heldChars).toBeGreaterThan(10_000);
    ledger.clear();
    expect(ledger.stats()).toMatchObject({ entries: 0, heldChars: 0 });
    expect(ledger.countRequest(request)).toEqual(countRequest(request));
  });

  it("counts an estimated request once the encoding of its unknown model is given", () => {
    const ledger = createTokenLedger();
    const request = { ...conversation("openai-chat"), model: "some-model" };
    const asks: RequestTokenOptions[] = [{ allowUnknown: true }, { encoding: "o200k_base" }, { allowUnknown: true }];
    for (const made of [request, toBytes(request)]) {
      for (const options of asks) expect(ledger.countRequest(made, options)).toEqual(countRequest(made, options));
    }
  });

  it("finds the same faults of a body as without a ledger", () => {
    const ledger = createTokenLedger();
    const text = JSON.stringify(conversation("openai-chat"));
    ledger.estimateRequest(Buffer.from(text));
    for (const wrong of [
      text.slice(0, -1),
      text.slice(0, -2),
      `${text}x`,
      text.replace(/\]\}$/, ",]}"),
      text.replace(/"\}\]\}$/, '\\"}]}'),
    ]) {
      const body = Buffer.from(wrong);
      expect(thrownBy(() => ledger.estimateRequest(body))).toEqual(thrownBy(() => estimateRequest(body)));
    }
    const twice = Buffer.from(text.replace(/\}$/, ',"messages":[{"role":"user","content":"the last one counts"}]}'));
    expect(ledger.estimateRequest(twice)).toEqual(estimateRequest(twice));
    const escaped = Buffer.from(text.replace(/\}$/, ',"mess\\u0061ges":[{"role":"user","content":"x"}]}'));
    expect(ledger.estimateRequest(escaped)).toEqual(estimateRequest(escaped));
  });
});
