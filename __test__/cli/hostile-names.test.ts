// No command lets a control character of its input reach the terminal: names of files, tools, models, sessions, policies
// and options come from others, and a terminal obeys what they contain.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toTerminal } from "../../ts/cli/shared/terminal.js";
import { ContextSession, openStore } from "../../ts/session/index.js";
import { temporaryFolder } from "../support/folder.js";
import { chatOf } from "../support/on-wire.js";
import { tamis } from "./run-cli.js";

/** Colour, title, a C1 control, a bidi override, a line separator, a bell, a backspace. */
const EVIL = "\u001b[31m\u001b]0;owned\u0007\u009b2J\u202e\u2066\u2028\b\u061c";
const UNSAFE = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const folder = temporaryFolder();
const evilFile = join(folder, `a${EVIL}.json`);
const evilToml = join(folder, `p${EVIL}.toml`);
const request = {
  model: `m${EVIL}`,
  messages: [
    { role: `user${EVIL}`, content: `q${EVIL}` },
    ...Array.from({ length: 9 }, (_, n) =>
      chatOf([{ calls: [{ id: `c${n}${EVIL}`, tool: `read${EVIL}`, result: `text${EVIL} `.repeat(60) }] }]),
    ).flat(),
    { role: "tool", tool_call_id: `none${EVIL}`, content: "" },
  ],
};
writeFileSync(evilFile, JSON.stringify(request));
writeFileSync(evilToml, `[mask${EVIL}]\nwindow = 1\n`);
const badToml = join(folder, "bad.toml");
writeFileSync(badToml, `window_turns${EVIL} = `);
const unknownKey = join(folder, "key.json");
writeFileSync(
  unknownKey,
  JSON.stringify({ [`mask${EVIL}`]: 1, mode: `x${EVIL}`, mask: { tools: { [EVIL]: { no: 1 } } } }),
);
const gatewayToml = join(folder, "gateway.toml");
writeFileSync(
  gatewayToml,
  `[upstreams]\nopenai = "x\\u001b[31m://h"\n[gateway]\n"po\\u009brt" = 1\nmode = "\\u202e"\n`,
);
const emptyFolder = join(folder, `empty${EVIL}`);
mkdirSync(emptyFolder);
const log = join(folder, `log${EVIL}.jsonl`);
writeFileSync(
  log,
  `${JSON.stringify({ type: "user", sessionId: EVIL, message: { role: EVIL, content: EVIL, model: EVIL } })}\n`,
);

const lines: [name: string, args: string[], env?: Record<string, string>][] = [
  ["stats", ["reduce", "--stats", evilFile]],
  ["stats of several", ["reduce", "--stats", evilFile, join(folder, `gone${EVIL}.json`)]],
  ["stats of an empty folder", ["reduce", "--stats", emptyFolder]],
  ["stats with a bad price file", ["reduce", "--stats", evilFile, "--prices", badToml]],
  ["stats with an unknown model", ["reduce", "--stats", evilFile, "--exact", "--model", EVIL]],
  ["diff", ["reduce", "--diff", evilFile, "--window", "1"]],
  ["diff in full", ["reduce", "--diff", "--full", evilFile, "--window", "1"]],
  ["reduce of a missing file", ["reduce", `gone${EVIL}`]],
  ["a plan", ["reduce", "--dry-run", evilFile, "--window", "1"]],
  ["a report", ["reduce", "--report", evilFile, "--output", join(folder, "out.json")]],
  ["reduce to a bad place", ["reduce", evilFile, "--output", join(folder, EVIL, EVIL)]],
  ["validate", ["validate", evilFile]],
  ["validate of a missing file", ["validate", `gone${EVIL}`]],
  ["repair", ["validate", "--repair", "--dry-run", evilFile]],
  ["recordings", ["savings", "--recordings", evilFile, log, "--policy", unknownKey]],
  ["recordings of logs", ["savings", "--recordings", log]],
  [
    "recordings with a policy of that name",
    ["savings", "--recordings", evilFile, "--policy", join(folder, `fine${EVIL}.json`)],
  ],
  ["recordings with unknown prices", ["savings", "--recordings", evilFile, "--prices", EVIL]],
  ["a policy that is missing", ["reduce", evilFile, "--policy", `no${EVIL}.toml`]],
  ["a policy with unknown keys", ["reduce", evilFile, "--policy", evilToml]],
  ["a policy that is no TOML", ["reduce", evilFile, "--policy", badToml]],
  ["a JSON policy with unknown keys", ["reduce", evilFile, "--policy", unknownKey]],
  ["an assignment", ["reduce", evilFile, "--set", `mask.${EVIL}=1`]],
  ["an assignment of a value", ["reduce", evilFile, "--set", `mode=${EVIL}`]],
  ["an assignment that is none", ["reduce", evilFile, "--set", EVIL]],
  ["an unknown option", ["reduce", `--no${EVIL}`]],
  ["an unknown command", [`no${EVIL}`]],
  ["too many arguments", ["reduce", evilFile, EVIL, EVIL]],
  ["a wire that is none", ["reduce", evilFile, "--wire", EVIL]],
  ["doctor", ["doctor"], { TAMIS_BACKEND: `x${EVIL.replaceAll("\0", "")}` }],
  ["doctor with a policy", ["doctor", "--policy", evilToml]],
  ["config validate", ["config", "validate", gatewayToml]],
  ["config validate of a missing file", ["config", "validate", `gone${EVIL}.toml`]],
  ["gateway with a missing file", ["gateway", "--config", `gone${EVIL}.toml`]],
  ["run of a missing command", ["run", "--", `no${EVIL}`], { OPENAI_BASE_URL: EVIL.replaceAll("\0", "") }],
  ["run of a missing command", ["run", "--", `no${EVIL}`]],
  ["chat with a bad address", ["chat", "--base-url", EVIL, "--model", "m"]],
  [
    "chat with a bad store",
    ["chat", "--base-url", "http://127.0.0.1:9", "--model", "m", "--store", `file:///${EVIL}%2f`],
  ],
  ["completion of an unknown shell", ["completion", EVIL]],
  ["a hook of an unknown agent", ["hook", EVIL]],
  ["an argument of mcp", ["mcp", EVIL]],
  ["an option of mcp", ["mcp", `--no${EVIL}`]],
  ["a store of mcp", ["mcp", "--store", `no${EVIL}`]],
];

