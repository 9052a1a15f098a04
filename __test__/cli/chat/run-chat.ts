// Runs the built `tamis chat`, or another command: with its input from a pipe, or on a pseudo-terminal made by util-linux's
// `script`.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { readlinkSync } from "node:fs";
import { afterAll, beforeAll } from "vitest";
import { temporaryFolder } from "../../support/folder.js";
import { startUpstream, type Upstream } from "../../support/upstream/upstream.js";
import { cleanEnvironment, ensureBuilt, MAIN } from "../run-cli.js";

export interface ChatRun {
  write(text: string): void;
  end(): void;
  kill(signal: NodeJS.Signals): void;
  /** Both streams as they came, without colours. */
  readonly output: string;
  readonly raw: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Resolves when the text is there, behind what was waited for before. */
  waitFor(text: string | RegExp): Promise<void>;
  exit: Promise<number | null>;
}

export interface ChatOptions {
  env?: Record<string, string>;
}

/** A scripted model, there once the tests run, and a folder for their stores. */
export interface ChatFixture {
  readonly server: Upstream;
  readonly folder: string;
}

/** Sets up what all tests of a file or a group talk to, and clears it away behind them. */
export function useModelServer(): ChatFixture {
  let server: Upstream | undefined;
  const folder = temporaryFolder();
  beforeAll(async () => {
    ensureBuilt();
    server = await startUpstream();
  });
  afterAll(async () => {
    await server?.close();
  });
  return {
    folder,
    get server() {
      if (server === undefined) throw new Error("the model answers only while tests run");
      return server;
    },
  };
}

const PATIENCE_MS = 20_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const SEQUENCE = /\u001b\[[0-9;?]*[A-Za-z]/g;

export function startPiped(args: readonly string[], options: ChatOptions = {}): ChatRun {
  const env = { ...withoutKeys(), ...options.env };
  return watch(spawn(process.execPath, [MAIN, "chat", ...args], { env }));
}

/** Input from a pipe, all at once. */
export async function piped(args: readonly string[], input: string, options: ChatOptions = {}) {
  const run = startPiped(args, options);
  run.write(input);
  run.end();
  const status = await run.exit;
  return { status, stdout: run.stdout, stderr: run.stderr };
}

function withoutKeys(): NodeJS.ProcessEnv {
  const env = cleanEnvironment();
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(OPENAI|ANTHROPIC|TAMIS)_/.test(name)));
}

/** Why there is no pseudo-terminal here; undefined where there is one. */
export function noTerminal(): string | undefined {
  const { status, stdout } = spawnSync("script", ["--version"], { encoding: "utf8" });
  return status === 0 && /util-linux/.test(stdout) ? undefined : "util-linux's `script` is not here";
}

export interface TerminalRun extends ChatRun {
  resize(columns: number, rows: number): Promise<void>;
}

export function startTerminal(args: readonly string[], options: ChatOptions = {}): TerminalRun {
  return startOnTerminal(["chat", ...args], options);
}

/** Any command of the built `tamis`, on a pseudo-terminal. */
export function startOnTerminal(args: readonly string[], options: ChatOptions = {}): TerminalRun {
  const quoted = [process.execPath, MAIN, ...args].map((text) => `'${text}'`).join(" ");
  const env = { ...withoutKeys(), TERM: "xterm-256color", ...options.env };
  // The shell's number becomes the command's.
  const run = watch(
    spawn("script", ["-qfec", `echo pid=$$; stty cols 100 rows 30; exec ${quoted}`, "/dev/null"], { env }),
  );
  return Object.assign(run, {
    async resize(columns: number, rows: number) {
      const pid = /pid=(\d+)/.exec(run.output)?.[1];
      const device = readlinkSync(`/proc/${pid}/fd/0`);
      const { status } = spawnSync("stty", ["-F", device, "cols", String(columns), "rows", String(rows)]);
      if (status !== 0) throw new Error("stty failed");
    },
  });
}

function watch(child: ChildProcessWithoutNullStreams): ChatRun {
  const seen = { raw: "", stdout: "", stderr: "" };
  let from = 0;
  const take = (name: "stdout" | "stderr") => (text: string) => {
    seen[name] += text;
    seen.raw += text;
  };
  child.stdout.setEncoding("utf8").on("data", take("stdout"));
  child.stderr.setEncoding("utf8").on("data", take("stderr"));
  child.stdin.on("error", () => {});
  const exit = new Promise<number | null>((resolve) => child.on("close", resolve));
  const output = () => seen.raw.replace(SEQUENCE, "").replaceAll("\r", "");
  const find = (text: string | RegExp): number => {
    const rest = output().slice(from);
    if (typeof text === "string") return rest.indexOf(text) < 0 ? -1 : rest.indexOf(text) + text.length;
    const found = text.exec(rest);
    return found === null ? -1 : found.index + found[0].length;
  };
  return {
    get output() {
      return output();
    },
    get raw() {
      return seen.raw;
    },
    get stdout() {
      return seen.stdout;
    },
    get stderr() {
      return seen.stderr;
    },
    write: (text) => void child.stdin.write(text),
    end: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    exit,
    async waitFor(text) {
      const until = Date.now() + PATIENCE_MS;
      while (find(text) < 0) {
        if (Date.now() > until) throw new Error(`waited in vain for ${text} in:\n${output()}`);
        await new Promise((done) => setTimeout(done, 10));
      }
      from += find(text);
    },
  };
}
