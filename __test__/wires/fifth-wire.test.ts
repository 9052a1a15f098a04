// A wire is one thing: with one definition and one reader the baseline reads, masks and validates a wire that it has never
// seen, and keeps the contract on it.
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { ReduceOptions } from "../../ts/contract/backend.js";
import type { Plan, Reduction } from "../../ts/contract/report.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { KNOWN_WIRES } from "../../ts/rules/index.js";
import { plainText, Subject, toBytes, turn } from "../contract/build.js";
import { decisionCases } from "../contract/decisions.js";
import { dispatchCases } from "../contract/dispatch.js";
import { errorCases } from "../contract/errors.js";
import { placeholderCases } from "../contract/placeholders.js";
import { propertyCases } from "../contract/properties.js";
import { repairCases } from "../contract/repairs.js";
import { detectCases } from "../contract/skips.js";
import type { Pair, Speller } from "../contract/wires-build.js";
import { everyWireCases } from "../contract/wires-every.js";
import { relay } from "../support/relay-wire/relay.js";
import { relayRules } from "../support/relay-wire/relay-rules.js";
import { toRelay, withContents } from "../support/relay-wire/translate.js";

const baseline = createBaseline({
  wires: KNOWN_WIRES.wires.with(relay.key, relay),
  rules: KNOWN_WIRES.rules.with(relay.key, relayRules),
});

/** Puts every Chat request of a case to the backend as one of the invented wire, and gives the answer back as Chat. */
class RelaySubject extends Subject {
  override reduce(body: unknown, policy?: PolicyInput, options: ReduceOptions = {}): Reduction<Uint8Array> {
    const original = parseRequest(body);
    const reduction = super.reduce(toRelay(original), policy, options);
    expect(reduction.report.skipped ?? reduction.report.wire).toBe("relay");
    const { changed, report } = reduction;
    const same = body instanceof Uint8Array ? body : toBytes(original);
    const reduced = changed ? toBytes(withContents(original, parseRequest(reduction.body))) : same;
    return { body: reduced, changed, report, originals: () => reduction.originals() };
  }

  override plan(body: unknown, policy?: PolicyInput, options: ReduceOptions = {}): Plan {
    return super.plan(toRelay(parseRequest(body)), policy, options);
  }
}

const parseRequest = (body: unknown): unknown =>
  body instanceof Uint8Array ? JSON.parse(Buffer.from(body).toString()) : body;

const texts = (content: Pair["content"]): unknown =>
  typeof content === "string" ? content : content.map((text) => ({ type: "text", text }));

const calls = (...pairs: readonly Pair[]) => [
  { by: "machine", asks: pairs.map(({ id, name }) => ({ ticket: id, use: { name, arguments: "{}" } })) },
];
const results = (...pairs: readonly Pair[]) =>
  pairs.map(({ id, content }) => ({ by: "reply", ticket: id, says: texts(content) }));

const speller: Speller = {
  wire: relay.key,
  blocks: false,
  calls,
  results,
  turn: (...pairs) => [...calls(...pairs), ...results(...pairs)],
  user: (says) => ({ by: "human", says }),
  request: (turns) => ({ model: "m", turns }),
  messagesOf: ({ turns }) => turns as Record<string, unknown>[],
  contentOf: texts,
  path: (message) => `/turns/${message}/says`,
  masked: (placeholder) => placeholder,
};

describe("an invented wire, with Chat's own cases", () => {
  const subject = new RelaySubject(() => baseline);
  decisionCases(subject);
  errorCases(subject);
  placeholderCases(subject);
  propertyCases(subject);
});

describe("an invented wire, with the cases of every wire", () => {
  const subject = new Subject(() => baseline);
  everyWireCases(subject, [speller]);
  dispatchCases(subject, [speller]);
  repairCases(subject, [speller]);
});

describe("an invented wire", () => {
  const subject = new Subject(() => baseline);
  const request = { turns: [...speller.turn({ id: "a", name: "f", content: plainText(1000) })] };

  detectCases(subject);

  it.each([{}, { turns: 5 }, { turns: {}, messages: [] }])("needs its list: %j", (body) => {
    expect(subject.reduce(body, undefined, { wire: relay.key }).report).toMatchObject({
      skipped: "no_conversation",
      wire: "relay",
    });
  });

  it("is not mixed with another", () => {
    const mixed = { ...request, messages: turn("a", "x") };
    expect(subject.reduce(mixed).report).toMatchObject({ skipped: "unsupported_wire" });
    expect(baseline.detectWire(toBytes({ ...request, messages: [] }))).toBe("openai-chat");
  });

  it("has its rules applied, and the rules of every wire", () => {
    const open = { turns: [...request.turns, ...speller.calls({ id: "b", name: "f", content: "" })] };
    const twice = '{"turns":[],"turns":[{"by":"human","says":"x"}]}';
    expect(baseline.validateBody(toBytes(request), {})).toEqual([]);
    expect(baseline.validateBody(toBytes(open), {})).toMatchObject([
      { rule: "chat/call-unanswered", path: "/turns/2" },
    ]);
    expect(baseline.validateBody(toBytes(twice), {})).toMatchObject([{ rule: "duplicate-key", path: "" }]);
  });

  it("has a session", () => {
    expect(baseline.locateSession(toBytes(request), {}, 1)).toMatchObject({
      steps: 1,
      callId: "a",
      cacheByClient: false,
    });
  });

  it("is unknown to a baseline without it", () => {
    const { report } = new Subject(() => createBaseline()).reduce(request, undefined, { wire: relay.key });
    expect(report).toMatchObject({ skipped: "unsupported_wire", wire: undefined });
    expect(createBaseline().detectWire(toBytes(request))).toBeUndefined();
  });
});
