// The package as it is shipped: the command's file and what `import "tamis"` gives, of this checkout's build or of an installation.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ROOT } from "../architecture/typescript-imports.js";
import { cleanEnvironment, MAIN } from "../cli/run-cli.js";
import { type Respond, startUpstream } from "../gateway/upstream.js";
import { temporaryFolder, writeTo } from "../support/folder.js";
import { startProcess } from "../support/gateway-process.mjs";

/** Where a user's script stands that finds the package. */
const installed = process.env.TAMIS_PROGRAM?.split(/[/\\]node_modules[/\\]/)[0] ?? ROOT;

/** A new folder with these files, by their paths. */
export function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    writeTo(join(folder, path), text);
  }
  return folder;
}

/** What a user's script with `import "tamis"` prints, as JSON. */
export function script<T>(code: string): T {
  const args = ["--input-type=module", "--eval", code];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: installed,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error(`no JSON: ${stdout}${stderr}`);
  }
}

/** Variables of a user whose files are all in one folder. */
export const homeAt = (home: string) => ({
  ...cleanEnvironment(),
  HOME: home,
  XDG_CONFIG_HOME: join(home, ".config"),
  XDG_STATE_HOME: join(home, ".local/state"),
  XDG_CACHE_HOME: join(home, ".cache"),
});

/** The shipped gateway in front of a provider, with a configuration behind `version = 1`; both end with the test. */
export async function startShipped(respond: Respond | undefined, toml = "", env: Record<string, string> = {}) {
  const upstream = await startUpstream(respond);
  const upstreams = `[upstreams]\nopenai = "${upstream.url}/v1"\nanthropic = "${upstream.url}"\ngemini = "${upstream.url}"\n`;
  const home = folderWith({ "tamis.toml": `version = 1\n${upstreams}${toml}` });
  const args = ["--config", join(home, "tamis.toml"), "--port", "0"];
  const { url, stop } = await startProcess({
    root: ROOT,
    args,
    env: { ...homeAt(home), ...env } as Record<string, string>,
  });
  onTestFinished(async () => {
    await stop();
    await upstream.close();
  });
  return { url: url as string, upstream, home };
}

/** The shipped command at work while this process goes on, with the user's files in `home`; killed by `signal` after so long where given. */
export function launch(
  args: readonly string[],
  {
    cwd,
    home,
    env = {},
    killAfterMs,
  }: { cwd: string; home: string; env?: Record<string, string>; killAfterMs?: number },
) {
  const { ANTHROPIC_BASE_URL, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ...own } = homeAt(home) as Record<string, string>;
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...own, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on("close", (status) => {
      clearTimeout(timer);
      resolve({ status, stdout, stderr });
    });
  });
}
