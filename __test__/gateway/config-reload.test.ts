// A configuration that is just being written must not become the one in use: keys would go to hosts that the user did not name.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { unfinished } from "../../ts/gateway/config/load.js";
import { loadConfig, watchConfig } from "../../ts/gateway/index.js";
import { temporaryFolder } from "../support/folder.js";
import { startGateway } from "./start.js";

/** A running gateway that watches a user's file. */
async function watched(more = "") {
  const home = temporaryFolder();
  mkdirSync(join(home, "tamis"));
  const { gateway, upstream } = await startGateway();
  const file = join(home, "tamis", "tamis.toml");
  const text = `# corporate\n[gateway]\nport = 0\n\n[upstreams]\nopenai = "${upstream.url}"\nanthropic = "${upstream.url}"\n${more}`;
  writeFileSync(file, text);
  const load = () => loadConfig({ env: { XDG_CONFIG_HOME: home }, cwd: home });
  const refused: string[] = [];
  let reloads = 0;
  const watching = watchConfig(gateway, {
    load,
    loaded: load(),
    files: [file],
    onReload: () => void reloads++,
    onRefused: (error) => void refused.push(String(error)),
    intervalMs: 50,
  });
  onTestFinished(() => watching.stop());
  return { file, text, load, refused, reloads: () => reloads, watching };
}

describe("a file that named upstreams", () => {
  it.each([
    ["is empty", () => "", /the file is empty/],
    ["has spaces only", () => " \n\n", /the file is empty/],
    ["is cut behind its first table", (text: string) => text.slice(0, 30), /is the beginning of what it was/],
    ["is cut behind an upstream", (text: string) => text.slice(0, text.indexOf("anthropic")), /is the beginning/],
    ["is cut in a word", (text: string) => text.slice(0, -9), /not valid TOML/],
    ["names one less", (text: string) => text.replace(/openai = .*/, "# gone"), /names no upstreams\.openai any more/],
  ])("and now %s never replaces it, and the whole one does", async (_, change, message) => {
    const { file, text, refused, reloads } = await watched();
    writeFileSync(file, change(text));
    await expect.poll(() => refused.at(-1), { timeout: 10_000 }).toMatch(message);
    expect(reloads()).toBe(0);
    writeFileSync(file, `${text}# whole\n`);
    await expect.poll(reloads, { timeout: 10_000 }).toBe(1);
  });

  it("and is renamed away never means the defaults", async () => {
    const { file, text, refused, reloads } = await watched();
    renameSync(file, `${file}~`);
    await expect.poll(() => refused.at(-1), { timeout: 10_000 }).toMatch(/tamis\.toml is gone/);
    expect(reloads()).toBe(0);
    writeFileSync(file, `${text}# anew\n`);
    await expect.poll(reloads, { timeout: 10_000 }).toBe(1);
  });

  it("and has no more rules for its models never replaces it: they would go to another host", async () => {
    const rule =
      '[upstreams.named.groq]\nurl = "https://g.example"\nprovider = "openai"\nkey_env = "K"\nmodels = ["l-*"]\n';
    const { load, file, text } = await watched(rule);
    const before = load();
    writeFileSync(file, text.replace('models = ["l-*"]', "# models"));
    expect(unfinished(before, load())).toContain("names no upstreams.named.groq.models any more");
  });

  it("is refused at SIGHUP, too", async () => {
    const { file, refused, reloads, watching } = await watched();
    writeFileSync(file, "");
    watching.reload();
    expect([refused.length, reloads()]).toEqual([1, 0]);
  });

  it("is not read any more once its watching has ended, be it in the middle of a look", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const file = join(temporaryFolder(), "tamis.toml");
    const looked = async (stops: boolean) => {
      rmSync(file, { force: true });
      let reloads = 0;
      const watching = watchConfig({ reload: () => ({ needRestart: [] }) } as never, {
        load: () => loadConfig({ config: file }),
        ...{ loaded: {} as never, files: [file], onRefused: () => {}, onReload: () => void reloads++ },
      });
      writeFileSync(file, "# new\n");
      vi.advanceTimersByTime(500);
      if (stops) watching.stop();
      // The look's own question to the system is answered before these.
      for (let asked = 0; asked < 3; asked++) await stat(file);
      vi.advanceTimersByTime(500);
      watching.stop();
      return reloads;
    };
    expect([await looked(false), await looked(true)]).toEqual([1, 0]);
  });

  it("may change everything else, and grow shorter where it is not just cut", async () => {
    const { load, file, text } = await watched("[mask]\nwindow_turns = 9\n");
    const before = load();
    writeFileSync(file, text.replace("# corporate\n", "").replace("[mask]\nwindow_turns = 9\n", ""));
    expect(unfinished(before, load())).toBeUndefined();
  });
});
