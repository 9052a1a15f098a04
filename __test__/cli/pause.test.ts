// Reducing is paused and taken up again from inside a launch, in the middle of a conversation.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FINE, newProvider, talk } from "../simulated-provider/talk.js";
import { startSimulatedProvider } from "../support/simulated-provider/server.js";
import { agentIs, home, run } from "./scripted-agent.js";

const TOLD = join(home, "told");
const END = join(home, "may-end");
const TELLS_AND_WAITS = `
const { writeFileSync, existsSync } = require("node:fs");
writeFileSync(${JSON.stringify(TOLD)}, JSON.stringify(process.env));
const timer = setInterval(() => existsSync(${JSON.stringify(END)}) && clearInterval(timer), 20);`;

/** A policy that removes results within few turns, read files too; all else is the launch's. */
mkdirSync(join(home, "tamis"));
writeFileSync(
  join(home, "tamis/tamis.toml"),
  "[mask]\nwindow_turns = 2\nmin_chars = 100\nkeep_errors = false\n[experimental.mask]\nworking_set_files = 1\n",
);

async function launch(url: string) {
  for (const file of [TOLD, END]) rmSync(file, { force: true });
  agentIs("claude", TELLS_AND_WAITS);
  const ended = run(["claude", "-p", "do it"], { ANTHROPIC_BASE_URL: url });
  await expect.poll(() => existsSync(TOLD) && readFileSync(TOLD, "utf8"), { timeout: 20_000 }).toBeTruthy();
  const { ANTHROPIC_BASE_URL = "", ...told } = JSON.parse(readFileSync(TOLD, "utf8"));
  const { TAMIS_PAUSE_FILE = "", TAMIS_LAST_REQUEST = "" } = told as Record<string, string>;
  const end = () => {
    writeFileSync(END, "");
    return ended;
  };
  return { url: ANTHROPIC_BASE_URL as string, env: { TAMIS_PAUSE_FILE, TAMIS_LAST_REQUEST }, end };
}

/** A launch, and the provider that its requests go to. */
async function launchBeforeProvider() {
  const provider = newProvider();
  const { url, close } = await startSimulatedProvider(provider);
  onTestFinished(() => close());
  return { provider, at: await launch(url) };
}

