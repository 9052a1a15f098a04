// What a user of condensation finds on the page: where a strategy acts, who did the work, words, and money.
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { registerProvider } from "../../ts/condensation/index.js";
import type { ReductionDetail, SaveAnswer, SessionsAnswer, SettingsAnswer, TryAnswer } from "../../ts/ui/api.js";
import { conversation } from "./conversation.js";
import { startPage } from "./start-page.js";

describe("the settings of condensations", () => {
  it("say where the strategy acts, and switch it on in the gateway", async () => {
    const { get, post } = await startPage();
    const stateOf = ({ places }: SettingsAnswer) => places.map(({ name, state }) => `${name}: ${state}`);
    const before = await get<SettingsAnswer>("settings");
    expect(stateOf(before)).toEqual(["Terminal: asked", "Sessions: asked", "Gateway: off"]);
    const changes = [
      { key: "enabled", value: true },
      { key: "autoCondenseContextPercent", value: 80 },
    ];
    const { value } = await post<SaveAnswer>("settings", { scope: "global", changes });
    expect(value.lines).toContain("condensation.enabled = true");
    expect(stateOf(value.settings)[2]).toBe("Gateway: on");
    expect(value.settings.places[2]?.about).toContain("80 % of its context limit");
    const own = await post<SaveAnswer>("settings", { scope: "workspace", changes: [{ key: "enabled", value: true }] });
    expect(own.status).toBe(422);
  });

  it("come before those of the policy, with a name and a text of words", async () => {
    const { groups, comparison, places } = await (await startPage()).get<SettingsAnswer>("settings");
    const order = groups.map(({ isCondensation }) => isCondensation);
    expect(order).toEqual([...order].sort((a, b) => Number(b) - Number(a)));
    expect(order[0]).toBe(true);
    const texts = groups.flatMap(({ title, about, fields }) => [
      ...[title, about],
      ...fields.flatMap(({ label, description }) => [label, description]),
    ]);
    for (const text of [...texts, JSON.stringify(comparison), JSON.stringify(places)])
      expect(text).not.toMatch(/`|lossy|\bhandler;/);
  });
});

describe("a request that is tried", () => {
  const tried = async (strategy: string) => {
    const { post } = await startPage();
    const { value } = await post<TryAnswer>(`try?strategy=${strategy}`, JSON.stringify(conversation(40)));
    if (value.kind !== "request") throw new Error("no request");
    return value.reduction;
  };

  it.each([
    ["configured", "Reduced by the policy in use"],
    ["safe", "Reduced by the policy safe"],
    ["native", "Condensed by Native (default)"],
    ["smart", "Condensed by Smart (improved)"],
  ])("says who did the work: %s", async (strategy, doneBy) => {
    expect((await tried(strategy)).doneBy).toBe(doneBy);
  });

  it("says what took the place of a strategy that failed, and each note once", async () => {
    const no = () => false;
    const end = registerProvider({
      ...{ name: "broken", description: "For tests.", version: "1" },
      ...{ supportsLossless: no, supportsContentTypeAwareness: no, supportsCustomPrompts: no },
      condense: () => Promise.reject(new Error("boom")),
      estimateReduction: () => Promise.reject(new Error("boom")),
    });
    try {
      const { doneBy, feedback, notes } = await tried("broken");
      expect(doneBy).toBe("Condensed by Native (default), because broken failed");
      expect(feedback).toContain("broken failed: boom; native took its place");
      expect(notes.join()).not.toContain("boom");
    } finally {
      end();
    }
  });

  it("has money in one form, and no -0%", async () => {
    const { post } = await startPage();
    const request = { ...conversation(40), model: "claude-sonnet-4-5" };
    for (const strategy of ["safe", "smart", "none"]) {
      const { value } = await post<{ reduction: ReductionDetail }>(`try?strategy=${strategy}`, JSON.stringify(request));
      const { feedback } = value.reduction;
      expect(feedback).not.toMatch(/-0%/);
      for (const [amount] of feedback.matchAll(/\$[\d.]+/g)) expect(amount).toMatch(/^\$(?:\d+\.\d\d|0\.0+\d\d?)$/);
    }
  });
});

describe("the sessions of the agents' own logs", () => {
  const shared = process.env.TAMIS_SHARED;
  it.skipIf(shared === undefined)("say what was paid", async () => {
    const { get, home } = await startPage();
    const folder = join(home, ".claude", "projects", "-app");
    mkdirSync(folder, { recursive: true });
    cpSync(join(shared ?? "", "logs", "claude-code__cli-1.jsonl"), join(folder, "one.jsonl"));
    const { sessions } = await get<SessionsAnswer>("sessions?source=logs");
    expect(sessions[0]?.cost).toBeGreaterThan(0);
  });
});
