// A body is planned once, however its budget is given.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import type { PolicyInput, SettingsInput } from "../../ts/policy/policy.js";
import { planBody, reduceBody, reduceBodyAsync, reduceBodyInto } from "../../ts/reduce/reduce.js";
import { countingBackend, wholeParses } from "../support/counting-backend.js";
import { bothBackends } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";
import { written } from "../support/written.js";

const counted = vi.hoisted(() => ({ backend: undefined as unknown }));
vi.mock("../../ts/load/backend.js", async (original) => {
  const loader = await original<typeof import("../../ts/load/backend.js")>();
  return { ...loader, loadBackend: () => ({ ...loader.loadBackend(), backend: counted.backend }) };
});

const BODY = Buffer.from(
  JSON.stringify({
    model: "gpt-4o",
    messages: [{ role: "user", content: "go" }, ...Array.from({ length: 20 }, (_, turn) => turnOf(turn)).flat()],
  }),
);

function turnOf(turn: number) {
  const content = `line of result ${turn}\n`.repeat(40);
  return chatOf([{ calls: [{ id: `c${turn}`, tool: "read", result: content }] }]);
}

const BUDGETS: [string, SettingsInput["budget"], descriptions: number][] = [
  ["none", undefined, 0],
  ["tokens", { tokens: 1000 }, 0],
  ["chars", { chars: 4000 }, 0],
  ["a share, with the model in the body", { fraction: 0.01 }, 1],
  ["a share of a named model", { fraction: 0.01, model: "gpt-4" }, 0],
];

describe.each(bothBackends())("%s", (_name, inner: Backend) => {
  const counting = countingBackend(inner);
  beforeEach(() => {
    counted.backend = counting.backend;
    counting.reset();
  });

  describe.each(BUDGETS)("a budget: %s", (_budget, budget, descriptions) => {
    const policy: PolicyInput = budget === undefined ? {} : written({ budget });
    it.each<[string, () => unknown]>([
      ["reduceBody", () => reduceBody(BODY, policy)],
      ["reduceBodyInto", () => reduceBodyInto(BODY, new Uint8Array(BODY.length), policy)],
      ["reduceBodyAsync", () => reduceBodyAsync(BODY, policy)],
      ["planBody", () => planBody(BODY, policy)],
    ])("%s plans the body once", async (_call, run) => {
      await run();
      expect(counting).toMatchObject({ plans: 1, descriptions });
    });
  });

  it("parses no body for a share of its model's context", async () => {
    const parses = await wholeParses(BODY.length / 2, () => reduceBody(BODY, written({ budget: { fraction: 0.01 } })));
    expect(parses).toBe(0);
  });

  it("takes the share of the body's own model", () => {
    const policy = (fraction: number): PolicyInput =>
      written({
        mask: { windowTurns: 2 },
        cache: { strategy: "rent", rent: 1000, prices: { read: 0.1, write: 1 } },
        budget: { fraction },
      });
    expect(reduceBody(BODY, policy(1)).report.fits).toBe(true);
    expect(reduceBody(BODY, policy(0.0001)).report.fits).toBe(false);
  });
});
