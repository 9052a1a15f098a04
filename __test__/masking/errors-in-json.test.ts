// What a tool printed may come in the strings of JSON, as another tool wrapped it: its error lines stay all the same.
import { expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { everyBackend } from "../support/native.js";
import { chatOf, onWire } from "../support/on-wire.js";

const ROWS = Array.from({ length: 120 }, (_, at) => `row ${at} of what it printed: ${(at * 7919) % 10_007}`).join("\n");
const FAILED = "src/a.ts(3,5): error TS2322: no type\nFAILED tests/x.py::test_a";
/** An exit code would keep the whole on the wires of OpenAI. */
const WRAPPED: Record<string, string> = {
  "an object": JSON.stringify({ stdout: ROWS, stderr: `error: no module "x"\n${FAILED}` }),
  "a list": JSON.stringify([{ type: "text", text: `${ROWS}\nerror: no module "x"\n${FAILED}\n${ROWS}` }]),
  "an object in lines, cut by the tool": JSON.stringify(
    { out: `${ROWS}\nerror: no module "x"\n${FAILED}\n${ROWS}` },
    null,
    2,
  )
    .slice(0, -60)
    .concat(" [truncated]"),
};
const POLICIES: Record<string, PolicyInput> = {
  "where it is first sent": { cache: { strategy: "off" } },
  "where it is masked": { cache: { strategy: "every-turn" } },
};
const WIRES: readonly Wire[] = ["anthropic", "openai-chat", "openai-responses", "gemini"];
const OLD = Array.from({ length: 4 }, (_, at) => ({
  calls: [{ tool: "Bash", args: { command: `ls ${at}` }, result: "ok" }],
}));

const cases = everyBackend().flatMap(([name, backend]) =>
  Object.entries(POLICIES).flatMap(([when, input]) =>
    Object.entries(WRAPPED).map(([what, result]) => ({ name, backend, when, input, what, result })),
  ),
);

it.each(cases)("error lines in $what stay $when: $name", ({ backend, input, result }) => {
  for (const wire of WIRES) {
    const call = { tool: "Bash", args: { command: "make all" }, result };
    const turns = [{ user: `go on ${"with this and that ".repeat(500)}` }, { calls: [call] }, ...OLD];
    const key = { anthropic: "messages", "openai-chat": "messages", "openai-responses": "input", gemini: "contents" }[
      wire
    ];
    const body = Buffer.from(JSON.stringify({ model: "m", [key]: onWire(wire, chatOf(turns)) }));
    const reduced = backend.reduceBody(body, resolvePolicy(input), { wire }).body;
    const text = Buffer.from(reduced).toString().replaceAll("\\", "");
    expect(reduced.length, wire).toBeLessThan(body.length);
    for (const line of ['error: no module "x"', ...FAILED.split("\n")]) expect(text, wire).toContain(line);
  }
});
