import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { contractSuite } from "./suite.js";

const baseline = createBaseline();

contractSuite("baseline", () => baseline);

it("is the baseline", () => {
  expect(baseline.name).toBe("baseline");
});
