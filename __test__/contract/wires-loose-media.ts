import { describe, expect, it } from "vitest";
import type { SettingsInput } from "../../ts/policy/policy.js";
import { PICTURE } from "../support/picture.js";
import { EAGER, type Subject } from "./build.js";
import {
  anthropic,
  at,
  chat,
  gemini,
  type Json,
  LONG,
  later,
  namedPlaceholder,
  pair,
  placeholder,
  responses,
  run,
  type Speller,
} from "./wires-build.js";

// Images and documents next to results, next to a Gemini response, from a computer, and of the user's own; search results.

const DATA = "A".repeat(5000);
const URL = `data:image/png;base64,${DATA}`;
const MASK: SettingsInput["mask"] = { media: "mask" };

const PNG = { type: "base64", media_type: "image/png", data: DATA };
const IMAGE = { type: "image", source: PNG };
const FILE = { inlineData: { mimeType: "image/png", data: DATA } };
const PDF = { inline_data: { mime_type: "application/pdf", data: DATA } };

const listAt = (message: Json | undefined, key: string): Json[] => Object(message)[key];

/** The results of a turn and more blocks behind them. */
const withBlocks = (speller: Speller, key: string, ...blocks: unknown[]): Json[] => {
  const [calls, results] = speller.turn(pair("a", "ok"));
  return [calls as Json, { ...results, [key]: [...listAt(results, key), ...blocks] }];
};

/** A body is reduced again as it is, and its originals put the body together again. */
function expectStable(
  subject: Subject,
  speller: Speller,
  messages: readonly unknown[],
  mask: SettingsInput["mask"],
): void {
  const request = speller.request(messages);
  const once = subject.reduce(request, { mask: { ...EAGER, ...mask } });
  const again = subject.reduce(once.body, { mask: { ...EAGER, ...mask } });
  expect([once.changed, again.changed]).toEqual([true, false]);
  const restored = JSON.parse(Buffer.from(once.body).toString());
  for (const { edit, bytes } of once.originals()) {
    const path = edit.path.slice(0, edit.path.lastIndexOf("/"));
    const original = JSON.parse(Buffer.from(bytes).toString());
    Reflect.set(Object(at(restored, path)), edit.path.slice(path.length + 1), original);
  }
  expect(restored).toEqual(request);
}

export function looseMediaCases(subject: Subject): void {
  besideResults(subject);
  besideResponses(subject);
  ofUsers(subject);
  ofComputers(subject);
  searchResults(subject);
}

