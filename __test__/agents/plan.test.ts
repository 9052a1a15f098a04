import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planFor } from "./around.js";

const GATEWAY = "http://127.0.0.1:9";
const jsonOf = (text: string | undefined): unknown => JSON.parse(text ?? "null");

describe("Claude Code", () => {
  it("gets its base URL, and keeps tool search, context size and cheap model as without a gateway", () => {
    const plan = planFor("claude");
    expect(plan.at(GATEWAY)).toEqual({
      variables: {
        ANTHROPIC_BASE_URL: `${GATEWAY}/anthropic`,
        ENABLE_TOOL_SEARCH: "true",
        _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL: "1",
      },
      args: [],
      own: [],
      files: [],
    });
    expect([plan.bypasses, plan.named]).toEqual([[], {}]);
  });

  it("leaves a choice of the user's about tool search alone", () => {
    const { variables } = planFor("claude", { env: { ENABLE_TOOL_SEARCH: "auto:10" } }).at(GATEWAY);
    expect(variables).not.toHaveProperty("ENABLE_TOOL_SEARCH");
  });

  it("sends on to where the environment pointed, and promises nothing of the vendor's there", () => {
    const plan = planFor("claude", { env: { ANTHROPIC_BASE_URL: "https://llm.corp.example/claude" } });
    expect(plan.named).toEqual({
      "claude-messages": { url: "https://llm.corp.example/claude", provider: "anthropic" },
    });
    expect(plan.at(GATEWAY).variables).toEqual({ ANTHROPIC_BASE_URL: `${GATEWAY}/claude-messages` });
  });

  it("goes through the gateway although settings.json sets a base URL, which becomes the upstream", () => {
    const settings = JSON.stringify({ env: { ANTHROPIC_BASE_URL: "https://router.example" } });
    const plan = planFor("claude", { home: { ".claude/settings.json": settings } });
    expect(plan.named["claude-messages"]?.url).toBe("https://router.example");
    expect(plan.at(GATEWAY).args).toEqual([
      "--settings",
      `{"env":{"ANTHROPIC_BASE_URL":"${GATEWAY}/claude-messages"}}`,
    ]);
    expect(plan.bypasses).toEqual([]);
  });

  it.each([
    [["--settings", '{"model":"opus"}', "-p", "x"]],
    [["--settings=mine.json", "-p", "x"]],
    [["--settings", "other.json", "--settings", "mine.json", "-p", "x"]],
  ])("puts its URL into the --settings that the user gives: %j", (args) => {
    const plan = planFor("claude", {
      home: { ".claude/settings.json": `{ // mine\n "env": { "ANTHROPIC_BASE_URL": "https://router.example", }, }` },
      workspace: { "mine.json": '{"model":"opus"}', "other.json": "{}" },
      args,
    });
    const { args: before, own } = plan.at(GATEWAY);
    expect([before[0], jsonOf(before[1])]).toEqual([
      "--settings",
      { model: "opus", env: { ANTHROPIC_BASE_URL: `${GATEWAY}/claude-messages` } },
    ]);
    expect(own.slice(-2)).toEqual(["-p", "x"]);
    expect(own.join(" ")).not.toContain("mine");
    expect(plan.bypasses).toEqual([]);
  });

  it("goes on to the base URL in the --settings that the user gives, which is above all files of theirs", () => {
    const plan = planFor("claude", {
      home: { ".claude/settings.json": '{"env":{"ANTHROPIC_BASE_URL":"https://router.example"}}' },
      args: ["--settings", '{"env":{"ANTHROPIC_BASE_URL":"https://given.example"}}'],
    });
    expect(plan.named["claude-messages"]?.url).toBe("https://given.example");
    expect([plan.at(GATEWAY).own, plan.notices]).toEqual([[], []]);
  });

  it("leaves --settings alone where no setting names a server, and where it is part of the prompt", () => {
    const args = ["--settings", "x.json", "-p"];
    expect(planFor("claude", { args }).at(GATEWAY)).toMatchObject({ args: [], own: args });
    const home = { ".claude/settings.json": '{"env":{"ANTHROPIC_BASE_URL":"https://router.example"}}' };
    const prompt = ["-p", "--", "--settings", "{}"];
    expect(planFor("claude", { home, args: prompt }).at(GATEWAY).own).toEqual(prompt);
  });

  it("says that settings.json leads past the gateway where --settings cannot be read", () => {
    const settings = '{"env":{"ANTHROPIC_BASE_URL":"https://router.example"}}';
    const args = ["--settings", "none.json"];
    const plan = planFor("claude", { home: { ".claude/settings.json": settings }, args });
    expect(plan.at(GATEWAY)).toMatchObject({ args: [], own: args });
    expect(plan.bypasses).toEqual([expect.stringContaining("--settings cannot be read")]);
  });

  it.each([
    [{ env: { CLAUDE_CODE_USE_BEDROCK: "1" } }, "Bedrock"],
    [{ env: { CLAUDE_CODE_USE_VERTEX: "true" } }, "Vertex"],
    [
      { home: { ".claude/settings.json": '{"env":{"CLAUDE_CODE_USE_BEDROCK":"1"}}' } },
      "settings.json has CLAUDE_CODE_USE_BEDROCK",
    ],
  ])("says what leads requests past the gateway: %j", (around, what) => {
    expect(planFor("claude", around).bypasses).toEqual([expect.stringContaining(what)]);
  });

  it("reads settings elsewhere where CLAUDE_CONFIG_DIR says so", () => {
    const home = { "other/settings.json": '{"env":{"CLAUDE_CODE_USE_VERTEX":"1"}}' };
    const before = planFor("claude", { home });
    const plan = planFor("claude", { home, env: { CLAUDE_CONFIG_DIR: join(before.folder, "home/other") } });
    expect([before.bypasses.length, plan.bypasses.length]).toEqual([0, 1]);
  });

  it("names settings that cannot be read, and starts all the same", () => {
    const plan = planFor("claude", { home: { ".claude/settings.json": "{ broken" } });
    expect(plan.unread).toEqual([{ file: expect.stringContaining("settings.json"), problem: "it cannot be read" }]);
  });

  it("writes nothing of the user's", () => {
    const text = '{"env":{"ANTHROPIC_BASE_URL":"https://router.example"}}';
    const plan = planFor("claude", { home: { ".claude/settings.json": text } });
    const file = join(plan.folder, "home/.claude/settings.json");
    writeFileSync(file, text, { mode: 0o400 });
    expect(() => plan.at(GATEWAY)).not.toThrow();
  });
});

