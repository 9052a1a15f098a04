import type { Wire } from "../../ts/contract/report.js";

/** Calls of a tool with their results, and what is said between. */
export function readingConversation(
  wire: Wire,
  results: readonly (readonly [tool: string, args: object, text: string])[],
  from = 0,
) {
  const say = (role: "user" | "assistant", text: string): object => {
    if (wire === "gemini") return { role: role === "user" ? role : "model", parts: [{ text }] };
    if (wire !== "openai-responses") return { role, content: text };
    return { type: "message", role, content: [{ type: role === "user" ? "input_text" : "output_text", text }] };
  };
  const call = (name: string, args: object, text: string, id: string): object[] => {
    switch (wire) {
      case "anthropic":
        return [
          { role: "assistant", content: [{ type: "tool_use", id, name, input: args }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] },
        ];
      case "gemini":
        return [
          { role: "model", parts: [{ functionCall: { name, args } }] },
          { role: "user", parts: [{ functionResponse: { name, response: { output: text } } }] },
        ];
      case "openai-chat": {
        const called = { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
        return [
          { role: "assistant", content: null, tool_calls: [called] },
          { role: "tool", tool_call_id: id, content: text },
        ];
      }
      default:
        return [
          { type: "function_call", call_id: id, name, arguments: JSON.stringify(args) },
          { type: "function_call_output", call_id: id, output: text },
        ];
    }
  };
  const parts = results.flatMap(([tool, args, text], at) => call(tool, args, text, `call_${from + at}`));
  return [say("user", "Please go on."), ...parts, say("assistant", "That is all."), say("user", "And now?")];
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
