// Input must not hold the event loop: whoever asks meanwhile is answered.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { modelNameIn } from "../../ts/gateway/body/model-name.js";
import { agentRequest, bytesOf, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";

const nameIn = (text: string) => modelNameIn(Buffer.from(text));

describe("the model that a body names", () => {
  it.each([
    ['{"model":"m-1","messages":[]}', "m-1"],
    ['{"messages":[{"model":"inner"}], "model" : "m-1" }', "m-1"],
    ['{"metadata":{"model":"inner"},"x":"model","y":["model"]}', undefined],
    ['{"model":"first","model":"last"}', "last"],
    ['{"model":"first","model":7}', undefined],
    ['{"mod\\u0065l":"m\\"\\\\"}', 'm"\\'],
    ['{"a":"\\\\","model":"m"}', "m"],
    [`{"model":"${"x".repeat(256)}"}`, "x".repeat(256)],
    [`{"model":"${"x".repeat(257)}"}`, undefined],
    ['{"model":', undefined],
    ['{"model":"cut', undefined],
    ["", undefined],
    ["[]", undefined],
  ])("is found at top level only: %s", async (text, name) => expect(await nameIn(text)).toBe(name));
});

/** The longest time for which no timer could run. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  return delay.max / 1e6;
}

describe("a large body", () => {
  it.each([
    ["a long name", `{"model":"${"claude-".repeat(4_000_000)}","messages":[]}`],
    ["a long list", `{"model":"claude-x","messages":[${"[],".repeat(8_000_000)}0]}`],
    ["a text of escaped quotes", `{"a":"${'\\"'.repeat(12_000_000)}","model":"claude-x"}`],
  ])("has its model looked for in slices: %s", async (_, text) => {
    const body = Buffer.from(text);
    expect(await longestHold(() => modelNameIn(body))).toBeLessThan(300);
  });

  it("is not read for a summary on the thread that serves everybody else", async () => {
    const policies = { default: { preset: "none", budget: { tokens: 6000 } } } as const;
    let asked = 0;
    const summarizers = { default: async () => `summary ${++asked}` };
    const { url, upstream } = await startGateway(undefined, { policies }, { summarizers });
    const small = bytesOf(agentRequest("openai-chat", { turns: 40 }));
    expect((await ask(url, PATHS["openai-chat"], { body: small })).headers.get("x-tamis-stage")).not.toBe("masking");
    const before = asked;
    const large = bytesOf(agentRequest("openai-chat", { turns: 40, chars: 200_000 }));
    expect((await ask(url, PATHS["openai-chat"], { body: large })).headers.get("x-tamis-stage")).toBe("masking");
    expect(asked).toBe(before);
    expect(upstream.arrived[1]?.body.length).toBeLessThan(large.length / 2);
  });
});
