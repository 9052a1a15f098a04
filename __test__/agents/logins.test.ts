import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loginsBy } from "../../ts/agents/index.js";
import { temporaryFolder, writeTo } from "../support/folder.js";

/** Whether a login pays sessions of an agent, by files in its user's home and variables. */
function isLogin(agent: string, files: Record<string, object>, env: Record<string, string> = {}): boolean {
  const home = temporaryFolder();
  for (const [name, value] of Object.entries(files)) writeTo(join(home, name), value);
  return loginsBy(new Map(), { env, home })({ agent, sessionId: "s" });
}

const CREDENTIALS = { ".claude/.credentials.json": { claudeAiOauth: { accessToken: "t" } } };
const ACCOUNT = { oauthAccount: { emailAddress: "a@b.example" } };
const CODEX = { ".codex/auth.json": { auth_mode: "chatgpt", OPENAI_API_KEY: null, tokens: { access_token: "t" } } };

describe("who pays a session of a log", () => {
  it("is a login where the agent has its token and no key", () => {
    expect(isLogin("Claude Code", CREDENTIALS)).toBe(true);
    expect(isLogin("Claude Code", {}, { CLAUDE_CODE_OAUTH_TOKEN: "t" })).toBe(true);
    expect(isLogin("Claude Code", { ".claude.json": ACCOUNT })).toBe(true);
    expect(isLogin("Codex", CODEX)).toBe(true);
  });

  it("is a key where there is one, and where nothing says otherwise", () => {
    for (const agent of ["Claude Code", "Codex", "opencode"]) expect(isLogin(agent, {})).toBe(false);
    expect(isLogin("Claude Code", CREDENTIALS, { ANTHROPIC_API_KEY: "k" })).toBe(false);
    expect(isLogin("Claude Code", { ".claude.json": { ...ACCOUNT, primaryApiKey: "k" } })).toBe(false);
    expect(isLogin("Codex", CODEX, { CODEX_API_KEY: "k" })).toBe(false);
    expect(isLogin("Codex", { ".codex/auth.json": { OPENAI_API_KEY: "k" } })).toBe(false);
  });

  it("is as the ledger says, where it has the session; of logs from elsewhere nothing else is known", () => {
    const told = loginsBy(
      new Map([
        ["a", "claude"],
        ["b", undefined],
      ]),
      undefined,
    );
    expect(["a", "b", "d"].map((sessionId) => told({ agent: "Claude Code", sessionId }))).toEqual([true, false, false]);
  });
});
