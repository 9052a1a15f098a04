// Agents on the official SDKs whose conversations outgrow a budget: through the gateway and through tamisFetch, by the real
// pipeline, with summaries by a model over HTTP.
import { Writable } from "node:stream";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import { createGateway, type GatewayInput } from "../../ts/gateway/index.js";
import { createReducer, type Report, type Wire } from "../../ts/index.js";
import type { SummaryModel } from "../../ts/llm/index.js";
import { type Agent, ANSWER } from "../adapters/agents/agent.js";
import { AGENTS } from "../adapters/agents/all.js";
import { parse, tokensOf, violationsOf } from "../pipeline/build.js";
import { type Act, type Seen, startUpstream, type ToolCall, type Upstream } from "../support/upstream/upstream.js";

function wireOf(path: string): Wire {
  if (path.includes("/chat/completions")) return "openai-chat";
  if (path.includes("/responses")) return "openai-responses";
  return path.includes("/messages") ? "anthropic" : "gemini";
}

const call = (id: number, path = `src/${id}.ts`): ToolCall => ({ id: `call_${id}`, name: "read_file", args: { path } });
/** The tool's result grows with the path. */
const LONG_PATH = `src/${"deep/".repeat(50)}parser.ts`;
const SCRIPT: Act[] = [
  { text: "I look at the parser.", calls: [call(1)] },
  { calls: [call(2), call(3)] },
  { text: "Now the tests.", calls: [call(4)] },
  { calls: [call(5), call(6)] },
  { text: "And the benchmarks.", calls: [call(7)] },
  { calls: [call(8), call(9)] },
  { calls: [call(10)] },
  { calls: [call(11, LONG_PATH)] },
  { text: ANSWER },
];
const BUDGET = 2000;

let upstream: Upstream;
let model: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
  model = await startUpstream();
});
afterAll(async () => {
  await upstream.close();
  await model.close();
});
const POLICY = {
  mask: { windowTurns: 2 },
  cache: { strategy: "every-turn" },
  budget: { tokens: BUDGET },
  // Short enough for an extract of that length to fit.
  experimental: { mask: { placeholder: { family: "conversation" } }, summarize: { maxChars: 400 } },
} as const;
const SUMMARY = "The agent has read a parser — «lu» 🐌 — and its tests.";
const SUMMARY_KEY = "sk-operator";

/** One run of an agent, with what became of each of its requests. */
interface Run {
  answer: string;
  seen: Seen[];
  stages: (string | undefined)[];
}

async function direct(agent: Agent, stream: boolean): Promise<Run> {
  upstream.script(SCRIPT);
  const answer = await agent({ url: upstream.url, stream });
  return { answer, seen: [...upstream.seen], stages: [] };
}

/** The agent's provider and the model of the summaries are two upstreams; the gateway knows both by configuration. */
async function gatewayFor(wire: Wire, limits: GatewayInput["limits"] = {}) {
  const summarizer = wire.startsWith("openai") ? ("anthropic" as const) : ("openai" as const);
  const upstreams = { openai: upstream.url, anthropic: upstream.url, gemini: upstream.url, [summarizer]: model.url };
  const settings = { model: "small-1", apiKeyEnv: "SUMMARY_KEY", deadlineMs: 5000 };
  const policies = { default: { ...POLICY, summarizer: { upstream: summarizer, ...settings } } };
  const lines: string[] = [];
  const logger = new Writable({
    write(chunk, _, done) {
      lines.push(...String(chunk).trim().split("\n"));
      done();
    },
  });
  const gateway = createGateway(
    { gateway: { port: 0 }, limits, upstreams, policies },
    { logger, env: { SUMMARY_KEY } },
  );
  const url = await gateway.listen();
  onTestFinished(() => gateway.close({ drainMs: 50 }));
  const requests = () => lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "reduce");
  return { gateway, url, requests, log: () => lines.join("\n") };
}

async function throughGateway(agent: Agent, stream: boolean, wire: Wire, script = SCRIPT): Promise<Run> {
  const { url, requests, gateway, log } = await gatewayFor(wire);
  upstream.script(script);
  const answer = await agent({ url, stream });
  const own = log() + (await gateway.metrics());
  for (const secret of [SUMMARY_KEY, "sk-canary"]) expect(own).not.toContain(secret);
  return { answer, seen: [...upstream.seen], stages: requests().map(({ stage }) => stage) };
}

