import { dollarText } from "../../../base/dollars.js";
import type { PriceOverrides } from "../../../pricing/prices.js";
import { FAILED } from "../../shared/failure.js";
import { expandFiles } from "../../shared/files.js";
import { readBody, writeStderr, writeStdout, writeText } from "../../shared/io.js";
import { bodiesOf, REQUEST_OR_LOG } from "../../shared/log-bodies.js";
import { readPrices } from "../../shared/prices.js";
import { renderTable } from "../../shared/table.js";
import {
  type Colors,
  colorsFor,
  counted,
  createProgress,
  groupDigits,
  percent,
  printable,
} from "../../shared/terminal.js";
import { type CountOptions, collectStats, type FileStats, type Unreadable } from "./collect.js";
import { type TotalStats, totalOf } from "./total.js";

/** Options of `tamis reduce --stats`. */
export interface StatsFlags {
  json?: boolean;
  exact?: boolean;
  model?: string;
  prices?: string;
  session?: string;
}

/** `tamis reduce --stats`. Resolves to the exit code: 1 only if nothing could be read. */
export async function runStats(paths: readonly string[], flags: StatsFlags): Promise<number> {
  const prices: PriceOverrides | undefined = flags.prices === undefined ? undefined : readPrices(flags.prices);
  const options: CountOptions = { exact: flags.exact, model: flags.model, prices };
  const files = paths.length === 0 ? ["-"] : expandFiles(paths, REQUEST_OR_LOG);
  const progress = createProgress(process.stderr, files.length > 1 ? files.length : 0);
  const results: (FileStats | Unreadable)[] = [];
  for (const [index, file] of files.entries()) {
    progress.update(index, file);
    results.push(...(await statsOf(file, paths.length === 0, { ...options, session: flags.session })));
  }
  progress.clear();
  const readable = results.filter((result): result is FileStats => !("error" in result));
  const unreadable = results.filter((result): result is Unreadable => "error" in result);
  if (flags.session !== undefined && results.length === 0)
    await writeStderr(`tamis: no session ${printable(flags.session, 80)} in these logs\n`);
  for (const { file, error } of unreadable) await writeStderr(`tamis: ${printable(file, 200)}: ${error}\n`);
  if (files.length === 0) await writeStderr("tamis: no *.json, *.jsonl or *.db file found\n");
  await (flags.json ? writeStdout(toJson(readable, unreadable)) : writeText(toText(readable, unreadable.length)));
  return readable.length === 0 ? FAILED : 0;
}

/** One request's, or those of each session of a log. */
async function statsOf(
  file: string,
  fromStdin: boolean,
  { session, ...options }: CountOptions & { session: string | undefined },
): Promise<(FileStats | Unreadable)[]> {
  if (fromStdin || file === "-") return [collectStats("stdin", await readBody(fromStdin ? undefined : "-"), options)];
  const all: (FileStats | Unreadable)[] = [];
  for await (const one of bodiesOf(file, session)) {
    all.push("error" in one ? { file: one.name, error: one.error } : collectStats(one.name, one.body, options));
  }
  return all;
}

function toJson(readable: readonly FileStats[], unreadable: readonly Unreadable[]): string {
  const total = {
    files: readable.length,
    unreadable: unreadable.length,
    bytes: readable.reduce((sum, { bytes }) => sum + bytes, 0),
    messages: readable.reduce((sum, { messages }) => sum + messages, 0),
    ...totalOf(readable),
  };
  return `${JSON.stringify({ total, files: readable, unreadable }, null, 2)}\n`;
}

function toText(files: readonly FileStats[], unreadable: number): string {
  if (files.length === 0) return "";
  const colors = colorsFor(process.stdout);
  const total = totalOf(files);
  const [only] = files;
  const title = files.length === 1 && only ? printable(only.file, 200) : `${files.length} files`;
  const missing = unreadable > 0 ? `, ${unreadable} unreadable` : "";
  const sections = [`${colors.bold(title)}${missing}\n${overview(files, total)}`];
  if (total && total.roles.length > 0) sections.push(byRole(total, colors));
  if (total && total.tools.length > 0) sections.push(tools(total, colors));
  if (total) sections.push(kinds(total, colors));
  if (total && total.biggest.length > 0) sections.push(biggest(total, files.length > 1, colors));
  if (only?.note !== undefined && files.length === 1) sections.push(`${only.note}\n`);
  return sections.join("\n");
}