describe.skipIf(process.platform === "win32")("a launch that is paused", () => {
  // The first requests are smaller from round 30 on, and the user speaks at round 35.
  it.each([
    { from: 20, to: 28, edited: { 27: false, 30: true, 39: true } },
    { from: 32, to: 39, edited: { 31: true, 33: true, 35: false, 38: false } },
  ])(
    "sends what comes from a prompt on, rounds $from to $to, and is never refused",
    { timeout: 60_000 },
    async (one) => {
      const { provider, at } = await launchBeforeProvider();
      const said: string[] = [];
      const first = await talk(
        provider,
        "",
        async (turn) => {
          const args = turn === one.from ? ["pause"] : turn === one.to ? ["pause", "--end"] : undefined;
          if (args !== undefined) said.push((await run(args, at.env)).stdout);
          return { url: at.url, headers: { "x-claude-code-session-id": `paused-${one.from}` } };
        },
        `please do it from ${one.from} on`,
      );
      const { status, stderr } = await at.end();
      expect([first.statuses, first.refused, first.violations]).toEqual([FINE, 0, []]);
      expect(said).toEqual([
        "tamis: nothing is reduced from your next prompt on; tamis pause --end reduces again\n",
        "tamis: requests are reduced again\n",
      ]);
      expect(first.edited).toEqual(expect.objectContaining(one.edited));
      expect([status, /refused/.test(stderr.replace(/may refuse/g, ""))]).toEqual([0, false]);
      // Nothing of it is left.
      expect(readdirSync(join(home, "state/tamis")).filter((name) => name.startsWith("pause-"))).toEqual([]);
    },
  );

  it("says where it cannot be paused, and makes no file that no launch has named", async () => {
    const foreign = join(home, "pause-0123");
    for (const env of [{}, { TAMIS_PAUSE_FILE: foreign }]) {
      const { status, stderr } = await run(["pause"], env as Record<string, string>);
      expect([status, stderr]).toEqual([2, expect.stringContaining("there is nothing to pause here")]);
    }
    expect(existsSync(foreign)).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("a launch whose preset is changed from inside", () => {
  it("reduces later requests by the other preset, and goes on with the conversation without a refusal", async () => {
    const { provider, at } = await launchBeforeProvider();
    const said: string[] = [];
    const first = await talk(
      provider,
      "",
      async (turn) => {
        if (turn === 10) said.push((await run(["preset", "safe"], at.env)).stdout);
        return { url: at.url, headers: { "x-claude-code-session-id": "other-preset" } };
      },
      "please do it by another preset",
    );
    const { status, stderr } = await at.end();
    expect([status, first.statuses, first.refused, first.violations]).toEqual([0, FINE, 0, []]);
    // The terminal is the agent's.
    for (const line of stderr.trim().split("\n")) expect(line).toMatch(/^tamis: /);
    expect(said).toEqual([
      "tamis: safe from the next request on; what was sent before stays as it is until a move pays\n",
    ]);
    expect(readdirSync(join(home, "state/tamis")).filter((name) => name.startsWith("preset-"))).toEqual([]);
    // By the launch's own policy requests are smaller from round 30 on, as above.
    expect(first.edited).not.toContain(true);
  });

  it("says where there is none, and which presets there are", async () => {
    expect(await run(["preset", "safe"], {})).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("there is no launch whose preset could change here"),
    });
    expect((await run(["preset", "fast"], {})).stderr).toContain("Allowed choices are none, safe, balanced, strong");
  });
});

describe.skipIf(process.platform === "win32")("what the model saw", () => {
  it("is shown inside of a launch, beside what came, and never outside", { timeout: 60_000 }, async () => {
    const { provider, at } = await launchBeforeProvider();
    const said: Awaited<ReturnType<typeof run>>[] = [];
    const show = async (...args: string[]) => said.push(await run(["why", "--sent", ...args], at.env));
    await show();
    const talked = await talk(
      provider,
      "",
      async (turn) => {
        if (turn === 2 || turn === 39) await show();
        if (turn === 39) await show("--json", "--full");
        if (turn === 39) for (const args of [["list"], ["2"], ["900"], ["last"]]) await show(...args);
        return { url: at.url, headers: { "x-claude-code-session-id": "seen" } };
      },
      "please do it and show it",
    );
    await at.end();
    await show();
    const [early, whole, smaller, json, list, second, none, wrong, late] = said;
    expect([early?.status, early?.stderr]).toEqual([1, expect.stringContaining("no request is kept yet")]);
    expect([whole?.status, whole?.stdout]).toEqual([0, "The last request was sent as it came.\n"]);
    expect(talked.edited[38]).toBe(true);
    expect(smaller?.stdout).toMatch(/^message \d+ {2}\w+ c\d+ {2}masked, [\d,]+ → [\d,]+ chars\n- .*\n(- .*\n)*\+ \[/m);
    expect(smaller?.stdout).toMatch(
      /The last request that was made smaller: \d+ blocks?, [\d,]+ → [\d,]+ bytes \(−[\d.]+ ?%\)\n$/,
    );
    const { bytes, messages } = JSON.parse(json?.stdout ?? "");
    expect(bytes.after).toBeLessThan(bytes.before);
    expect(messages.flatMap(({ blocks }: { blocks: object[] }) => blocks)).toContainEqual(
      expect.objectContaining({ type: "result", change: "masked" }),
    );
    const rows = list?.stdout.split("\n").slice(1, -1) ?? [];
    const sizes = rows.map((row) => /^ *(\d+) .* (as it came|[\d,]+) *$/.exec(row)?.slice(1));
    expect(sizes.map((size) => size?.[0])).toEqual(rows.map((_, at) => String(at + 1)));
    expect([sizes[1]?.[1], sizes.at(-1)?.[1]]).toEqual(["as it came", expect.stringMatching(/^[\d,]+$/)]);
    expect([second?.status, second?.stdout]).toEqual([0, "Request 2 was sent as it came.\n"]);
    expect([none?.status, none?.stderr]).toEqual([
      1,
      expect.stringContaining("there is no request 900: this launch has had"),
    ]);
    expect([wrong?.status, wrong?.stderr]).toEqual([
      2,
      expect.stringContaining("give the number of a request of this launch"),
    ]);
    expect([late?.status, late?.stderr]).toEqual([1, expect.stringContaining("the launch does not answer")]);
    const outside = await run(["why", "--sent"], {});
    expect([outside.status, outside.stderr]).toEqual([2, expect.stringContaining("there is no launch here")]);
    const elsewhere = await run(["why", "--sent"], { TAMIS_LAST_REQUEST: "http://127.0.0.1:1/other" });
    expect(elsewhere.status).toBe(2);
  });
});