describe("control characters in names", () => {
  writeFileSync(join(folder, `fine${EVIL}.json`), "{}");

  it.each(lines)("never reach the terminal: %s", (_, args, env = {}) => {
    const { stdout, stderr } = tamis(args, { env, cwd: folder });
    for (const text of [stderr, stdout.toString("utf8")]) {
      const bad = UNSAFE.exec(text);
      expect(bad === null ? "" : `${JSON.stringify(text.slice(Math.max(0, bad.index - 60), bad.index + 20))}`).toBe("");
    }
  });

  it("never reach the terminal from the sessions of a chat", async () => {
    const place = join(folder, "sessions.db");
    const store = await openStore(place);
    const session = new ContextSession({ maxTokens: 1000, agent: EVIL });
    await session.save(store, { name: `n${EVIL}` });
    await session.addTurn({ role: "user", content: `hello${EVIL}` });
    await session.close();
    store.close();
    const input = [
      "/sessions",
      "/sessions hello",
      `/load n${EVIL}`,
      "/stats",
      "/undo",
      `/model x${EVIL}`,
      `/load no${EVIL}`,
      `/sessions name o${EVIL}`,
      `/save c${EVIL}`,
      `/export e${EVIL}/x`,
      `/import no${EVIL}`,
      `/sessions delete q${EVIL}`,
      `/no${EVIL}`,
    ]
      .map((line) => line.replaceAll("\u2028", ""))
      .join("\n");
    const args = ["chat", "--base-url", "http://127.0.0.1:9/v1", "--model", `m${EVIL}`, "--store", place];
    const { stderr } = tamis(args, { input: `${input}\n`, cwd: folder });
    expect(stderr).toContain("hello");
    expect(UNSAFE.exec(stderr)?.index ?? "none").toBe("none");
  });

  it("are written as what they are", () => {
    expect(toTerminal("a\u001b[31m\u009bb\u202ec\nd\te\rf")).toBe("a\\u{1b}[31m\\u{9b}b\\u{202e}c\nd\te\\u{d}f");
    expect(toTerminal("é😀 plain")).toBe("é😀 plain");
  });
});

describe("a key", () => {
  it.each([
    "sk-secret-part\nthe-other-half",
    "sk-secret-part\r",
    " sk-secret-part",
    "sk-secret-part é",
    "the\u0000half",
  ])("that no header can have is refused, and not shown: %j", (key) => {
    for (const [name, wire] of [
      ["OPENAI_API_KEY", "openai-chat"],
      ["ANTHROPIC_API_KEY", "anthropic"],
    ] as const) {
      if (key.includes("\0")) continue;
      const args = ["chat", "--no-store", "--wire", wire, "--model", "m", "--base-url", "http://127.0.0.1:9/v1"];
      const { stderr, stdout, status } = tamis(args, { env: { [name]: key }, input: "hi\n" });
      expect(status).toBe(2);
      expect(stderr).toContain(name);
      expect(stderr + stdout).not.toMatch(/secret-part|other-half/);
    }
  });
});
