import { describe, expect, it } from "vitest";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { runChild } from "./run-child.js";

describeNative("worker threads", () => {
  it.each([
    [cases(48), 4],
    [cases(24), 24],
  ])(
    "%i of them, %i at a time, load, use and end in every way",
    (count, parallel) => {
      const ending = runChild("workers", [count, parallel]);
      expect(ending).toMatchObject({ status: 0, signal: null, stderr: "", told: { right: count } });
    },
    timeLimit(120_000),
  );
});

describe("a process that ends while tasks are queued and running", () => {
  it.each([
    ["exit", 5],
    ["exit later", 5],
    ["throw", 1],
    ["by itself", 0],
  ])("ends with the expected status: %s", (how, status) => {
    for (let round = 0; round < 2; round++) {
      const ending = runChild("exit-mid-task", [how]);
      expect({ status: ending.status, signal: ending.signal }).toEqual({ status, signal: null });
      if (how !== "throw") expect(ending.stderr).toBe("");
    }
  });
});
