import { expect, it } from "vitest";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { runChild } from "./run-child.js";

describeNative("bodies that change while they are reduced", () => {
  it(
    "give what they held at the call, each time",
    () => {
      const iterations = cases(2_500);
      const ending = runChild("races", [iterations]);
      expect(ending).toMatchObject({ status: 0, signal: null, stderr: "", told: { done: iterations, wrong: {} } });
    },
    timeLimit(120_000),
  );
});
