// A conversation that one launch begins and the next resumes, with the launch's own defaults: originals are kept.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FINE, newProvider, talk } from "../simulated-provider/talk.js";
import { startSimulatedProvider } from "../support/simulated-provider/server.js";
import { agentIs, home, run } from "./scripted-agent.js";

const TOLD = join(home, "told-url");
const END = join(home, "may-end");
const TELLS_AND_WAITS = `
require("node:fs").writeFileSync(${JSON.stringify(TOLD)}, process.env.ANTHROPIC_BASE_URL);
const timer = setInterval(() => require("node:fs").existsSync(${JSON.stringify(END)}) && clearInterval(timer), 20);`;

/** A policy that removes results within few turns, read files too; all else is the launch's. */
mkdirSync(join(home, "tamis"));
writeFileSync(
  join(home, "tamis/tamis.toml"),
  "[mask]\nwindow_turns = 2\nmin_chars = 100\nkeep_errors = false\n[experimental.mask]\nworking_set_files = 1\n",
);

/** `tamis claude` in front of a provider, whose agent lives until it is ended; what was said then. */
async function launch(url: string, args: string[]) {
  for (const file of [TOLD, END]) rmSync(file, { force: true });
  agentIs("claude", TELLS_AND_WAITS);
  const ended = run(["claude", ...args], { ANTHROPIC_BASE_URL: url });
  await expect.poll(() => existsSync(TOLD) && readFileSync(TOLD, "utf8"), { timeout: 20_000 }).toBeTruthy();
  const end = () => {
    writeFileSync(END, "");
    return ended;
  };
  return { url: readFileSync(TOLD, "utf8"), end };
}

describe.skipIf(process.platform === "win32")("a launch that resumes", () => {
  it.each([21, 37])(
    "sends what the first one would have sent, from turn %i on",
    { timeout: 60_000 },
    async (resumed) => {
      const provider = newProvider();
      const { url, close } = await startSimulatedProvider(provider);
      onTestFinished(() => close());
      let at = await launch(url, ["-p", "do it"]);
      const first = await talk(
        provider,
        "",
        async (turn) => {
          if (turn === resumed) {
            const { status, stderr } = await at.end();
            expect([status, stderr.includes("refused")]).toEqual([0, false]);
            at = await launch(url, ["--continue", "-p", "go on"]);
          }
          return { url: at.url, headers: { "x-claude-code-session-id": `s-${resumed}` } };
        },
        `please do it, ${resumed}`,
      );
      const { status, stderr } = await at.end();
      expect([first.statuses, first.refused, first.violations]).toEqual([FINE, 0, []]);
      // It was worth something: results went, and their originals are kept.
      expect(first.edited.at(-1)).toBe(true);
      expect(readdirSync(join(home, ".cache/tamis/originals")).length).toBeGreaterThan(0);
      expect([status, /refused|began without/.test(stderr)]).toEqual([0, false]);
    },
  );
});
