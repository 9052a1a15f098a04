// A report is plain data to everything that copies, compares or shows it, on both backends, though parts of it are
// found when they are first read.
import { deepStrictEqual } from "node:assert";
import { inspect } from "node:util";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import type { Report } from "../../ts/contract/report.js";
import { createReducer, planBody, reduceBody, reduceBodyAsync, reduceBodyInto, reduceRequest } from "../../ts/index.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { bothBackends } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";

const EAGER: PolicyInput = { mask: { windowTurns: 1 }, cache: { strategy: "every-turn" } };
const request = {
  model: "gpt-4o",
  messages: [
    { role: "user", content: "q" },
    ...[1, 2, 3].flatMap((n) =>
      chatOf([{ calls: [{ id: `c${n}`, tool: "read", result: `result ${n} `.repeat(60) }] }]),
    ),
    { role: "tool", tool_call_id: "none", content: "an orphan" },
  ],
};
const body = Buffer.from(JSON.stringify(request));

/** The reports of every synchronous function, and of requests that pass through. */
const reports: [name: string, make: () => Report | Promise<Report>][] = [
  ["reduceBody", () => reduceBody(body, EAGER).report],
  ["planBody", () => planBody(body, EAGER).report],
  ["reduceBodyInto", () => reduceBodyInto(body, Buffer.alloc(body.length), EAGER).report],
  ["reduceRequest", () => reduceRequest(request, EAGER).report],
  ["reduceBody in observe mode", () => reduceBody(body, { ...EAGER, mode: "observe" }).report],
  ["reduceBody of a disabled policy", () => reduceBody(body, { mode: "off" }).report],
  ["reduceBody of what is no JSON", () => reduceBody(Buffer.from("{"), EAGER).report],
  ["createReducer", async () => (await createReducer({ policy: EAGER }).reduce(body)).report],
  ["a reduction that nothing changed", () => reduceBody(body, { mask: { windowTurns: 99 } }).report],
];

describe.each(reports)("the report of %s", (_, make) => {
  it("has what it has in own enumerable properties", async () => {
    const report = await make();
    const seen = { model: report.model, decisions: report.decisions, violations: report.violations };
    expect({ ...(await make()) }).toMatchObject(JSON.parse(JSON.stringify(seen)));
    expect(Object.keys(report)).toEqual(expect.arrayContaining(["decisions", "violations"]));
    expect(Object.assign({}, report).decisions).toBe(report.decisions);
    expect({ ...report }.violations).toBe(report.violations);
  });

  it("is cloned whole, and posted to another thread", async () => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(await make());
    const posted = receiveMessageOnPort(port2)?.message;
    port1.close();
    const expected = { ...(await make()), elapsedMicros: expect.any(Number) };
    expect(posted).toEqual(expected);
    expect(structuredClone(await make())).toEqual(expected);
    expect(posted.decisions).toEqual(structuredClone((await make()).decisions));
  });

  it("is shown with its values", async () => {
    const shown = inspect(await make(), { depth: 5 });
    expect(shown).not.toMatch(/\[Getter|NativeReport|Symbol/);
    expect(shown).toContain("decisions: [");
    expect(inspect({ nested: await make() }, { depth: 6 })).not.toContain("[Getter");
    expect(inspect(await make(), { depth: -1 })).toBe("[Object]");
  });

  it("is JSON without violations", async () => {
    const json = JSON.parse(JSON.stringify(await make()));
    const { violations: _, ...rest } = { ...(await make()) };
    expect(json).toEqual({ ...JSON.parse(JSON.stringify(rest)), elapsedMicros: expect.any(Number) });
    expect(json).not.toHaveProperty("violations");
  });

  it("can be compared, inherited from, and changed in its own members", async () => {
    const report = await make();
    deepStrictEqual(report, report);
    deepStrictEqual({ ...report }, { ...report });
    expect(Object.create(report).decisions).toBe(report.decisions);
    expect(report instanceof Object).toBe(true);
  });
});

it("a report of reduceBodyAsync is cloned whole by another thread", async () => {
  const large = Buffer.from(
    JSON.stringify({ ...request, messages: [...request.messages, { role: "user", content: "x".repeat(600_000) }] }),
  );
  const { report } = await reduceBodyAsync(large, EAGER);
  const code = "const { parentPort: p } = require('node:worker_threads'); p.once('message', (m) => p.postMessage(m))";
  const worker = new Worker(code, { eval: true });
  const back = new Promise((resolve) => worker.once("message", resolve));
  worker.postMessage(report);
  expect(await back).toEqual({ ...report });
  await worker.terminate();
});

it("a report can be copied after the body was transferred, if its decisions were read before", () => {
  const own = new Uint8Array(body);
  const { report } = reduceBody(own, EAGER);
  structuredClone(report.decisions);
  structuredClone(own, { transfer: [own.buffer] });
  expect({ ...report }.violations).toBeUndefined();
});

describe("both backends", () => {
  it("give reports that are deeply equal but for backend, time, offsets and hashes", () => {
    const seen = bothBackends().map(([, backend]: [string, Backend]) => {
      const { report } = backend.reduceBody(body, resolvePolicy(EAGER), {});
      const { backend: _, elapsedMicros: __, firstChangedByte: ___, ...rest } = structuredClone(report);
      return { ...rest, decisions: rest.decisions.map(({ hash: _, ...decision }) => decision), violations: undefined };
    });
    deepStrictEqual(seen[0], seen[1]);
  });
});