describe("Codex", () => {
  const provider = (rest: string) => `model_providers.tamis={name="OpenAI",base_url="${GATEWAY}/${rest}}`;

  it("gets a provider of its own where only the environment has a key, and says that its sessions need it", () => {
    const plan = planFor("codex", { env: { OPENAI_API_KEY: "k" } });
    expect(plan.routes.map(({ ownSessions }) => ownSessions)).toEqual([true]);
    expect(plan.at(GATEWAY).args).toEqual([
      ...["-c", 'model_provider="tamis"'],
      ...["-c", provider('openai/v1",wire_api="responses",env_key="OPENAI_API_KEY"')],
    ]);
  });

  it.each([
    ["that codex login has kept", { home: { ".codex/auth.json": '{"OPENAI_API_KEY":"sk-1"}' } }],
    ["in CODEX_API_KEY", { env: { CODEX_API_KEY: "sk-1" } }],
  ])("keeps its own provider with the key %s, so that its sessions are those without Tamis", (_, around) => {
    const plan = planFor("codex", around);
    expect(plan.routes.map(({ ownSessions }) => ownSessions)).toEqual([false]);
    expect(plan.at(GATEWAY).args).toEqual(["-c", `openai_base_url="${GATEWAY}/openai/v1"`]);
  });

  it("is put back to its own provider where config.toml names another of Codex's own", () => {
    const home = { ".codex/auth.json": '{"OPENAI_API_KEY":"sk-1"}', ".codex/config.toml": 'model_provider = "ollama"' };
    const plan = planFor("codex", { home });
    expect(plan.at(GATEWAY).args.slice(2)).toEqual(["-c", 'model_provider="openai"']);
    expect(plan.bypasses).toEqual([expect.stringContaining("takes its place")]);
  });

  it("sends a ChatGPT login to ChatGPT's own base", () => {
    const home = { ".codex/auth.json": '{"OPENAI_API_KEY":null,"tokens":{"access_token":"t"}}' };
    const plan = planFor("codex", { home });
    expect(plan.named).toEqual({
      "codex-responses": { url: "https://chatgpt.com/backend-api/codex", provider: "openai" },
    });
    expect(plan.at(GATEWAY).args).toEqual(["-c", `openai_base_url="${GATEWAY}/codex-responses"`]);
  });

  it("keeps a provider of the user's and only turns its base URL", () => {
    const config =
      'model_provider = "corp"\n[model_providers.corp]\nbase_url = "https://llm.corp.example/openai/v1"\nwire_api = "responses"\n';
    const plan = planFor("codex", { home: { ".codex/config.toml": config } });
    expect(plan.named["codex-corp"]?.url).toBe("https://llm.corp.example/openai/v1");
    expect(plan.at(GATEWAY).args).toEqual(["-c", `model_providers.corp.base_url="${GATEWAY}/codex-corp"`]);
  });

  it("goes on to openai_base_url where config.toml sets it", () => {
    const home = { ".codex/config.toml": 'openai_base_url = "https://proxy.example/v1"' };
    const plan = planFor("codex", { home });
    expect(plan.named["codex-responses"]?.url).toBe("https://proxy.example/v1");
    expect(plan.at(GATEWAY).args[3]).toContain(`base_url="${GATEWAY}/codex-responses"`);
  });

  it("leaves it to arguments of the user's, and says so", () => {
    const plan = planFor("codex", { args: ["-c", 'model_provider="azure"'] });
    expect(plan.at(GATEWAY).args).toEqual([]);
    expect(plan.bypasses).toEqual([expect.stringContaining("an argument chooses a provider")]);
  });
});

