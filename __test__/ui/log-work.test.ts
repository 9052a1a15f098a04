// Calculations over logs that the page begins.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TuneAnswer } from "../../ts/ui/api.js";
import { LogWork } from "../../ts/ui/savings/log-work.js";
import { calculateTuning } from "../../ts/ui/savings/tuning.js";
import { temporaryFolder } from "../support/folder.js";

const folder = temporaryFolder();

function writeLog(name: string, turns: number): void {
  const lines: object[] = [
    { tamis: "session", version: 1, id: name, project: "/srv/app", model: "claude-opus-4-6", wire: "openai-chat" },
    { message: { role: "user", content: "go" } },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const call = {
      id: `c${turn}`,
      type: "function",
      function: { name: "read", arguments: `{"path":"src/p${turn}.ts"}` },
    };
    lines.push(
      { message: { role: "assistant", content: null, tool_calls: [call] } },
      {
        message: {
          role: "tool",
          tool_call_id: `c${turn}`,
          content: `src/p${turn + 1}.ts ${"plain words ".repeat(350)}`,
        },
      },
    );
  }
  writeFileSync(join(folder, name), lines.map((line) => JSON.stringify(line)).join("\n"));
}

/** Waits for the end of a calculation. */
async function ended(sources: readonly string[]): Promise<{ answer: TuneAnswer; shares: number[] }> {
  const shares: number[] = [];
  let end: (() => void) | undefined;
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = new LogWork(calculateTuning, {
    sources,
    onProgress: (done) => {
      shares.push(done);
      if (done === 1) end?.();
    },
  });
  expect(work.answer()).toEqual({ state: "none" });
  expect(work.start()).toEqual({ state: "running", done: 0 });
  expect(work.start().state).toBe("running");
  await isOver;
  return { answer: work.answer(), shares };
}

describe("tuning, begun by the page", () => {
  it("has the tuned policy, the default and the presets, with what would be saved of each, and the front", async () => {
    for (const [index, turns] of [30, 40, 50, 35].entries()) writeLog(`${index}.jsonl`, turns);
    const { answer, shares } = await ended([folder]);
    const { result } = answer;
    expect(answer.state).toBe("done");
    expect(result?.policies.map(({ name }) => name)).toEqual([
      "tuned",
      "default",
      "none",
      "safe",
      "balanced",
      "strong",
    ]);
    expect(result?.policies.filter(({ isChosen }) => isChosen)).toHaveLength(1);
    expect(result?.policies.find(({ name }) => name === "safe")?.changes).toEqual([{ key: "preset", value: "safe" }]);
    expect(result?.policies[0]?.changes?.length).toBeGreaterThan(0);
    expect(result?.front.length).toBeGreaterThan(0);
    expect(result?.sessions.seen).toBeGreaterThan(0);
    expect(shares.at(-1)).toBe(1);
  }, 60_000);

  it("keeps the result that there was where it fails the next time", async () => {
    const results = [Promise.resolve(1), Promise.reject(new Error("gone"))];
    const work = new LogWork(() => results.shift() as Promise<number>, { sources: [folder], onProgress: () => {} });
    work.start();
    await expect.poll(() => work.answer()).toEqual({ state: "done", result: 1 });
    work.start();
    await expect.poll(() => work.answer()).toEqual({ state: "failed", problem: "gone", result: 1 });
  });

  it("fails with a reason where nothing can be read", async () => {
    const file = join(folder, "foreign.txt");
    writeFileSync(file, "no log");
    const { answer } = await ended([file]);
    expect(answer).toEqual({
      state: "failed",
      problem: "no session could be read, so there is nothing to search a policy for",
    });
  });
});
