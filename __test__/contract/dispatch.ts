import { describe, expect, it } from "vitest";
import type { SettingsInput } from "../../ts/policy/policy.js";
import { EAGER, type Subject, toBytes } from "./build.js";
import { at, type Json, later, type Pair, pair, placeholder, SPELLERS, type Speller } from "./wires-build.js";

const LOG = "compiling…\n".repeat(40);
const block = (inside: string) => `BEGIN_DISPATCH_RESULT\n${inside}\nEND_DISPATCH_RESULT`;
const BLOCK = block('{"status": "ok",  "n": 1.0, "é": "\\u00e9"}');
const line = (chars: number) => `[dispatch output masked — ${chars} chars]`;

/** Reduces one turn with `content` as its result, outside the window. */
function reduceOne(subject: Subject, speller: Speller, content: Pair["content"], policy: SettingsInput = {}) {
  return reduceTurn(subject, speller, speller.turn(pair("a", content)), policy);
}

function reduceTurn(subject: Subject, speller: Speller, turn: readonly Json[], policy: SettingsInput = {}) {
  const request = speller.request([...turn, ...later(speller)]);
  const given: SettingsInput = { ...policy, mask: { ...EAGER, ...policy.mask } };
  const { body, report } = subject.reduce(request, given, { explain: true });
  const { edits } = subject.plan(request, given);
  const [decision] = report.decisions;
  const reduced: Json = JSON.parse(Buffer.from(body).toString());
  const content = at(reduced, speller.path(decision?.messageIndex ?? 0, decision?.blockIndex ?? 0));
  return { content, report, edits, decided: `${decision?.action}/${decision?.reason}`, decision, body, given };
}

type Case = [title: string, content: string, kept: string | undefined];

/** What a whole text becomes; undefined: the placeholder of any other result. */
const TEXTS: Case[] = [
  ["a block with text around it", `${LOG}${BLOCK}\n${LOG}`, `${line(2 * LOG.length + 1)}\n${BLOCK}`],
  ["a block at the start", `${BLOCK}\n${LOG}`, `${line(LOG.length + 1)}\n${BLOCK}`],
  ["a block at the end", `${LOG}${BLOCK}`, `${line(LOG.length)}\n${BLOCK}`],
  ["text right behind the end", `${BLOCK}${LOG}`, `${line(LOG.length)}\n${BLOCK}`],
  [
    "blocks in their order",
    `${BLOCK}\n${LOG}${block("[2]")}\n${LOG}${block("no JSON")}\n`,
    [line(2 * LOG.length + 3), BLOCK, block("[2]"), block("no JSON")].join("\n"),
  ],
  [
    "CRLF",
    `${LOG}\r\nBEGIN_DISPATCH_RESULT\r\n{}\r\nEND_DISPATCH_RESULT\r\n`,
    [`${line(LOG.length + 4)}`, "BEGIN_DISPATCH_RESULT\r\n{}\r\nEND_DISPATCH_RESULT"].join("\n"),
  ],
  [
    "other text on the lines of the delimiters",
    `${LOG}BEGIN_DISPATCH_RESULT v1 {\nEND_DISPATCH_RESULT }`,
    [line(LOG.length + 2), "BEGIN_DISPATCH_RESULT v1 {\nEND_DISPATCH_RESULT"].join("\n"),
  ],
  [
    "delimiters within a line of a block",
    `${LOG}${block("x END_DISPATCH_RESULT BEGIN_DISPATCH_RESULT")}`,
    [line(LOG.length), block("x END_DISPATCH_RESULT BEGIN_DISPATCH_RESULT")].join("\n"),
  ],
  ["an empty block", `${LOG}${block("")}`, `${line(LOG.length)}\n${block("")}`],
  [
    "astral text and halves of pairs",
    `${"😀".repeat(99)}\ud83d\n${block("😀\ude00")}\ude00${LOG}`,
    [line(198 + 3 + LOG.length), block("😀\ude00")].join("\n"),
  ],
  ["no delimiters", LOG, undefined],
  ["delimiters within lines", `${LOG} ${BLOCK}${LOG}`.replaceAll("\nEND", " END"), undefined],
  ["an end within a line", `${LOG}BEGIN_DISPATCH_RESULT {} END_DISPATCH_RESULT\n`, undefined],
  ["a beginning behind a lone carriage return", `${LOG}x\r${BLOCK}`, undefined],
  ["delimiters behind tabs", `${LOG}\tBEGIN_DISPATCH_RESULT\n{}\n\tEND_DISPATCH_RESULT\n`, undefined],
  ["a beginning without end", `${LOG}BEGIN_DISPATCH_RESULT\n{}`, undefined],
  ["an end without beginning", `${LOG}{}\nEND_DISPATCH_RESULT`, undefined],
  ["nested blocks", `${LOG}${block(BLOCK)}`, undefined],
  ["a second block cut off", `${BLOCK}\n${LOG}BEGIN_DISPATCH_RESULT\n{}`, undefined],
  ["the wrong order", `${LOG}END_DISPATCH_RESULT\nBEGIN_DISPATCH_RESULT\n`, undefined],
  ["another case", `${LOG}${BLOCK.toLowerCase()}`, undefined],
];

