import { describe, expect, it } from "vitest";
import { applyByPath } from "../support/splice.js";
import { EAGER, plainText, type Subject, toBytes } from "./build.js";
import { at, LONG, later, pair, placeholder, run, SPELLERS, type Speller } from "./wires-build.js";

/** What holds on every wire alike. */
export function everyWireCases(subject: Subject, spellers: readonly Speller[] = SPELLERS): void {
  describe.each(spellers.map((speller) => [speller.wire, speller] as const))("wire %s", (wire, speller) => {
    it("is recognised by its shape", () => {
      const request = speller.request([speller.user("go"), ...later(speller)]);
      expect(subject.getBackend().detectWire(toBytes(request))).toBe(wire);
      expect(run(subject, speller, later(speller)).report).toMatchObject({ wire, model: "m" });
    });

    it("is described as a plan reports it", () => {
      const body = toBytes(speller.request([speller.user("go"), ...later(speller)]));
      const { report } = subject.plan(body);
      const head = subject.getBackend().describe(body, {});
      expect(head).toMatchObject({ wire, model: "m", messages: report.messageCount });
      expect(report.messageCount).toBeGreaterThan(1);
      expect(subject.getBackend().describe(body, { model: "other", wire })).toMatchObject({ wire, model: "other" });
    });

    placeCases(subject, speller);
    ruleCases(subject, speller);
    editCases(subject, speller);
    repeatCases(subject, speller);
  });
}

function placeCases(subject: Subject, speller: Speller): void {
  it("counts parallel calls as one turn, and reports the places of their results", () => {
    const parallel = speller.turn(pair("a", LONG, "x"), pair("b", plainText(900), "y"));
    const { report, reasons } = run(subject, speller, [speller.user("go"), ...parallel, ...later(speller)]);
    expect(reasons).toEqual(["a:mask/window", "b:mask/window", "later:keep/window"]);
    expect(report).toMatchObject({ toolTurnCount: 2, toolResultCount: 3, maskedCount: 2 });
    const [a, b] = report.decisions;
    expect(a).toMatchObject({ blockIndex: 0, toolName: "x", callId: "a", charsBefore: 1000 });
    expect(b).toMatchObject({ toolName: "y", callId: "b", charsBefore: 900 });
    const places = speller.blocks ? [0, 1] : [1, 0];
    expect([(b?.messageIndex ?? 0) - (a?.messageIndex ?? 0), b?.blockIndex]).toEqual(places);
  });

  it("leaves orphans, results before their call, and contents that are neither text nor object", () => {
    const odd = speller.results(pair("z", LONG));
    const { reasons } = run(subject, speller, [
      ...speller.results(pair("a")),
      ...speller.turn(pair("a")),
      ...odd,
      ...later(speller),
    ]);
    expect(reasons).toEqual(["a:keep/orphan", "a:mask/window", "z:keep/orphan", "later:keep/window"]);
  });

  it("matches a result with the nearest preceding call of its id", () => {
    const twice = [...speller.turn(pair("a", LONG, "first")), ...speller.turn(pair("a", LONG, "second"))];
    const { report } = run(subject, speller, [...twice, ...later(speller)]);
    expect(report.decisions.map(({ toolName }) => toolName)).toEqual(["first", "second", "later_tool"]);
  });

  it("matches both results with their one call", () => {
    const messages = [...speller.turn(pair("a")), ...speller.results(pair("a")), ...later(speller)];
    expect(run(subject, speller, messages).reasons.slice(0, 2)).toEqual(["a:mask/window", "a:mask/window"]);
  });

  it("leaves empty and short results", () => {
    const messages = [...speller.turn(pair("a", ""), pair("b", "tiny")), ...later(speller)];
    expect(run(subject, speller, messages).reasons.slice(0, 2)).toEqual(["a:keep/not_shorter", "b:keep/not_shorter"]);
    expect(run(subject, speller, messages, { minChars: 5 }).reasons.slice(0, 2)).toEqual([
      "a:keep/short",
      "b:keep/short",
    ]);
  });
}

