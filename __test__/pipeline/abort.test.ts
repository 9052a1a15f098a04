import { describe, expect, it } from "vitest";
import { createReducer } from "../../ts/index.js";
import { MemorySummaryStore, maskStage, type Stage, summariseStage, truncateStage } from "../../ts/pipeline/index.js";
import { generateWireBody } from "../support/generate-wire.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";
import { parse } from "./build.js";

const STAGES = [maskStage, summariseStage, truncateStage];
const policy = { mask: { windowTurns: 2, minChars: 0 } };
const budget = { tokens: 1 };
const aborted = { name: "AbortError", cause: "the user left" };

/** The same stage; the caller gives up before it runs, or once it has. */
const stopping = (stage: Stage, controller: AbortController, when: "before" | "after"): Stage => ({
  name: stage.name,
  async run(draft, context) {
    if (when === "before") controller.abort("the user left");
    const outcome = await stage.run(draft, context);
    controller.abort("the user left");
    return outcome;
  },
});

describe.each(WIRE_NAMES)("an aborted signal, over %s,", (wire) => {
  const body = generateWireBody(wire, { seed: 8, targetBytes: 30_000 });

  it.each([0, 1, 2])("rejects while stage %i runs, and nothing has changed", async (at) => {
    for (const when of ["before", "after"] as const) {
      const controller = new AbortController();
      const store = new MemorySummaryStore();
      const stages = STAGES.map((stage, index) => (index === at ? stopping(stage, controller, when) : stage));
      const summarize = async () => "It goes well.";
      const reducer = createReducer({ budget, policy, stages, summarize, summaryStore: store });
      const [bytes, request] = [Buffer.from(body), parse(body)];
      for (const one of [bytes, request]) {
        await expect(reducer.reduce<object>(one, { wire, signal: controller.signal })).rejects.toMatchObject(aborted);
      }
      expect(bytes.equals(body)).toBe(true);
      expect(request).toEqual(parse(body));
    }
  });

  it("rejects before anything is read", async () => {
    const signal = AbortSignal.abort("the user left");
    for (const one of [body, parse(body), Buffer.from("no JSON")]) {
      await expect(createReducer().reduce<object>(one, { wire, signal })).rejects.toMatchObject(aborted);
    }
  });
});

it("rejects on an abort while a large body is masked on the thread pool", async () => {
  const body = generateWireBody("anthropic", { seed: 8, targetBytes: 2_000_000 });
  const before = Buffer.from(body);
  const controller = new AbortController();
  const asked = createReducer({ budget, policy }).reduce(body, { signal: controller.signal });
  controller.abort("the user left");
  await expect(asked).rejects.toMatchObject(aborted);
  expect(before.equals(body)).toBe(true);
});
