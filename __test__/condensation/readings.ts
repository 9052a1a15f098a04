import type { Wire } from "../../ts/contract/report.js";
import { chatOf, onWire } from "../support/on-wire.js";

/** Calls of a tool with their results, and what is said between. */
export function readingConversation(
  wire: Wire,
  results: readonly (readonly [tool: string, args: object, text: string])[],
  from = 0,
) {
  const turns = results.map(([tool, args, result]) => ({ calls: [{ tool, args, result }] }));
  return onWire(
    wire,
    chatOf([{ user: "Please go on." }, ...turns, { say: "That is all." }, { user: "And now?" }], from),
  );
}

const source = (file: number, count = 90) =>
  Array.from({ length: count }, (_, at) => `export const value${file}x${at} = compute(${at * 31});`).join("\n");
export const readFile = (file: number) => ["read_file", { path: `src/f${file}.ts` }, source(file)] as const;
const paths = (count: number) =>
  Array.from({ length: count }, (_, at) => `src/components/module_${at}/index_${at}.tsx`).join("\n");
const hits = Array.from({ length: 12 }, (_, at) => `src/a.ts:${at + 3}: const hit${at} = find(${at});`).join("\n");
/** Outputs that have a smaller form, and lists that others contain. */
export const ODD_OUTPUTS = [
  ["list_files", { path: "src" }, paths(30)],
  ["search_files", { path: "src", regex: "hit" }, hits],
  ["run", { command: "build" }, `\u001b[32mdone\u001b[0m   \n${"same line of the log\n".repeat(30)}`],
  ["fetch", { url: "a" }, JSON.stringify({ a: [1, 2, 3], text: "x".repeat(200) }, null, 8)],
  ["list_files", { path: "src" }, paths(40)],
] as const;