function ruleCases(subject: Subject, speller: Speller): void {
  const turns = ["a", "b", "c"].flatMap((id) => speller.turn(pair(id, LONG, id === "b" ? "bash" : "read_file")));
  const cases: [mask: object, expected: string[]][] = [
    [{ tools: { "ba*": { never: true } } }, ["a:mask/window", "b:keep/never", "c:mask/window"]],
    [{ tools: { bash: { never: true } } }, ["a:mask/window", "b:keep/never", "c:mask/window"]],
    [{ tools: { "*": { windowTurns: 2 } } }, ["a:mask/window", "b:mask/window", "c:keep/window"]],
    [{ tools: { "read_*": { keepLastK: 1 } } }, ["a:mask/window", "b:mask/window", "c:keep/keep_last_k"]],
    [{ keepLastKPerTool: 1 }, ["a:mask/window", "b:keep/keep_last_k", "c:keep/keep_last_k"]],
  ];
  it.each(cases)("follows the settings %j", (mask, expected) => {
    expect(run(subject, speller, [...turns, ...later(speller)], mask).reasons.slice(0, 3)).toEqual(expected);
  });

  it("adds the head of a result if asked", () => {
    const messages = [...speller.turn(pair("a", [LONG, "x".repeat(99)])), ...later(speller)];
    const text = placeholder(1099);
    const { request, report } = run(subject, speller, messages, { maxObservationChars: 150 });
    const shown = JSON.stringify(at(request, speller.path(report.decisions[0]?.messageIndex ?? 0, 0)));
    expect(shown).toContain(JSON.stringify(`${text}\n${LONG.slice(0, 150 - text.length - 4)}...`));
    expect(report.decisions[0]?.charsAfter).toBe(150);
  });
}

function editCases(subject: Subject, speller: Speller): void {
  const messages = [speller.user("go"), ...speller.turn(pair("a"), pair("b", ["one", LONG])), ...later(speller)];

  it("plans the edits that it makes, by paths into the request", () => {
    const request = speller.request(messages);
    const { edits, report } = subject.plan(request, { mask: EAGER });
    const { messageIndex = 0, blockIndex = 0 } = report.decisions[0] ?? {};
    expect(edits[0]).toMatchObject({
      path: speller.path(messageIndex, blockIndex),
      replacement: JSON.stringify(speller.masked(placeholder())),
      action: "mask",
      reason: "window",
    });
    const { body } = subject.reduce(request, { mask: EAGER });
    expect(JSON.parse(Buffer.from(body).toString())).toEqual(applyByPath(structuredClone(request), edits));
  });

  it("changes only the contents of results", () => {
    const request = structuredClone(speller.request(messages));
    const { request: reduced, report } = run(subject, speller, messages);
    for (const { messageIndex, blockIndex } of report.decisions) {
      const [, holder = "", key = ""] = /(.*)\/(.*)/.exec(speller.path(messageIndex, blockIndex)) ?? [];
      for (const one of [request, reduced]) Reflect.set(Object(at(one, holder)), key, "same");
    }
    expect(JSON.stringify(reduced)).toBe(JSON.stringify(request));
  });

  it("reports the remaining chars", () => {
    const { request, report } = run(subject, speller, messages);
    const again = run(subject, speller, speller.messagesOf(request));
    expect(report.chars?.before).toBeGreaterThan(2000);
    expect(again.report.chars?.before).toBe(report.chars?.after);
  });
}

function repeatCases(subject: Subject, speller: Speller): void {
  const messages = [...speller.turn(pair("a"), pair("b", [LONG, "x"])), ...speller.turn(pair("c")), ...later(speller)];

  it.each([{}, { locale: "fr" }, { family: "observation" }, { template: "masked: {original_chars} chars" }] as const)(
    "reduces once only, with %j",
    (style) => {
      const once = run(subject, speller, messages, { placeholder: style });
      const twice = run(subject, speller, once.messages, { placeholder: style });
      expect([once.changed, twice.changed]).toEqual([true, false]);
      expect(twice.reasons.slice(0, 3)).toEqual(["a:keep/placeholder", "b:keep/placeholder", "c:keep/placeholder"]);
    },
  );

  it("reduces a grown reduced history like the whole history", () => {
    const grown = speller.turn(pair("d"), pair("e"));
    const once = run(subject, speller, messages).messages;
    expect(run(subject, speller, [...once, ...grown]).messages).toEqual(
      run(subject, speller, [...messages, ...grown]).messages,
    );
  });

  it("changes nothing in mode observe", () => {
    const body = toBytes(speller.request(messages));
    const reduction = subject.reduce(body, { mode: "observe", mask: EAGER });
    expect(reduction.body).toBe(body);
    expect(reduction.report).toMatchObject({ changed: false, maskedCount: 3 });
  });
}
