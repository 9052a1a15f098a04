// What a person at a terminal sees of the gateway's log. Everything else gets pino's JSON lines as they are.
import picocolors from "picocolors";
import { type JsonRecord, parseRecord } from "../../text/json-value.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { type Colors, colorsFor, groupDigits, isPrintable, printable, toTerminal } from "../shared/terminal.js";

/** Takes lines of JSON, as pino writes them. */
export interface LineStream {
  write(line: string): void;
}

/**
 * `TAMIS_LOG_FORMAT`, or what suits the log's target.
 *
 * @throws CliFailure for another value
 */
export function logFormat(env: NodeJS.ProcessEnv, isTerminal: boolean): "json" | "pretty" {
  const wanted = env.TAMIS_LOG_FORMAT || (isTerminal ? "pretty" : "json");
  if (wanted === "json" || wanted === "pretty") return wanted;
  const got = JSON.stringify(printable(wanted));
  throw new CliFailure(WRONG_USAGE, `TAMIS_LOG_FORMAT: expected "json" or "pretty", got ${got}`);
}

/** The target of log lines on stderr; undefined: the logger's own, which is JSON. */
export function stderrLog(env: NodeJS.ProcessEnv = process.env, json = false): LineStream | undefined {
  const { stderr } = process;
  if (json || logFormat(env, stderr.isTTY === true) === "json") return undefined;
  return prettyLines((text) => stderr.write(text), colorsFor(stderr).isColorSupported);
}

/** A stream of JSON lines that writes each of them for a person. */
export function prettyLines(write: (text: string) => unknown, isColored: boolean): LineStream {
  const colors = picocolors.createColors(isColored);
  return { write: (line) => write(render(line, colors)) };
}

/** pino's numbers for levels, from each on. */
const LEVELS: [number, string, "red" | "yellow" | "green" | "gray"][] = [
  [50, "ERROR", "red"],
  [40, "WARN ", "yellow"],
  [30, "INFO ", "green"],
  [0, "DEBUG", "gray"],
];

function render(line: string, colors: Colors): string {
  const parsed = parseRecord(line);
  if (parsed === undefined) return toTerminal(line);
  const { level, time, msg, ...fields } = parsed;
  const [, name, color] = LEVELS.find(([from]) => Number(level) >= from) ?? [0, "     ", "gray"];
  const message = typeof msg === "string" ? [toTerminal(msg).replaceAll("\n", "\n    ")] : [];
  const parts = [colors.dim(clock(Number(time))), colors[color](name), ...message, ...requestParts(fields, colors)];
  return `${[...parts, ...namedParts(fields, colors)].join(" ")}\n`;
}

/** The local time of day, as a person at the terminal has it. */
function clock(millis: number): string {
  const date = new Date(millis);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  return `${day}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** Fields of a request that have a place of their own, or that only a program looks at. */
const PLACED = ["method", "path", "status", "tokensBefore", "tokensAfter", "stage", "ms"];
const LEFT_OUT = ["kind", "reduceMs", "firstByteMs", "answerBytes"];

/** `POST /v1/messages 200 12,345 → 3,210 tokens (masking) 1,235 ms` */
function requestParts(fields: JsonRecord, colors: Colors): string[] {
  const { method, path, status, tokensBefore, tokensAfter, stage, ms } = fields;
  if (method === undefined) return [];
  const parts = [shown(method), shown(path)];
  if (typeof status === "number") parts.push(statusColor(status, colors)(String(status)));
  if (typeof tokensBefore === "number" && typeof tokensAfter === "number")
    parts.push(`${groupDigits(tokensBefore)} → ${groupDigits(tokensAfter)} tokens`);
  if (stage !== undefined && stage !== "none") parts.push(`(${shown(stage)})`);
  if (typeof ms === "number") parts.push(`${groupDigits(ms)} ms`);
  return parts;
}

const statusColor = (status: number, { red, yellow, green }: Colors) =>
  status >= 500 ? red : status >= 400 ? yellow : green;

function namedParts(fields: JsonRecord, colors: Colors): string[] {
  const isRequest = fields.method !== undefined;
  const names = Object.keys(fields).filter((name) => !isRequest || ![...PLACED, ...LEFT_OUT].includes(name));
  // A failure's reason says more than who asked.
  const last = names.filter((name) => name === "session");
  const ordered = [...names.filter((name) => name !== "session"), ...last];
  return ordered.map((name) => `${colors.dim(`${printable(name)}=`)}${shown(fields[name])}`);
}

const MAX_CHARS = 300;

/** A value on one line; text with spaces in it in quotes. */
function shown(value: unknown): string {
  const isPlain = typeof value === "string" && /^[^\s"]+$/.test(value) && isPrintable(value);
  return printable(isPlain ? (value as string) : (JSON.stringify(value) ?? ""), MAX_CHARS);
}