describe("Gemini CLI", () => {
  it("gets both of its bases, Code Assist's by a name of its own", () => {
    const plan = planFor("gemini");
    expect(plan.at(GATEWAY).variables).toEqual({
      GOOGLE_GEMINI_BASE_URL: `${GATEWAY}/gemini`,
      CODE_ASSIST_ENDPOINT: `${GATEWAY}/gemini-code-assist`,
    });
    expect(plan.named["gemini-code-assist"]?.url).toBe("https://cloudcode-pa.googleapis.com");
  });

  it("stays at the API key, which a base URL alone would make it forget", () => {
    const { files } = planFor("gemini", { env: { GEMINI_API_KEY: "k" } }).at(GATEWAY);
    expect(files).toEqual([
      {
        variable: "GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
        name: "gemini-defaults.json",
        text: '{"security":{"auth":{"selectedType":"gemini-api-key"}}}',
      },
    ]);
    expect(planFor("gemini", { env: { GEMINI_API_KEY: "k", GOOGLE_GENAI_USE_GCA: "true" } }).at(GATEWAY).files).toEqual(
      [],
    );
  });

  it("reduces Vertex AI only where its host is named, and says so", () => {
    const env = { GOOGLE_GENAI_USE_VERTEXAI: "true" };
    expect(planFor("gemini", { env }).bypasses).toEqual([expect.stringContaining("GOOGLE_VERTEX_BASE_URL")]);
    const named = planFor("gemini", { env: { ...env, GOOGLE_VERTEX_BASE_URL: "https://us-aiplatform.example" } });
    expect([named.bypasses, named.named["gemini-vertex"]?.url]).toEqual([[], "https://us-aiplatform.example"]);
  });
});

