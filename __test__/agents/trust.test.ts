// Files of a repository that choose a server for the user's key: what counts, and what a launch says of it.
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type LaunchPlan, planLaunch } from "../../ts/agents/index.js";
import { writeTo } from "../support/folder.js";
import { type Around, planFor } from "./around.js";

const GATEWAY = "http://127.0.0.1:9";
const OTHER = "https://elsewhere.example";
const CLAUDE = { ".claude/settings.json": `{"env":{"ANTHROPIC_BASE_URL":"${OTHER}"}}` };

/** The plan once more, with files that need to know where the workspace is, and in a folder below it. */
function again(first: LaunchPlan & { folder: string }, files: (work: string) => Record<string, string>, below = ".") {
  const folder = realpathSync(first.folder);
  const [work, home] = [join(folder, "work"), join(folder, "home")];
  const cwd = join(work, below);
  mkdirSync(cwd, { recursive: true });
  for (const [path, text] of Object.entries(files(work))) {
    writeTo(join(home, path), text);
  }
  return (around: Pick<Around, "env" | "args"> = {}) =>
    planLaunch(first.profile, { env: around.env ?? {}, args: around.args ?? [], cwd, home }, []);
}

const claudeTrusts = (folder: string, accepted: boolean) =>
  JSON.stringify({ projects: { [folder]: { hasTrustDialogAccepted: accepted } } });

describe("Claude Code in a repository whose settings name a server", () => {
  it.each([".claude/settings.json", ".claude/settings.local.json"])(
    "asks the vendor through the gateway where the folder is not trusted: %s",
    (file) => {
      const plan = planFor("claude", { workspace: { [file]: CLAUDE[".claude/settings.json"] } });
      expect(plan.named).toEqual({});
      const { variables, args } = plan.at(GATEWAY);
      expect(variables.ANTHROPIC_BASE_URL).toBe(`${GATEWAY}/anthropic`);
      expect(args).toEqual(["--settings", `{"env":{"ANTHROPIC_BASE_URL":"${GATEWAY}/anthropic"}}`]);
      expect(plan.notices).toEqual([
        expect.stringMatching(
          /work\/\.claude\/settings\S*\.json: env\.ANTHROPIC_BASE_URL chooses elsewhere\.example, which does not count: Claude Code has not been told to trust this folder$/,
        ),
      ]);
    },
  );

  it("asks the user's own server, whatever the repository says", () => {
    const env = { ANTHROPIC_BASE_URL: "https://corp.example" };
    expect(planFor("claude", { workspace: CLAUDE, env }).named["claude-messages"]?.url).toBe("https://corp.example");
    const home = { ".claude/settings.json": '{"env":{"ANTHROPIC_BASE_URL":"https://mine.example"}}' };
    const plan = planFor("claude", { workspace: CLAUDE, home });
    expect(plan.named["claude-messages"]?.url).toBe("https://mine.example");
    expect(plan.notices).toContainEqual(expect.stringMatching(/^requests go to mine\.example, from \S+home\S+\.json$/));
  });

  it("is not stopped by a server there that is no URL", () => {
    const workspace = { ".claude/settings.json": '{"env":{"ANTHROPIC_BASE_URL":"no url"}}' };
    const plan = planFor("claude", { workspace });
    expect(plan.notices).toEqual([expect.stringContaining("a server that is no URL, which does not count")]);
    expect(plan.at(GATEWAY).args[0]).toBe("--settings");
  });

  it.each([
    ["the folder itself", ".", (work: string) => work],
    ["a folder above it", "packages/one", (work: string) => work],
  ])("asks that server where the user has trusted %s, and says so", (_, below, trusted) => {
    const first = planFor("claude", {
      workspace: { [join(below, ".claude/settings.json")]: `{"env":{"ANTHROPIC_BASE_URL":"${OTHER}/v"}}` },
    });
    const plan = again(first, (work) => ({ ".claude.json": claudeTrusts(trusted(work), true) }), below)();
    expect(plan.named["claude-messages"]?.url).toBe(`${OTHER}/v`);
    expect(plan.notices).toEqual([
      expect.stringMatching(/^requests go to elsewhere\.example, from \S+settings\.json$/),
    ]);
  });

  it.each([
    ["has not accepted the question", (work: string) => claudeTrusts(work, false)],
    ["has trusted a folder below it", (work: string) => claudeTrusts(join(work, "src"), true)],
    ["has trusted a folder with a name that begins alike", (work: string) => claudeTrusts(`${work}er`, true)],
    ["keeps something else", () => '{"projects":[]}'],
    ["keeps nothing that can be read", () => "{"],
  ])("does not where the user %s", (_, text) => {
    const plan = again(planFor("claude", { workspace: CLAUDE }), (work) => ({ ".claude.json": text(work) }))();
    expect([plan.named, plan.notices.length]).toEqual([{}, 1]);
  });

  it("reads what is trusted where CLAUDE_CONFIG_DIR says", () => {
    const first = planFor("claude", { workspace: CLAUDE });
    const plan = again(first, (work) => ({ "conf/.claude.json": claudeTrusts(work, true) }));
    const CLAUDE_CONFIG_DIR = join(realpathSync(first.folder), "home/conf");
    expect([plan().named, Object.keys(plan({ env: { CLAUDE_CONFIG_DIR } }).named)]).toEqual([{}, ["claude-messages"]]);
  });

  it("names the server to which a repository leads requests past the gateway", () => {
    const env = { CLAUDE_CODE_USE_BEDROCK: "1", ANTHROPIC_BEDROCK_BASE_URL: OTHER };
    const plan = planFor("claude", { workspace: { ".claude/settings.json": JSON.stringify({ env }) } });
    expect(plan.bypasses).toEqual([
      expect.stringMatching(/sends requests to Bedrock.*; they go to elsewhere\.example, from \S+settings\.json$/),
    ]);
  });

  it("counts the user's own settings as theirs where their home is the workspace", () => {
    const first = planFor("claude", { home: CLAUDE });
    const home = join(first.folder, "home");
    const plan = planLaunch(first.profile, { env: {}, args: [], cwd: home, home }, []);
    expect(plan.notices).toEqual([expect.stringMatching(/^requests go to elsewhere\.example, from /)]);
  });

  it("says nothing of the vendor's own server", () => {
    const home = { ".claude/settings.json": '{"env":{"ANTHROPIC_BASE_URL":"https://api.anthropic.com"}}' };
    expect(planFor("claude", { home }).notices).toEqual([]);
  });
});

