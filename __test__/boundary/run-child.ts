import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** How a child process ended, and its output. `told` is its last line of output, as JSON. */
export interface Ending {
  status: number | null;
  signal: string | null;
  stderr: string;
  told: unknown;
}

/** Runs one of `children/` with the built package. */
export function runChild(name: string, args: readonly (string | number)[], env: Record<string, string> = {}): Ending {
  if (!existsSync(path("../../dist/index.js"))) throw new Error("dist is missing: run `npm run build` first");
  const command = ["--expose-gc", path(`children/${name}.mjs`), ...args.map(String)];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: "utf8",
    env: { ...process.env, TAMIS_BACKEND: "", NODE_OPTIONS: "", ...env },
    timeout: 120_000,
  });
  const lines = stdout.trim().split("\n");
  const last = lines.at(-1) ?? "";
  return { status, signal, stderr, told: last.startsWith("{") ? JSON.parse(last) : last };
}