describe("opencode", () => {
  it("gets a base URL for each provider, beside the content that the user has", () => {
    const env = {
      OPENCODE_CONFIG_CONTENT: '{"model":"anthropic/x","provider":{"anthropic":{"options":{"apiKey":"k"}}}}',
    };
    const content = jsonOf(planFor("opencode", { env }).at(GATEWAY).variables.OPENCODE_CONFIG_CONTENT);
    expect(content).toMatchObject({
      model: "anthropic/x",
      provider: {
        anthropic: { options: { apiKey: "k", baseURL: `${GATEWAY}/anthropic/v1` } },
        openai: { options: { baseURL: `${GATEWAY}/openai/v1` } },
        google: { options: { baseURL: `${GATEWAY}/gemini/v1beta` } },
        groq: { options: { baseURL: `${GATEWAY}/opencode-groq` } },
      },
    });
  });

  it("makes an upstream of each base URL in the user's configuration", () => {
    const config = `{
      // a local server
      "provider": { "Local LLM": { "options": { "baseURL": "http://127.0.0.1:8000/v1" } }, "anthropic": { "options": { "baseURL": "https://a.example/v1" } } },
    }`;
    const plan = planFor("opencode", { workspace: { "opencode.json": config } });
    expect(plan.named).toMatchObject({
      "opencode-local-llm": { url: "http://127.0.0.1:8000/v1", provider: "openai" },
      "opencode-anthropic": { url: "https://a.example/v1", provider: "anthropic" },
    });
    const { provider } = jsonOf(plan.at(GATEWAY).variables.OPENCODE_CONFIG_CONTENT) as {
      provider: Record<string, unknown>;
    };
    expect(provider).toMatchObject({
      "Local LLM": { options: { baseURL: `${GATEWAY}/opencode-local-llm` } },
      anthropic: { options: { baseURL: `${GATEWAY}/opencode-anthropic` } },
    });
  });

  it("turns a base URL in the user's own content as well", () => {
    const env = { OPENCODE_CONFIG_CONTENT: '{"provider":{"openai":{"options":{"baseURL":"https://o.example/v1"}}}}' };
    const plan = planFor("opencode", { env });
    expect(jsonOf(plan.at(GATEWAY).variables.OPENCODE_CONFIG_CONTENT)).toMatchObject({
      provider: { openai: { options: { baseURL: `${GATEWAY}/opencode-openai` } } },
    });
    expect(plan.named["opencode-openai"]?.url).toBe("https://o.example/v1");
  });

  it("says that a ChatGPT login goes past the gateway", () => {
    const home = { ".local/share/opencode/auth.json": '{"openai":{"type":"oauth","refresh":"r"}}' };
    const plan = planFor("opencode", { home });
    expect(plan.bypasses).toEqual([expect.stringContaining("ChatGPT login")]);
    expect(plan.routes.map(({ id }) => id)).not.toContain("openai");
  });
});