/** Dispatch blocks of masked results: the same on every wire. */
export function dispatchCases(subject: Subject, spellers: readonly Speller[] = SPELLERS): void {
  describe.each(spellers.map((speller) => [speller.wire, speller] as const))("dispatch blocks, %s", (_, speller) => {
    it.each(TEXTS)("%s", (_title, text, kept) => {
      const { content, decided } = reduceOne(subject, speller, text);
      expect(decided).toBe(kept === undefined ? "mask/window" : "mask/dispatch");
      expect(content).toEqual(speller.masked(kept ?? placeholder(text.length)));
    });
    accountCases(subject, speller);
    partCases(subject, speller);
    policyCases(subject, speller);
    ownCases(subject, speller);
  });
  objectCases(subject);
  mediaCases(subject);
}

function accountCases(subject: Subject, speller: Speller): void {
  it("reports dispatch masking in counts, decisions and edits", () => {
    const text = `${LOG}${BLOCK}`;
    const kept = `${line(LOG.length)}\n${BLOCK}`;
    const { report, decision, edits } = reduceOne(subject, speller, text);
    expect(report).toMatchObject({ maskedCount: 1, maskedChars: text.length - kept.length, clippedCount: 0 });
    expect(decision).toMatchObject({ charsBefore: text.length, charsAfter: kept.length });
    expect(edits.map(({ action, reason }) => `${action}/${reason}`)).toEqual(["mask/dispatch"]);
  });

  it("masks only if the text gets shorter in chars, in bytes and as JSON text", () => {
    const decide = (around: string) => reduceOne(subject, speller, `${BLOCK}${around}`).decided;
    // The line and its line feed have 36 chars and, as JSON text, 39 bytes; an object is `{"output":""}` afterwards, and
    // might have been `{"":""}`.
    const bytes = speller.wire === "gemini" ? 39 + 6 : 39;
    expect(decide("x".repeat(bytes))).toBe("keep/not_shorter");
    expect(decide("x".repeat(bytes + 1))).toBe("mask/dispatch");
    expect(decide("é".repeat(36))).toBe("keep/not_shorter");
    expect(decide("é".repeat(37))).toBe("mask/dispatch");
    expect(decide("")).toBe("keep/not_shorter");
  });

  it("leaves results that other rules keep", () => {
    const text = `${LOG}${BLOCK}`;
    // Where a wire marks errors, or has structured results, a text does not decide.
    const hasMarker = speller.wire === "anthropic" || speller.wire === "gemini";
    const decide = (mask: SettingsInput["mask"], content = text) =>
      reduceOne(subject, speller, content, { mask }).decided;
    expect(decide({ windowTurns: 2 })).toBe("keep/window");
    expect(decide({ tools: { "*": { never: true } } })).toBe("keep/never");
    expect(decide({ minChars: text.length + 1 })).toBe("keep/short");
    expect(decide({}, `Error: x\n${text}`)).toBe(hasMarker ? "mask/dispatch" : "keep/error");
  });
}

