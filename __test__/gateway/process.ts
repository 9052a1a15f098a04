// The shipped command as a process of its own, in front of an upstream of the tests'.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { cleanEnvironment, ensureBuilt, MAIN } from "../cli/run-cli.js";

export interface GatewayProcess {
  child: ChildProcess;
  url: string;
  /** The configuration file: write to it to have it read anew. */
  configFile: string;
  /** What it has printed so far. */
  output(): string;
  exited: Promise<number | null>;
}

/** @param config the text of a `tamis.toml` */
export async function spawnGateway(config: string): Promise<GatewayProcess> {
  ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), "tamis-gateway-"));
  const configFile = join(folder, "tamis.toml");
  writeFileSync(configFile, config);
  const args = [MAIN, "gateway", "--config", configFile, "--port", "0"];
  const child = spawn(process.execPath, args, { env: cleanEnvironment(), stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const found = /listens on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", () => reject(new Error(`the gateway ended: ${output}`)));
  });
  return { child, url, configFile, output: () => output, exited };
}