function overview(files: readonly FileStats[], total: TotalStats | undefined): string {
  const wires = new Map<string, number>();
  for (const { wire } of files) wires.set(wire ?? "mixed", (wires.get(wire ?? "mixed") ?? 0) + 1);
  const add = (of: (file: FileStats) => number) => groupDigits(files.reduce((sum, file) => sum + of(file), 0));
  const rows: [string, string][] = [
    ["wire", [...wires].map(([wire, count]) => (files.length === 1 ? wire : `${wire} × ${count}`)).join(", ")],
    ["bytes", add(({ bytes }) => bytes)],
    ["messages", add(({ messages }) => messages) + (total && total.roles.length > 0 ? ` (${roles(total)})` : "")],
  ];
  if (total) rows.push(...conversationRows(total));
  return rows.map(([name, value]) => `  ${name.padEnd(24)}${value}\n`).join("");
}

const roles = (total: TotalStats): string =>
  total.roles
    .slice(0, 8)
    .map(({ role, messages }) => `${printable(role, 20)} ${groupDigits(messages)}`)
    .join(", ");

const METHODS = { estimate: "tokens, estimated", exact: "tokens, counted", mixed: "tokens, counted or estimated" };

function tokenRows({ tokens, tokenMethod, cost, costUnknown }: TotalStats): [string, string][] {
  const share = (part: number) => `${groupDigits(part)} (${percent(part, tokens.total)})`;
  const rows: [string, string][] = [
    [METHODS[tokenMethod], groupDigits(tokens.total)],
    ["  system prompt", share(tokens.system)],
    ["  tool definitions", share(tokens.toolDefinitions)],
    ["  tool calls", share(tokens.toolCalls)],
    ["  tool results", share(tokens.toolResults)],
  ];
  if (cost !== undefined) {
    const without = cost.unpriced > 0 ? `, without ${groupDigits(cost.unpriced)} of unknown price` : "";
    rows.push([
      "input, sent once",
      `${dollarText(cost.fresh)}; read from the cache ${dollarText(cost.cached)}${without}`,
    ]);
  }
  if (costUnknown !== undefined) rows.push(["cost", printable(costUnknown, 300)]);
  return rows;
}

function conversationRows(total: TotalStats): [string, string][] {
  const { bytesBefore, bytesAfter, maskedCount, clippedCount } = total.reducible;
  const removed = bytesBefore - bytesAfter;
  const clipped = clippedCount > 0 ? `, ${groupDigits(clippedCount)} errors clipped` : "";
  return [
    ["tool turns", groupDigits(total.toolTurns)],
    ["tool results", groupDigits(total.toolResults)],
    ["chars", groupDigits(total.chars)],
    ["  in tool results", `${groupDigits(total.toolResultChars)} (${percent(total.toolResultChars, total.chars)})`],
    ...tokenRows(total),
    [
      "default policy removes",
      `${groupDigits(removed)} bytes (${percent(removed, bytesBefore)}): ${counted(maskedCount, "result")} masked${clipped}`,
    ],
  ];
}

function byRole(total: TotalStats, colors: Colors): string {
  const rows = total.roles
    .slice(0, 8)
    .map(({ role, messages, tokens }) => [printable(role, 32), messages, tokens, percent(tokens, total.tokens.total)]);
  return `${colors.bold("Roles")}\n${renderTable(["role", "messages", "tokens", "share"], rows)}`;
}

function tools(total: TotalStats, colors: Colors): string {
  const rows = total.tools
    .slice(0, 15)
    .map(({ name, calls, callTokens, results, tokens, chars }) => [
      printable(name, 40),
      calls,
      callTokens,
      results,
      tokens,
      chars,
      percent(tokens, total.tokens.total),
    ]);
  const more = total.tools.length > 15 ? `  … and ${total.tools.length - 15} more\n` : "";
  const head = ["tool", "calls", "tokens", "results", "tokens", "chars", "share"];
  return `${colors.bold("Tools")}\n${renderTable(head, rows)}${more}`;
}

function kinds({ arrival, tokens }: TotalStats, colors: Colors): string {
  const rows = arrival.map(({ kind, isLossy, results, bytes, tokens: own }) => [
    kind,
    isLossy ? "cuts" : "loses nothing",
    results,
    bytes,
    own,
    percent(own, tokens.total),
  ]);
  const head = ["kind", "", "results", "bytes", "tokens", "share"];
  return `${colors.bold("What each kind of arrival and of tools would remove, alone")}\n${renderTable(head, rows)}`;
}

function biggest(total: TotalStats, many: boolean, colors: Colors): string {
  const rows = total.biggest.map(({ file, kind, messageIndex, role, tool, callId, tokens, chars }) => [
    tokens,
    chars,
    kind,
    printable(tool ?? role ?? "–", 32),
    messageIndex === undefined ? "–" : String(messageIndex),
    printable(callId ?? "–", 32),
    ...(many ? [printable(file, 80)] : []),
  ]);
  const head = ["tokens", "chars", "kind", "tool or role", "message", "call id", ...(many ? ["file"] : [])];
  return `${colors.bold("Biggest blocks")}\n${renderTable(head, rows)}`;
}
