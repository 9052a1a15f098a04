// The shipped command as a process of its own, in front of an upstream of the tests'.
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { cleanEnvironment, ensureBuilt, MAIN } from "../cli/run-cli.js";
import { temporaryFolder } from "../support/folder.js";

export interface GatewayProcess {
  child: ChildProcess;
  url: string;
  /** The configuration file: write to it to have it read anew. */
  configFile: string;
  /** What it has printed so far. */
  output(): string;
  exited: Promise<number | null>;
}

/** The same from before it listens on. */
export interface StartedProcess extends Omit<GatewayProcess, "url"> {
  /** The URL; rejects where the process ends before. */
  listens: Promise<string>;
}

/** @param config the text of a `tamis.toml` */
export async function spawnGateway(config: string, env: Record<string, string> = {}): Promise<GatewayProcess> {
  const { listens, ...started } = startGatewayProcess(config, [], env);
  return { ...started, url: await listens };
}

/** @param nodeArgs options of Node's own. @param more further arguments of the command */
export function startGatewayProcess(
  config: string,
  nodeArgs: readonly string[] = [],
  env: Record<string, string> = {},
  more: readonly string[] = [],
): StartedProcess {
  ensureBuilt();
  const folder = temporaryFolder();
  const configFile = join(folder, "tamis.toml");
  writeFileSync(configFile, config);
  const args = [...nodeArgs, MAIN, "gateway", "--config", configFile, "--port", "0", ...more];
  const child = spawn(process.execPath, args, {
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const listens = new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const found = /listens on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", () => reject(new Error(`the gateway ended: ${output}`)));
  });
  // A caller that waits only for the end uses `exited`.
  listens.catch(() => {});
  return { child, configFile, output: () => output, exited, listens };
}
