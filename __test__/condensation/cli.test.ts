import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tamis, temporaryFolder } from "../cli/run-cli.js";
import { longConversation } from "./long.js";

const folder = temporaryFolder();
const env = { XDG_CONFIG_HOME: join(folder, "config") };
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
    mkdirSync(join(folder, "work"), { recursive: true });
    writeFileSync(join(folder, "work", "tamis.toml"), '[condensation.modes.code]\nprovider = "smart"\n');
    const inMode = tamis(["condense", request, "--mode", "code", "--json"], { env, cwd: join(folder, "work") });
    expect(JSON.parse(inMode.stdout.toString())).toMatchObject({ provider: "smart" });
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
  ])("refuses %s", (text, message) => {
    const { status, stderr } = tamis(["condense"], { env, cwd: folder, input: text });
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
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
    expect(JSON.parse(run("config", "get", "--json").text)).toHaveProperty("settings.maxModelCalls", 4);
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