function partCases(subject: Subject, speller: Speller): void {
  it("keeps the blocks of all texts together", () => {
    if (speller.wire === "gemini") return;
    const { content, decided } = reduceOne(subject, speller, [LOG, `${BLOCK}${LOG}`, "more", block("2")]);
    expect(decided).toBe("mask/dispatch");
    expect(content).toEqual(speller.contentOf([[line(2 * LOG.length + 4), BLOCK, block("2")].join("\n")]));
  });

  it("masks a block that is split over texts like any other text", () => {
    const [begin = "", end = ""] = BLOCK.split(/(?=END)/);
    const chars = LOG.length + BLOCK.length;
    const { content, decided } = reduceOne(subject, speller, [`${LOG}${begin}`, end]);
    expect(decided).toBe("mask/window");
    expect(JSON.stringify(content)).toContain(JSON.stringify(placeholder(chars)));
  });

  it("puts the text into the part with the cache marker", () => {
    if (speller.wire === "gemini" || speller.wire === "openai-responses") return;
    const turn = speller.turn(pair("a", [`${LOG}${BLOCK}`, "marked", LOG]));
    const marked = JSON.parse(JSON.stringify(turn).replace('"text":"marked"', '"text":"marked","cache_control":{}'));
    const { content } = reduceTurn(subject, speller, marked);
    expect(content).toEqual([{ type: "text", text: `${line(2 * LOG.length + 6)}\n${BLOCK}`, cache_control: {} }]);
  });
}

function policyCases(subject: Subject, speller: Speller): void {
  const two = `${LOG}${BLOCK}\n${LOG}${block("2")}`;
  const kept = BLOCK.length + block("2").length;

  it.each<[dispatch: SettingsInput["dispatch"], expected: string]>([
    [{ maxChars: kept }, "mask/dispatch"],
    [{ maxChars: kept - 1 }, "mask/window"],
    [{ enabled: false }, "mask/window"],
    [{ tools: ["read_*"] }, "mask/dispatch"],
    [{ tools: ["bash", "?ead_file"] }, "mask/dispatch"],
    [{ tools: ["bash"] }, "mask/window"],
    [{ tools: [] }, "mask/window"],
  ])("follows the settings %j", (dispatch, expected) => {
    expect(reduceOne(subject, speller, two, { dispatch }).decided).toBe(expected);
  });

  it("matches a call without a name as the empty string", () => {
    const nameless = speller.turn({ id: "a", content: two });
    const decide = (tools: string[]) => reduceTurn(subject, speller, nameless, { dispatch: { tools } }).decided;
    expect(decide(["**"])).toBe("mask/dispatch");
    expect(decide(["?*"])).toBe("mask/window");
  });

  it("cuts only the line of the observation family, never a block", () => {
    const shown = (mask: SettingsInput["mask"]) => reduceOne(subject, speller, `${LOG}${BLOCK}`, { mask }).content;
    const observation = { placeholder: { family: "observation" } } as const;
    const whole = speller.masked(`${line(LOG.length)}\n${BLOCK}`);
    expect(shown({ ...observation, maxObservationChars: 9 })).toEqual(speller.masked(`[dispatch\n${BLOCK}`));
    expect(shown({ ...observation, maxObservationChars: 100 })).toEqual(whole);
    expect(shown({ ...observation })).toEqual(whole);
    expect(shown({ maxObservationChars: 9 })).toEqual(whole);
    expect(shown({ placeholder: { template: "masked: {original_chars}" } })).toEqual(whole);
  });
}