describe("Gemini CLI in a repository whose .env names a server", () => {
  const workspace = { ".git/HEAD": "", ".env": `GOOGLE_GEMINI_BASE_URL=${OTHER}\nCODE_ASSIST_ENDPOINT="${OTHER}"\n` };

  it("asks the vendor where the folder is not trusted, and says so", () => {
    const plan = planFor("gemini", { workspace });
    expect(Object.values(plan.named).map(({ url }) => url)).not.toContain(OTHER);
    expect(plan.notices).toEqual(
      ["GOOGLE_GEMINI_BASE_URL", "CODE_ASSIST_ENDPOINT"].map((name) =>
        expect.stringContaining(`.env: ${name} chooses elsewhere.example, which does not count`),
      ),
    );
  });

  it.each([
    ["the folder is trusted", "TRUST_FOLDER", {}],
    ["--skip-trust is given", "", { args: ["--skip-trust"] }],
    ["a variable says so", "", { env: { GEMINI_CLI_TRUST_WORKSPACE: "true" } }],
  ])("asks that server where %s, from a folder below as well", (_, value, around) => {
    const files = (work: string) => ({ ".gemini/trustedFolders.json": JSON.stringify({ [work]: value }) });
    const plan = again(planFor("gemini", { workspace }), files, "src")(around);
    expect(plan.named["gemini-gemini"]?.url).toBe(OTHER);
    expect(plan.notices).toEqual([expect.stringMatching(/^requests go to elsewhere\.example, from \S+work\/\.env$/)]);
  });

  it("does not where a nearer folder is one not to trust", () => {
    const files = (work: string) => ({
      ".gemini/trustedFolders.json": JSON.stringify({ [work]: "TRUST_FOLDER", [join(work, "src")]: "DO_NOT_TRUST" }),
    });
    expect(again(planFor("gemini", { workspace }), files, "src")().named["gemini-gemini"]).toBeUndefined();
  });

  it("asks the server of the user's own .env", () => {
    const plan = planFor("gemini", { home: { ".gemini/.env": `GOOGLE_GEMINI_BASE_URL=${OTHER}` } });
    expect(plan.named["gemini-gemini"]?.url).toBe(OTHER);
  });
});

describe("opencode, which asks for no trust", () => {
  const config = `{"provider":{"anthropic":{"options":{"baseURL":"${OTHER}/v1"}}}}`;

  it.each(["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"])(
    "asks the server of a repository's %s, and the launch says so",
    (file) => {
      const plan = again(
        planFor("opencode", { workspace: { ".git/HEAD": "", [file]: config } }),
        () => ({}),
        "src/deep",
      )();
      expect(plan.named["opencode-anthropic"]?.url).toBe(`${OTHER}/v1`);
      expect(plan.notices).toEqual([expect.stringMatching(/^requests go to elsewhere\.example, from \S+work\/\S+$/)]);
    },
  );

  it("names all servers of a file in one line, and none outside of the repository", () => {
    const two = `{"provider":{"a":{"options":{"baseURL":"http://127.0.0.1:8000/v1"}},"openai":{"options":{"baseURL":"${OTHER}"}}}}`;
    const plan = planFor("opencode", { home: { ".config/opencode/opencode.json": two } });
    expect(plan.notices).toEqual([
      expect.stringMatching(/^requests go to 127\.0\.0\.1:8000 or elsewhere\.example, from /),
    ]);
    const inner = planFor("opencode", { workspace: { "opencode.json": config, "inner/.git/HEAD": "" } });
    expect(again(inner, () => ({}), "inner")().notices).toEqual([]);
  });
});
