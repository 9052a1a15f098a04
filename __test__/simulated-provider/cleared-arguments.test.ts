// Sessions that leave old results to the provider, and the arguments of their calls with them where the policy shortens those.
import { describe, expect, it } from "vitest";
import type { Report } from "../../ts/contract/report.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { reduceRequest } from "../../ts/reduce/reduce.js";
import { maskingPolicy, simulate } from "../../ts/simulate/index.js";
import { CONTEXT_BETA } from "../support/simulated-provider/context-management.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { type Block, blocksOf, type MessagesRequest } from "../support/simulated-provider/types.js";
import { written } from "../support/written.js";
import { markedRequest, runSession, wordsOf } from "./session.js";

const MODELS = ["claude-fable-5-2", "claude-opus-5-5", "claude-opus-4-6", "claude-sonnet-4-5"];
const TURNS = 40;

/** Each answer writes a file of 1,200 tokens and reads another; each fifth ends the turn. */
function writing(turn: number): Block[] {
  const thinking = { type: "thinking", thinking: `thought ${turn}` };
  if (turn % 5 === 4) return [thinking, { type: "text", text: `answer ${turn}` }];
  const input = { path: `src/${turn}.ts`, content: wordsOf(`text ${turn}`, 1200) };
  return [
    thinking,
    { type: "tool_use", id: `write_${turn}`, name: "write", input },
    { type: "tool_use", id: `read_${turn}`, name: "read", input: { path: `src/${turn - 1}.ts` } },
  ];
}

const policyWith = (args: PolicyInput["args"]): PolicyInput =>
  written({
    preset: "none",
    mask: { windowTurns: 2 },
    args,
    cache: { clearing: "provider", strategy: "auto" },
  });

/** A session, its reports, and what each request asked the provider for. */
function runWriting(args: PolicyInput["args"], model = "claude-fable-5-2") {
  const provider = new SimulatedProvider({ answer: writing });
  const policy = policyWith(args);
  const reports: Report[] = [];
  const asked: unknown[] = [];
  const history = runSession(
    { handle: (request: MessagesRequest) => provider.handle(request, [CONTEXT_BETA]) },
    TURNS,
    {
      model,
      resultTokens: 2000,
      reduce: (request) => {
        const { body, report } = reduceRequest(request, policy);
        reports.push(report);
        const management = body.context_management as { edits: { clear_tool_inputs: unknown }[] } | undefined;
        if (management !== undefined) asked.push(management.edits[0]?.clear_tool_inputs);
        return body;
      },
    },
  );
  const statuses = provider.exchanges.map(({ status }) => status);
  expect(statuses).toEqual(new Array(TURNS).fill(200));
  return { provider, reports, history, asked };
}

const bill = ({ exchanges }: SimulatedProvider) => exchanges.reduce((sum, { cost }) => sum + cost, 0);

/** The ids of the calls that the model reads without arguments. */
const emptied = (request: MessagesRequest | undefined) =>
  (request?.messages ?? []).flatMap(({ content }) =>
    blocksOf(content).flatMap(({ type, id, input }) =>
      type === "tool_use" && Object.keys(input as object).length === 0 ? [String(id)] : [],
    ),
  );

describe("the arguments of calls whose results the provider clears", () => {
  it.each([
    ["all of them", { tools: ["*"] }, true],
    ["those of named tools", { tools: ["wr*", "other"] }, ["write"]],
    ["none where no such tool was called", { tools: ["other"] }, false],
    ["none where the list is empty", { tools: [] }, false],
    ["none where they stay", null, false],
  ] as const)("go as `args` says: %s", (_, args, expected) => {
    const { asked } = runWriting(args && { ...args, tools: [...args.tools] }, "claude-opus-4-6");
    expect(asked.length).toBeGreaterThan(10);
    for (const inputs of asked) expect(inputs).toEqual(expected);
  });

  it.each(MODELS)("go with a move, and stay gone until the next one: %s", (model) => {
    const { provider, reports } = runWriting({ tools: ["write"] }, model);
    const gone = provider.exchanges.map(({ prompt }) => emptied(prompt));
    let moves = 0;
    for (const [step, { cache }] of reports.entries()) {
      const before = gone[step - 1] ?? [];
      if (cache.moved) moves++;
      if (cache.moved) expect(gone[step]?.length).toBeGreaterThan(before.length);
      else expect(gone[step]).toEqual(before);
    }
    expect(moves).toBeGreaterThan(1);
    expect(gone.at(-1)?.every((id) => id.startsWith("write_"))).toBe(true);
  });

  it.each(MODELS.flatMap((model) => ["*", "write"].map((tools) => ({ model, tools }))))(
    "are billed as the replay predicts, within 1 %, and cost less than if they stayed: $model, $tools",
    async ({ model, tools }) => {
      const { provider, history } = runWriting({ tools: [tools] }, model);
      const request = markedRequest(history.slice(0, -2), { model });
      const policy = policyWith({ tools: [tools] });
      const { results } = await simulate([{ name: "s", request }], [maskingPolicy("cleared", policy)]);
      const predicted = results[0]?.policies[1]?.cost ?? 0;
      expect(Math.abs(predicted / bill(provider) - 1)).toBeLessThan(0.01);
      expect(bill(provider) / bill(runWriting(null, model).provider)).toBeLessThan(0.97);
    },
  );
});