function besideResults(subject: Subject): void {
  describe.each([
    { speller: anthropic, key: "content", image: IMAGE, words: { type: "text", text: "look" } as Json },
    { speller: gemini, key: "parts", image: FILE, words: { text: "look" } as Json },
  ])("media beside results: $speller.wire", ({ speller, key, image, words }) => {
    const note = { ...words, text: "[image masked — image/png]" };
    const masked = (blocks: unknown[], mask: SettingsInput["mask"] = {}) => {
      const reduced = run(subject, speller, [...withBlocks(speller, key, ...blocks), ...later(speller)], {
        minChars: 256,
        ...MASK,
        ...mask,
      });
      return { ...reduced, blocks: (at(reduced.messages, `/1/${key}`) as unknown[]).slice(1) };
    };

    it("become lines when their result is old, and the result's own text is judged alone", () => {
      const { blocks, reasons, report } = masked([image, image, words]);
      expect(blocks).toEqual([note, note, words]);
      expect(reasons).toEqual(["a:keep/short", "a:mask/window", "a:mask/window", "later:keep/window"]);
      expect(report.decisions[1]).toMatchObject({
        messageIndex: 1,
        blockIndex: 1,
        toolName: "read_file",
        isMedia: true,
      });
      expect([report.maskedCount, report.toolResultCount]).toEqual([2, 2]);
    });

    it("stay by default, in the window, and behind the user's words", () => {
      expect(masked([image], { media: "keep" }).changed).toBe(false);
      expect(masked([words, image]).changed).toBe(false);
      const newest = run(subject, speller, withBlocks(speller, key, image), MASK);
      expect(newest.reasons).toEqual(["a:keep/window", "a:keep/window"]);
    });

    it("stay with their tool's results", () => {
      const rules: SettingsInput["mask"][] = [
        { tools: { "read_*": { never: true } } },
        { tools: { read_file: { never: true } } },
        { keepLastKPerTool: 1 },
      ];
      const reasons = rules.map((rule) => masked([image], rule).reasons[1]);
      expect(reasons).toEqual(["a:keep/never", "a:keep/never", "a:keep/keep_last_k"]);
    });

    it("are planned, restored and recognised", () => {
      const messages = [...withBlocks(speller, key, image, words), ...later(speller)];
      const { edits } = subject.plan(speller.request(messages), { mask: { ...EAGER, ...MASK, minChars: 256 } });
      const path = `/${speller === gemini ? "contents" : "messages"}/1/${key}/1`;
      expect(edits.map((edit) => [edit.path, edit.action, edit.replacement])).toEqual([
        [path, "mask", JSON.stringify(note)],
      ]);
      expectStable(subject, speller, messages, { ...MASK, minChars: 256 });
    });

    it("count toward minChars and toward being shorter", () => {
      const small = JSON.parse(JSON.stringify(image).replace(DATA, "A".repeat(30)));
      expect(masked([image], { minChars: 6000 }).reasons[1]).toBe("a:keep/short");
      expect(masked([small], { minChars: 0 }).reasons[1]).toBe("a:keep/not_shorter");
    });

    it("move with the cache decision of their results", () => {
      const messages = [...withBlocks(speller, key, image), ...later(speller), ...later(speller)];
      const { report } = subject.reduce(
        { ...speller.request(messages), model: speller === gemini ? "gemini-2.5-pro" : "claude-sonnet-4-5" },
        { mask: { ...EAGER, ...MASK, minChars: 256 }, cache: { strategy: "rent", rent: 0 } },
        { explain: true },
      );
      expect(report.decisions[1]).toMatchObject({ action: "mask", reason: "window", blockIndex: 1 });
    });
  });

  describe("media beside Anthropic results", () => {
    it("stay with a cache marker, and next to a result that is a kept error", () => {
      const marked = { ...IMAGE, cache_control: { type: "ephemeral" } };
      const messages = withBlocks(anthropic, "content", marked);
      expect(run(subject, anthropic, [...messages, ...later(anthropic)], { ...MASK, minChars: 256 }).changed).toBe(
        false,
      );
      const [calls, results] = withBlocks(anthropic, "content", IMAGE);
      const [first, ...rest] = listAt(results, "content");
      const failed = [calls, { ...results, content: [{ ...first, is_error: true }, ...rest] }, ...later(anthropic)];
      expect(run(subject, anthropic, failed, MASK).reasons.slice(0, 2)).toEqual(["a:keep/error", "a:keep/error"]);
    });

    it("include documents, and no other block", () => {
      const document = { type: "document", source: { type: "text", media_type: "text/plain", data: LONG }, title: "t" };
      const other = { type: "container_upload", source: PNG };
      const messages = [...withBlocks(anthropic, "content", document, other, IMAGE), ...later(anthropic)];
      const { content } = run(subject, anthropic, messages, { ...MASK, minChars: 256 }).messages[1] as Json;
      expect((content as Json[]).slice(1)).toEqual([
        { type: "text", text: "[document masked — text/plain]" },
        other,
        IMAGE,
      ]);
    });
  });
}

