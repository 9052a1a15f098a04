import { expect, it } from "vitest";
import { planBody, reduceBody, reduceRequest } from "../../ts/index.js";

const request = {
  messages: [
    { role: "user", content: "q" },
    { role: "tool", tool_call_id: "x", content: "" },
  ],
};
const body = Buffer.from(JSON.stringify(request));
const orphan = [expect.objectContaining({ rule: "chat/result-orphan", messageIndex: 1 })];

it("a report lists the violations of the input on request", () => {
  for (const { report } of [reduceBody(body), planBody(body), reduceRequest(request)]) {
    expect(report.violations).toEqual(orphan);
    expect(report.violations).toBe(report.violations);
    expect(JSON.stringify(report)).not.toContain("violations");
  }
});

it("a report lists the violations of a request that was passed through", () => {
  const disabled = reduceBody(body, { mode: "off" }).report;
  expect([disabled.skipped, disabled.violations]).toEqual(["disabled", orphan]);
  const broken = reduceBody(Buffer.from("{")).report;
  expect(broken.violations).toMatchObject([{ rule: "invalid_json", path: "" }]);
});
