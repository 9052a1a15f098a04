import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportToFile, importFromFile } from "../../ts/session/index.js";
import { temporaryFolder } from "../support/folder.js";
import { addAll, assistant, call, charsSession, result, user } from "./build.js";

const folder = temporaryFolder();

describe("a file", () => {
  it("is written as a whole, for its owner alone, and keeps a link", async () => {
    const session = charsSession(1000);
    await addAll(session, [user("hello"), assistant("hi")]);
    const path = join(folder, "a.json");
    exportToFile(session, path);
    expect(readFileSync(path, "utf8")).toBe(session.export());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    symlinkSync(path, join(folder, "link.json"));
    await session.addTurn(user("more"));
    exportToFile(session, join(folder, "link.json"));
    expect(readFileSync(path, "utf8")).toBe(session.export());
    expect(readdirSync(folder).sort()).toEqual(["a.json", "link.json"]);
  });

  it("is named with the reason if it cannot be written or read", async () => {
    const session = charsSession(1000);
    await session.addTurn(user("hello"));
    const there = join(folder, "folder");
    mkdirSync(there);
    for (const [path, text] of [
      [there, "it is a folder"],
      [join(folder, "no", "such.json"), "no such file or folder"],
    ]) {
      expect(() => exportToFile(session, path ?? "")).toThrow(
        expect.objectContaining({ code: "STORE_FAILED", message: `cannot write ${path}: ${text}` }),
      );
      await expect(importFromFile(session, path ?? "")).rejects.toMatchObject({
        code: "SESSION_INVALID",
        message: `cannot read ${path}: ${text}`,
      });
    }
  });
});

it.skipIf(!existsSync("/dev/full"))("reports a full disk", async () => {
  const session = charsSession(1000);
  await session.addTurn(user("hello"));
  expect(() => exportToFile(session, "/dev/full")).toThrow(
    expect.objectContaining({ code: "STORE_FAILED", message: "cannot write /dev/full: no space left" }),
  );
});

describe("an import that is not valid changes nothing", () => {
  const turn = { session_id: "s", agent: "a", timestamp: "2026-01-01T00:00:00Z", role: "user", content: "x" };
  const whole = `${JSON.stringify([turn, turn], null, 2)}\n`;
  it.each([
    ["cut off", whole.slice(0, -20), "not JSON in UTF-8, or cut off"],
    ["empty", "", "not JSON"],
    ["not UTF-8", Buffer.from([0x5b, 0xff, 0x5d]), "not JSON in UTF-8"],
    [
      "no conversation",
      '{"a":1}',
      "expected an export (a JSON array of turn objects) or a request in one of the four wires",
    ],
    ["a number", "5", "expected an export"],
    ["an unknown role", JSON.stringify([turn, { ...turn, role: "critic" }]), '[1].role: unknown role "critic"'],
    [
      "a result without a call",
      JSON.stringify([turn, { ...turn, role: "tool", tool_call_id: "c" }]),
      '[1].toolCallId: no call "c" is before this result',
    ],
    ["an unknown key", JSON.stringify([{ ...turn, colour: "red" }]), "[0].colour: unknown key"],
    ["a bad time", JSON.stringify([{ ...turn, timestamp: "later" }]), "[0].timestamp"],
    ["no role", JSON.stringify([{ session_id: "s" }]), "[0].role"],
    [
      "a request with an unknown role",
      '{"model":"m","messages":[{"role":"user","content":"x"},{"role":"ghost","content":"x"}]}',
      "messages[1].role",
    ],
    [
      "a request with an orphan",
      '{"messages":[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"c","content":"x"}]}',
      "no call",
    ],
  ])("%s", async (_, json, text) => {
    const session = charsSession(1000);
    await session.addTurn(user("before"));
    const was = session.export();
    for (const replace of [false, true]) {
      await expect(session.import(json, { replace })).rejects.toMatchObject({
        code: "SESSION_INVALID",
        message: expect.stringContaining(text),
      });
    }
    expect(session.export()).toBe(was);
  });

  it("names the file's path in the message", async () => {
    const path = join(folder, "bad.json");
    writeFileSync(path, "[");
    await expect(importFromFile(charsSession(10), path)).rejects.toThrow(`${path}: not JSON`);
  });
});

