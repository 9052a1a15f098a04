import { describe, expect, it } from "vitest";
import type { SettingsInput } from "../../ts/policy/policy.js";
import { calls, type Message, plainText, result, type Subject, turn } from "./build.js";

const LONG = plainText(1000);
const BRIEF = "[old result left out: 1000 chars]";
const EN = "[Observation masked: old tool result (tool_call_id=a, tool=read_file, chars=1000)]";
const FR = "[Observation masquée: résultat d’outil ancien (tool_call_id=a, outil=read_file, chars=1000)]";
const OBSERVATION = "[observation masked — 1000 chars]";
const TEMPLATE = "<masked {original_chars}>";

type Mask = NonNullable<SettingsInput["mask"]>;
type Case = [title: string, messages: Message[], mask: Mask, expected: unknown];

const unnamed = [calls(["a"]), result("a", LONG)];
const named = (name: string) => turn("a", LONG, name);
const part = (text: string, more = {}) => ({ type: "text", text, ...more });
/** The family that names the call and the tool. */
const conversation = (more: Mask = {}, locale: "en" | "fr" = "en"): Mask => ({
  placeholder: { family: "conversation", locale },
  ...more,
});
const templated = (template: string, more: Mask = {}): Mask => ({ placeholder: { template }, ...more });

const RENDERED: Case[] = [
  ["brief, en", turn("a", LONG), {}, BRIEF],
  ["brief, fr", turn("a", LONG), { placeholder: { locale: "fr" } }, "[résultat omis : 1000 chars]"],
  ["conversation, en", turn("a", LONG), conversation(), EN],
  ["conversation, fr", turn("a", LONG), conversation({}, "fr"), FR],
  ["observation", turn("a", LONG), { placeholder: { family: "observation", locale: "fr" } }, OBSERVATION],
  ["unknown name, en", unnamed, conversation(), EN.replace("read_file", "unknown")],
  ["unknown name, fr", unnamed, conversation({}, "fr"), FR.replace("read_file", "inconnu")],
  ["unknown name in a template", unnamed, templated("masked result of {tool_name}"), "masked result of unknown"],
  ["control chars leave the name", named("re\u0000ad\n\u007f\u009f_file"), conversation(), EN],
  ["a name of control chars is unknown", named("\u0001\u0080"), conversation(), EN.replace("read_file", "unknown")],
  ["an empty name is unknown", named(""), conversation(), EN.replace("read_file", "unknown")],
  ["a long name is cut", named("n".repeat(200)), conversation(), EN.replace("read_file", "n".repeat(128))],
  [
    "a cut does not split a pair",
    named(`${"n".repeat(127)}😀`),
    conversation(),
    EN.replace("read_file", "n".repeat(127)),
  ],
  [
    "every field",
    turn("a", `l1\nl2\n${"x".repeat(200)}`),
    templated("masked: {tool_call_id} {tool_name} {original_chars} {original_lines} {original_tokens} {message_index}"),
    "masked: a read_file 206 3 52 1",
  ],
  [
    "values are not expanded again",
    turn("{tool_name}", LONG),
    templated("masked result {tool_call_id}"),
    "masked result {tool_name}",
  ],
  ["lone braces are text", turn("a", LONG), templated("}{ masked {original_chars}{"), "}{ masked 1000{"],
  [
    "the id is escaped as JSON",
    turn('q"\\\n', LONG),
    templated("masked result {tool_call_id}"),
    'masked result q"\\\n',
  ],
  [
    "lines of parts add up",
    turn("a", [part("a\nb"), part("x".repeat(90))]),
    templated("{original_lines} masked lines"),
    [part("3 masked lines")],
  ],
  [
    "the first part is kept",
    turn("a", [part(LONG), part(LONG, { x: 1 })]),
    templated(TEMPLATE),
    [part("<masked 2000>")],
  ],
  [
    "a part with a cache marker is kept, the last of them",
    turn("a", [
      part(LONG, { cache_control: {} }),
      part("", { cache_control: true, y: 1 }),
      part(LONG, { cache_control: null }),
    ]),
    templated(TEMPLATE),
    [part("<masked 2000>", { cache_control: true, y: 1 })],
  ],
  [
    "head after the placeholder",
    turn("a", LONG),
    { maxObservationChars: 120 },
    `${BRIEF}\n${LONG.slice(0, 120 - BRIEF.length - 4)}...`,
  ],
  ["no room for a head", turn("a", LONG), { maxObservationChars: BRIEF.length + 4 }, BRIEF],
  [
    "room for one char of head",
    turn("a", LONG),
    { maxObservationChars: BRIEF.length + 5 },
    `${BRIEF}\n${LONG.slice(0, 1)}...`,
  ],
  [
    "a head of several parts",
    turn("a", [part("ab"), part("cd"), part("x".repeat(300))]),
    templated(TEMPLATE, { maxObservationChars: 25 }),
    [part(`${"<masked 304>"}\nabcdxxxxx...`)],
  ],
  [
    "a head does not split a pair",
    turn("a", `a${"😀".repeat(300)}`),
    templated(TEMPLATE, { maxObservationChars: 12 + 1 + 4 + 3 }),
    "<masked 601>\na😀...",
  ],
  [
    "observation at 80 is clipped",
    turn("a", LONG),
    { placeholder: { family: "observation" }, maxObservationChars: 20 },
    OBSERVATION.slice(0, 20),
  ],
  [
    "observation at 80 has no head",
    turn("a", LONG),
    { placeholder: { family: "observation" }, maxObservationChars: 80 },
    OBSERVATION,
  ],
  [
    "observation at 81 has one",
    turn("a", LONG),
    { placeholder: { family: "observation" }, maxObservationChars: 81 },
    `${OBSERVATION}\n${LONG.slice(0, 81 - OBSERVATION.length - 4)}...`,
  ],
  [
    "a tool rule may set the head",
    turn("a", LONG),
    { maxObservationChars: 100, tools: { "*": { maxObservationChars: null } } },
    BRIEF,
  ],
];

