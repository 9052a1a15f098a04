import { type ChildProcess, spawn } from "node:child_process";
import { openSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { isatty } from "node:tty";
import type { DestinationStream, destination } from "pino";
import { createGateway, createLogger, type GatewaySettings, type GatewayTotals } from "../../gateway/index.js";
import { type GatewayFlags, loadWithFlags } from "../gateway/config.js";
import { logFormat, prettyLines } from "../gateway/log-format.js";
import { listen } from "../gateway/run.js";
import { CliFailure, explainSystemError, systemCode, WRONG_USAGE } from "../shared/failure.js";
import { writeStderr } from "../shared/io.js";
import { groupDigits, printable } from "../shared/terminal.js";
import { baseUrls, type Pointed, pointedFrom } from "./environment.js";

/** `tamis run`. The exit code is the command's; 127 or 126 if it cannot be started, as in shells. */
export async function runCommand(command: readonly string[], flags: GatewayFlags & { log?: string }): Promise<number> {
  const loaded = loadWithFlags({ ...flags, host: "127.0.0.1", port: 0 });
  const pointed = pointedFrom(process.env, Object.keys((loaded.table.upstreams ?? {}) as object));
  const settings = forOneCommand(loaded.settings, pointed);
  // The terminal is the command's: lines go to a file, or nowhere.
  const { pino } = await import("pino");
  const logger =
    flags.log === undefined
      ? createLogger("silent")
      : createLogger(settings.gateway.logLevel, fileLog(flags.log, pino.destination));
  const gateway = createGateway(settings, { logger });
  const url = await listen(gateway);
  const [file = "", ...args] = command;
  const child = spawn(file, args, {
    stdio: "inherit",
    env: { ...process.env, ...baseUrls(url, process.env, pointed) },
  });
  const stop = forwardSignals(child);
  const exitCode = await exitOf(child, file);
  stop();
  await gateway.close({ drainDelayMs: 0, drainMs: 1000 });
  await writeStderr(`${saving(gateway.totals, settings.gateway.mode === "observe")}\n`);
  return exitCode;
}

function forOneCommand(settings: GatewaySettings, { named, upstreams }: Pointed): GatewaySettings {
  const { tlsCert: _, tlsKey: __, ...gateway } = settings.gateway;
  const all = { ...settings.upstreams, ...upstreams, named: { ...settings.upstreams.named, ...named } };
  return { ...settings, gateway, upstreams: all };
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
      await writeStderr(`tamis: cannot run ${printable(file, 200)}: ${explainSystemError(error)}\n`);
      resolve(systemCode(error) === "ENOENT" ? 127 : 126);
    });
    child.on("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/** Lines in a file: JSON, unless `TAMIS_LOG_FORMAT` says otherwise or it is a terminal. */
function fileLog(file: string, toFile: typeof destination): DestinationStream {
  const fd = openLog(file);
  if (logFormat(process.env, isatty(fd)) === "json") return toFile({ fd, sync: true });
  return prettyLines((text) => writeSync(fd, text), false);
}

/** @throws CliFailure before anything is started */
function openLog(file: string): number {
  try {
    return openSync(file, "a");
  } catch (error) {
    throw new CliFailure(WRONG_USAGE, `cannot write ${file}: ${explainSystemError(error)}; nothing was started`);
  }
}

/** One line: what the gateway did. */
function saving({ requests, tokensBefore, tokensAfter }: GatewayTotals, observed: boolean): string {
  if (requests === 0)
    return "tamis: no request came through the gateway; does the command heed the base URL variables?";
  const share = tokensBefore === 0 ? 0 : 100 * (1 - tokensAfter / tokensBefore);
  const tokens = `${groupDigits(tokensBefore)} → ${groupDigits(tokensAfter)} input tokens (estimated), −${share.toFixed(1)} %`;
  const count = `${groupDigits(requests)} request${requests === 1 ? "" : "s"}`;
  return observed
    ? `tamis: ${count} observed, nothing was changed; it would have been ${tokens}`
    : `tamis: ${count}, ${tokens}`;
}