describe("an import", () => {
  it("keeps the owners of turns, and appends to or replaces the current ones", async () => {
    const first = charsSession(1000, { id: "one", agent: "coder" });
    await addAll(first, [user("hello"), call("c"), result("c")]);
    const second = charsSession(1000, { id: "two" });
    await second.addTurn(user("before"));
    await second.import(first.export());
    const owners = (json: string) =>
      (JSON.parse(json) as { session_id: string; agent: string }[]).map((turn) => [turn.session_id, turn.agent]);
    expect(owners(second.export())).toEqual([
      ["two", "tamis"],
      ["one", "coder"],
      ["one", "coder"],
      ["one", "coder"],
    ]);
    await second.import(first.export(), { replace: true });
    expect(second.export()).toBe(first.export());
  });

  it("may answer an earlier call", async () => {
    const session = charsSession(1000);
    await addAll(session, [user("q"), call("c")]);
    await session.import(JSON.stringify([{ session_id: "x", role: "tool", tool_call_id: "c", content: "42" }]));
    expect(session.turns).toHaveLength(3);
  });

  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
  const requests = {
    "openai-chat": {
      model: "m",
      temperature: 0,
      messages: [
        { role: "developer", content: "be brief" },
        {
          role: "user",
          content: [
            { type: "text", text: "look" },
            { type: "image_url", image_url: { url: "data:," } },
          ],
        },
        {
          role: "assistant",
          content: null,
          refusal: null,
          tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "c", content: "42" },
        { role: "assistant", content: "done" },
      ],
    },
    anthropic: {
      model: "m",
      max_tokens: 5,
      system: [{ type: "text", text: "be brief", cache_control: { type: "ephemeral" } }],
      messages: [
        { role: "user", content: [{ type: "text", text: "look" }, image] },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "s" },
            { type: "tool_use", id: "c", name: "f", input: { a: 1 } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c", content: [{ type: "text", text: "42" }], is_error: true },
            { type: "text", text: "go on" },
          ],
        },
        { role: "assistant", content: "done" },
      ],
    },
    "openai-responses": {
      model: "m",
      instructions: "be brief",
      input: [
        { role: "user", content: [{ type: "input_text", text: "look" }] },
        { type: "reasoning", id: "rs_1", summary: [] },
        { type: "function_call", call_id: "c", name: "f", arguments: "{}", id: "fc_1" },
        { type: "function_call_output", call_id: "c", output: "42" },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] },
      ],
    },
    gemini: {
      generationConfig: {},
      systemInstruction: { parts: [{ text: "be brief" }] },
      contents: [
        { role: "user", parts: [{ text: "look" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] },
        { role: "model", parts: [{ functionCall: { name: "f", args: { a: 1 } }, thoughtSignature: "s" }] },
        { role: "user", parts: [{ functionResponse: { name: "f", response: { value: 42 } } }] },
        { role: "model", parts: [{ text: "done" }] },
      ],
    },
  } as const;

  it.each(Object.keys(requests) as (keyof typeof requests)[])(
    "of a request, %s: nothing is lost on the way back",
    async (wire) => {
      const session = charsSession(1000);
      const { source, ignored } = await session.import(JSON.stringify(requests[wire]));
      expect(source).toBe(wire);
      const conversation = Object.fromEntries(Object.entries(requests[wire]).filter(([key]) => !ignored.includes(key)));
      expect((await session.prompt(wire)).request).toEqual(conversation);
      const roles = session.turns.map(({ role }) => role);
      expect(roles.slice(0, 4)).toEqual(["system", "user", "assistant", "tool"]);
      expect(ignored.length).toBeGreaterThan(0);
      // And through an export.
      const other = charsSession(1000);
      await other.import(session.export());
      expect((await other.prompt(wire)).request).toEqual(conversation);
    },
  );

  it.each(Object.keys(requests) as (keyof typeof requests)[])(
    "of a request, %s: the other wires get its text and calls",
    async (wire) => {
      const session = charsSession(1000);
      await session.import(JSON.stringify(requests[wire]));
      for (const other of Object.keys(requests) as (keyof typeof requests)[]) {
        const json = JSON.stringify((await session.prompt(other)).request);
        for (const text of ["be brief", "look", "42", "done", '"f"']) expect(json).toContain(text);
      }
    },
  );
});