function besideResponses(subject: Subject): void {
  describe("media next to a Gemini response", () => {
    const turn = (more: Json, response: unknown = { output: "ok" }, isFirst = false): Json[] => {
      const [calls] = gemini.turn(pair("a", "?"));
      const members = isFirst ? { ...more, response } : { response, ...more };
      return [
        calls as Json,
        { role: "user", parts: [{ functionResponse: { id: "a", name: "read_file", ...members } }] },
        ...later(gemini),
      ];
    };
    const masked = (messages: Json[], mask: SettingsInput["mask"] = MASK) => {
      const reduced = run(subject, gemini, messages, mask);
      const { response, parts } = at(reduced.messages, "/1/parts/0/functionResponse") as Json;
      return { ...reduced, response, parts, reason: reduced.reasons[0]?.slice(2) };
    };
    const output = `${placeholder(2)}\n[image masked — image/png]\n[document masked — application/pdf]`;

    it("leave the list, and the response says what they were", () => {
      for (const isFirst of [false, true]) {
        const messages = turn({ parts: [FILE, PDF] }, { output: "ok" }, isFirst);
        const { response, parts, report } = masked(messages);
        expect([response, parts]).toEqual([{ output }, []]);
        expect(report.decisions[0]).toMatchObject({ action: "mask", charsBefore: 2, charsAfter: output.length });
        expectStable(subject, gemini, messages, MASK);
      }
    });

    it("are planned where they are", () => {
      const { edits } = subject.plan(gemini.request(turn({ parts: [FILE] })), { mask: { ...EAGER, ...MASK } });
      const path = "/contents/1/parts/0/functionResponse";
      expect(edits.map((edit) => edit.path)).toEqual([`${path}/response`, `${path}/parts`]);
      expect(edits[1]?.replacement).toBe("[]");
    });

    it("stay by default, and where the list has anything else in it", () => {
      const odd = [[FILE, { text: "x" }], [{ ...FILE, ...PDF }], [FILE, null], [{ inlineData: DATA }], []];
      expect(masked(turn({ parts: [FILE] }), {}).parts).toEqual([FILE]);
      for (const parts of odd) expect(masked(turn({ parts })).parts).toEqual(parts);
      expect(masked(turn({ parts: FILE })).parts).toEqual(FILE);
    });

    it("go with a response without a text, and stay where nothing gets shorter", () => {
      const bare = masked(turn({ parts: [FILE] }, { ok: true }));
      expect(bare.response).toEqual({ output: `${placeholder(0)}\n[image masked — image/png]` });
      const small = { inlineData: { mimeType: "image/png", data: "A" } };
      expect(masked(turn({ parts: [small] })).reason).toBe("keep/not_shorter");
      expect(masked(turn({ parts: [FILE] }, "text")).reason).toBe("keep/content");
      expect(masked(turn({ parts: [FILE] }, { error: "no" })).reason).toBe("keep/error");
    });

    it("are not imitated by a tool", () => {
      const fake = (id: string) => ({ output: `${namedPlaceholder(id)}\n[image masked — image/png]` });
      expect(masked(turn({}, fake("a"))).reason).toBe("keep/placeholder");
      expect(masked(turn({}, fake("b"))).reason).toMatch(/^(mask|keep\/not_shorter)/);
      expect(masked(turn({}, { output: `${LONG}\n[image masked — image/png]` })).reason).toBe("mask/window");
    });
  });
}

function ofUsers(subject: Subject): void {
  it.each([
    { speller: anthropic, key: "content", image: IMAGE as Json },
    { speller: chat, key: "content", image: { type: "image_url", image_url: { url: URL } } as Json },
    { speller: responses, key: "content", image: { type: "input_image", image_url: URL } as Json },
    { speller: gemini, key: "parts", image: FILE as Json },
  ])("media of the user stay, also with the media of results masked: $speller.wire", ({ speller, key, image }) => {
    const user: Json = { role: "user", [key]: [image] };
    const messages = [user, ...speller.turn(pair("a", "ok")), ...later(speller)];
    for (const mask of [{}, MASK]) expect(run(subject, speller, messages, mask).messages[0]).toEqual(user);
  });
}