function ownCases(subject: Subject, speller: Speller): void {
  const decide = (text: string, policy: SettingsInput = {}) => reduceOne(subject, speller, text, policy).decided;

  it.each<SettingsInput>([
    {},
    { mask: { placeholder: { family: "observation" }, maxObservationChars: 1 } },
    { mask: { placeholder: { family: "observation" }, maxObservationChars: 28 } },
    { mask: { placeholder: { family: "observation" }, maxObservationChars: 99 } },
    { mask: { maxObservationChars: 200, placeholder: { locale: "fr" } } },
    { mask: { placeholder: { template: "{original_chars} chars were here" } } },
  ])("does not reduce its own output again, with %j", (policy) => {
    const contents = [`${LOG}${BLOCK}`, `${BLOCK}\n${LOG}${block("😀")}`, [LOG, `${BLOCK}${LOG}`]];
    for (const content of contents) {
      const once = reduceOne(subject, speller, content, policy);
      const again = subject.reduce(once.body, once.given, { explain: true });
      expect(once.decided).toBe("mask/dispatch");
      expect([again.changed, again.body === once.body]).toEqual([false, true]);
      expect(again.report.decisions[0]).toMatchObject({ action: "keep", reason: "placeholder" });
    }
  });

  it("reduces a grown reduced history like the whole history", () => {
    const messages = [...speller.turn(pair("a", `${LOG}${BLOCK}`), pair("b", LOG)), ...later(speller)];
    const grown = [...speller.turn(pair("c", `${BLOCK}\n${LOG}`)), ...speller.turn(pair("d"))];
    const reduce = (list: readonly unknown[]): Json[] => {
      const { body } = subject.reduce(toBytes(speller.request(list)), { mask: EAGER });
      return speller.messagesOf(JSON.parse(Buffer.from(body).toString()));
    };
    expect(reduce([...reduce(messages), ...grown])).toEqual(reduce([...messages, ...grown]));
  });

  it("recognises only the line and blocks within the limit as its own work", () => {
    const own = `${line(5)}\n${BLOCK}\n${block("2")}`;
    const kept = BLOCK.length + block("2").length;
    expect(decide(own)).toBe("keep/placeholder");
    expect(decide(own, { dispatch: { maxChars: kept } })).toBe("keep/placeholder");
    expect(decide(own, { dispatch: { maxChars: kept - 1 } })).toBe("mask/window");
    expect(decide(own, { dispatch: { tools: ["bash"] } })).toBe("mask/window");
    expect(decide(own, { dispatch: { enabled: false } })).toBe("mask/window");
    expect(decide(`${line(5)}\n${block("x".repeat(5_000))}`)).toBe("mask/window");
    expect(decide(`${own}\n${LOG}`)).toBe("mask/dispatch");
    expect(decide(`${line(5)}${LOG}${BLOCK}`)).toBe("mask/dispatch");
    expect(decide(`${line(5)}\n${BLOCK}\n\n${block("2".repeat(99))}${" ".repeat(50)}`)).toBe("mask/dispatch");
    expect(decide(`${line(5).replace("5", "")}\n${BLOCK}${LOG}`)).toBe("mask/dispatch");
    expect(decide(`${line(5).slice(0, 9)}\n${BLOCK}${LOG}`)).toBe("mask/dispatch");
    expect(decide(`${line(5)}\nlog\n${LOG}`)).toBe("mask/window");
  });
}

function objectCases(subject: Subject): void {
  const gemini = SPELLERS.find(({ wire }) => wire === "gemini");
  if (gemini === undefined) throw new Error("no speller for gemini");
  const withResponse = (response: Json) => {
    const [call, result] = gemini.turn(pair("a"));
    const part = { functionResponse: { id: "a", name: "read_file", response } };
    return reduceTurn(subject, gemini, [call ?? {}, { ...result, parts: [part] }]);
  };

  it("keeps the blocks of one string of an object, and masks those of several strings like other text", () => {
    const one = withResponse({ stderr: LOG, out: { text: `${BLOCK}\n${LOG}` }, exit: 0 });
    expect(one.content).toEqual({ output: `${line(2 * LOG.length + 1)}\n${BLOCK}` });
    const two = withResponse({ stderr: `${LOG}${BLOCK}`, out: { text: `${BLOCK}\n${LOG}` } });
    expect([two.decided, one.decided]).toEqual(["mask/window", "mask/dispatch"]);
  });
}

function mediaCases(subject: Subject): void {
  const anthropic = SPELLERS.find(({ wire }) => wire === "anthropic");
  if (anthropic === undefined) throw new Error("no speller for anthropic");
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "A".repeat(500) } };
  const text = (value: string) => ({ type: "text", text: value });
  const note = text("[image masked — image/png]");
  const reduceList = (list: readonly Json[]) => {
    const [call, result] = anthropic.turn(pair("a"));
    const block = { type: "tool_result", tool_use_id: "a", content: list };
    return reduceTurn(subject, anthropic, [call ?? {}, { ...result, content: [block] }], { mask: { media: "mask" } });
  };

  it("keeps blocks next to notes of images, only once", () => {
    const once = reduceList([image, text(`${LOG}${BLOCK}`), text(LOG)]);
    expect(once.content).toEqual([note, text(`${line(2 * LOG.length)}\n${BLOCK}`)]);
    const again = subject.reduce(once.body, once.given, { explain: true });
    expect([again.changed, again.report.decisions[0]?.reason]).toEqual([false, "placeholder"]);
  });

  it("treats two such texts next to a note as a forgery", () => {
    const own = text(`${line(5)}\n${block("x".repeat(3_900))}`);
    expect(reduceList([note, own]).decided).toBe("keep/placeholder");
    expect(reduceList([note, own, own]).decided).toBe("mask/window");
  });
}
