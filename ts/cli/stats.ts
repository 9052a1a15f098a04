import { readFileSync } from "node:fs";
import { explainSystemError, FAILED } from "./failure.js";
import { expandFiles } from "./files.js";
import { readBody, writeStderr, writeStdout } from "./io.js";
import { type ConversationStats, collectStats, type FileStats, totalOf, type Unreadable } from "./stats-collect.js";
import { renderTable } from "./table.js";
import { type Colors, colorsFor, createProgress, groupDigits, percent, printable } from "./terminal.js";

/** `tamis stats`. Resolves to the exit code: 1 only where nothing could be read. */
export async function runStats(paths: readonly string[], flags: { json?: boolean }): Promise<number> {
  const files = paths.length === 0 ? ["-"] : expandFiles(paths);
  const progress = createProgress(process.stderr, files.length > 1 ? files.length : 0);
  const results: (FileStats | Unreadable)[] = [];
  for (const [index, file] of files.entries()) {
    progress.update(index, file);
    results.push(await statsOf(file, paths.length === 0));
  }
  progress.clear();
  const readable = results.filter((result): result is FileStats => !("error" in result));
  const unreadable = results.filter((result): result is Unreadable => "error" in result);
  for (const { file, error } of unreadable) await writeStderr(`tamis: ${printable(file, 200)}: ${error}\n`);
  if (files.length === 0) await writeStderr("tamis: no *.json file found\n");
  await writeStdout(flags.json ? toJson(readable, unreadable) : toText(readable, unreadable.length));
  return readable.length === 0 ? FAILED : 0;
}

async function statsOf(file: string, fromStdin: boolean): Promise<FileStats | Unreadable> {
  if (fromStdin || file === "-") return collectStats("stdin", await readBody(fromStdin ? undefined : "-"));
  try {
    return collectStats(file, readFileSync(file));
  } catch (error) {
    return { file, error: explainSystemError(error) };
  }
}

function toJson(readable: readonly FileStats[], unreadable: readonly Unreadable[]): string {
  const total = {
    files: readable.length,
    unreadable: unreadable.length,
    bytes: readable.reduce((sum, { bytes }) => sum + bytes, 0),
    messages: readable.reduce((sum, { messages }) => sum + messages, 0),
    tokenMethod: "chars4",
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
  if (total && total.tools.length > 0) sections.push(tools(total, colors));
  if (total && total.biggest.length > 0) sections.push(biggest(total, files.length > 1, colors));
  if (only?.note !== undefined && files.length === 1) sections.push(`${only.note}\n`);
  return sections.join("\n");
}

function overview(files: readonly FileStats[], total: ConversationStats | undefined): string {
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

const roles = (total: ConversationStats): string =>
  total.roles
    .slice(0, 8)
    .map(({ role, messages }) => `${printable(role, 20)} ${groupDigits(messages)}`)
    .join(", ");

function conversationRows(total: ConversationStats): [string, string][] {
  const { bytesBefore, bytesAfter, maskedCount, clippedCount } = total.reducible;
  const removed = bytesBefore - bytesAfter;
  const clipped = clippedCount > 0 ? `, ${groupDigits(clippedCount)} errors clipped` : "";
  return [
    ["tool turns", groupDigits(total.toolTurns)],
    ["tool results", groupDigits(total.toolResults)],
    ["chars", groupDigits(total.chars)],
    ["  in tool results", `${groupDigits(total.toolResultChars)} (${percent(total.toolResultChars, total.chars)})`],
    ["tokens, estimated", `${groupDigits(total.tokens)} (chars / 4)`],
    [
      "default policy removes",
      `${groupDigits(removed)} bytes (${percent(removed, bytesBefore)}): ${groupDigits(maskedCount)} results masked${clipped}`,
    ],
  ];
}

function tools(total: ConversationStats, colors: Colors): string {
  const rows = total.tools
    .slice(0, 15)
    .map(({ name, calls, results, chars }) => [
      printable(name, 40),
      calls,
      results,
      chars,
      percent(chars, total.chars),
    ]);
  const more = total.tools.length > 15 ? `  … and ${total.tools.length - 15} more\n` : "";
  return `${colors.bold("Tools")}\n${renderTable(["tool", "calls", "results", "chars", "share"], rows)}${more}`;
}

function biggest(total: ConversationStats, many: boolean, colors: Colors): string {
  const rows = total.biggest.map(({ file, messageIndex, tool, callId, chars }) => [
    chars,
    printable(tool, 32),
    String(messageIndex),
    printable(callId ?? "–", 32),
    ...(many ? [printable(file, 80)] : []),
  ]);
  const head = ["chars", "tool", "message", "call id", ...(many ? ["file"] : [])];
  return `${colors.bold("Biggest tool results")}\n${renderTable(head, rows)}`;
}
