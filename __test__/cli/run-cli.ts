import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chatOf } from "../support/on-wire.js";

/** The command's file: of this checkout, or of the installation that is tested in its place. */
export const MAIN = process.env.TAMIS_PROGRAM ?? fileURLToPath(new URL("../../dist/cli/main.cjs", import.meta.url));

/** The commands are tested as they are shipped, so they have to be built. */
export function ensureBuilt(): void {
  if (!existsSync(MAIN))
    throw new Error("dist/cli/main.cjs is missing: run `npm run build` (or `npm run build:ts`) first");
}

export interface CliResult {
  status: number | null;
  stdout: Buffer;
  stderr: string;
}

/** Runs the built command with stdin closed or given; terminal settings of the caller are not passed on. */
export function tamis(args: readonly string[], options: CliOptions = {}): CliResult {
  ensureBuilt();
  const { status, stdout, stderr }: SpawnSyncReturns<Buffer> = spawnSync(process.execPath, [MAIN, ...args], {
    input: options.input ?? "",
    env: { ...cleanEnvironment(), ...options.env },
    cwd: options.cwd,
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, stdout, stderr: stderr.toString("utf8") };
}

export interface CliOptions {
  input?: Uint8Array | string;
  env?: Record<string, string>;
  cwd?: string;
}

export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NO_COLOR, FORCE_COLOR, CI, ...rest } = process.env;
  return rest;
}

/** An OpenAI Chat request of `turns` tool turns whose results have `chars` chars each, and no line in common. */
export function chatRequest(turns: number, chars = 400): string {
  const messages = Array.from({ length: turns }, (_, turn) =>
    chatOf([{ calls: [{ id: `call_${turn}`, tool: "read_file", result: linesOf(turn, chars) }] }]),
  ).flat();
  return JSON.stringify({ model: "m", messages: [{ role: "user", content: "hello" }, ...messages] });
}

function linesOf(turn: number, chars: number): string {
  let text = `${turn}: `;
  for (let line = 0; ; line++) {
    const next = `${text}${turn}.${line} é😀\n`;
    if (next.length > chars) return text.padEnd(chars, "é");
    text = next;
  }
}
