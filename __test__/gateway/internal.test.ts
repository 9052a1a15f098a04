import { expect, it } from "vitest";
import { PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";

it("logs a defect with its kind and place, and nothing that it says", async () => {
  const { url, log } = await startGateway();
  const { ReceivedBody } = await import("../../ts/gateway/body/received.js");
  const whole = ReceivedBody.prototype.whole;
  ReceivedBody.prototype.whole = () => {
    throw Object.assign(new TypeError("quotes the secret body"), { code: "ERR_ODD" });
  };
  try {
    const answer = await ask(url, PATHS.anthropic, { body: "{}", headers: { "x-tamis-bypass": "1" } });
    expect([answer.status, answer.headers.get("x-tamis-error")]).toEqual([500, "internal"]);
  } finally {
    ReceivedBody.prototype.whole = whole;
  }
  await expect
    .poll(log)
    .toMatch(/"reason":"internal","cause":"TypeError ERR_ODD at \S+ \(internal\.test\.ts:\d+:\d+\)"/);
  expect(log()).not.toContain("secret");
});