async function throughFetch(agent: Agent, stream: boolean): Promise<Run> {
  const client = new OpenAI({ apiKey: SUMMARY_KEY, baseURL: `${model.url}/v1`, maxRetries: 0 });
  const reducer = createReducer({ policy: POLICY, summarize: { client, model: "small-1" } });
  const reports: Report[] = [];
  upstream.script(SCRIPT);
  const own = tamisFetch(undefined, { reducer, onReport: (report) => reports.push(report) });
  const answer = await agent({ url: upstream.url, stream, fetch: own });
  return { answer, seen: [...upstream.seen], stages: reports.map(({ reductionStage }) => reductionStage) };
}

/** What the pipeline makes of the agent's own requests. */
async function expected(plain: readonly Seen[], wire: Wire, summarize: SummaryModel = async () => SUMMARY) {
  const reducer = createReducer({ policy: POLICY, summarize });
  const reductions = [];
  for (const { bytes } of plain) reductions.push(await reducer.reduce(bytes, { wire }));
  return reductions;
}

function expectReduced(run: Run, plain: readonly Seen[], wire: Wire): void {
  expect(run.answer).toBe(ANSWER);
  expect(run.seen).toHaveLength(SCRIPT.length);
  for (const [at, { bytes }] of run.seen.entries()) {
    expect(violationsOf(wire, bytes)).toEqual([]);
    expect(tokensOf(wire, parse(bytes))).toBeLessThanOrEqual(BUDGET);
    if (run.stages[at] !== undefined) expect(bytes.length).toBeLessThan((plain[at] as Seen).bytes.length);
  }
  expect(new Set(run.stages)).toEqual(new Set([undefined, "masking", "summarization", "fallback"]));
}

describe.each(Object.entries(AGENTS))("an agent on %s outgrows its budget", (_, agent) => {
  describe.each([false, true])("streaming: %s", (stream) => {
    it("completes its task through the gateway and through tamisFetch, masked, summarised and truncated", async () => {
      const plain = await direct(agent, stream);
      const wire = wireOf(plain.seen[0]?.path ?? "");
      expect(tokensOf(wire, parse((plain.seen.at(-1) as Seen).bytes))).toBeGreaterThan(2 * BUDGET);
      const reductions = await expected(plain.seen, wire);
      const bodies = reductions.map(({ body }) => Buffer.from(body).toString());
      const stages = reductions.map(({ report }) => report.reductionStage);
      for (const through of [throughGateway, throughFetch]) {
        model.script([{ text: SUMMARY }]);
        const run = await through(agent, stream, wire);
        expectReduced(run, plain.seen, wire);
        expect(run.seen.map(({ text }) => text)).toEqual(bodies);
        expect(run.stages).toEqual(stages);
        expect(run.seen.some(({ text }) => text.includes(JSON.stringify(SUMMARY).slice(1, -1)))).toBe(true);
        expect(model.seen.length).toBeGreaterThan(0);
        for (const { headers, body } of model.seen) {
          expect(headers["x-api-key"] ?? headers.authorization).toMatch(/^(Bearer )?sk-operator$/);
          expect(body.model).toBe("small-1");
        }
        expect(run.seen.flatMap(({ headers }) => Object.values(headers)).join()).not.toContain(SUMMARY_KEY);
      }
    });

    // What is streamed is the same as above.
    if (stream) return;

    it("completes its task with an extract if the summaries' model fails", async () => {
      const plain = await direct(agent, stream);
      const wire = wireOf(plain.seen[0]?.path ?? "");
      model.script([{ status: 400 }]);
      const run = await throughGateway(agent, stream, wire);
      expectReduced(run, plain.seen, wire);
      expect(model.seen.length).toBeGreaterThan(0);
      const failing = await expected(plain.seen, wire, () => Promise.reject(new Error("no")));
      expect(run.seen.map(({ text }) => text)).toEqual(failing.map(({ body }) => Buffer.from(body).toString()));
    });

    it("receives its provider's error in the middle of the task, and the gateway's own", async () => {
      const plain = await direct(agent, stream);
      const wire = wireOf(plain.seen[0]?.path ?? "");
      model.script([{ text: SUMMARY }]);
      await expect(throughGateway(agent, stream, wire, [...SCRIPT.slice(0, 6), { status: 429 }])).rejects.toThrow(
        /429|scripted/,
      );
      expect(upstream.seen.length).toBeGreaterThan(6);
      for (const { bytes } of upstream.seen) expect(violationsOf(wire, bytes)).toEqual([]);
      const { url } = await gatewayFor(wire, { bodyBytes: 3_000 });
      upstream.script(SCRIPT);
      await expect(agent({ url, stream })).rejects.toThrow(/more than 3000 bytes/);
    });
  });
});
