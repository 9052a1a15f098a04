// Configuration files that commands write or `examples/` ships, taken by the commands that read such files, in a home that is
// empty: through the program of an installation.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BODY = JSON.stringify({ model: "gpt-5", messages: [{ role: "user", content: "hi" }] });
const SESSIONS = 3;
const TURNS = 12;

/** A session whose calls name what the results before them had. */
function sessionLog(id) {
  const lines = [
    { tamis: "session", version: 1, id, project: "/srv/app", model: "claude-opus-4-6", wire: "anthropic" },
    { message: { role: "user", content: "go" } },
  ];
  for (let turn = 0; turn < TURNS; turn++) {
    const input = { file_path: `src/${id}-${turn - 1}.ts` };
    const content = `src/${id}-${turn}.ts ${"more plain words ".repeat(150)}`;
    lines.push(
      { message: { role: "assistant", content: [{ type: "tool_use", id: `c${turn}`, name: "Read", input }] } },
      { message: { role: "user", content: [{ type: "tool_result", tool_use_id: `c${turn}`, content }] } },
    );
  }
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

/**
 * @param {string} main the program's file
 * @param {string} scratch a folder for what is written
 * @param {string} root the repository, for its examples
 * @returns {string[]} each file and command that failed, with the words on stderr; none is right
 */
export function failedRoundTrips(main, scratch, root) {
  const home = mkdtempSync(join(scratch, "home-"));
  const logs = mkdtempSync(join(scratch, "logs-"));
  for (let at = 0; at < SESSIONS; at++) writeFileSync(join(logs, `${at}.jsonl`), sessionLog(`s${at}`));
  const { PATH, SystemRoot } = process.env;
  const env = { PATH, SystemRoot, HOME: home, USERPROFILE: home, APPDATA: join(home, "AppData") };
  const failed = [];
  const run = (name, cwd, args, input = "") => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
      cwd,
      env,
      input,
      encoding: "utf8",
    });
    // A package that this installation lacks is named, and the file itself is taken.
    const isLacking = /needs the package \S+, which is not installed/.test(stderr);
    if (status !== 0 && !isLacking) failed.push(`${name}: tamis ${args.join(" ")}: exit code ${status}: ${stderr}`);
    return stdout;
  };
  const writers = {
    "of tune": (cwd) => run("tune", cwd, ["savings", "--tune", logs, "--trials", "8", "--output", "tamis.toml"]),
    "of config init": (cwd) => run("config init", cwd, ["config", "init", "--output", "tamis.toml"]),
    "of config set": (cwd) => {
      for (const [key, value] of Object.entries({ provider: "smart", "mask.windowTurns": "12", preset: "safe" }))
        run("config set", cwd, ["config", "set", "--workspace", key, value]);
    },
  };
  const readers = [
    ["config", "show"],
    ["config", "validate"],
    ["config", "validate", "tamis.toml"],
    ["run", "--no-ledger", "--", process.execPath, "-e", "0"],
    ["run", "--no-ledger", "--config", "tamis.toml", "--", process.execPath, "-e", "0"],
    ["reduce", "--policy", "tamis.toml"],
    ["config", "get", "provider"],
  ];
  for (const [name, write] of Object.entries(writers)) {
    const cwd = mkdtempSync(join(scratch, "workspace-"));
    write(cwd);
    for (const args of readers) run(name, cwd, args, BODY);
  }
  // A gateway's configuration is its owner's: in a workspace it stops nothing, and is named.
  const cwd = mkdtempSync(join(scratch, "workspace-"));
  cpSync(join(root, "examples/deploy/tamis.toml"), join(cwd, "tamis.toml"));
  for (const args of readers.filter((one) => one.join(" ") !== "config validate")) {
    env.TAMIS_KEY_OPERATIONS = "0123456789abcdef0123456789abcdef";
    env.TAMIS_REDIS_URL = "redis://127.0.0.1:1";
    if (!args.includes("--config")) run("examples/deploy/tamis.toml", cwd, args, BODY);
  }
  mkdirSync(join(home, "moved"));
  writeFileSync(join(home, "moved", "settings.json"), run("export", cwd, ["config", "export"]));
  run("import", cwd, ["config", "import", join(home, "moved", "settings.json")]);
  return failed;
}
