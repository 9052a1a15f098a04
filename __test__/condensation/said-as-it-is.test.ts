// What a condensation says of itself, through the library and the command line.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  condense,
  NativeCondensationProvider,
  renderFeedback,
  SmartCondensationProvider,
} from "../../ts/condensation/index.js";
import { tamis } from "../cli/run-cli.js";
import { temporaryFolder } from "../support/folder.js";
import { longConversation, WIRES } from "./long.js";
import { NAME, plugIn } from "./plug-in.js";

const folder = temporaryFolder();
const env = { XDG_CONFIG_HOME: join(folder, "config") };
const { messages, context } = longConversation("anthropic", 8);
const request = join(folder, "request.json");
writeFileSync(request, JSON.stringify({ ...context(messages), model: "claude-sonnet-4-5" }));
const run = (...args: string[]) => {
  const { status, stdout, stderr } = tamis(args, { env, cwd: folder });
  return { status, text: stdout.toString("utf8"), stderr };
};
const configured = (name: string, settings: string) => {
  const file = join(folder, name);
  writeFileSync(file, `[condensation]\n${settings}\n`);
  return file;
};

describe("a condensing handler of older settings, where there are no handlers", () => {
  it.each(["native", "smart"])("is said once on the terminal, and %s condenses by extract", (provider) => {
    const config = configured("migrated.toml", `provider = "${provider}"\ncondensing_api_handler = "gpt-4o-profile"`);
    const { status, stderr, text } = run("condense", request, "--config", config);
    expect(status).toBe(0);
    expect(stderr.match(/gpt-4o-profile/g)).toHaveLength(1);
    expect(stderr).toMatch(/no handler has the name "gpt-4o-profile"; summaries are extracts/);
    expect(stderr).toMatch(new RegExp(`using ${provider === "native" ? "Native" : "Smart"} strategy`));
    expect(text).not.toMatch(/messages? (?:left out|dropped|removed)/);
  });

  it("does the same in code, and a handler that is none stays an error", async () => {
    const named = await condense({ messages }, { condensingApiHandler: "gone" });
    expect(named).toMatchObject({ provider: "native" });
    expect(named.fellBackFrom).toBeUndefined();
    const broken = await condense({ messages }, { condensingApiHandler: { createMessage: 3 } as never });
    expect(broken).toMatchObject({ provider: "truncation", fellBackFrom: "native" });
  });
});

describe("a provider that is none", () => {
  it("is an error of --provider that names the nearest one", () => {
    const { status, text, stderr } = run("condense", request, "--provider", "smrat");
    expect([status, text]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /--provider: unknown provider "smrat"; did you mean "smart"\? Valid providers: smart, native/,
    );
  });
});

