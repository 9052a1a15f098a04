import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { factsOf, MODEL_TABLE } from "../../ts/pricing/index.js";
import { temporaryFolder } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const show = (...args: string[]) => tamis(["models", ...args]).stdout.toString("utf8");

describe("tamis models", () => {
  it("lists every row", () => {
    const lines = show().split("\n");
    for (const { id } of MODEL_TABLE.models)
      expect(lines.filter((line) => line.includes(id)).length).toBeGreaterThan(0);
    expect(JSON.parse(show("--json"))).toEqual(MODEL_TABLE.models);
  });

  it("says what is believed of a model, and why", () => {
    const text = show("us.anthropic.claude-haiku-5-5-v1:0", "claude-saga-9");
    expect(text).toContain("claude-haiku-5-5 (Anthropic), by its name");
    expect(text).toContain("5 times as dear above 100,000");
    expect(text).toContain("checked against everything before it");
    expect(text).toContain("taken for the vendor's newest");
    expect(JSON.parse(show("gpt-5", "--json"))).toEqual([{ model: "gpt-5", ...factsOf({ model: "gpt-5" }) }]);
  });

  it("believes the host and the wire where the name says nothing, and a policy's rows first", () => {
    expect(show("mine", "--host", "api.deepseek.com", "--wire", "anthropic")).toContain("by the host");
    expect(show("mine", "--wire", "gemini")).toContain("by the wire");
    const policy = join(temporaryFolder(), "policy.json");
    const row = { ...factsOf({ model: "gpt-5" }).row, id: "our-row", names: ["mine"] };
    writeFileSync(policy, JSON.stringify({ models: [row] }));
    expect(show("mine", "--policy", policy)).toContain("our-row (OpenAI), by its name");
  });

  it("takes a host as people write it, and a host or a wire without a name", () => {
    for (const host of ["https://api.deepseek.com/anthropic/v1", "API.DeepSeek.com:443", "api.deepseek.com"])
      expect(show("mine", "--host", host)).toContain("(DeepSeek), by the host");
    expect(show("--host", "api.deepseek.com")).toMatch(
      /^\(no name\)\n {2}row {7}deepseek-\S+ \(DeepSeek\), by the host/,
    );
    expect(show("--wire", "gemini")).toContain("(Google), by the wire");
    expect(JSON.parse(show("--host", "api.deepseek.com", "--json"))).toMatchObject([{ model: "", by: "host" }]);
    expect(show("mine", "--host", "no host")).toContain("by the wire");
  });

  it("lets no name command the terminal", () => {
    expect(show("\u001b[31mred")).not.toContain("\u001b");
  });
});
