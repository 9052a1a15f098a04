import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changeSetting, describeCondensationSettings } from "../../ts/condensation/index.js";
import { tamis } from "../cli/run-cli.js";
import { temporaryFolder, writeTo } from "../support/folder.js";
import { longConversation } from "./long.js";
import { ODD_OUTPUTS, readFile, readingConversation } from "./readings.js";

const folder = temporaryFolder();
const env = { XDG_CONFIG_HOME: join(folder, "config"), XDG_CACHE_HOME: join(folder, "cache") };
const { messages, context } = longConversation("anthropic", 8);
const request = join(folder, "request.json");
writeFileSync(request, JSON.stringify(context(messages)));
const run = (...args: string[]) => {
  const { status, stdout, stderr } = tamis(args, { env, cwd: folder });
  return { status, text: stdout.toString("utf8"), stderr };
};

describe("tamis condense", () => {
  it("writes the request with condensed messages, and says on stderr what it did", () => {
    const { status, text, stderr } = run("condense", request);
    const body = JSON.parse(text) as { model: string; messages: object[] };
    expect({ status, model: body.model }).toEqual({ status: 0, model: "m" });
    expect(body.messages.length).toBeLessThan(messages.length);
    expect(stderr).toMatch(
      /^Context condensed using Native strategy:\n - Lossy phase: [\d,]+ → [\d,]+ tokens \(-\d+%\)\n - Total reduction: \d+%\n - Preserved: \d+ user messages, 0 decisions\n - Time: \d+\.\d seconds\n/,
    );
  });

  it("uses the provider, the target and the mode that are given", () => {
    const { text } = run("condense", request, "--provider", "smart", "--target", "30", "--json");
    expect(JSON.parse(text)).toMatchObject({ provider: "smart", references: expect.any(Array) });
    writeTo(join(folder, "work", "tamis.toml"), '[condensation.modes.code]\nprovider = "smart"\n');
    const inMode = tamis(["condense", request, "--mode", "code", "--json"], { env, cwd: join(folder, "work") });
    expect(JSON.parse(inMode.stdout.toString())).toMatchObject({ provider: "smart" });
  });

  it("puts back what runs before wrote, byte for byte, also smaller forms, and what native drops has its text before", () => {
    const wire = "openai-chat" as const;
    const file = (name: string) => join(folder, name);
    const whole = { model: "gpt-5", messages: readingConversation(wire, [...ODD_OUTPUTS, readFile(1), readFile(1)]) };
    const more = readingConversation(wire, [readFile(1), ODD_OUTPUTS[2]], 40);
    writeFileSync(file("whole.json"), JSON.stringify(whole));
    const smart = ["--provider", "smart", "--target", "1", "--output"];
    expect(run("condense", file("whole.json"), ...smart, file("once.json")).status).toBe(0);
    const once = JSON.parse(readFileSync(file("once.json"), "utf8")) as typeof whole;
    expect(JSON.stringify(once)).toContain("already provided above");
    writeFileSync(file("more.json"), JSON.stringify({ ...once, messages: [...once.messages, ...more] }));
    expect(run("condense", file("more.json"), ...smart, file("twice.json")).status).toBe(0);
    const back = run("condense", file("twice.json"), "--expand");
    expect(back.status).toBe(0);
    expect(back.text).toBe(`${JSON.stringify({ ...whole, messages: [...whole.messages, ...more] })}\n`);
    const native = run("condense", file("twice.json"), "--provider", "native");
    expect(native.text).not.toContain("already provided above");
    const none = run("condense", file("whole.json"), "--expand");
    expect(none).toMatchObject({ status: 1, text: JSON.stringify(whole) });
  });

  it("keeps nothing for --expand with --no-store, and makes no folder to look there", () => {
    const own = { ...env, XDG_CACHE_HOME: join(folder, "unkept") };
    const body = { messages: readingConversation("openai-chat", [readFile(1), readFile(1)]) };
    const again = (...args: string[]) => {
      const { stdout } = tamis(["condense", ...args], { env: own, input: JSON.stringify(body) });
      return tamis(["condense", "--expand"], { env: own, input: stdout.toString() }).status;
    };
    const smart = ["--provider", "smart", "--target", "1"];
    expect(again(...smart, "--no-store")).toBe(1);
    expect(existsSync(own.XDG_CACHE_HOME)).toBe(false);
    expect(again(...smart)).toBe(0);
  });

  it("compares both providers", () => {
    expect(run("condense", request, "--compare").text).toMatch(/provider +tokens[^\n]*\n +native [^\n]*\n +smart /);
    expect(JSON.parse(run("condense", request, "--compare", "--json").text)).toHaveLength(2);
  });

  it("writes a page with before and after, in which texts are no markup", () => {
    const hostile = join(folder, "hostile.json");
    const list = structuredClone(messages);
    list[0] = { role: "user", content: "<script>alert(1)</script>" };
    writeFileSync(hostile, JSON.stringify(list));
    const page = join(folder, "diff.html");
    expect(run("condense", hostile, "--html", page).status).toBe(0);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toContain("<script>");
    expect(html).toContain("default-src 'none'");
  });

  it("folds below a message on the page what its references stand for", () => {
    const repeated = join(folder, "repeated.json");
    const list = [...messages.slice(0, 4), ...messages.slice(0, 4), ...messages].map((message, index) =>
      JSON.parse(JSON.stringify(message).replaceAll("call_1", index < 4 ? "first" : index < 8 ? "second" : "call_1")),
    ) as object[];
    writeFileSync(repeated, JSON.stringify(context(list)));
    const page = join(folder, "references.html");
    const { status } = run("condense", repeated, "--provider", "smart", "--target", "5", "--html", page);
    expect(status).toBe(0);
    const html = readFileSync(page, "utf8");
    expect(html).toMatch(/⟨ (?:Reference|Consolidated|File content)[^⟩]* ⟩/);
    const folded = /<details><summary>With what its references stand for<\/summary>([\s\S]*?)<\/details>/.exec(
      html,
    )?.[1];
    expect(folded).toContain("line of file 1 with some text in it");
    expect(folded).not.toContain("⟨");
  });

  it("writes the input through with exit code 1 where nothing is condensed", () => {
    const short = join(folder, "short.json");
    writeFileSync(short, JSON.stringify(context(messages.slice(0, 3))));
    const { status, text, stderr } = run("condense", short);
    expect(status).toBe(1);
    expect(JSON.parse(text)).toEqual(context(messages.slice(0, 3)));
    expect(stderr).toMatch(/Context not condensed \(condense_not_enough_messages\)/);
  });

  it.each([
    ["text", /the input is no JSON/],
    ["{}", /no list of messages, contents or input/],
    ["3", /no request and no list/],
    ['{"messages": my secret}', /the input is no JSON: Unexpected token/],
  ])("writes %s through, and says why", (text, message) => {
    const { status, stderr, stdout } = tamis(["condense"], { env, cwd: folder, input: text });
    expect([status, stdout.toString()]).toEqual([1, text]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("secret");
  });

  it("tries once more with --retry where another provider took over, and says so where none had to", () => {
    const file = join(folder, "retry.toml");
    const log = join(folder, "asked.txt");
    writeFileSync(
      join(folder, "flaky.mjs"),
      `import { appendFileSync } from "node:fs";
let asked = 0;
const no = () => false;
export default { name: "flaky", description: "", version: "1", supportsLossless: no, supportsContentTypeAwareness: no,
  supportsCustomPrompts: no, async estimateReduction() {},
  async condense({ messages }) { appendFileSync(${JSON.stringify(log)}, "x"); if (asked++ === 0) throw new Error("busy"); return { messages: messages.slice(-1) }; } };`,
    );
    writeFileSync(file, '[condensation]\nplugins = ["./flaky.mjs"]\nprovider = "flaky"\n');
    const once = run("condense", request, "--config", file);
    expect(once.stderr).toMatch(/flaky failed: busy; native took its place/);
    const again = run("condense", request, "--config", file, "--retry");
    expect(again.status).toBe(0);
    expect((JSON.parse(again.text) as { messages: object[] }).messages).toEqual(messages.slice(-1));
    expect(readFileSync(log, "utf8")).toBe("xxx");
  });

  it("says that a plug-in is broken, and goes on with native", () => {
    const file = join(folder, "own.toml");
    writeFileSync(file, '[condensation]\nplugins = ["./gone.mjs"]\nprovider = "gone"\n');
    const { status, stderr } = run("condense", request, "--config", file);
    expect(status).toBe(0);
    expect(stderr).toMatch(/plug-in "\.\/gone\.mjs": Cannot find module.*native takes its place/);
    expect(stderr).toMatch(/Context condensed using Native strategy/);
  });
});

describe("tamis config", () => {
  it("sets a setting, which a new process reads, and removes it", () => {
    expect(run("config", "get", "provider").text).toBe("native\n");
    expect(run("config", "set", "provider", "smart").status).toBe(0);
    expect(run("config", "get", "provider").text).toBe("smart\n");
    expect(run("config", "set", "modes.code.targetReductionPercent", "60").status).toBe(0);
    expect(run("config", "get", "targetReductionPercent", "--mode", "code").text).toBe("60\n");
    expect(run("config", "get", "modes.code.target_reduction_percent").text).toBe("60\n");
    expect(run("config", "unset", "provider").status).toBe(0);
    expect(run("config", "get", "provider").text).toBe("native\n");
  });

  it("prints keys of the default policy as it does settings of condensations", () => {
    expect(run("config", "set", "mask.minChars", "300").status).toBe(0);
    expect(run("config", "get", "mask.minChars").text).toBe("300\n");
    expect(run("config", "get", "mask.min_chars", "--json").text).toBe("300\n");
    expect(run("config", "set", "experimental.mask.keepLastKPerTool", "2").status).toBe(0);
    expect(run("config", "get", "experimental.mask.keepLastKPerTool").text).toBe("2\n");
    expect(run("config", "unset", "mask.minChars").status).toBe(0);
    expect(run("config", "get", "mask.minChars").text).toBe("256\n");
    const wrong = run("config", "get", "mask.minChar");
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/mask\.minChar: unknown key "minChar"; did you mean "minChars"/),
    ]);
  });

  it("refuses a wrong value with field, value and range, and a key that does not exist", () => {
    const wrong = run("config", "set", "targetReductionPercent", "99");
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toMatch(/target_reduction_percent: expected a whole number of percent from 1 to 95, got 99/);
    expect(run("config", "get", "typo").stderr).toMatch(/there is no setting "typo"; known: provider/);
    expect(run("config", "set", "a", "b", "--global", "--workspace").status).toBe(2);
  });

  it("lists all settings with what they do", () => {
    const { text } = run("config", "get");
    expect(text).toMatch(/preservationPriority = .*\n +Smart: types in the order of keeping/);
    expect(JSON.parse(run("config", "get", "--json").text)).toHaveProperty("settings.maxReductionPercentPerPhase", 90);
  });

  it("writes older settings in the new form beside a dated copy, first only says what it would, and twice changes nothing", () => {
    const old = "[condensation]\nautoCondenseContextPercent = 80\n\n[condensation.profileThresholds]\ngpt = 50\n";
    const home = join(folder, "older");
    const file = join(home, "tamis", "tamis.toml");
    mkdirSync(join(home, "tamis"), { recursive: true });
    writeFileSync(file, old);
    const migrate = (...args: string[]) =>
      tamis(["config", "migrate", ...args], { env: { XDG_CONFIG_HOME: home }, cwd: home });
    expect(migrate("--dry-run").stdout.toString()).toContain(
      "condensation.profileThresholds.gpt → condensation.modes.gpt.auto_condense_context_percent",
    );
    expect(readFileSync(file, "utf8")).toBe(old);
    expect(migrate().status).toBe(0);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("[condensation.modes.gpt]\nauto_condense_context_percent = 50\n");
    const [copy, ...more] = readdirSync(join(home, "tamis")).filter((name) => name.endsWith(".bak"));
    expect([readFileSync(join(home, "tamis", copy ?? ""), "utf8"), more]).toEqual([old, []]);
    expect(migrate().status).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("has in a new process each setting of either file as it was set", () => {
    const settings = {
      ...{ provider: "smart", enableLosslessPhase: false, enableContentTypeAwareness: false },
      ...{ targetReductionPercent: 61, maxReductionPercentPerPhase: 81, preservationPriority: ["TOOL_CALL"] },
      ...{ autoCondenseContext: false, autoCondenseContextPercent: 71 },
      ...{ customCondensingPrompt: "Short.", condensingApiHandler: "cheap" },
    };
    // A workspace may only ask for less than the defaults, which are the user's own here.
    const less = {
      ...{ provider: "smart", targetReductionPercent: 41, maxReductionPercentPerPhase: 81, autoCondenseContext: false },
    };
    for (const scope of ["global", "workspace"] as const) {
      const home = join(folder, `every-${scope}`);
      mkdirSync(join(home, "config", "tamis"), { recursive: true });
      const place = { scope, cwd: home, env: { XDG_CONFIG_HOME: join(home, "config") } };
      const own = scope === "global" ? settings : less;
      for (const [key, value] of Object.entries(own)) changeSetting(key, value, place);
      changeSetting("modes.code.maxReductionPercentPerPhase", 3, place);
      const get = (...args: string[]) =>
        tamis(["config", "get", "--json", ...args], { env: { XDG_CONFIG_HOME: join(home, "config") }, cwd: home });
      const read = JSON.parse(get().stdout.toString()) as { settings: Record<string, unknown> };
      expect(Object.keys(settings).sort()).toEqual(
        describeCondensationSettings()
          .map(({ key }) => key)
          .sort(),
      );
      for (const [key, value] of Object.entries(own)) {
        const shown =
          key === "preservationPriority" ? (read.settings[key] as string[]).slice(0, 1) : read.settings[key];
        expect([scope, key, shown]).toEqual([scope, key, value]);
      }
      expect(get("maxReductionPercentPerPhase", "--mode", "code").stdout.toString()).toContain("3");
    }
  });

  it("exports settings and imports them elsewhere, byte for byte the same", () => {
    const exported = run("config", "export").text;
    const file = join(folder, "settings.json");
    writeFileSync(file, exported);
    const other = { env: { XDG_CONFIG_HOME: join(folder, "elsewhere") }, cwd: folder };
    expect(tamis(["config", "import", file, "--dry-run"], other).stdout.toString()).toMatch(
      /modes\.code\.targetReductionPercent = 60/,
    );
    expect(tamis(["config", "import", file], other).status).toBe(0);
    expect(tamis(["config", "export"], other).stdout.toString()).toBe(exported);
    writeFileSync(file, '{"provider":"smart","typo":1}');
    const refused = tamis(["config", "import", file], other);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/nothing was written\n +typo: unknown key/);
  });
});
