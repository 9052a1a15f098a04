// What a launch learns of logs for which there is no time at its start.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { chooseLifetime } from "../../ts/cli/run/cache-lifetime.js";
import { planFor } from "../agents/around.js";
import { temporaryFolder } from "../support/folder.js";
import { pausedLog } from "../support/paused-log.js";

it("a launch reads on while the agent runs, and ends that with it", async () => {
  const home = temporaryFolder();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  for (const [name, value] of Object.entries({
    HOME: home,
    CLAUDE_CONFIG_DIR: "",
    XDG_STATE_HOME: join(home, "state"),
  }))
    vi.stubEnv(name, value);
  const projects = join(home, ".claude/projects/app");
  mkdirSync(projects, { recursive: true });
  for (let day = 1; day <= 5; day++) {
    const log = { id: `s${day}`, start: Date.now() - day * 86_400_000, pauses: [60, 600, 60, 600] };
    writeFileSync(join(projects, `${day}.jsonl`), pausedLog(log));
  }
  const plan = planFor("claude", { env: { ANTHROPIC_API_KEY: "k" } });
  // No time is left when it is asked for the first time.
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 301));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const chosen = await chooseLifetime(plan, [], true);
  expect([chosen?.variables, chosen?.lines]).toEqual([{}, []]);
  clock.mockRestore();
  const kept = () => JSON.parse(readFileSync(join(home, "state/tamis/cache-lifetimes.json"), "utf8")).claude;
  expect(kept()).not.toHaveProperty("main");
  chosen?.learn()();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(kept()).not.toHaveProperty("main");
  const end = chosen?.learn();
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(kept().main.sessions).toBe(5));
  end?.();
  expect((await chooseLifetime(plan, [], true))?.variables).toEqual({ CLAUDE_CODE_PROMPT_CACHE_TTL: "1h" });
});
