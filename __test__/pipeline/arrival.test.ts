import { expect, it } from "vitest";
import { createReducer } from "../../ts/index.js";
import { chatOf } from "../support/on-wire.js";
import { written } from "../support/written.js";

const RUN = `${"waiting\r".repeat(60)}done`;
const turns = Array.from({ length: 12 }, (_, turn) => {
  return chatOf([{ calls: [{ id: `c${turn}`, tool: "bash", result: `run ${turn}\n${RUN}` }] }]);
}).flat();
const request = { model: "gpt-4o", messages: [{ role: "user", content: "go" }, ...turns] };
const reduce = (tokens: number) =>
  createReducer({ policy: written({ arrival: { terminal: true } }), budget: { tokens } }).reduce(request);

it("a request within its budget stays as it is, and its report says so", async () => {
  const { body, report } = await reduce(100_000);
  expect(body).toBe(request);
  expect([report.changed, report.shortenedCount]).toEqual([false, undefined]);
});

it("over its budget, results are sent in their smaller form before any is masked or dropped", async () => {
  const { report } = await reduce(1_500);
  expect([report.fits, report.reductionStage, report.shortenedCount, report.maskedCount]).toEqual([
    true,
    "masking",
    12,
    0,
  ]);
});