function ofComputers(subject: Subject): void {
  describe("screenshots of a computer", () => {
    const output = (value: unknown): Json[] => [
      { type: "computer_call", call_id: "a", action: { type: "screenshot" }, pending_safety_checks: [] },
      { type: "computer_call_output", call_id: "a", output: value },
      ...later(responses),
    ];
    const masked = (value: unknown, mask: SettingsInput["mask"] = MASK) => {
      const reduced = run(subject, responses, output(value), mask);
      return { ...reduced, output: at(reduced.messages, "/1/output"), reason: reduced.reasons[0]?.slice(2) };
    };

    it("become another image, because the provider takes nothing else", () => {
      for (const type of ["computer_screenshot", "input_image"]) {
        const value = { type, image_url: URL, detail: "auto" };
        expect(masked(value).output).toEqual({ ...value, image_url: PICTURE });
        expectStable(subject, responses, output(value), MASK);
      }
      const png = Buffer.from(PICTURE.slice(PICTURE.indexOf(",") + 1), "base64");
      expect(png.subarray(1, 4).toString()).toBe("PNG");
    });

    it("are planned at their address", () => {
      const request = responses.request(output({ type: "computer_screenshot", image_url: URL }));
      const { edits } = subject.plan(request, { mask: { ...EAGER, ...MASK } });
      expect(edits.map(({ path }) => path)).toEqual(["/input/1/output/image_url"]);
    });

    it("stay by default, as files, and where nothing gets shorter", () => {
      const stays: [unknown, SettingsInput["mask"], string][] = [
        [{ type: "computer_screenshot", image_url: URL }, {}, "keep/content"],
        [{ type: "computer_screenshot", file_id: "file_1" }, MASK, "keep/content"],
        [{ type: "computer_screenshot", file_id: "file_1", image_url: URL }, MASK, "keep/content"],
        [{ type: "other", image_url: URL }, MASK, "keep/content"],
        [{ type: "computer_screenshot", image_url: "https://example.com/a.png" }, MASK, "keep/not_shorter"],
      ];
      for (const [value, mask, reason] of stays) {
        const kept = masked(value, mask);
        expect([kept.reason, kept.output]).toEqual([reason, value]);
      }
    });

    it("are no function's output", () => {
      const value = { type: "computer_screenshot", image_url: URL };
      const [call] = responses.turn(pair("a", "?"));
      const messages = [call, { type: "function_call_output", call_id: "a", output: value }, ...later(responses)];
      expect(run(subject, responses, messages, MASK).reasons[0]).toBe("a:keep/content");
    });
  });
}

function searchResults(subject: Subject): void {
  describe("search results", () => {
    const search = (...content: unknown[]): Json => ({
      ...{ type: "search_result", source: "https://example.com/1", title: "t", citations: { enabled: true } },
      content,
    });
    const text = (value: string): Json => ({ type: "text", text: value });
    const messagesWith = (content: unknown): Json[] => {
      const [calls] = anthropic.turn(pair("a", "?"));
      return [
        calls as Json,
        { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content }] },
        ...later(anthropic),
      ];
    };
    const masked = (content: unknown, mask: SettingsInput["mask"] = {}) => {
      const reduced = run(subject, anthropic, messagesWith(content), mask);
      const after = at(reduced.messages, "/1/content/0/content");
      return { ...reduced, content: after, reason: reduced.reasons[0]?.slice(2) };
    };

    it("keep their source, and their texts are masked as texts", () => {
      const content = [search(text(LONG), text("more")), search(text(LONG)), text("end")];
      const { content: after, report } = masked(content);
      expect(after).toEqual([
        search(text(placeholder(2007)), text("[masked]")),
        search(text("[masked]")),
        text("[masked]"),
      ]);
      const charsAfter = placeholder(2007).length + 24;
      expect(report.decisions[0]).toMatchObject({ charsBefore: 2007, charsAfter });
      expectStable(subject, anthropic, messagesWith(content), {});
    });

    it("are planned text by text", () => {
      const request = anthropic.request(messagesWith([text("a"), search(text(LONG))]));
      const { edits } = subject.plan(request, { mask: EAGER });
      const path = "/messages/1/content/0/content";
      expect(edits.map((edit) => edit.path)).toEqual([`${path}/0/text`, `${path}/1/content/0/text`]);
    });

    it("keep their cache markers", () => {
      const marked = { ...search(text(LONG)), cache_control: { type: "ephemeral" } };
      expect(masked([marked]).content).toEqual([{ ...marked, content: [text(placeholder())] }]);
    });

    it("stay without a text, next to an image, and where nothing gets shorter", () => {
      const odd = [
        [search()],
        [{ type: "search_result", source: "x" }],
        [search(text(LONG)), IMAGE],
        [search(text(LONG)), null],
      ];
      for (const content of odd) expect(masked(content, MASK).reason).toBe("keep/content");
      expect(masked([search(text("a")), search(text("b"))]).reason).toBe("keep/not_shorter");
    });
  });
}
