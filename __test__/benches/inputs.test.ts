import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { INPUT_GROUPS, type InputGroup, readRecordings, recordedInputs } from "../../benches/inputs.js";
import { isRequest, stretchRequest } from "../../benches/stretch.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyTurn } from "../support/every-turn.js";
import { temporaryFolder } from "../support/folder.js";
import { generateWireBody } from "../support/generate-wire.js";
import { nativeBackend } from "../support/native.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";

const call = (id: string) => ({ id, type: "function", function: { name: "bash", arguments: "{}" } });

const recording = (text: string) => ({
  model: "m",
  messages: [
    { role: "system", content: "be brief" },
    { role: "user", content: "go" },
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    { role: "tool", tool_call_id: "a", content: text },
    { role: "tool", tool_call_id: "b", content: text },
  ],
});

describe("stretchRequest", () => {
  const stretched = stretchRequest(recording("x".repeat(300)), 20_000);
  const { messages } = JSON.parse(stretched.toString("utf8")) as ReturnType<typeof recording>;

  it("reaches the size within one turn", () => {
    expect(stretched.length).toBeGreaterThanOrEqual(20_000);
    expect(stretched.length).toBeLessThan(21_000);
  });

  it("keeps the system prompt once", () => {
    expect(messages.filter(({ role }) => role === "system")).toHaveLength(1);
  });

  it("keeps calls and results paired, and ids unique", () => {
    const calls = messages.flatMap((message) => ("tool_calls" in message ? (message.tool_calls ?? []) : []));
    const results = messages.flatMap((message) => ("tool_call_id" in message ? [message.tool_call_id] : []));
    expect(results).toEqual(calls.map(({ id }) => id));
    expect(new Set(results).size).toBe(results.length);
  });
});

it("isRequest takes messages of any wire that are objects, at least one", () => {
  expect([recording(""), { messages: [{}] }, { contents: [{}] }, { input: [{}] }].every(isRequest)).toBe(true);
  expect([null, 1, [], {}, { messages: [] }, { messages: ["hi"] }].some(isRequest)).toBe(false);
});

describe.each(WIRE_NAMES)("%s", (wire) => {
  const body = generateWireBody(wire, { seed: 3, targetBytes: 40_000 });
  const policy = resolvePolicy(everyTurn({ mask: { windowTurns: 2, minChars: 0, keepErrors: false } }));
  const native = nativeBackend();
  const counted = (bytes: Uint8Array) => native.reduceBody(bytes, policy, { explain: true }).report;

  it("generates the same conversation as for OpenAI Chat", () => {
    const chat = counted(generateWireBody("openai-chat", { seed: 3, targetBytes: 40_000 }));
    const { wire: detected, toolTurnCount, toolResultCount, maskedChars } = counted(body);
    const expected = { detected: wire, toolTurnCount: chat.toolTurnCount, toolResultCount: chat.toolResultCount };
    expect({ detected, toolTurnCount, toolResultCount }).toEqual(expected);
    // Placeholders without call ids are a little shorter.
    expect(Math.abs(maskedChars / chat.maskedChars - 1)).toBeLessThan(0.05);
  });

  it("answers every call and keeps ids unique when stretched", () => {
    const report = counted(stretchRequest(JSON.parse(body.toString("utf8")), 200_000));
    expect(report.toolResultCount).toBeGreaterThan(4 * counted(body).toolResultCount);
    expect(report.decisions.filter(({ reason }) => reason === "orphan")).toEqual([]);
    const ids = report.decisions.flatMap(({ callId }) => (callId === undefined ? [] : [callId]));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("recordings", () => {
  const folder = temporaryFolder();
  const group = (label: string): InputGroup => {
    const found = INPUT_GROUPS.find((candidate) => candidate.label === label);
    if (found === undefined) throw new Error(label);
    return found;
  };

  beforeAll(() => {
    for (let index = 0; index < 30; index++) {
      writeFileSync(join(folder, `${index}.json`), JSON.stringify(recording("x".repeat(7_000))));
    }
    writeFileSync(join(folder, "long.json"), JSON.stringify(recording("y".repeat(50_000))));
    writeFileSync(join(folder, "broken.json"), "{");
    writeFileSync(join(folder, "other.json"), '{"contents":[]}');
    writeFileSync(join(folder, "notes.txt"), "");
  });

  it("reads the requests of the folder, and none without a folder", () => {
    expect(readRecordings(folder)).toHaveLength(31);
    expect(readRecordings(join(folder, "missing"))).toEqual([]);
  });

  it("picks recordings by size, at most a dozen", () => {
    const inputs = recordedInputs(group("15 KB"), readRecordings(folder));
    expect(inputs).toHaveLength(12);
    expect(new Set(inputs.map(({ name }) => name)).size).toBe(12);
  });

  it("stretches the longest recordings if none is large enough", () => {
    const [first, ...others] = recordedInputs(group("1 MB"), readRecordings(folder));
    expect(first?.name).toBe("long to 1 MB");
    expect(first?.body.length).toBeGreaterThanOrEqual(1_000_000);
    expect(others).toHaveLength(2);
  });
});