describe("the folder of originals", () => {
  const FOLDER = "/cache/tamis/originals";

  it("is one that Claude Code may read by a rule, which adds no folder that it would ask about", () => {
    const plan = planFor("claude");
    expect([plan.readsOriginals, plan.at(GATEWAY, FOLDER).args]).toEqual([
      true,
      [`--allowedTools=Read(/${FOLDER}/**)`],
    ]);
    expect(plan.at(GATEWAY).args).toEqual([]);
  });

  it.each([
    ["/home/a (b), c/tamis", "//home/a (b), c/tamis"],
    ["/home/[a]*?/tamis", "//home/\\[a\\]\\*\\?/tamis"],
    ["C:\\Users\\me\\tamis", "//c/Users/me/tamis"],
  ])("is the only one that the rule lets Claude Code read: %s", (folder, pattern) => {
    expect(planFor("claude").at(GATEWAY, folder).args).toEqual([`--allowedTools=Read(${pattern}/**)`]);
  });

  it("is one that Codex's commands may read anyway", () => {
    const plan = planFor("codex", { env: { CODEX_API_KEY: "k" } });
    expect(plan.readsOriginals).toBe(true);
    expect(plan.at(GATEWAY, FOLDER)).toEqual(plan.at(GATEWAY));
  });

  it("is one that opencode may read, by its own configuration's permission beside what the user has in it", () => {
    const env = { OPENCODE_CONFIG_CONTENT: '{"model":"anthropic/x"}' };
    const plan = planFor("opencode", { env });
    expect(plan.readsOriginals).toBe(true);
    expect(jsonOf(plan.at(GATEWAY, FOLDER).variables.OPENCODE_CONFIG_CONTENT)).toMatchObject({
      model: "anthropic/x",
      permission: { external_directory: { [`${FOLDER}/*`]: "allow" } },
    });
    expect(jsonOf(plan.at(GATEWAY).variables.OPENCODE_CONFIG_CONTENT)).not.toHaveProperty("permission");
  });

  it("keeps its name, whatever signs are in it", () => {
    expect(planFor("claude").at(GATEWAY, "/a $& b/$1").args).toEqual(["--allowedTools=Read(//a $& b/$1/**)"]);
  });

  it.each([
    ["claude", { args: ["--tools", "Bash"] }],
    ["claude", { args: ["--disallowedTools=Read"] }],
    ["claude", { args: ["--disallowed-tools", "Read"] }],
    ["claude", { args: ["--restricted"] }],
    ["codex", { home: { ".codex/config.toml": 'default_permissions = "mine"\n' } }],
    ["opencode", { workspace: { "opencode.json": '{"permission":{"read":"ask"}}' } }],
    ["opencode", { env: { OPENCODE_CONFIG_CONTENT: '{"permission":"ask"}' } }],
    ["gemini", {}],
    ["aider", {}],
  ])("is none that %s could read without a question: %j", (name, around) => {
    expect(planFor(name, around).readsOriginals).toBe(false);
  });
});

describe("a base URL of the user's", () => {
  it.each<[string, Record<string, string>, string]>([
    ["claude", { ANTHROPIC_BASE_URL: "llm.corp.example" }, "ANTHROPIC_BASE_URL is no URL that begins with http"],
    ["claude", { ANTHROPIC_BASE_URL: "https://u:secret@x.example" }, "has a user, a query or a fragment"],
    ["claude", { ANTHROPIC_BASE_URL: "https://x.example/v1?key=secret" }, "has a user, a query or a fragment"],
    ["claude", { ANTHROPIC_BASE_URL: "https://x.example/v1#secret" }, "has a user, a query or a fragment"],
    ...["ftp://x.example", "localhost:11434/v1", "//llm.corp.example/v1", "https:x/v1"].map(
      (url): [string, Record<string, string>, string] => [
        "aider",
        { OPENAI_API_BASE: url },
        "OPENAI_API_BASE is no URL",
      ],
    ),
  ])("is refused where it is none, and not shown: %s %j", (name, env, problem) => {
    expect(() => planFor(name, { env })).toThrow(problem);
    expect(() => planFor(name, { env })).not.toThrow("secret");
  });

  it("gives way to the upstream that the configuration names", () => {
    const env = { ANTHROPIC_BASE_URL: "https://other.example" };
    const plan = planFor("claude", { env, configured: ["anthropic"] });
    expect([plan.named, plan.at(GATEWAY).variables.ANTHROPIC_BASE_URL]).toEqual([{}, `${GATEWAY}/anthropic`]);
  });
});