describe("the page of --html", () => {
  it("marks the lines that went and came within a message, and shows the money", () => {
    const page = join(folder, "page.html");
    expect(run("condense", request, "--provider", "smart", "--html", page).status).toBe(0);
    const html = readFileSync(page, "utf8");
    const edited = /<tr class="edited"><td><pre>([\s\S]*?)<\/pre><\/td><td><pre>([\s\S]*?)<\/pre>/.exec(html);
    expect(edited?.[1]).toMatch(/<del>[\s\S]*line of file[\s\S]*<\/del>/);
    expect(edited?.[2]).toMatch(/<ins>[\s\S]*<\/ins>/);
    // What stayed is marked on neither side.
    expect(edited?.[1]?.replaceAll(/<del>[\s\S]*?<\/del>/g, "")).toContain("tool_use_id");
    expect(html).toMatch(/Total reduction: \d+% \(saved \$\d+\.\d\d/);
  });
});

describe("the notes at the end", () => {
  it("have no word of a provider that failed, but that it failed", async () => {
    plugIn(({ messages: own }) => ({
      messages: own,
      error: "condense_failed",
      errorMessage: "boom",
      report: { notes: [{ code: "target_missed", message: "words of the plug-in" }] },
    }));
    const result = await condense({ messages }, { provider: NAME });
    expect(result.report.notes.map(({ message }) => message).join("\n")).not.toContain("words of the plug-in");
    expect(renderFeedback(result)).toContain("plug-in failed: boom; native took its place");
  });

  it("name each provider that failed, and what there was in the end", async () => {
    plugIn(() => Promise.reject(new Error("boom")));
    const broken = { apiHandler: { createMessage: 3 } as never, provider: NAME };
    const truncated = renderFeedback(await condense({ messages }, broken));
    expect(truncated).toMatch(/plug-in failed: boom; native was tried next\n/);
    expect(truncated).toMatch(/native failed: [^\n]+; old messages were dropped/);
    expect(truncated).not.toContain("took its place");
    const untouched = await condense({ messages }, { ...broken, pin: ["e"] });
    expect(untouched.error).toBeDefined();
    expect(renderFeedback(untouched)).not.toMatch(/took its place|old messages were dropped/);
  });

  it("name the fallback within a plug-in that condenses by another provider", async () => {
    plugIn(() => Promise.reject(new Error("boom")), "inner");
    plugIn((own) => condense(own, { provider: "inner" }), "outer");
    const result = await condense({ messages }, { provider: "outer" });
    expect(result).toMatchObject({ provider: "native", fellBackFrom: "inner" });
    expect(renderFeedback(result)).toContain("inner failed: boom; native took its place");
  });

  it("say that a target was missed, on the terminal too", async () => {
    expect(run("condense", request, "--provider", "smart", "--target", "95").stderr).toMatch(
      /Note: the target of 95 % was missed, the conversation is \d+\.\d % smaller: /,
    );
    expect(run("condense", request, "--provider", "native", "--target", "95").stderr).toMatch(
      /the target of 95 % was missed, .*: native has no target/,
    );
    const kept = await condense({ messages: [{ role: "user", content: "a" }] }, { provider: "smart" });
    expect(renderFeedback(kept)).toMatch(/hardly smaller/);
  });

  it("never say -0%", async () => {
    const result = await condense({ messages }, { provider: "smart" });
    const text = (originalTokens: number, finalTokens: number) => {
      const phase = { name: "tool_results" as const, kind: "lossy" as const, durationMs: 0 };
      const phases = [{ ...phase, tokensBefore: originalTokens, tokensAfter: finalTokens }];
      const metrics = { ...result.metrics, originalTokens, finalTokens };
      return renderFeedback({ ...result, metrics, report: { ...result.report, phases, notes: [] } });
    };
    expect(text(10_000, 10_000)).toMatch(/tokens \(0%\)\n - Total reduction: 0%/);
    expect(text(10_000, 9_999)).toMatch(/tokens \(-0\.1%\)\n - Total reduction: 0\.1%/);
    expect(text(10_000, 10_001)).toMatch(/tokens \(\+0\.1%\)\n - Total reduction: -0\.1%/);
    expect(text(100_000, 10)).toMatch(/tokens \(-99\.9%\)/);
  });
});

describe("a plug-in that loses the user's last message", () => {
  it.each(WIRES)("is refused: %s", async (wire) => {
    const { messages: own } = longConversation(wire, 8, { endsWithResult: true });
    const said = JSON.stringify(own).match(/question 8 about/g);
    expect(said).toHaveLength(1);
    plugIn(({ messages: lent }) => ({
      messages: lent.filter((message) => !JSON.stringify(message).includes("question 8 about")),
    }));
    const way = wire === "chat-messages" ? {} : { wire };
    const result = await condense({ ...way, messages: own }, { provider: NAME });
    expect(result.fellBackFrom).toBe(NAME);
    expect(result.report.notes[0]?.message).toMatch(/the last message of the user|breaks a rule/);
  });

  it("is refused where it writes other words, and not where it puts text before them", async () => {
    const own = [...messages.slice(0, -1), { role: "user", content: "yes" }];
    const change = (content: string) => plugIn(() => ({ messages: [{ role: "user", content }] }));
    change("yesterday's summary");
    expect((await condense({ messages: own }, { provider: NAME })).fellBackFrom).toBe(NAME);
    change("A summary.\nyes");
    expect((await condense({ messages: own }, { provider: NAME })).fellBackFrom).toBeUndefined();
  });
});

describe("an estimate", () => {
  it.each([new NativeCondensationProvider(), new SmartCondensationProvider()])(
    "is in whole numbers",
    async (provider) => {
      const { tokensBefore, tokensAfter, ...rest } = await provider.estimateReduction({ messages });
      for (const number of [tokensBefore, tokensAfter, ...Object.values(rest)])
        expect(Number.isInteger(number)).toBe(true);
    },
  );

  it("of a plug-in's account, too", async () => {
    plugIn(({ messages: own }) => ({ messages: own.slice(-1), metrics: { originalTokens: 99.5, finalTokens: 10.25 } }));
    const { metrics } = await condense({ messages }, { provider: NAME });
    expect(metrics).toMatchObject({ originalTokens: 100, finalTokens: 10 });
  });
});
