// createReducer plans a body to measure it, to mask it, and to see what earlier steps masked; it parses it whole at most once.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { createReducer, type ReducerOptions } from "../../ts/pipeline/create-reducer.js";
import { countingBackend, wholeParses } from "../support/counting-backend.js";
import { generateChatBody } from "../support/generate.js";
import { bothBackends, describeNative } from "../support/native.js";

const counted = vi.hoisted(() => ({ backend: undefined as unknown }));
vi.mock("../../ts/load/backend.js", async (original) => {
  const loader = await original<typeof import("../../ts/load/backend.js")>();
  return { ...loader, loadBackend: () => ({ ...loader.loadBackend(), backend: counted.backend }) };
});

/** Words alone, so that masking is not enough and turns are dropped. */
const BODY = Buffer.from(
  JSON.stringify({
    model: "gpt-4",
    messages: Array.from({ length: 60 }, (_, index) => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content: `message ${index} `.repeat(60),
    })),
  }),
);

const BUDGETS: [string, NonNullable<ReducerOptions["budget"]>, descriptions: number][] = [
  ["tokens", { tokens: 4000 }, 0],
  ["chars", { chars: 16_000 }, 0],
  ["a share, with the model in the body", { fraction: 0.5 }, 1],
  ["a share of a named model", { fraction: 0.5, model: "gpt-4" }, 0],
];

describe.each(bothBackends())("%s", (_name, inner) => {
  const counting = countingBackend(inner);
  beforeEach(() => {
    counted.backend = counting.backend;
    counting.reset();
  });

  it.each(BUDGETS)("plans a body three times at most for a budget in %s", async (_budget, budget, descriptions) => {
    const { report } = await createReducer({ budget }).reduce(BODY);
    expect(report.reductionStage).toBe("fallback");
    expect(counting).toMatchObject({ plans: 3, descriptions });
  });

  it.each(BUDGETS)(
    "plans it once more where its text could be an image's, for a budget in %s",
    async (_, budget, descriptions) => {
      await createReducer({ budget }).reduce(Buffer.from(BODY.toString().replaceAll("message ", "in files ")));
      expect(counting).toMatchObject({ plans: 4, descriptions });
    },
  );
});

describe.each(bothBackends())("%s, an object that masks bring within its budget", (_name, inner) => {
  it("is planned once, as soon as requests of its size were over it", async () => {
    const counting = countingBackend(inner);
    counted.backend = counting.backend;
    const request = JSON.parse(generateChatBody({ seed: 1, targetBytes: 60_000 }).toString()) as object;
    const { report } = await createReducer({ budget: { tokens: 1 }, stages: [] }).reduce(request);
    const budget = { tokens: Math.round((report.tokens?.before ?? 0) * 0.9) };
    const reducer = createReducer({ budget, policy: { cache: { strategy: "every-turn" } } });
    const stages: unknown[] = [];
    for (const plans of [2, 1]) {
      counting.reset();
      const reduced = await reducer.reduce(request);
      expect(counting.plans).toBe(plans);
      stages.push([reduced.report.reductionStage, reduced.report.fits, reduced.body]);
    }
    expect(stages[0]).toEqual(["masking", true, expect.anything()]);
    expect(stages[1]).toEqual(stages[0]);
    counting.reset();
    const within = await createReducer({ budget: { tokens: 10 * budget.tokens } }).reduce(request);
    expect([counting.plans, within.changed]).toEqual([1, false]);
  });
});

describeNative("native", ({ addon }) => {
  it.each(BUDGETS)("parses a truncated body once for a budget in %s", async (_name, budget) => {
    counted.backend = createNative(addon);
    const parses = await wholeParses(BODY.length / 2, () => createReducer({ budget }).reduce(BODY));
    expect(parses).toBe(1);
  });
});