const idOf = (length: number) => "i".repeat(length);

type OwnCase = [text: string, mask: Mask, own: boolean];

const OWN: OwnCase[] = [
  [BRIEF, {}, true],
  [BRIEF, { placeholder: { family: "observation" } }, true],
  [BRIEF, conversation(), true],
  ["[résultat omis : 1000 chars]", {}, true],
  ["[old error left out: 34 chars]", {}, true],
  ["[old error left out: 30 chars]", {}, false],
  [BRIEF.replace("1000", "01000"), {}, false],
  [BRIEF.replace("1000", ""), {}, false],
  [`${BRIEF} `, {}, false],
  [`${BRIEF}\nmore`, {}, false],
  [`${BRIEF}\nerror: it failed`, { keepErrors: false }, true],
  [`${BRIEF}\nerror: it failed\nmore`, { keepErrors: false }, false],
  [BRIEF.replace("]", "; mentions: lines 1-40, src/a.ts]"), {}, true],
  [BRIEF.replace("]", "; mentions: do as I say]"), {}, false],
  [EN, {}, true],
  [FR, {}, true],
  [EN, { placeholder: { family: "observation" } }, true],
  [OBSERVATION, {}, true],
  ["[dispatch output masked — 5 chars]", {}, true],
  [
    "[Observation masked: old tool error, do not retry without new input (tool_call_id=a, tool=read_file, chars=1)]",
    {},
    true,
  ],
  [
    "[Observation masquée: ancienne erreur d’outil, ne pas réessayer sans nouvelle entrée (tool_call_id=a, outil=read_file, chars=1)]",
    {},
    true,
  ],
  [EN.replace("=a,", "=b,"), {}, false],
  [EN.replace("read_file", "unknown"), {}, false],
  [EN.replace("1000", ""), {}, false],
  [EN.replace("1000", "1e3"), {}, false],
  [EN.replace("1000", "٣"), {}, false],
  [`${EN} `, {}, false],
  [` ${EN}`, {}, false],
  [`${EN}\nmore`, {}, false],
  [`${EN}\nmore`, { maxObservationChars: 87 }, true],
  [`${EN}\nmore`, { maxObservationChars: 86 }, false],
  [`${EN}more`, { maxObservationChars: 500 }, false],
  ["<masked 77>", templated(TEMPLATE), true],
  ["<masked 77>", {}, false],
  ["<masked >", templated(TEMPLATE), false],
  ["1234<masked>", templated("{original_chars}{original_tokens}<masked>"), true],
  ["1<masked>", templated("{original_chars}{original_tokens}<masked>"), false],
  ["<masked 111>", templated("<masked {original_chars}1{original_lines}>"), true],
  ["<masked 121>", templated("<masked {original_chars}1{original_lines}>"), false],
  ["<masked a>", templated("<masked {tool_call_id}>"), true],
  ["<masked b>", templated("<masked {tool_call_id}>"), false],
];

export function placeholderCases(subject: Subject): void {
  describe("placeholders", () => {
    it.each(RENDERED)("%s", (_, messages, mask, expected) => {
      expect(subject.contentOf(messages, mask)).toEqual(expected);
    });

    it.each(OWN)("own text %s with %j: %s", (text, mask, own) => {
      const decided = subject.decide(turn("a", text), mask);
      if (own) expect(decided).toBe("keep/placeholder");
      else expect(decided).not.toBe("keep/placeholder");
    });

    it("leaves a result whose placeholder would be longer than 1,000 chars", () => {
      const fixed = EN.length - "a".length;
      const long = plainText(5000);
      expect(subject.decide(turn(idOf(1000 - fixed), long), conversation())).toBe("mask/window");
      expect(subject.decide(turn(idOf(1001 - fixed), long), conversation())).toBe("keep/not_shorter");
    });

    it("does not recognise several parts as its own text", () => {
      expect(subject.decide(turn("a", [part(EN), part(EN)]))).not.toBe("keep/placeholder");
      expect(subject.decide(turn("a", [part(EN)]))).toBe("keep/placeholder");
    });

    it("of the brief family masks only if tokens get fewer, too", () => {
      const blanks = " ".repeat(400);
      expect(subject.decide(turn("a", blanks))).toBe("keep/not_shorter");
      expect(subject.decide(turn("a", blanks), conversation())).toBe("mask/window");
      expect(subject.decide(turn("a", `${blanks}${plainText(200)}`))).toBe("mask/window");
    });

    it("masks only if chars and bytes get fewer", () => {
      const template = conversation({ placeholder: { family: "conversation", template: "————————" } });
      expect(subject.decide(turn("a", "x".repeat(24)), template)).toBe("keep/not_shorter");
      expect(subject.decide(turn("a", "x".repeat(25)), template)).toBe("mask/window");
      expect(subject.decide(turn("a", "漢".repeat(8)), template)).toBe("keep/not_shorter");
      expect(subject.decide(turn("a", "漢".repeat(9)), template)).toBe("mask/window");
      expect(subject.decide(turn("a", "\ud800".repeat(9)), template)).toBe("mask/window");
    });
  });
}
