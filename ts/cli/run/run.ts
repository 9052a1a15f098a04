import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { createGateway, createLogger, type GatewaySettings, type GatewayTotals } from "../../gateway/index.js";
import { type GatewayFlags, loadWithFlags } from "../gateway/config.js";
import { listen } from "../gateway/run.js";
import { explainSystemError, systemCode } from "../shared/failure.js";
import { writeStderr } from "../shared/io.js";
import { groupDigits } from "../shared/terminal.js";
import { baseUrls, upstreamsFrom } from "./environment.js";

/** `tamis run`. The exit code is the command's; 127 or 126 if it cannot be started, as in shells. */
export async function runCommand(command: readonly string[], flags: GatewayFlags & { log?: string }): Promise<number> {
  const loaded = loadWithFlags({ ...flags, host: "127.0.0.1", port: 0 });
  const settings = forOneCommand(loaded.settings, loaded.table);
  // The terminal belongs to the command, so log lines go to a file, or nowhere.
  const { pino } = await import("pino");
  const logger =
    flags.log === undefined
      ? createLogger("silent")
      : createLogger(settings.gateway.logLevel, pino.destination({ dest: flags.log, sync: true }));
  const gateway = createGateway(settings, { logger });
  const url = await listen(gateway);
  const [file = "", ...args] = command;
  const child = spawn(file, args, { stdio: "inherit", env: { ...process.env, ...baseUrls(url, process.env) } });
  const stop = forwardSignals(child);
  const exitCode = await exitOf(child, file);
  stop();
  await gateway.close({ drainMs: 1000 });
  await writeStderr(`${saving(gateway.totals)}\n`);
  return exitCode;
}

function forOneCommand(settings: GatewaySettings, table: Record<string, unknown>): GatewaySettings {
  const configured = Object.keys((table.upstreams ?? {}) as object);
  const { tlsCert: _, tlsKey: __, ...gateway } = settings.gateway;
  return { ...settings, gateway, upstreams: { ...settings.upstreams, ...upstreamsFrom(process.env, configured) } };
}

const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const;

/**
 * Forwards signals. A signal typed on a terminal (interrupt, quit) reaches the whole process group anyway, and many
 * agents take a second interrupt for "at once". So these two are forwarded only without a terminal.
 */
function forwardSignals(child: ChildProcess): () => void {
  const undo = SIGNALS.map((signal) => {
    const typed = signal === "SIGINT" || signal === "SIGQUIT";
    const forward = () => {
      if (!typed || !process.stdin.isTTY) child.kill(signal);
    };
    process.on(signal, forward);
    return () => process.off(signal, forward);
  });
  return () => {
    for (const one of undo) one();
  };
}

function exitOf(child: ChildProcess, file: string): Promise<number> {
  return new Promise((resolve) => {
    child.on("error", async (error) => {
      await writeStderr(`tamis: cannot run ${file}: ${explainSystemError(error)}\n`);
      resolve(systemCode(error) === "ENOENT" ? 127 : 126);
    });
    child.on("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/** One line about the gateway's savings. */
function saving({ requests, tokensBefore, tokensAfter }: GatewayTotals): string {
  if (requests === 0)
    return "tamis: no request came through the gateway; does the command heed the base URL variables?";
  const share = tokensBefore === 0 ? 0 : 100 * (1 - tokensAfter / tokensBefore);
  const tokens = `${groupDigits(tokensBefore)} → ${groupDigits(tokensAfter)} input tokens (estimated), −${share.toFixed(1)} %`;
  return `tamis: ${groupDigits(requests)} request${requests === 1 ? "" : "s"}, ${tokens}`;
}
